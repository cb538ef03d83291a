import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { AGREED, SHOP_NOON_MS, startShop } from '../../testing/shop.ts';
import { grantRight } from '../rights/index.ts';
import { paymentsData, paymentsRetention } from './personal-data.ts';
import { beginReconciliation } from './reconciliations.ts';
import { sendReminders } from './reminders.ts';

const DAY_MS = 86_400_000;
const shop = await startShop({ after });
const { context, call, iyzico, clock, payments } = shop;
const { db, keys } = context;

/** A person with an order that was paid back, an open one, a key and a reminder. */
async function makeBuyer() {
  const buyer = await shop.person();
  const token = await shop.order(buyer);
  iyzico.pay(token);
  await shop.comeBack(token);
  const orderId = Number((await shop.rows('purchase')).at(-1)?.id);
  await payments.beginRefund(db, { orderId, reason: 'İsteği üzerine', by: 'ADMIN' });
  await payments.finishRefund(orderId);
  const headers = { 'idempotency-key': `key ${buyer.id}` };
  const { cookie } = buyer;
  assert.equal(
    (await call('PUT', '/payment/education', { cookie, headers, body: AGREED })).status,
    200,
  );
  const endsAt = clock.now() + DAY_MS / 2;
  const grant = { personId: buyer.id, right: 'subscription', origin: 'test' } as const;
  await grantRight(db, { ...grant, startsAt: 1, endsAt }, clock.now());
  assert.equal(await sendReminders(context, shop.options.tell), 1);
  return buyer;
}

const rowsOf = async (personId: number) => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from purchase where person_id = ${personId}) as orders,
    (select count(*) from purchase_head where person_id = ${personId}) as heads,
    (select count(*) from purchase_key where person_id = ${personId}) as keys,
    (select count(*) from subscription_reminder where person_id = ${personId}) as reminders`.execute(
    db,
  );
  return rows[0];
};

test('a person is handed their orders, keys and reminders, and an erasure leaves orders without a person', async () => {
  const [ada, bora] = [await makeBuyer(), await makeBuyer()];
  const noon = new Date(SHOP_NOON_MS).toISOString();
  const { agreement, refund } = LEGAL_TEXTS;
  const order = (number: string) => ({
    number,
    product: 'lesson',
    amountKurus: 1_250_000,
    vatPerCent: 20,
    currency: 'TRY',
    provider: 'iyzico',
    agreement: { version: agreement.version, sha256: agreement.sha256 },
    refundTerms: { version: refund.version, sha256: refund.sha256 },
    ordered: noon,
  });
  assert.deepEqual(await paymentsData.export(db, keys, ada.id), {
    purchase: [
      {
        ...order('RS-2026-000001'),
        paid: noon,
        refunds: [{ asked: noon, done: noon, reason: 'İsteği üzerine' }],
      },
      { ...order('RS-2026-000002'), paid: null, refunds: [] },
    ],
    purchase_head: [
      { number: 'RS-2026-000001', state: 'refunded' },
      { number: 'RS-2026-000002', state: 'open' },
    ],
    purchase_key: [{ used: noon }],
    subscription_reminder: [
      { subscriptionEnds: '2026-11-18T21:00:00.000Z', daysBefore: 1, sent: noon },
    ],
  });
  await paymentsData.erase(db, ada.id, keys);
  assert.deepEqual(await rowsOf(ada.id), { orders: 0, heads: 0, keys: 0, reminders: 0 });
  assert.deepEqual(await rowsOf(bora.id), { orders: 2, heads: 2, keys: 1, reminders: 1 });
  const { rows: left } = await sql`select number from purchase where person_id is null
    order by number`.execute(db);
  assert.deepEqual(left, [{ number: 'RS-2026-000001' }, { number: 'RS-2026-000002' }]);
});

test('keys are kept for two days, runs and reminders for ninety, the person of an order for ten years', async () => {
  assert.deepEqual(
    paymentsRetention.map(({ what, daily }) => [what, daily]),
    [
      ['purchase_key', true],
      ['reconciliation', true],
      ['subscription_reminder', true],
      ['purchase.person', false],
    ],
  );
  await (await beginReconciliation(db, SHOP_NOON_MS, true))?.release();
  const forget = (what: string, nowMs: number) =>
    paymentsRetention.find((one) => one.what === what)?.forget(db, nowMs);
  for (const [what, lastMs, count] of [
    ['purchase_key', SHOP_NOON_MS + 2 * DAY_MS, 1],
    ['reconciliation', SHOP_NOON_MS + 90 * DAY_MS, 1],
    // It ended half a day after noon.
    ['subscription_reminder', SHOP_NOON_MS + 90.5 * DAY_MS, 1],
    ['purchase.person', Date.UTC(2036, 10, 18, 9), 2],
  ] as const) {
    assert.equal(await forget(what, lastMs), 0, what);
    assert.equal(await forget(what, lastMs + 1), count, what);
    assert.equal(await forget(what, lastMs + 1), 0, what);
  }
  const { rows } = await sql`select from purchase_head where person_id is not null`.execute(db);
  assert.equal(rows.length, 0);
});
