import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOnPostgres } from './testing/payment-histories.ts';

test('histories with crashes at every await end with the tables in order', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const figures = await playOnPostgres(t, seed, 8, 40);
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.orders > 5 && figures.crashes > 5);
});
