import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { aggregate, type Bar, bucketEnd, DAY_MS, type Resolution } from '@rasat/engine';
import type { Db } from '../../../platform/db/pool.ts';
import { type Tidy, testDatabase } from '../../../platform/testing.ts';
import { barAt } from '../store/bar-columns.ts';
import { readAllBars } from '../store/read-bars.ts';
import { findSymbol } from '../store/symbol-store.ts';
import { oracleBars } from './fake-venue.ts';
import { olderTicks, TAPE_INSTRUMENT, type Tape, tapeTicks } from './tape.ts';

const HOUR = 3_600_000;
const SPEED = 10_000;
const FROM = Date.UTC(2026, 0, 5);
const PROCESS = path.join(import.meta.dirname, 'feed-process.ts');

async function readStored(db: Db, resolution: Resolution): Promise<Bar[]> {
  const found = await findSymbol(db, TAPE_INSTRUMENT.symbol);
  const bars: Bar[] = [];
  if (!found) return bars;
  for await (const part of readAllBars(db, found.series.id, resolution)) {
    for (let i = 0; i < part.length; i++) bars.push(barAt(part, i));
  }
  return bars;
}

/**
 * Kills a feed repeatedly in the middle of its work, on a market that continues meanwhile; with `olderDays` also while it
 * stores that many days of older history. The last feed may finish;
 * then every bar must equal the one of a feed without kills.
 */
export async function surviveFeedKills(
  t: Tidy & { diagnostic(text: string): void },
  kills: number,
  olderDays?: number,
): Promise<void> {
  const { db, address } = await testDatabase(t);
  const stored = (resolution: Resolution): Promise<Bar[]> => readStored(db, resolution);
  // Like a market, the clock continues whether or not a feed is alive.
  const startMs = FROM + 30 * HOUR + 123_456;
  const lastsMs = kills * 0.9 * SPEED * 1000;
  const tape: Tape = {
    address,
    clock: { kind: 'accelerated', startMs, realStartMs: Date.now(), speed: SPEED },
    fromMs: FROM,
    toMs: startMs + lastsMs,
    stepMs: 20_011,
    ...(olderDays !== undefined && { olderFromMs: FROM - olderDays * DAY_MS }),
  };
  let child: ChildProcess | undefined;
  const start = (): void => {
    child = spawn(process.execPath, [PROCESS, JSON.stringify(tape)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  t.after(() => void child?.kill('SIGKILL'));
  for (let life = 0; life < kills; life++) {
    start();
    await pause(500 + ((life * 7919) % 700));
    child?.kill('SIGKILL');
    await pause(life % 3 === 0 ? 150 : 0);
  }
  start();
  const endMs = Math.floor(tape.toMs / HOUR) * HOUR;
  const isWhole = async (resolution: '15' | '60'): Promise<boolean> => {
    const last = (await stored(resolution)).at(-1);
    return last !== undefined && bucketEnd(resolution, last.openTimeMs, false) >= endMs;
  };
  let ended = false;
  for (let i = 0; i < 3000 && !ended; i++) {
    await pause(100);
    ended = (await isWhole('60')) && (await isWhole('15'));
    const found = await findSymbol(db, TAPE_INSTRUMENT.symbol);
    ended &&= found?.series.isWhole === true;
  }
  assert.ok(ended, 'the last feed came to the end of the tape');
  child?.kill('SIGKILL');

  const ticks = [...olderTicks(tape), ...tapeTicks(tape)];
  const base = oracleBars(ticks, '60', false);
  for (const resolution of ['15', '60', '240', '1D'] as const) {
    const all =
      resolution === '15' || resolution === '60'
        ? oracleBars(ticks, resolution, false)
        : aggregate(base, '60', resolution, false);
    const whole = all.filter(
      (bar) =>
        bucketEnd(resolution, bar.openTimeMs, false) <= endMs &&
        (resolution !== '15' || bar.openTimeMs >= tape.fromMs),
    );
    const known = await stored(resolution);
    const before = resolution === '15' ? known.findIndex((bar) => bar.openTimeMs >= FROM) : 0;
    const found = known.slice(before, before + whole.length);
    const wrong = whole.findIndex((bar, i) => !isDeepStrictEqual(bar, found[i]));
    assert.deepEqual(found[wrong], whole[wrong], `${resolution}, bar ${wrong} of ${whole.length}`);
    assert.equal(found.length, whole.length);
  }
  t.diagnostic(`${base.length} hours`);
}
