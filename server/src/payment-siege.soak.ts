import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besiege } from './testing/payment-siege.ts';

test('two thousand orders through a provider that misbehaves: each row of its ledger agrees with ours or is a review', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const figures = await besiege(t, { orders: 2000, ordersOfLife: 60, seed });
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.orders >= 2000 && figures.charges > 1000 && figures.kills >= 20);
});
