import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOnPostgres } from './testing/payment-histories.ts';

test('three hundred histories over PostgreSQL end with the tables in order', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const figures = await playOnPostgres(t, seed, 300, 60);
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.captured > 200 && figures.paidBack > 40 && figures.crashes > 300);
});
