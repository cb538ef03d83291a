import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp } from '../app.ts';
import { createClock } from '../platform/clock.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { loadKeys } from '../platform/keys.ts';
import { type Tidy, testConfig } from '../platform/testing.ts';
import { type ApiClient, openApiClient } from './api-client.ts';
import { EARLY_CLOCK } from './early-clock.ts';
import { until } from './eventually.ts';
import { plantPerson } from './people.ts';

const PEOPLE = 30;
/** Milliseconds between a person's calls: a person may call ten times a second. */
const PACE_MS = 110;

/** Results of a run in which the database was killed repeatedly. */
export interface KillReport {
  readonly acknowledged: number;
  readonly refused: number;
  /** Longest time until any answer to a call, in milliseconds. */
  readonly slowestMs: number;
  /** For each kill, milliseconds from it until every client was answered again. */
  readonly backMs: readonly number[];
}

/** Returns the ids of PostgreSQL and its child processes. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Client that toggles favourites one after the other and keeps the acknowledged state. */
interface Presser {
  readonly expected: Set<string>;
  acknowledged: number;
  refused: number;
  slowestMs: number;
  lastAnswerMs: number;
  readonly wrong: string[];
}

/**
 * Runs a whole server with its own durable PostgreSQL and people who write without pause, and kills every process of
 * the database with -9. No acknowledged write may be lost, and the server is not restarted.
 */
export async function surviveDatabaseKills(
  t: Tidy,
  kills: number,
  random: () => number,
): Promise<KillReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rasat-database-kill-'));
  chmodSync(folder, 0o755);
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const embedded = await startEmbedded(path.join(folder, 'data'));
  t.after(() => embedded.stop());
  const db = openPool(embedded.address, { maxConnections: 2 });
  t.after(() => db.destroy());
  await migrate(db);
  const config = testConfig();
  const context = { db, clock: createClock(EARLY_CLOCK), config, keys: await loadKeys(config) };
  const cookies: string[] = [];
  for (let i = 0; i < PEOPLE; i += 1) {
    cookies.push((await plantPerson(context, { rights: ['subscription'] })).cookie);
  }
  const app = await startApp(config, {
    database: embedded.address,
    clock: EARLY_CLOCK,
    site: null,
    // Other tests on the machine may delay the server without a fault.
    stallLimitMs: Number.POSITIVE_INFINITY,
  });
  t.after(() => app.stop());
  const client = openApiClient(app.address);
  t.after(client.close);
  const isReady = async () => (await client.call('/health')).status === 200;
  await until('the server is ready', isReady);
  const symbols = (JSON.parse((await client.call('/symbols')).text) as { symbol: string }[])
    .map(({ symbol }) => symbol)
    .slice(0, 20);
  assert.equal(symbols.length, 20);

  let over = false;
  const pressers = cookies.map(() => newPresser());
  const pressing = pressers.map((one, i) =>
    press(one, client, cookies[i] ?? '', symbols, () => over),
  );
  const backMs: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(300 + random() * 1200);
    const killedMs = performance.now();
    for (const pid of processesOf(embedded.pid)) process.kill(pid, 'SIGKILL');
    await until('every client is answered again', () =>
      pressers.every(({ lastAnswerMs }) => lastAnswerMs > killedMs + 1),
    );
    backMs.push(Math.max(...pressers.map(({ lastAnswerMs }) => lastAnswerMs)) - killedMs);
  }
  over = true;
  await Promise.all(pressing);
  await until('every part is ready again', isReady);
  for (const [i, { expected, wrong }] of pressers.entries()) {
    assert.deepEqual(wrong, []);
    const kept = JSON.parse((await client.call('/account/favorites', cookies[i])).text) as string[];
    assert.deepEqual(kept.toSorted(), [...expected].toSorted(), 'what was acknowledged is there');
  }
  const sum = (of: (one: Presser) => number) => pressers.reduce((n, one) => n + of(one), 0);
  return {
    acknowledged: sum((one) => one.acknowledged),
    refused: sum((one) => one.refused),
    slowestMs: Math.max(...pressers.map((one) => one.slowestMs)),
    backMs,
  };
}

function newPresser(): Presser {
  return {
    expected: new Set(),
    acknowledged: 0,
    refused: 0,
    slowestMs: 0,
    lastAnswerMs: 0,
    wrong: [],
  };
}

async function press(
  one: Presser,
  client: ApiClient,
  cookie: string,
  symbols: readonly string[],
  isOver: () => boolean,
): Promise<void> {
  const flip = (symbol: string): void => {
    if (!one.expected.delete(symbol)) one.expected.add(symbol);
  };
  for (let i = 0; !isOver(); i += 1) {
    const symbol = symbols[i % symbols.length] ?? '';
    const { status, text, beganMs, endedMs } = await client.call('/account/favorites', cookie, {
      symbol,
    });
    one.slowestMs = Math.max(one.slowestMs, endedMs - beganMs);
    if (status === 200) {
      flip(symbol);
      one.acknowledged += 1;
      // A call from before a kill may be answered after it; only the answer to a later call shows recovery.
      one.lastAnswerMs = Math.max(one.lastAnswerMs, beganMs);
    } else {
      one.refused += 1;
      if (status !== 503 || !text.includes('"unavailable-503"'))
        one.wrong.push(`${status} ${text}`);
      // An unacknowledged write may have happened or not: the list decides.
      if ((await readAgain(client, cookie)).has(symbol) !== one.expected.has(symbol)) flip(symbol);
    }
    await pause(PACE_MS);
  }
}

async function readAgain(client: ApiClient, cookie: string): Promise<Set<string>> {
  for (;;) {
    const { status, text } = await client.call('/account/favorites', cookie);
    if (status === 200) return new Set(JSON.parse(text) as string[]);
    await pause(PACE_MS);
  }
}
