import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { type BarColumns, createColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db/pool.ts';
import { testDatabase } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { type EventRecord, NO_BARS_HASH, type SeriesRun, startRun } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { type StepListener, type Stepped, stepThrough } from './step-through.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2024, 0, 1);
const { db } = await testDatabase({ after });

/** Bars that open at these times after the start, told apart by their prices. */
function barsAt(...times: readonly number[]): BarColumns {
  const bars = createColumns(times.length);
  for (const [row, time] of times.entries()) {
    bars.openTimeMs[row] = FROM + time;
    bars.open[row] = 100 + row;
    bars.high[row] = 103 + row;
    bars.low[row] = 98 + row;
    bars.close[row] = 101 + row;
    bars.volume[row] = 7 + row;
  }
  return bars;
}

/** The rolling hash of docs/formats/ledger.md over the first `count` bars. */
function hashOver(bars: BarColumns, count: number): string {
  let rolling = Buffer.alloc(32);
  for (let row = 0; row < count; row += 1) {
    const block = Buffer.alloc(80);
    rolling.copy(block);
    for (const [at, column] of [
      bars.openTimeMs,
      bars.open,
      bars.high,
      bars.low,
      bars.close,
      bars.volume,
    ].entries()) {
      block.writeDoubleLE(column[row] ?? 0, 32 + 8 * at);
    }
    rolling = hash('sha256', block, 'buffer');
  }
  return rolling.toString('hex');
}

/** A run that notes what it is given, and knows one event after each turn. */
function notingRun(series: Series, log: string[], unit: number): SeriesRun {
  const told: EventRecord[] = [];
  const note = (line: string): void => {
    log.push(line);
    told.push({ key: line } as EventRecord);
  };
  const at = (timeMs: number | undefined): number => ((timeMs ?? 0) - FROM) / unit;
  return Object.assign(Object.create(startRun(series)) as SeriesRun, {
    read(bars: BarColumns, row: number) {
      const { open, high, low, close, volume, length } = bars;
      const values = [open, high, low, close, volume].map((column) => column[row]).join(' ');
      note(`read ${at(bars.openTimeMs[row])} of ${length}: ${values}`);
      return at(bars.openTimeMs[row]) === 3 ? 'late' : null;
    },
    advance(timeMs: number) {
      note(`advance ${at(timeMs)}`);
    },
    takeEvents: () => told.splice(0),
  });
}

interface Walked extends Stepped {
  /** What the run was given, in order. */
  readonly log: readonly string[];
  /** What was told: the events with their time and the hash, bars, refusals and progress. */
  readonly told: readonly string[];
}

async function walk(
  series: Series,
  state: { readonly bars: number; readonly advancedMs?: number | null },
  unit = HOUR,
): Promise<Walked> {
  const log: string[] = [];
  const told: string[] = [];
  const listener: StepListener = {
    events: (records, atMs, over) =>
      told.push(
        `${records.map(({ key }) => key.split(':')[0]).join(', ')} at ${(atMs - FROM) / unit} ${over.toString('hex').slice(0, 8)}`,
      ),
    bar: (closeMs, over) =>
      told.push(`bar to ${(closeMs - FROM) / unit} ${over.toString('hex').slice(0, 8)}`),
    refused: (openTimeMs, refusal) => told.push(`${(openTimeMs - FROM) / unit} is ${refusal}`),
    progress: (bars) => told.push(`${bars} bars`),
  };
  const { bars, advancedMs = null } = state;
  const stepped = await stepThrough(
    db,
    series,
    { seriesId: series.id, cursorMs: null, bars, advancedMs, inputHash: NO_BARS_HASH },
    { listener, start: () => notingRun(series, log, unit) },
  );
  return { ...stepped, log, told };
}

const hourly = await plantSeries(db, { symbol: 'HOURS', category: 'crypto' });
const HOURS = barsAt(0, HOUR, 4 * HOUR);
await plantBars(db, hourly, HOURS);

test('the clock goes on hour by hour, and each bar comes alone when it closes', async () => {
  const { log, told, bars, barsHash, complete, unreadable } = await walk(hourly, {
    bars: 3,
    advancedMs: FROM + 7 * HOUR,
  });
  assert.deepEqual(log, [
    'read 0 of 1: 100 103 98 101 7',
    'advance 1',
    'read 1 of 1: 101 104 99 102 8',
    'advance 2',
    'advance 3',
    'advance 4',
    'read 4 of 1: 102 105 100 103 9',
    'advance 5',
    'advance 6',
    'advance 7',
  ]);
  const [one, two, three] = [1, 2, 3].map((count) => hashOver(HOURS, count).slice(0, 8));
  assert.deepEqual(told, [
    `read 0 of 1, advance 1 at 1 ${one}`,
    `bar to 1 ${one}`,
    `read 1 of 1, advance 2 at 2 ${two}`,
    `bar to 2 ${two}`,
    `advance 3 at 3 ${two}`,
    `advance 4 at 4 ${two}`,
    `read 4 of 1, advance 5 at 5 ${three}`,
    `bar to 5 ${three}`,
    '3 bars',
    `advance 6 at 6 ${three}`,
    `advance 7 at 7 ${three}`,
  ]);
  assert.deepEqual([bars, complete, unreadable], [3, true, null]);
  assert.equal(barsHash.toString('hex'), hashOver(HOURS, 3));
});

test('no more bars are read than were analysed, and time goes no further than it did', async () => {
  const two = await walk(hourly, { bars: 2, advancedMs: FROM + 2 * HOUR });
  assert.deepEqual([two.bars, two.complete], [2, false]);
  assert.equal(two.log.at(-1), 'advance 2', 'that time was on the clock already');
  assert.equal(two.log.length, 4);
  assert.ok(two.told.includes('2 bars'));
  assert.equal(two.barsHash.toString('hex'), hashOver(HOURS, 2));
  const later = await walk(hourly, { bars: 2, advancedMs: FROM + 2 * HOUR + 1 });
  assert.deepEqual(later.log.slice(4), [`advance ${2 + 1 / HOUR}`]);
  const never = await walk(hourly, { bars: 2 });
  assert.equal(never.log.length, 4);
  const none = await walk(hourly, { bars: 0, advancedMs: FROM });
  assert.deepEqual([none.bars, none.complete, none.log], [0, false, ['advance 0']]);
});

test('nine weeks after the last bar time alone closes and ends nothing more', async () => {
  const daily = await plantSeries(db, { symbol: 'DAYS', category: 'crypto', base: '1D' });
  await plantBars(db, daily, barsAt(0, 90 * DAY));
  const { log } = await walk(daily, { bars: 2, advancedMs: FROM + 92 * DAY }, DAY);
  assert.deepEqual(
    log.map((line) => line.split(':')[0]),
    [
      'read 0 of 1',
      'advance 1',
      ...Array.from({ length: 62 }, (_, at) => `advance ${at + 2}`),
      'read 90 of 1',
      'advance 91',
      'advance 92',
    ],
  );
});

test('a bar that the run refuses is told by the time at which it opens', async () => {
  const refusing = await plantSeries(db, { symbol: 'LATE', category: 'crypto' });
  await plantBars(db, refusing, barsAt(2 * HOUR, 3 * HOUR));
  const { told } = await walk(refusing, { bars: 2 });
  assert.deepEqual(
    told.filter((line) => line.includes('is late')),
    ['3 is late'],
  );
});

test('bars that cannot be read end the walk with the reason', async () => {
  const damaged = await plantSeries(db, { symbol: 'DAMAGED', category: 'crypto' });
  await plantBars(db, damaged, makeBars({ seed: 1, fromMs: FROM, bars: 1005 }));
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update bar_chunk set data = set_byte(data, 0, 9) where series_id = ${damaged.id}`.execute(
      trx,
    );
  });
  const { bars, unreadable, complete } = await walk(damaged, { bars: 1005 });
  assert.equal(bars, 0);
  assert.match(unreadable ?? '', /\w/);
  assert.equal(complete, true);
});

test('a walk that is ended early rejects with the reason', async () => {
  const state = {
    seriesId: hourly.id,
    cursorMs: null,
    bars: 3,
    advancedMs: null,
    inputHash: NO_BARS_HASH,
  };
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(
    stepThrough(db, hourly, state, { listener: { events: () => {} }, signal }),
    /enough/,
  );
});
