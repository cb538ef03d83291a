import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The first Node on the path that is not the one the repository has installed: what a newcomer has. */
function newcomersPath(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.startsWith(ROOT)).join(path.delimiter);
}

async function start(
  folder: string,
): Promise<{ seconds: number; address: string; stop(): Promise<void> }> {
  const startMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: { PATH: newcomersPath(), HOME: process.env.HOME, PORT: '0' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  for (;;) {
    const [, address] = /Rasat runs at (\S+)/.exec(text) ?? [];
    const seconds = (performance.now() - startMs) / 1000;
    if (address) {
      const stop = async (): Promise<void> => {
        assert.ok(child.pid);
        process.kill(-child.pid, 'SIGINT');
        await once(child, 'close');
      };
      return { seconds, address, stop };
    }
    assert.ok(child.exitCode === null && seconds < 900, text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a bare clone installs, builds, starts and fills, and starts again quickly', async (t) => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'rasat-clone-'));
  t.after(() => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }));
  chmodSync(parent, 0o755);
  const folder = path.join(parent, 'rasat');
  assert.equal(spawnSync('git', ['clone', '-q', ROOT, folder]).status, 0);
  const first = await start(folder);
  t.diagnostic(`install, build and start: ${first.seconds.toFixed(1)} s`);
  assert.match(await (await fetch(`${first.address}/dashboard`)).text(), /<!doctype html>/i);
  const filledFromMs = performance.now();
  while ((await fetch(`${first.address}/api/health`)).status !== 200) {
    assert.ok(performance.now() - filledFromMs < 600_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  t.diagnostic(`ready after ${((performance.now() - filledFromMs) / 1000).toFixed(1)} s more`);
  const symbols = (await (await fetch(`${first.address}/api/symbols`)).json()) as unknown[];
  assert.ok(symbols.length >= 30);
  await first.stop();
  const second = await start(folder);
  t.diagnostic(`second start: ${second.seconds.toFixed(2)} s`);
  await second.stop();
  assert.equal(
    spawnSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' }).stdout,
    '',
  );
});
