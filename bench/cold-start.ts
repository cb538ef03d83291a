import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply, ROUTES } from '@rasat/contract';
import { median, type Report } from './report.ts';

const SECTION = 'cold start';
const ROUNDS = 3;
const ROOT = path.resolve(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;
const FILL_LIMIT_MS = 900_000;
const LOOK_MS = 50;

type Health = Reply<typeof ROUTES.health>;

/** A folder for all files of one server. */
interface Place {
  readonly folder: string;
  readonly env: Record<string, string>;
}

/** A server that was started like a user starts it. */
interface Started {
  readonly listeningS: number;
  /** Returns the seconds from the start until every market is filled and analysed. */
  wholeS(this: void): Promise<number>;
  stop(): Promise<void>;
}

function makePlace(): Place {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-start-'));
  chmodSync(folder, 0o755);
  const env = {
    PORT: '0',
    RASAT_DATA: path.join(folder, 'data'),
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  };
  return { folder, env };
}

function spawnNpmStart(env: Record<string, string>): ChildProcess {
  return spawn('npm', ['start'], {
    cwd: ROOT,
    // A process group of its own, which receives the Ctrl-C of a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

/** Runs `npm start` until it prints that it listens. */
async function start({ env }: Place): Promise<Started> {
  const startMs = performance.now();
  const passedS = (): number => (performance.now() - startMs) / 1000;
  const child = spawnNpmStart(env);
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await exited;
  };
  let text = '';
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const [, address] = /Rasat runs at (\S+)/.exec(text) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
  });
  const limit = pause(START_LIMIT_MS, null, { ref: false });
  const address = await Promise.race([listening, exited.then(() => null), limit]);
  const listeningS = passedS();
  if (address === null) {
    await stop();
    throw new Error(`npm start did not listen: ${text}`);
  }
  return {
    listeningS,
    stop,
    async wholeS() {
      while (passedS() * 1000 < FILL_LIMIT_MS) {
        const health = (await (await fetch(`${address}/api/health`)).json()) as Health;
        if (health.ready && !health.behind) return passedS();
        await pause(LOOK_MS);
      }
      throw new Error('waited too long for the markets');
    },
  };
}

/** Starts a server, runs a measurement on it and stops it. */
async function withStart<T>(place: Place, use: (started: Started) => T | Promise<T>): Promise<T> {
  const started = await start(place);
  try {
    return await use(started);
  } finally {
    await started.stop();
  }
}

async function withPlace<T>(use: (place: Place) => Promise<T>): Promise<T> {
  const place = makePlace();
  try {
    return await use(place);
  } finally {
    rmSync(place.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function secondsOfNode(): Promise<number> {
  const startMs = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return (performance.now() - startMs) / 1000;
}

/**
 * Measures the first start on an empty folder without compiled code, and a later start with filled markets; the
 * baseline is a Node process without work.
 */
export async function run(report: Report): Promise<void> {
  for (const script of ['scripts/build-web.ts', 'scripts/bundle-server.ts']) {
    await once(spawn(process.execPath, [script, '--if-stale'], { cwd: ROOT }), 'exit');
  }
  const seconds = {
    node: [] as number[],
    first: [] as number[],
    later: [] as number[],
    whole: [] as number[],
  };
  const filledS = await withPlace(async (filled) => {
    const took = await withStart(filled, (started) => started.wholeS());
    for (let round = 0; round < ROUNDS; round++) {
      seconds.node.push(await secondsOfNode());
      seconds.first.push(
        await withPlace((empty) => withStart(empty, ({ listeningS }) => listeningS)),
      );
      await withStart(filled, async ({ listeningS, wholeS }) => {
        seconds.later.push(listeningS);
        seconds.whole.push(await wholeS());
      });
    }
    return took;
  });
  const baseline = { name: 'an empty Node', value: median(seconds.node) };
  report.add(SECTION, 'first npm start to listening', median(seconds.first), 's', {
    baseline,
    goal: { text: 'B1: <= 2.0 s', of: 'value', atMost: 2 },
  });
  report.add(SECTION, 'first npm start to filled markets', filledS, 's');
  report.add(SECTION, 'later npm start, markets filled, to listening', median(seconds.later), 's', {
    baseline,
    goal: { text: 'B1: <= 0.8 s', of: 'value', atMost: 0.8 },
  });
  report.add(SECTION, 'later npm start until it has caught up', median(seconds.whole), 's');
  report.note(
    'Left out: the installation of packages, the builds of site and server, a cold page cache, an end other than by Ctrl-C.',
  );
}
