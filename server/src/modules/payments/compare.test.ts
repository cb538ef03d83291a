import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import type { Tidy } from '../../platform/testing.ts';
import { type Shop, startShop } from '../../testing/shop.ts';
import { paymentJobs } from './worker.ts';

// Our tables against the provider's own list of the day, over iyzico's documented reporting calls.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A shop with a way to compare, and to read what was found. */
async function start(t: Tidy) {
  const shop = await startShop(t);
  const { context, payments, iyzico } = shop;
  return {
    ...shop,
    /** Lines that were read, reviews that were found, and whether that was all. */
    async compare(): Promise<readonly [lines: number, found: number, isWhole: boolean]> {
      const run = await payments.reconcile({ compares: true });
      const compared = (await run?.done)?.compared;
      assert.ok(compared);
      return [compared.lines, compared.found, compared.isWhole];
    },
    async reviews() {
      const { rows } = await sql<{ kind: string; payment: string; amount: number; ours: number }>`
        select kind, payment_id as payment, amount, (detail->>'ours')::int as ours
        from payment_review order by id`.execute(context.db);
      return rows;
    },
    /** A person buys six months; answers the name of the payment. */
    async sell(): Promise<string> {
      const token = await shop.order(await shop.person(['lesson']), 6);
      iyzico.pay(token);
      await shop.comeBack(token);
      return iyzico.captured.at(-1)?.paymentId ?? '';
    },
  };
}

async function statesOf({ rows }: Pick<Shop, 'rows'>): Promise<unknown[]> {
  return (await rows('purchase_head')).map(({ state }) => state);
}

test('what agrees is no review, however often it is compared', async (t) => {
  const shop = await start(t);
  await shop.sell();
  const paidBack = await shop.sell();
  await shop.payments.beginRefund(shop.context.db, { orderId: 2, reason: 'İstedi', by: 'ADMIN' });
  assert.equal(await shop.payments.finishRefund(2), 'refunded');
  assert.equal(shop.iyzico.refunded[0]?.paymentId, paidBack);
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(await shop.compare(), [3, 0, true]);
  }
  await shop.clock.advance(3 * DAY_MS);
  assert.deepEqual(await shop.compare(), [3, 0, true]);
  // What was compared two days ago is not read any more.
  await shop.clock.advance(3 * DAY_MS);
  assert.deepEqual(await shop.compare(), [0, 0, true]);
  assert.deepEqual(await shop.reviews(), []);
});

test('a charge without a notice, on an expired page, is found by the list and gives what was bought', async (t) => {
  const shop = await start(t);
  const token = await shop.order(await shop.person(['lesson']), 6);
  await shop.clock.advance(HOUR_MS);
  await (await shop.payments.reconcile())?.done;
  assert.deepEqual(await statesOf(shop), ['expired']);
  shop.iyzico.panel.chargeLate(token);
  assert.deepEqual(await (await shop.payments.reconcile())?.done, {
    looked: 0,
    changed: 0,
    failed: 0,
  });
  assert.deepEqual(await shop.compare(), [1, 0, true]);
  assert.deepEqual(await statesOf(shop), ['paid']);
  assert.deepEqual(await shop.reviews(), []);
});

test('a charge that is not ours, and its refund, are a review each', async (t) => {
  const shop = await start(t);
  const payment = shop.iyzico.panel.charge(12_345);
  assert.deepEqual(await shop.compare(), [1, 1, true]);
  shop.iyzico.panel.refund(payment);
  assert.deepEqual(await shop.compare(), [2, 1, true]);
  assert.deepEqual(await shop.reviews(), [
    { kind: 'unknown-charge', payment, amount: 12_345, ours: null },
    { kind: 'unknown-refund', payment, amount: 12_345, ours: null },
  ]);
});

test("a payment that went back in the provider's panel ends the right, is credited, and is a review", async (t) => {
  const shop = await start(t);
  const payment = await shop.sell();
  const { clock, context } = shop;
  await clock.advance(DAY_MS);
  shop.iyzico.panel.refund(payment);
  const calls = shop.iyzico.calls.filter(({ path }) => path.includes('refund')).length;
  assert.deepEqual(await shop.compare(), [2, 1, true]);
  assert.deepEqual(await statesOf(shop), ['refunded']);
  const { rows: rights } = await sql<{ ended: number }>`
    select ended_at as ended from entitlement join entitlement_end on entitlement_id = id
    where origin = 'order:1'`.execute(context.db);
  assert.deepEqual(rights, [{ ended: clock.now() }]);
  assert.deepEqual(
    (await shop.rows('invoice')).map(({ kind }) => kind),
    ['invoice', 'credit-note'],
  );
  assert.equal(
    shop.iyzico.calls.filter(({ path }) => path.includes('refund')).length,
    calls,
    'the provider is not asked for it once more',
  );
  assert.deepEqual(await shop.compare(), [2, 0, true]);
  assert.deepEqual(await shop.reviews(), [
    { kind: 'refunded-there', payment, amount: 390_000, ours: null },
  ]);
});

test('what went back there in parts is a review each, and ends the right with the last one', async (t) => {
  const shop = await start(t);
  const payment = await shop.sell();
  shop.iyzico.panel.refund(payment, 100_000);
  assert.deepEqual(await shop.compare(), [2, 1, true]);
  assert.deepEqual(await statesOf(shop), ['paid']);
  shop.iyzico.panel.refund(payment, 290_000);
  assert.deepEqual(await shop.compare(), [3, 1, true]);
  assert.deepEqual(await statesOf(shop), ['refunded']);
  assert.deepEqual(
    (await shop.reviews()).map(({ kind, amount }) => [kind, amount]),
    [
      ['partly-refunded', 100_000],
      ['refunded-there', 290_000],
    ],
  );
});

test('a chargeback is a review and leaves the right to a person', async (t) => {
  const shop = await start(t);
  const payment = await shop.sell();
  shop.iyzico.panel.chargeback(payment);
  assert.deepEqual(await shop.compare(), [2, 1, true]);
  assert.deepEqual(await statesOf(shop), ['paid']);
  assert.deepEqual(await shop.reviews(), [
    { kind: 'chargeback', payment, amount: 390_000, ours: null },
  ]);
});

test('another amount than we captured, and one that cannot be read, are reviews', async (t) => {
  const shop = await start(t);
  const [first, second] = [await shop.sell(), await shop.sell()];
  const lineOf = (payment: string): string =>
    shop.iyzico.listed.find(({ paymentId }) => paymentId === payment)?.id ?? '';
  shop.iyzico.panel.spoil(lineOf(first), { written: '3899.99' });
  shop.iyzico.panel.spoil(lineOf(second), { written: '3.900,00' });
  assert.deepEqual(await shop.compare(), [2, 2, true]);
  assert.deepEqual(await shop.reviews(), [
    { kind: 'amount', payment: first, amount: 389_999, ours: 390_000 },
    { kind: 'unreadable', payment: second, amount: null, ours: null },
  ]);
});

test('what we know and the list does not have is a review once its day is over for a day', async (t) => {
  const shop = await start(t);
  const [lost, back] = [await shop.sell(), await shop.sell()];
  await shop.payments.beginRefund(shop.context.db, { orderId: 2, reason: 'İstedi', by: 'ADMIN' });
  await shop.payments.finishRefund(2);
  for (const { id } of shop.iyzico.listed.filter(
    ({ paymentId, type }) => paymentId === lost || type === 'REFUND',
  )) {
    shop.iyzico.panel.spoil(id, 'lost');
  }
  assert.deepEqual(await shop.compare(), [1, 0, true]);
  await shop.clock.advance(DAY_MS);
  assert.deepEqual(await shop.compare(), [1, 0, true], 'the list may be late');
  await shop.clock.advance(DAY_MS);
  const [, found] = await shop.compare();
  assert.equal(found, 2);
  assert.deepEqual(await shop.reviews(), [
    { kind: 'missing-charge', payment: lost, amount: null, ours: 390_000 },
    { kind: 'missing-refund', payment: back, amount: null, ours: 390_000 },
  ]);
  assert.equal((await shop.compare())[1], 0);
});

test('a list in pages is read to its end; a provider that falls silent in it is asked again, and each difference is found once', async (t) => {
  const shop = await start(t);
  for (let n = 0; n < 5; n += 1) shop.iyzico.panel.charge(1000 + n);
  shop.iyzico.faults.pageLines = 2;
  const { provider } = shop.options;
  assert.ok(provider);
  const ask = provider.listMovements.bind(provider);
  let pages = 0;
  const silent = t.mock.method(provider, 'listMovements', async (part: { page: number }) => {
    pages += 1;
    if (part.page === 2) Object.assign(shop.iyzico.faults, { answers: 'cut', only: '/reporting/' });
    return ask(part as Parameters<typeof ask>[0]);
  });
  assert.deepEqual(await shop.compare(), [0, 0, false]);
  assert.equal(pages, 2);
  const [run] = (await shop.rows('reconciliation')).slice(-1);
  assert.deepEqual([run?.list_failed, run?.ended_at], [true, shop.clock.now()]);
  silent.mock.restore();
  Object.assign(shop.iyzico.faults, { answers: 'well', only: '' });
  assert.deepEqual(await shop.compare(), [5, 5, true]);
  assert.deepEqual(await shop.compare(), [5, 0, true]);
});

test('days on which nothing ran are compared later, up to sixty, and a day without a whole answer is not left behind', async (t) => {
  const shop = await start(t);
  await shop.sell();
  assert.equal((await shop.compare())[2], true);
  await shop.clock.advance(10 * DAY_MS);
  shop.iyzico.panel.charge(700);
  await shop.clock.advance(10 * DAY_MS);
  assert.deepEqual(await shop.compare(), [2, 1, true]);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from provider_day`.execute(shop.context.db);
  assert.deepEqual(rows, [{ n: 20 }]);
  await shop.clock.advance(100 * DAY_MS);
  Object.assign(shop.iyzico.faults, { answers: 'cut', only: 'payment/transactions' });
  assert.deepEqual(await shop.compare(), [0, 0, false]);
  Object.assign(shop.iyzico.faults, { answers: 'well', only: '' });
  assert.deepEqual(await shop.compare(), [0, 0, true]);
});

test('an attempt of which the provider says nothing keeps its day open', async (t) => {
  const shop = await start(t);
  const token = await shop.order(await shop.person(['lesson']), 6);
  await shop.clock.advance(HOUR_MS);
  await (await shop.payments.reconcile())?.done;
  shop.iyzico.panel.chargeLate(token);
  // The report of a payment is at another address than its page.
  Object.assign(shop.iyzico.faults, { answers: 'cut', only: 'auth/ecom/detail' });
  assert.deepEqual(await shop.compare(), [1, 0, false]);
  assert.equal((await shop.rows('purchase_head'))[0]?.watched, true);
  Object.assign(shop.iyzico.faults, { answers: 'well', only: '' });
  assert.deepEqual(await shop.compare(), [1, 0, true]);
  assert.deepEqual(await statesOf(shop), ['paid']);
});

test('it happens every night, and a night without the whole list is tried again', async (t) => {
  const shop = await start(t);
  const job = paymentJobs(shop.options).find(({ name }) => name === 'payments.compare');
  assert.equal(job?.cron, '20 4 * * *');
  shop.iyzico.panel.charge(900);
  Object.assign(shop.iyzico.faults, { answers: 'cut', only: '/reporting/' });
  await assert.rejects(job.run(shop.context), /could not be compared/);
  Object.assign(shop.iyzico.faults, { answers: 'well', only: '' });
  await job.run(shop.context);
  assert.deepEqual(
    (await shop.reviews()).map(({ kind }) => kind),
    ['unknown-charge'],
  );
});

test('a review is closed once, and changed in no other way', async (t) => {
  const shop = await start(t);
  shop.iyzico.panel.charge(500);
  await shop.compare();
  const { db } = shop.context;
  for (const statement of [
    sql`update payment_review set amount = 1`,
    sql`update payment_review set closed_at = 1, closed_by = 'A', note = 'x', kind = 'stray'`,
    sql`delete from payment_review`,
    sql`update provider_movement set amount = 1`,
  ]) {
    await assert.rejects(statement.execute(db));
  }
  const close = sql`update payment_review set closed_at = 1, closed_by = 'A', note = 'x'`;
  await close.execute(db);
  await assert.rejects(sql`update payment_review set note = 'y'`.execute(db));
});
