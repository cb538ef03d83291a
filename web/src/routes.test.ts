import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { PAGES } from '@rasat/contract';
import routes from './routes.ts';

interface Entry {
  readonly file: string;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly children?: readonly Entry[] | undefined;
}

const flat = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

test('each page of the contract has its route, and each route a file', async () => {
  const all = flat(routes);
  const paths = all
    .filter(({ path, index }) => path !== undefined || index)
    .map(({ path }) => path);
  for (const { path } of PAGES) {
    const own = path === '/' ? undefined : path.slice(1);
    assert.equal(paths.filter((one) => one === own).length, 1, path);
  }
  assert.equal(new Set(paths).size, paths.length);
  for (const { file } of all) assert.ok(existsSync(`${import.meta.dirname}/${file}`), file);
  const without = (name: string): (string | undefined)[] =>
    all
      .filter(({ file, children }) => file === name && children)
      .flatMap(({ children }) => children?.map(({ path }) => path) ?? []);
  assert.ok(without('admin-layout.tsx').every((path) => path?.startsWith('admin')));
  assert.ok(without('auth-layout.tsx').every((path) => path?.startsWith('auth/')));
  assert.ok(without('features/legal/info-layout.tsx').every((path) => path?.startsWith('info/')));
});
