import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, type Report } from './report.ts';

const SECTION = 'cold start';
const ROUNDS = 3;
const ROOT = path.resolve(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;
/** How long a first server may fill its markets, so that a later one finds something. */
const FILLING_MS = 3000;

function spawnNpmStart(env: Record<string, string>): ChildProcess {
  return spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    // A group of its own, which a Ctrl-C reaches as on a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
}

/** Runs `npm start` until it says that it listens, and a little longer; how long that took, in seconds. */
async function secondsToListening(env: Record<string, string>, thenMs: number): Promise<number> {
  const startMs = performance.now();
  const child = spawnNpmStart(env);
  const exited = once(child, 'exit');
  let text = '';
  let heard = (): void => {};
  const listening = new Promise<void>((resolve) => {
    heard = resolve;
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (/Rasat runs at/.test(text)) heard();
  });
  const limit = pause(START_LIMIT_MS, 'limit', { ref: false });
  const first = await Promise.race([listening, exited, limit]);
  const took = (performance.now() - startMs) / 1000;
  try {
    if (first !== undefined) throw new Error(`npm start did not listen: ${text}`);
    await pause(thenMs);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await exited;
  }
  return took;
}

async function secondsOfNode(): Promise<number> {
  const startMs = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return (performance.now() - startMs) / 1000;
}

/** The first start on an empty folder with nothing compiled, and a later one, beside a Node that does nothing. */
export async function run(report: Report): Promise<void> {
  const build = spawn(process.execPath, ['scripts/build-web.ts', '--if-stale'], { cwd: ROOT });
  await once(build, 'exit');
  const seconds = { first: [] as number[], later: [] as number[], node: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-start-'));
    chmodSync(folder, 0o755);
    const env = {
      PORT: '0',
      RASAT_DATA: path.join(folder, 'data'),
      NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
      LOG_LEVEL: 'error',
    };
    try {
      seconds.node.push(await secondsOfNode());
      seconds.first.push(await secondsToListening(env, FILLING_MS));
      seconds.later.push(await secondsToListening(env, 0));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }
  const baseline = { name: 'an empty Node', value: median(seconds.node) };
  report.add(SECTION, 'first npm start to listening', median(seconds.first), 's', {
    baseline,
    goal: { text: 'B1: <= 2.0 s', of: 'value', atMost: 2 },
  });
  report.add(SECTION, 'later npm start to listening', median(seconds.later), 's', {
    baseline,
    goal: { text: 'B1: <= 0.8 s', of: 'value', atMost: 0.8 },
  });
}
