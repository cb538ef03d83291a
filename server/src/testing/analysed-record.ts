import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ENGINE_VERSION, type Resolution, resolutionMs } from '@rasat/engine';
import { type BarColumns, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { type EventRecord, type SeriesRun, startAnalyst } from '../modules/analysis/index.ts';
import { getStates, insertRound } from '../modules/analysis/store.ts';
import { closedTopic, listSeries, type Series, symbolsTopic } from '../modules/market/index.ts';
import { insertCorrections } from '../modules/market/store/correction-store.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { publishNext } from '../modules/signals/publisher.ts';
import { createManualClock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/pool.ts';
import type { PartContext } from '../platform/part.ts';
import { filledDatabase, testContext } from '../platform/testing.ts';
import { isForexOpen, makeBars } from './bars.ts';
import { unfold } from './ledger.ts';
import { plantBars, plantSeries, uncompressChunks } from './market.ts';
import { withParts } from './parts.ts';

/** Time at which the planted histories begin. */
export const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;

/** Plants a record of two hourly symbols, a daily one, an archived history and a replay; its events are folded. */
export async function plantRecord(
  t: TestContext,
): Promise<{ context: PartContext; eurusd: Series }> {
  const clock = createManualClock(MONDAY + 22_000 * HOUR);
  const database = await filledDatabase(t, 'record', async (inner, made) =>
    fillRecord(await testContext(inner, { clock, database: made })),
  );
  const context = await testContext(t, { clock, database });
  const all = await listSeries(context.db);
  const eurusd = all.find(({ symbol }) => symbol === 'EURUSD');
  assert(eurusd);
  return { context, eurusd };
}

/** Fills a database with the record of {@link plantRecord}. */
export async function fillRecord(context: PartContext): Promise<void> {
  const { db, bus } = context;
  const bars = makeBars({ seed: 1, fromMs: MONDAY, bars: 3000, isOpen: isForexOpen });
  const old = await plantSeries(db, { symbol: 'GBPUSD' });
  await plantBars(db, old, makeBars({ seed: 2, fromMs: MONDAY, bars: 2500 }));
  const eurusd = await plantSeries(db, { symbol: 'EURUSD' });
  await plantBars(db, eurusd, sliceColumns(bars, 0, 2900));
  const daily = { stepMs: 24 * HOUR, digits: 2, price: 90, bars: 900 };
  const btc = await plantSeries(db, { symbol: 'BTC', category: 'crypto', digits: 2, base: '1D' });
  await plantBars(db, btc, makeBars({ seed: 3, fromMs: MONDAY, ...daily }));
  const replay = await plantSeries(db, { symbol: 'EURUSD.R', source: 'replay' });
  await plantBars(db, replay, makeBars({ seed: 4, fromMs: MONDAY, bars: 2000 }));
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
    const fresh = await plantSeries(db, { symbol: 'GBPUSD', source: 'file' });
    await plantBars(db, fresh, makeBars({ seed: 5, fromMs: MONDAY, bars: 2200 }));
    bus.publish(symbolsTopic, { symbols: ['GBPUSD'] });
    await plantBars(db, eurusd, sliceColumns(bars, 2900, 3000));
    const throughMs = (bars.openTimeMs[2999] ?? 0) + 30 * HOUR;
    bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
    await wait(async () => {
      const { rows } = await sql<{ done: boolean }>`
        select p.event_id > 0 and not exists (select from analysis_event)
          and (select bars from analysis_state where series_id = ${eurusd.id}) = 3000
          and (select bars from analysis_state where series_id = ${fresh.id}) = 2200 as done
        from publisher_cursor p`.execute(db);
      return rows[0]?.done === true;
    });
  });
}

/**
 * Runs statements as an attacker with the keys of the database could, after unfolding folded rows into their tables.
 */
export async function tamper(db: Db, ...statements: string[]): Promise<void> {
  if (statements.some((statement) => /\bledger/.test(statement))) await unfold(db);
  if (statements.some((statement) => /\bbar_chunk/.test(statement))) await uncompressChunks(db);
  return inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}

/** Publishes rows for every stored event. */
async function publishAll(db: Db, nowMs: number): Promise<void> {
  const all = new Map((await listSeries(db)).map((one) => [one.id, one]));
  const find = async (id: number): Promise<Series> => {
    const series = all.get(id);
    assert(series);
    return series;
  };
  while ((await publishNext(db, find, () => nowMs)).more);
}

/**
 * Publishes the events of an engine over a history, with all bars at hand as in a back-fill. Returns the number of
 * events.
 */
export async function publishWith(
  db: Db,
  series: Series,
  bars: BarColumns,
  { engine, version = ENGINE_VERSION }: { engine: (series: Series) => SeriesRun; version?: string },
): Promise<number> {
  const [state] = await getStates(db, version, [series.id], 0);
  assert(state);
  const run = engine(series);
  const events: EventRecord[] = [];
  for (let row = 0; row < bars.length; row++) {
    run.read(bars, row);
    events.push(...run.takeEvents());
  }
  const { cursorMs, inputHash } = run;
  assert.equal(run.bars, bars.length);
  const after = { seriesId: series.id, cursorMs, bars: run.bars, advancedMs: null, inputHash };
  await inTransaction(db, (trx) =>
    insertRound(
      trx,
      version,
      [{ before: state, after, repairs: state.repairs, events, touchNow: null }],
      0,
    ),
  );
  await publishAll(db, (cursorMs ?? 0) + resolutionMs[series.base]);
  return events.length;
}

/** Records bars that were delivered again with other values and refused. */
export function refuseBars(
  db: Db,
  series: Series,
  resolution: Resolution,
  bars: BarColumns,
): Promise<void> {
  return insertCorrections(db, { seriesId: series.id, resolution, reason: 'differs', bars }, 1);
}
