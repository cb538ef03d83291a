import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';

const PROGRAM = `
  const { scratchInMemory } = await import(${JSON.stringify(import.meta.resolve('./scratch.ts'))});
  const { writeFileSync } = await import('node:fs');
  const os = await import('node:os');
  scratchInMemory();
  writeFileSync(os.tmpdir() + '/trace', 'x');
  console.log(os.tmpdir());
`;

const MEMORY = '/dev/shm';

/** Runs a program that takes a folder in memory; answers which one, null where there is no room for one. */
function run(t: test.TestContext): string | null {
  const own = mkdtempSync(path.join(os.tmpdir(), 'rasat-own-'));
  t.after(() => rmSync(own, { recursive: true }));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM],
    { env: { ...process.env, TMPDIR: own }, encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  const folder = stdout.trim();
  if (folder.startsWith(MEMORY)) return folder;
  assert.equal(folder, own);
  t.diagnostic('memory is short here: on the disk');
  return null;
}

test('a folder in memory is gone with the run that made it', (t) => {
  const folder = run(t);
  if (folder !== null) assert.equal(existsSync(folder), false);
});

test('what a killed run left goes with the next one, what a living one has stays', (t) => {
  if (run(t) === null) return;
  // No process has a number as high as this.
  const left = `${MEMORY}/rasat-scratch-99999999-left`;
  const living = `${MEMORY}/rasat-scratch-${process.pid}-living`;
  for (const folder of [left, living]) {
    mkdirSync(folder);
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(path.join(folder, 'file'), 'x');
  }
  run(t);
  assert.equal(existsSync(left), false);
  assert.equal(existsSync(living), true);
});
