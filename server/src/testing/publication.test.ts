import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { type BarColumns, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { startAnalyst } from '../modules/analysis/index.ts';
import { startRun } from '../modules/analysis/series-run.ts';
import { getStates, insertRound } from '../modules/analysis/store.ts';
import { repairedTopic, type Series } from '../modules/market/index.ts';
import { appendBars } from '../modules/market/store/append-bars.ts';
import { barAt, joinColumns } from '../modules/market/store/bar-columns.ts';
import { insertBars } from '../modules/market/store/insert-bars.ts';
import { openWriters } from '../modules/market/store/series-writer.ts';
import { certify } from '../modules/record/certificate.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { createManualClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/pool.ts';
import type { PartContext } from '../platform/part.ts';
import { testContext } from '../platform/testing.ts';
import { publication } from '../publication.ts';
import { makeBars } from './bars.ts';
import { until } from './eventually.ts';
import { plantBars, plantSeries } from './market.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
const END = MONDAY + 400 * 24 * HOUR;

/** Analyses and publishes the bars of a series, then runs `work`; both parts are gone before the database is. */
async function withRecord(
  context: PartContext,
  series: Series,
  bars: number,
  work: () => Promise<void>,
): Promise<void> {
  const publisher = startPublisher(context);
  const analyst = startAnalyst(context);
  try {
    await analysed(context, series, bars);
    await work();
  } finally {
    await analyst.stop();
    await publisher.stop();
  }
}

/** Takes some bars out of the middle. */
function tear(bars: BarColumns, from: number, count: number) {
  const rest = [sliceColumns(bars, 0, from), sliceColumns(bars, from + count, bars.length)];
  return { torn: joinColumns(rest), gap: sliceColumns(bars, from, from + count) };
}

/** Returns the time of the last event of a run over bars. */
function lastEventMs(series: Series, bars: BarColumns): number {
  const run = startRun(series);
  for (let row = 0; row < bars.length; row += 1) run.read(bars, row);
  return Math.max(...run.takeEvents().map(({ event }) => event.timeMs));
}

async function analysed(context: PartContext, series: Series, bars: number): Promise<void> {
  await until('analysed and published', async () => {
    const { rows } = await sql<{ bars: number; behind: boolean }>`
      select bars, (select coalesce(max(id), 0) from analysis_event)
        > (select event_id from publisher_cursor) as behind
      from analysis_state where series_id = ${series.id}`.execute(context.db);
    return rows[0]?.bars === bars && !rows[0].behind;
  });
}

const repair = (context: PartContext, series: Series, gap: BarColumns, nowMs = END) =>
  inTransaction(context.db, async (trx) => {
    const release = await publication.release(trx, series, gap.openTimeMs[0] ?? 0, nowMs);
    const isFree = release === 'unread' || release === 'set-back';
    if (isFree) assert.equal((await insertBars(trx, series, series.base, gap)).length, gap.length);
    return release;
  });

/** A symbol whose history lacks bars after its last event, analysed and published. */
async function plantGap(context: PartContext, rows: number) {
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  for (let seed = 1; ; seed += 1) {
    const bars = makeBars({ seed, fromMs: MONDAY, bars: rows });
    const { torn, gap } = tear(bars, rows - 2, 1);
    const quiet = lastEventMs(series, torn) <= (gap.openTimeMs[0] ?? 0);
    if (!quiet) continue;
    // Like a feed, with the higher bars.
    const writer = (await openWriters(context.db, [series])).get(series.id);
    for (let row = 0; row < torn.length; row += 1) writer?.addBase(barAt(torn, row));
    await appendBars(context.db, writer?.takePending() ?? []);
    return { series, bars, torn, gap };
  }
}

test('bars after the last event are inserted, and the analysis and the certificate are those of the whole history', async (t) => {
  const context = await testContext(t, { clock: createManualClock(END) });
  const { series, bars, torn, gap } = await plantGap(context, 700);
  await withRecord(context, series, torn.length, async () => {
    assert.equal(await repair(context, series, gap), 'set-back');
    context.bus.publish(repairedTopic, { symbols: [series.symbol] });
    await analysed(context, series, bars.length);
    const whole = startRun(series);
    for (let row = 0; row < bars.length; row += 1) whole.read(bars, row);
    const [state] = await getStates(context.db, ENGINE_VERSION, [series.id], 0);
    assert.deepEqual(state?.inputHash, whole.inputHash);
    const { engineFailures, vendorFailures, signals } = await certify(context.db, context);
    assert.deepEqual({ engineFailures, vendorFailures }, { engineFailures: 0, vendorFailures: 0 });
    assert.ok(signals > 0);
    assert.equal(await publication.countRows(context.db, series, gap.openTimeMs[0] ?? 0), 0);
  });
});

test('bars before an event stay out, and the rows that reach over them are counted', async (t) => {
  const context = await testContext(t, { clock: createManualClock(END) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  const { torn, gap } = tear(makeBars({ seed: 5, fromMs: MONDAY, bars: 900 }), 500, 2);
  await plantBars(context.db, series, torn);
  await withRecord(context, series, torn.length, async () => {
    assert.equal(await repair(context, series, gap), 'published');
    const fromMs = gap.openTimeMs[0] ?? 0;
    const { rows } = await sql<{ n: number }>`
    select count(distinct seq)::int as n from (
      select seq from ledger where bar_time > ${fromMs}
      union all select seq from ledger_outcome where bar_time > ${fromMs}
    ) reached`.execute(context.db);
    assert.ok((rows[0]?.n ?? 0) > 0);
    assert.equal(await publication.countRows(context.db, series, fromMs), rows[0]?.n);
  });
});

test('an analysis that has read before a repair stores nothing, and its snapshot is dropped', async (t) => {
  const context = await testContext(t, { clock: createManualClock(END) });
  const { series, bars, gap } = await plantGap(context, 60);
  const [before] = await getStates(context.db, ENGINE_VERSION, [series.id], 0);
  assert.ok(before);
  assert.equal(await repair(context, series, gap), 'unread');
  const after = { ...before, bars: bars.length - 1, cursorMs: bars.openTimeMs[59] ?? 0 };
  const advance = { before, after, repairs: before.repairs, events: [], touchNow: null };
  await assert.rejects(
    inTransaction(context.db, (trx) => insertRound(trx, ENGINE_VERSION, [advance], END)),
    /bars were inserted/,
  );
});

test('a computation of the record since the gap, or one that runs, keeps bars out', async (t) => {
  const context = await testContext(t, { clock: createManualClock(END) });
  const { series, torn, gap } = await plantGap(context, 700);
  await withRecord(context, series, torn.length, async () => {
    await context.db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(hashtext('rasat record'))`.execute(other);
      assert.equal(await repair(context, series, gap), 'busy');
      await sql`select pg_advisory_unlock(hashtext('rasat record'))`.execute(other);
    });
    await certify(context.db, context);
    assert.equal(await repair(context, series, gap), 'published');
  });
});
