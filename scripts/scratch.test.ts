import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const PROGRAM = `
  const { scratchInMemory } = await import(${JSON.stringify(import.meta.resolve('./scratch.ts'))});
  const { writeFileSync } = await import('node:fs');
  const os = await import('node:os');
  scratchInMemory();
  writeFileSync(os.tmpdir() + '/rasat-scratch-trace', 'x');
  console.log(os.tmpdir());
`;

/** Runs a program that takes a folder in memory; answers which temporary folder it had. */
function run(t: test.TestContext): string {
  const own = mkdtempSync(path.join(process.env.TMPDIR ?? '/tmp', 'rasat-own-'));
  t.after(() => rmSync(own, { recursive: true }));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM],
    { env: { ...process.env, TMPDIR: own }, encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  const folder = stdout.trim();
  const isInMemory = folder.startsWith('/dev/shm/');
  t.diagnostic(isInMemory ? 'in memory' : 'memory is short here: on the disk');
  if (!isInMemory) assert.equal(folder, own);
  return folder;
}

test('a folder in memory is gone with the run that made it', (t) => {
  const folder = run(t);
  if (folder.startsWith('/dev/shm/')) assert.equal(existsSync(folder), false);
});

test('what a killed run left goes with the next one, what a living one has stays', (t) => {
  if (!existsSync('/dev/shm')) return;
  // No process has a number as high as this.
  const left = '/dev/shm/rasat-scratch-99999999-left';
  const living = `/dev/shm/rasat-scratch-${process.pid}-living`;
  for (const folder of [left, living]) {
    mkdirSync(folder);
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(path.join(folder, 'file'), 'x');
  }
  run(t);
  assert.equal(existsSync(left), false);
  assert.equal(existsSync(living), true);
});
