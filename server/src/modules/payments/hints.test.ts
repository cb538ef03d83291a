import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { IyzicoNotice } from '../../testing/iyzico-server.ts';
import { AGREED, type Shop, startShop } from '../../testing/shop.ts';

// What a provider or a browser says is stored before it is acknowledged, and acted on until the provider has answered.

const MINUTE_MS = 60_000;

let onStep: (name: string) => void | Promise<void> = () => {};
const shop = await startShop({ after }, { step: (name) => onStep(name) });
const { clock, context, iyzico, payments } = shop;
const { db } = context;

/** The order of a page, as its row says. */
async function orderOf(token: string) {
  const { rows } = await sql<{ id: number; number: string; state: string; watched: boolean }>`
    select p.id, p.number, h.state, h.watched from payment_page
    join purchase_attempt a on a.id = attempt_id join purchase p on p.id = a.purchase_id
    join purchase_head h on h.purchase_id = p.id where token = ${token}`.execute(db);
  const [order] = rows;
  assert.ok(order);
  return order;
}

/** Kinds of everything that happened to the order of a page. */
async function eventsOf(token: string): Promise<string[]> {
  const { id } = await orderOf(token);
  const { rows } = await sql<{ kind: string }>`
    select kind from provider_event where purchase_id = ${id} order by version`.execute(db);
  return rows.map(({ kind }) => kind);
}

async function reviewsOf(token: string) {
  const { id } = await orderOf(token);
  const { rows } = await sql<{ kind: string; payment: string; amount: number }>`
    select kind, payment_id as payment, amount from payment_review
    where purchase_id = ${id} order by id`.execute(db);
  return rows;
}

async function reconcile() {
  const run = await payments.reconcile();
  return run?.done;
}

/** A page that ran out, which the provider has said. */
async function lapse(): Promise<string> {
  const token = await shop.order(await shop.person(['lesson']), 6);
  await clock.advance(45 * MINUTE_MS);
  await reconcile();
  assert.deepEqual((await orderOf(token)).state, 'expired');
  return token;
}

async function paid(): Promise<string> {
  const token = await shop.order(await shop.person(['lesson']), 6);
  iyzico.pay(token);
  await shop.comeBack(token);
  assert.equal((await orderOf(token)).state, 'paid');
  return token;
}

/** Lets every look-up fail until the function has ended. */
async function withoutAnswers<T>(fn: () => Promise<T>): Promise<T> {
  Object.assign(iyzico.faults, { answers: 'cut', only: '/detail' });
  try {
    return await fn();
  } finally {
    Object.assign(iyzico.faults, { answers: 'well', only: '' });
  }
}

const tell = (notice: IyzicoNotice) => iyzico.deliver(notice);
const paymentIdOf = (token: string): string =>
  iyzico.captured.findLast((one) => one.token === token)?.paymentId ?? '';

describe('a hint', () => {
  test('a notice of a page that ran out is not acknowledged while the look-up fails, and the money is found', async () => {
    const token = await lapse();
    const notice = iyzico.panel.chargeLate(token);
    assert.equal(await withoutAnswers(() => tell(notice)), 503);
    assert.equal((await orderOf(token)).watched, true);
    await reconcile();
    assert.equal((await orderOf(token)).state, 'paid');
    assert.equal((await orderOf(token)).watched, false);
  });

  test('a browser that returns from an expired page is asked to wait, and the money is found', async () => {
    const token = await lapse();
    iyzico.panel.chargeLate(token);
    const { location } = await withoutAnswers(() => shop.comeBack(token));
    assert.equal(location, '/account?selected=subscription&state=pending');
    await reconcile();
    assert.equal((await orderOf(token)).state, 'paid');
  });

  test('it is committed before the provider is asked, so that no crash forgets it', async () => {
    const token = await lapse();
    const notice = iyzico.panel.chargeLate(token);
    onStep = (name) => {
      if (name === 'provider.lookUp before') throw new Error('the process dies');
    };
    assert.equal(await tell(notice), 500);
    onStep = () => {};
    assert.equal((await eventsOf(token)).at(-1), 'noticed');
    await reconcile();
    assert.equal((await orderOf(token)).state, 'paid');
  });

  test('a look-up that was begun before it does not answer it', async () => {
    const token = await lapse();
    let notice: Promise<number> | undefined;
    onStep = async (name) => {
      if (name !== 'provider.lookUp after' || notice) return;
      // The answer is on its way; what it does not know yet happens now.
      const late = iyzico.panel.chargeLate(token);
      notice = withoutAnswers(() => tell(late));
      assert.equal(await notice, 503);
    };
    await shop.comeBack(token);
    onStep = () => {};
    assert.deepEqual((await eventsOf(token)).slice(-4), [
      'returned',
      'noticed',
      'no-answer',
      'seen-failed',
    ]);
    assert.equal((await orderOf(token)).watched, true);
    await reconcile();
    assert.equal((await orderOf(token)).state, 'paid');
  });

  test('nothing else is paid for a failed order while a hint about its page is not answered', async () => {
    const buyer = await shop.person(['lesson']);
    const token = await shop.order(buyer, 6);
    iyzico.pay(token, '4125111111111115');
    await shop.comeBack(token);
    await clock.advance(45 * MINUTE_MS);
    await reconcile();
    assert.equal((await orderOf(token)).state, 'failed');
    const notice = iyzico.panel.chargeLate(token);
    await withoutAnswers(() => tell(notice));
    const request = { cookie: buyer.cookie, body: { type: 6, ...AGREED } };
    const put = () => shop.call('PUT', '/payment/subscribe', request);
    assert.equal((await withoutAnswers(put)).code, 'unavailable-503');
    assert.equal((await put()).code, 'subscribed-403');
    assert.equal((await orderOf(token)).state, 'paid');
  });

  test('it is answered by a page on which nothing was taken', async () => {
    const token = await lapse();
    const notice = iyzico.makeNotice(token, '0');
    assert.equal(await tell(notice), 200);
    assert.equal((await orderOf(token)).watched, false);
  });
});

describe('a payment that a notice names', () => {
  test('on a page that was paid with another one goes back, once', async () => {
    const token = await paid();
    const second = iyzico.panel.payAgain(token);
    const notice = iyzico.notices.at(-1);
    assert.ok(notice);
    for (let times = 0; times < 3; times += 1) assert.equal(await tell(notice), 200);
    const { id, state } = await orderOf(token);
    assert.equal(state, 'paid');
    const { rows } = await sql<{ role: string; payment: string }>`
      select role, payment_id as payment from captured_payment
      where purchase_id = ${id} order by id`.execute(db);
    assert.deepEqual(rows, [
      { role: 'pays', payment: paymentIdOfFirst(token) },
      { role: 'surplus', payment: second.paymentId },
    ]);
    const back = iyzico.refunded.filter(({ paymentId }) => paymentId === second.paymentId);
    assert.deepEqual(
      back.map(({ amountKurus }) => amountKurus),
      [390_000],
    );
  });

  test('is watched until the provider has answered about it', async () => {
    const token = await paid();
    const { paymentId } = iyzico.panel.payAgain(token);
    const notice = iyzico.notices.at(-1);
    assert.ok(notice);
    Object.assign(iyzico.faults, { answers: 'cut', only: '/reporting/' });
    assert.equal(await tell(notice), 503);
    Object.assign(iyzico.faults, { answers: 'well', only: '' });
    assert.equal((await orderOf(token)).watched, true);
    assert.deepEqual(await reconcile(), { looked: 1, changed: 0, failed: 0 });
    assert.ok(iyzico.refunded.some((one) => one.paymentId === paymentId));
  });

  test('before its page was looked up, pays the page or goes back by what the page says', async () => {
    const token = await shop.order(await shop.person(['lesson']), 6);
    iyzico.pay(token);
    const [first, second] = [paymentIdOf(token), iyzico.panel.payAgain(token).paymentId];
    const notice = iyzico.notices.at(-1);
    assert.ok(notice);
    assert.equal(await tell(notice), 200);
    const { state } = await orderOf(token);
    const { rows } = await sql<{ role: string }>`
      select role from captured_payment where payment_id in (${first}, ${second})
      order by payment_id`.execute(db);
    assert.deepEqual([state, rows.map(({ role }) => role)], ['paid', ['pays', 'surplus']]);
  });

  test('and that is of another order settles that one and leaves this one alone', async () => {
    const [token, other] = [await paid(), await shop.order(await shop.person(['lesson']), 6)];
    iyzico.pay(other);
    assert.equal(await tell(iyzico.makeNotice(token, paymentIdOf(other))), 200);
    assert.deepEqual((await orderOf(other)).state, 'paid');
    assert.deepEqual((await orderOf(token)).state, 'paid');
    assert.equal((await eventsOf(token)).at(-1), 'seen-no-payment');
    assert.equal(
      iyzico.refunded.some(({ paymentId }) => paymentId === paymentIdOf(other)),
      false,
    );
  });

  test('and that names no attempt of ours is a review, and nothing is paid back', async () => {
    const token = await paid();
    const foreign = iyzico.panel.charge(10_000);
    assert.equal(await tell(iyzico.makeNotice(token, foreign)), 200);
    assert.deepEqual(await reviewsOf(token), [
      { kind: 'unknown-charge', payment: foreign, amount: 10_000 },
    ]);
    assert.equal((await orderOf(token)).watched, false);
    assert.equal(await tell(iyzico.makeNotice(token, foreign)), 200);
    assert.equal((await reviewsOf(token)).length, 1);
  });

  test('and that does not exist is forgotten', async () => {
    const token = await paid();
    assert.equal(await tell(iyzico.makeNotice(token, '99999999')), 200);
    assert.deepEqual(await reviewsOf(token), []);
    assert.deepEqual(await orderOf(token), { ...(await orderOf(token)), watched: false });
  });
});

function paymentIdOfFirst(token: string): string {
  return iyzico.captured.find((one) => one.token === token)?.paymentId ?? '';
}

describe('one payment on two orders', () => {
  /** Two orders whose pages the provider answers with one payment; the first one has it. */
  async function twins(): Promise<readonly [string, string]> {
    const tokens = [await paid(), await shop.order(await shop.person(['lesson']), 6)] as const;
    iyzico.confuse(tokens[1], tokens[0]);
    return tokens;
  }
  const statesOf = async (tokens: readonly string[]): Promise<string[]> =>
    Promise.all(tokens.map(async (token) => (await orderOf(token)).state));
  const close = async (token: string): Promise<string> => {
    const { id } = await orderOf(token);
    return payments.closeContest(db, { orderId: id, note: 'bakıldı', by: 'ADMIN' });
  };

  test('is a review of both, however often and by whom it is said', async () => {
    const tokens = await twins();
    const { location } = await shop.comeBack(tokens[1]);
    assert.equal(location, '/account?selected=subscription&state=error');
    assert.deepEqual(await statesOf(tokens), ['review', 'review']);
    assert.equal(await tell(iyzico.makeNotice(tokens[1], paymentIdOf(tokens[0]))), 200);
    assert.deepEqual(await reconcile(), { looked: 0, changed: 0, failed: 0 });
    const numbers = await Promise.all(tokens.map(async (token) => (await orderOf(token)).number));
    const { rows } = await sql<{ other: string }>`
      select e.detail->>'other' as other from provider_event e
      where kind = 'contested' and detail->>'paymentId' = ${paymentIdOf(tokens[0])}
      order by purchase_id`.execute(db);
    assert.deepEqual(
      rows.map(({ other }) => other),
      numbers.toReversed(),
    );
    const { rows: rights } = await sql<{ n: number }>`
      select count(*)::int as n from entitlement where origin = any(${(
        await Promise.all(tokens.map(async (token) => (await orderOf(token)).id))
      ).map((id) => `order:${id}`)})`.execute(db);
    assert.deepEqual(
      rights,
      [{ n: 1 }],
      'the right that was paid for stays, and no other is given',
    );
  });

  test('is closed by a person: the paid order goes on, the other one is over, and no notice opens it again', async () => {
    const tokens = await twins();
    await shop.comeBack(tokens[1]);
    assert.deepEqual([await close(tokens[0]), await close(tokens[1])], ['paid', 'expired']);
    await assert.rejects(close(tokens[0]), { code: 'conflict-409' });
    assert.equal(await tell(iyzico.makeNotice(tokens[1], paymentIdOf(tokens[0]))), 200);
    assert.deepEqual(await statesOf(tokens), ['paid', 'expired']);
  });

  test('found at the same moment ends in one captured payment and two reviews', async () => {
    const tokens = [
      await shop.order(await shop.person(['lesson']), 6),
      await shop.order(await shop.person(['lesson']), 6),
    ] as const;
    iyzico.pay(tokens[0]);
    iyzico.confuse(tokens[1], tokens[0]);
    const replies = await Promise.all(tokens.map((token) => shop.comeBack(token)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [303, 303],
    );
    assert.deepEqual(await statesOf(tokens), ['review', 'review']);
    const { rows } = await sql`
      select from captured_payment where payment_id = ${paymentIdOf(tokens[0])}`.execute(db);
    assert.equal(rows.length, 1);
  });
});

describe('a notice of a page that is not ours', () => {
  const strays = async () => {
    const { rows } = await sql<{ payment: string | null; order: number | null; detail: object }>`
      select payment_id as payment, purchase_id as "order", detail from payment_review
      where kind = 'stray' order by id`.execute(db);
    return rows;
  };

  test('is one review however often it comes, with the end of its token and the order that it names', async () => {
    const token = await shop.order(await shop.person(['lesson']), 6);
    const { id } = await orderOf(token);
    const { rows } = await sql<{ id: string }>`
      select id from purchase_attempt where purchase_id = ${id}`.execute(db);
    const notice = iyzico.makeNotice('a-page-of-another', '4711', rows[0]?.id);
    for (let times = 0; times < 3; times += 1) assert.equal(await tell(notice), 404);
    const detail = { word: 'CHECKOUT_FORM_AUTH SUCCESS', token: '-another' };
    assert.deepEqual(await strays(), [{ payment: '4711', order: id, detail }]);
  });
});

describe('an order that was paid back by hand', () => {
  const byHand = async (of: Pick<Shop, 'payments'>, token: string): Promise<string> => {
    const { id } = await orderOf(token);
    return of.payments.refundByHand(db, { orderId: id, reason: 'Havale', by: 'ADMIN' });
  };

  test('in another currency is closed, without asking the provider', async () => {
    iyzico.faults.currency = 'USD';
    const token = await shop.order(await shop.person(['lesson']), 6);
    iyzico.pay(token);
    await shop.comeBack(token);
    iyzico.faults.currency = 'TRY';
    const { id, state } = await orderOf(token);
    assert.equal(state, 'review');
    const request = { orderId: id, reason: 'Havale', by: 'ADMIN' };
    await assert.rejects(payments.beginRefund(db, request), { code: 'conflict-409' });
    const calls = iyzico.calls.length;
    assert.equal(await byHand(shop, token), 'refunded');
    assert.equal(iyzico.calls.length, calls);
    assert.equal((await orderOf(token)).watched, false);
    await assert.rejects(byHand(shop, token), { code: 'conflict-409' });
  });

  test('ends the right and has a credit note, when it was paid as ordered', async () => {
    const token = await paid();
    const { id } = await orderOf(token);
    assert.equal(await byHand(shop, token), 'refunded');
    const { rows } = await sql<{ kind: string }>`
      select kind from invoice where purchase_id = ${id} order by id`.execute(db);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['invoice', 'credit-note'],
    );
    const { rows: rights } = await sql`
      select from entitlement join entitlement_end on entitlement_id = id
      where origin = ${`order:${id}`}`.execute(db);
    assert.equal(rights.length, 1);
  });

  test('of an amount that cannot be read is never asked of the provider', async () => {
    const token = await shop.order(await shop.person(['lesson']), 6);
    iyzico.pay(token);
    iyzico.faults.detail = { paidPrice: '39oo' };
    await shop.comeBack(token);
    iyzico.faults.detail = {};
    const { id, state } = await orderOf(token);
    assert.deepEqual([state, (await orderOf(token)).watched], ['review', false]);
    const request = { orderId: id, reason: 'İade', by: 'ADMIN' };
    await assert.rejects(payments.beginRefund(db, request), { code: 'conflict-409' });
    assert.equal(await byHand(shop, token), 'refunded');
  });
});
