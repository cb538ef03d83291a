import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { endHosts, runInHost } from './test-hosts.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-hosts-'));
after(() => rmSync(folder, { recursive: true, force: true }));
// The hosts are no tests of this one.
delete process.env.NODE_TEST_CONTEXT;

/** Runs a file of that source; what was said of it, and the number of the process that its note tells. */
async function runSource(name: string, source: string, alone = false) {
  const file = path.join(folder, `${name}.test.mjs`);
  const head = `import assert from 'node:assert/strict'; import { after, test } from 'node:test';`;
  const note = `test('note', (t) => t.diagnostic('process ' + process.pid));`;
  writeFileSync(file, `${head}\n${note}\n${source}\n`);
  const said: string[] = [];
  let processId = '';
  await runInHost(folder, file, {
    alone,
    hear: (message) => {
      if (message.kind === 'note') processId = message.text;
      else said.push(message.kind === 'pass' ? 'pass' : `${message.kind} ${message.name}`);
    },
  });
  assert.match(processId, /^process \d+$/);
  return { said, processId };
}

test('one file after the other runs in the same process until something fails in it', async (t) => {
  t.after(endHosts);
  const good = await runSource('good', `test('skips', { skip: 'why' }, () => {});`);
  assert.deepEqual(good.said, ['pass', 'skip skips']);
  const bad = await runSource('bad', `test('fails', () => assert.equal(1, 2));`);
  assert.deepEqual(bad.said, ['pass', 'fail fails']);
  assert.equal(bad.processId, good.processId);
  const next = await runSource('next', '');
  assert.deepEqual(next.said, ['pass']);
  assert.notEqual(next.processId, good.processId);
  assert.notEqual((await runSource('lonely', '', true)).processId, next.processId);
  assert.equal((await runSource('last', '')).processId, next.processId);
});

test('what a file does at its end is done before the next one begins, and its settings are gone', async (t) => {
  t.after(endHosts);
  await runSource(
    'slow-end',
    `process.env.LEFT = 'behind';
    after(async () => { await new Promise((done) => setTimeout(done, 50)); globalThis.ended = true; });`,
  );
  const next = await runSource(
    'after-it',
    `test('sees', () => assert.deepEqual([globalThis.ended, process.env.LEFT], [true, undefined]));`,
  );
  assert.deepEqual(next.said, ['pass', 'pass']);
});

test('a file that cannot be read has failed, and so has one whose process ends', async (t) => {
  t.after(endHosts);
  const file = path.join(folder, 'broken.test.mjs');
  writeFileSync(file, `import './nowhere.mjs';`);
  const kinds: string[] = [];
  const hear = ({ kind }: { readonly kind: string }) => void kinds.push(kind);
  await runInHost(folder, file, { alone: false, hear });
  assert.deepEqual(kinds, ['fail']);
  await assert.rejects(runSource('exits', `test('exits', () => process.exit(3));`), /ended with 3/);
});

test('a file tidies up at its own end what a test of an earlier file has made ready', async (t) => {
  t.after(endHosts);
  const testing = path.resolve(import.meta.dirname, '../server/src/platform/testing.ts');
  const load = `const { testDatabase } = await import(${JSON.stringify(testing)});`;
  const first = await runSource('first-database', `${load} test('asks', (t) => testDatabase(t));`);
  const second = await runSource(
    'own-database',
    `${load} const { db } = await testDatabase({ after });
    after(async () => { globalThis.ended = await db.introspection.getSchemas().then(() => false, () => true); });`,
  );
  const third = await runSource(
    'third',
    `test('sees', () => assert.equal(globalThis.ended, true));`,
  );
  assert.deepEqual([first.said, second.said], [['pass', 'pass'], ['pass']]);
  assert.deepEqual(third.said, ['pass', 'pass'], 'its database was closed at its end');
});
