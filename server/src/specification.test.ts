import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { PAGES, ROUTES } from '@rasat/contract';

// docs/specification.md says for each statement which call, screen and test it has. Here it is held against the code.

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Where a test file may be named from. */
const FOLDERS = ['', 'server/src/', 'server/src/modules/'];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const rows: readonly Row[] = readFileSync(`${ROOT}/docs/specification.md`, 'utf8')
  .split('\n')
  .map((text, at) => ({ line: at + 1, text }))
  .filter(({ text }) => text.startsWith('|') && !/^\|(---|\s*statement\s*\|)/.test(text))
  .map(({ line, text }) => ({ line, cells: text.split('|').slice(1, -1) }));

/** What stands between grave accents in a cell. */
function codes(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
}

/** The file of a test and the words that it holds. */
function findTest(name: string): string | undefined {
  return FOLDERS.map((folder) => `${ROOT}/${folder}${name}`).find((file) => existsSync(file));
}

test('every row has a statement, calls, screens and a test', () => {
  assert.ok(rows.length > 50, 'the rows were found');
  for (const { line, cells } of rows) {
    assert.equal(cells.length, 4, `line ${line} has ${cells.length} cells`);
    assert.notEqual(cells[0]?.trim(), '', `line ${line} says nothing`);
    assert.notEqual(cells[3]?.trim(), '', `line ${line} names no test`);
  }
});

test('every call that a row names exists, and every call is named', () => {
  const known = new Set(Object.values(ROUTES).map(({ method, path }) => `${method} ${path}`));
  const named = new Set(rows.flatMap(({ cells }) => codes(cells[1])));
  assert.deepEqual(
    [...named].filter((call) => !known.has(call)),
    [],
    'named, but no call',
  );
  assert.deepEqual(
    [...known].filter((call) => !named.has(call)),
    [],
    'a call without a row',
  );
});

test('every page that a row names exists, and every page is named', () => {
  const known = new Set<string>(PAGES.map(({ path }) => path));
  const named = new Set(
    rows.flatMap(({ cells }) => codes(cells[2])).map((page) => page.replace(/\?.*/, '')),
  );
  assert.deepEqual(
    [...named].filter((page) => !known.has(page)),
    [],
    'named, but no page',
  );
  assert.deepEqual(
    [...known].filter((page) => !named.has(page)),
    [],
    'a page without a row',
  );
});

test('every test that a row names exists, with the words that are quoted', () => {
  const missing: string[] = [];
  for (const { line, cells } of rows) {
    for (const [, name = '', words] of (cells[3] ?? '').matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)) {
      const file = findTest(name);
      if (!file) missing.push(`line ${line}: there is no ${name}`);
      else if (words === undefined) missing.push(`line ${line}: nothing is quoted of ${name}`);
      else if (!readFileSync(file, 'utf8').includes(words))
        missing.push(`line ${line}: ${name} has no “${words}”`);
    }
  }
  assert.deepEqual(missing, []);
});
