import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dieEverywhere, playOnPostgres } from './testing/payment-histories.ts';

test('histories with crashes at every await end with the tables in order', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const figures = await playOnPostgres(t, seed, 8, 40);
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.orders > 5 && figures.crashes > 5);
});

test('a server may die at any await of a purchase and its refund', async (t) => {
  const moments = await dieEverywhere(t);
  t.diagnostic(`${moments} moments`);
  // Two at each of the calls of the bank alone: a page, a look-up, a refund.
  assert.ok(moments > 30);
});
