import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { until } from '../../testing/eventually.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { proofOf } from './box-proof.ts';
import {
  countBoxesOfOthers,
  foldEvents,
  listBoxProofs,
  listFoldable,
  listShownPast,
} from './past-store.ts';
import { startRun } from './series-run.ts';
import { startAnalyst } from './worker.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
const BARS = 6000;
const context = await testContext({ after }, { clock: createManualClock(MONDAY + BARS * HOUR) });
const { db } = context;
const bars = makeBars({ seed: 5, fromMs: MONDAY, bars: BARS });
const series = await plantSeries(db, { symbol: 'EURUSD' });
const of = { seriesId: series.id, engineVersion: ENGINE_VERSION };
const run = startRun(series);
for (let row = 0; row < BARS; row += 1) run.read(bars, row);
const records = run.takeEvents();
await plantBars(db, series, bars);
const analyst = startAnalyst(context);
await until('analysed', () => analyst.status().ready);
await analyst.stop();

const rowsLeft = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from analysis_event`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

test('what pages show of the past is the same before, between and after folds', async () => {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(id order by id)::int[] as ids from analysis_event`.execute(db);
  const ids = rows[0]?.ids ?? [];
  assert.equal(ids.length, records.length);
  const before = await listShownPast(db, of);
  assert.ok(before.length > 300 && before.length < records.length / 2, `${before.length}`);
  for (const at of [0, 1, 250, 251, Math.floor(ids.length / 2), ids.length - 1]) {
    const upTo = ids[at] ?? 0;
    await inTransaction(db, (trx) => foldEvents(trx, of, upTo));
    assert.equal(await rowsLeft(), ids.length - at - 1);
    assert.deepEqual(await listShownPast(db, of), before);
  }
  assert.equal(await inTransaction(db, (trx) => foldEvents(trx, of, ids.at(-1) ?? 0)), 0);
});

test('each box has its proof, in order and in parts of a hundred, and no other version made one', async () => {
  const proofs = await listBoxProofs(db, of);
  const expected = records.flatMap((record) => proofOf(record) ?? []);
  assert.ok(expected.length > 300);
  assert.deepEqual(proofs, expected);
  for (const skip of [1, 99, 100, 250, expected.length, expected.length + 1]) {
    assert.deepEqual(await listBoxProofs(db, of, skip), expected.slice(skip), `${skip}`);
  }
  const { rows } = await sql<{ sizes: number[] }>`
    select array_agg(length(proofs) / 16 order by no) as sizes from analysis_past_box`.execute(db);
  const sizes = rows[0]?.sizes ?? [];
  assert.ok(sizes.slice(0, -1).every((size) => size === 100));
  assert.equal(await countBoxesOfOthers(db, [series.id], [ENGINE_VERSION]), 0);
  assert.equal(await countBoxesOfOthers(db, [series.id], ['9.9.9']), expected.length);
});

test('a history is due when an event is old enough or there are many, of those that may go', async () => {
  const add = (key: string, timeMs: number) =>
    sql`insert into analysis_event (series_id, engine_version, event_key, type, bar_time, payload, input_hash)
      values (${series.id}, '9.9.9', ${key}, 'condition', ${timeMs}, '{}', ${Buffer.alloc(32)})
      returning id`.execute(db);
  const [first] = (await add('a', 1000)).rows as { id: number }[];
  await add('b', 2000);
  const due = (upToId: number, olderThanMs: number, moreThan: number) =>
    listFoldable(db, upToId, { olderThanMs, moreThan });
  const own = [{ seriesId: series.id, engineVersion: '9.9.9' }];
  assert.deepEqual(await due(1e9, 1001, 9), own);
  assert.deepEqual(await due(1e9, 1000, 9), []);
  assert.deepEqual(await due(1e9, 0, 1), own);
  assert.deepEqual(await due(first?.id ?? 0, 0, 1), []);
});
