import assert from 'node:assert/strict';
import { test } from 'node:test';
import { survivePaymentKills } from './testing/payment-kills.ts';

test('a hundred kills lose no payment and grant none twice', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const { captured, orders, betweenChargeAndCommit } = await survivePaymentKills(t, {
    kills: 100,
    isLong: true,
    seed,
    note: (text) => t.diagnostic(text),
  });
  t.diagnostic(`${orders} orders, ${captured} captured, ${betweenChargeAndCommit} between`);
  assert.ok(captured > 50 && betweenChargeAndCommit >= 33);
});
