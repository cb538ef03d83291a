import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { appendLine } from './erasure-log.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-log-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('each line stands by itself, nothing between them, in a file that its owner alone may read', async () => {
  const file = path.join(folder, 'whole.log');
  for (const id of [1, 2, 3]) await appendLine(file, { id });
  assert.equal(readFileSync(file, 'utf8'), '{"id":1}\n{"id":2}\n{"id":3}\n');
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a line that was left half does not swallow the next one', async () => {
  const file = path.join(folder, 'half.log');
  await appendLine(file, { id: 1 });
  appendFileSync(file, '{"id":');
  await appendLine(file, { id: 2 });
  assert.equal(readFileSync(file, 'utf8'), '{"id":1}\n{"id":\n{"id":2}\n');
});
