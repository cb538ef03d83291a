import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PAGES } from '@rasat/contract';
import { LATER } from './i18n/later.ts';
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

const sourceOf = (file: string): string => readFileSync(`${import.meta.dirname}/${file}`, 'utf8');

/** The areas of texts that a file names in calls of a function. */
const areasIn = (file: string, name: string): string[] =>
  [...sourceOf(file).matchAll(new RegExp(`\\b${name}\\(([^)]*)`, 'g'))]
    .flatMap(([, inside = '']) => [...inside.matchAll(/'(\w+)'/g)].map(([, area = '']) => area))
    .filter((area) => area in LATER);

test('a route has loaded the texts that it shows, or its layout has', () => {
  const look = (entries: readonly Entry[], above: readonly string[]): void => {
    for (const { file, children = [] } of entries) {
      const loaded = [...above, ...areasIn(file, 'loadTexts')];
      const missing = areasIn(file, 'useTranslation').filter((area) => !loaded.includes(area));
      assert.deepEqual(missing, [], file);
      look(children, loaded);
    }
  };
  look(routes, []);
});

/** The contract writes the address of a signal; that of the kept mails stands in the README alone. */
const LED_FROM_ELSEWHERE = ['/record/find', '/mails'];

test('something on the site leads to each page; the back office has its own list', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['**/*.test.*'] });
  const sources = files.filter((file) => file !== 'routes.ts').map(sourceOf);
  const unled = PAGES.map(({ path }) => path).filter((path) => {
    const address = new RegExp(`['"\`]${path.replace(/:.*/, '')}['"\`?$]`);
    return !path.startsWith('/admin/') && !sources.some((source) => address.test(source));
  });
  assert.deepEqual(unled.toSorted(), LED_FROM_ELSEWHERE.toSorted());
});
