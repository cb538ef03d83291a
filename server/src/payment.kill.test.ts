import assert from 'node:assert/strict';
import { test } from 'node:test';
import { survivePaymentKills } from './testing/payment-kills.ts';

test('fault 1: kills between charge and commit lose no payment and grant none twice', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const { captured, orders } = await survivePaymentKills(t, {
    kills: 5,
    isPatient: false,
    seed,
    note: (text) => t.diagnostic(text),
  });
  t.diagnostic(`${orders} orders, ${captured} captured`);
  assert.ok(orders > 0);
});
