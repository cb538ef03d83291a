import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { plantSeries } from '../../testing/market.ts';
import type { Baseline } from './baseline-part.ts';
import { listBaselines, saveBaselines } from './baseline-store.ts';

const baselineOf = (seq: number): Baseline => ({
  seq,
  reason: null,
  entries1: Buffer.from([seq % 256, 0xff]),
  entries2: Buffer.from([0, 0x80]),
  costs: seq,
  targets1: 0,
  stops1: 0,
  targets2: 0,
  open: 1,
  coverage: 0.5,
  complete: false,
  settledMs: null,
  cost: { unit: 'pips', amount: 1 },
  barsTo: 1,
});

test('the baselines of some rows are found in every part, and no others', async (t) => {
  const { db } = await testContext(t);
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  // Four parts of a hundred: rows 10, 20, … 4,000.
  const all = Array.from({ length: 400 }, (_, at) => baselineOf(10 * (at + 1)));
  await inTransaction(db, (trx) => saveBaselines(trx, series.id, all));
  assert.deepEqual([...(await listBaselines(db, series.id)).values()], all);
  const asked = [10, 1000, 1010, 2500, 4000];
  const found = await listBaselines(db, series.id, [...asked, 5, 1005, 9999]);
  assert.deepEqual([...found.values()], asked.map(baselineOf));
  assert.equal((await listBaselines(db, series.id, [])).size, 0);
});
