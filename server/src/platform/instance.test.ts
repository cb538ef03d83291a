import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { claimInstance } from './instance.ts';

function folder(t: test.TestContext): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'rasat-claim-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

test('a second claim waits and is told where the first one listens', async (t) => {
  const dir = folder(t);
  const first = await claimInstance(dir);
  assert.ok('claim' in first);
  const second = claimInstance(dir);
  first.claim.announce('http://localhost:1');
  assert.deepEqual(await second, { runningAt: 'http://localhost:1' });
  assert.deepEqual(await claimInstance(dir), { runningAt: 'http://localhost:1' });
  await first.claim.release();
  const third = await claimInstance(dir);
  assert.ok('claim' in third);
  await third.claim.release();
});

test('a claim that ends without an address passes to who waits', async (t) => {
  const dir = folder(t);
  const first = await claimInstance(dir);
  assert.ok('claim' in first);
  const second = claimInstance(dir);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await first.claim.release();
  const claimed = await second;
  assert.ok('claim' in claimed);
  await claimed.claim.release();
});

test('a folder is the same by any way to it, and another folder is another claim', async (t) => {
  const dir = folder(t);
  const link = `${dir}-link`;
  symlinkSync(dir, link);
  t.after(() => rmSync(link));
  const first = await claimInstance(dir);
  assert.ok('claim' in first);
  first.claim.announce('here');
  assert.deepEqual(await claimInstance(link), { runningAt: 'here' });
  const other = await claimInstance(folder(t));
  assert.ok('claim' in other);
  await Promise.all([first.claim.release(), other.claim.release()]);
});

test('a claim of a killed process is free', async (t) => {
  const dir = folder(t);
  const module = new URL('./instance.ts', import.meta.url).href;
  const child = spawn(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    `const { claimInstance } = await import(${JSON.stringify(module)});
     await claimInstance(${JSON.stringify(dir)});
     console.log('claimed'); setInterval(() => {}, 1000);`,
  ]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const claimed = await claimInstance(dir);
  assert.ok('claim' in claimed);
  await claimed.claim.release();
});
