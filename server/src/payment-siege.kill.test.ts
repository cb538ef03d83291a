import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besiege } from './testing/payment-siege.ts';

test('orders through a provider that misbehaves end with its ledger and ours in agreement, or with a review for each difference', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const figures = await besiege(t, { orders: 60, ordersOfLife: 25, seed });
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.orders >= 60 && figures.charges > 10 && figures.kills >= 2);
});
