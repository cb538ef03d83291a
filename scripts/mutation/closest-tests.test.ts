import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readTestGraph } from './closest-tests.ts';

test('the closest tests of a source are those that load it through the fewest others', (t) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'rasat-graph-'));
  t.after(() => rmSync(root, { recursive: true }));
  const files = {
    'web/a.ts': 'export const a = 1;',
    'web/b.ts': "import { a } from './a.ts';",
    'web/b.test.ts': "import { b } from './b.ts';",
    'web/a.test.ts': "await import('./a.ts');",
    'web/thread.ts': "import { b } from './b.ts';",
    'web/thread.test.ts': "new Worker(new URL('./thread.ts', import.meta.url));",
    'web/new.test.ts': 'await import(new URL(`a.ts?new=1`, import.meta.url).href);',
    'web/other.test.ts': "new URL('./a.webp', import.meta.url);",
  };
  mkdirSync(path.join(root, 'web'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
  assert.deepEqual(readTestGraph(root, Object.keys(files))('web/a.ts'), [
    'web/a.test.ts',
    'web/new.test.ts',
    'web/b.test.ts',
    'web/thread.test.ts',
  ]);
});
