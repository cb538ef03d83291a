import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Tidy } from '../../platform/testing.ts';
import { readMails } from '../../testing/auth.ts';
import { payOnBankPage, startTestBank, startTestShop } from '../../testing/demo-bank.ts';
import { until } from '../../testing/eventually.ts';
import { IYZICO_CARDS } from '../../testing/iyzico-server.ts';
import { AGREED, SHOP_NOON_MS, type Shop, type ShopAnswer, startShop } from '../../testing/shop.ts';
import { accountsData } from '../accounts/index.ts';
import { grantRight, rightsData } from '../rights/index.ts';
import { paymentsData, paymentsRetention } from './personal-data.ts';

// Buying over an iyzico that speaks its documented format: rows Y8 to Y22 of what may come in, and faults 2 to 5.

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A shop with a student who is on the page of six months. */
async function withPage(t: Tidy) {
  const shop = await startShop(t);
  const buyer = await shop.person(['lesson']);
  const token = await shop.order(buyer, 6);
  return { ...shop, buyer, token };
}

/** The state of the newest order. */
async function stateOf({ rows }: Pick<Shop, 'rows'>): Promise<unknown> {
  return (await rows('purchase_head')).at(-1)?.state;
}

/** Asserts what always holds: one payment, one order, one right, one invoice. */
async function assertPaidOnce(shop: Pick<Shop, 'rows' | 'iyzico'>): Promise<void> {
  assert.equal(shop.iyzico.captured.length, 1);
  const paid = (await shop.rows('purchase_head')).filter(({ state }) => state === 'paid');
  assert.equal(paid.length, 1);
  assert.equal((await shop.rows('captured_payment')).length, 1);
  const grants = (await shop.rows('entitlement')).filter(({ origin }) =>
    String(origin).startsWith('order:'),
  );
  assert.equal(grants.length, 1);
  assert.equal((await shop.rows('invoice')).length, 1);
}

/** Posts the last notice of iyzico as it is, or with other bytes. */
function tell(shop: Pick<Shop, 'iyzico' | 'call'>, change: { body?: string } = {}) {
  const notice = shop.iyzico.notices.at(-1);
  assert.ok(notice);
  return shop.call('POST', '/payment/webhook/iyzico', {
    body: change.body ?? notice.body,
    headers: notice.headers,
  });
}

/** A notice of iyzico about any token, signed as it signs. */
function signNotice(secretKey: string, fields: Record<string, unknown>) {
  const { iyziEventType, iyziPaymentId, token, paymentConversationId, status } = fields;
  const text = [secretKey, iyziEventType, iyziPaymentId, token, paymentConversationId, status];
  const signature = createHmac('sha256', secretKey).update(text.join('')).digest('hex');
  return { body: JSON.stringify(fields), headers: { 'x-iyz-signature-v3': signature } };
}

const outcome = ({ status, location }: ShopAnswer) => [status, location];
const SUCCESS = [303, '/account?selected=subscription&state=success'];
const ERROR = [303, '/account?selected=subscription&state=error'];
const PENDING = [303, '/account?selected=subscription&state=pending'];

test('what is sold, at which price, and until when', async (t) => {
  const { call, context } = await startShop(t);
  const { body } = await call('GET', '/payment/offers');
  assert.deepEqual(body, {
    products: [
      {
        product: '3-months',
        amount: 225_000,
        net: 187_500,
        vat: 37_500,
        end: Date.UTC(2027, 1, 18, 9),
      },
      {
        product: '6-months',
        amount: 390_000,
        net: 325_000,
        vat: 65_000,
        end: Date.UTC(2027, 4, 18, 9),
      },
      { product: 'lesson', amount: 1_250_000, net: 1_041_667, vat: 208_333, end: null },
    ],
    course: { onSale: true, lessons: [] },
    currency: 'TRY',
    vatRate: context.config.vatRate,
    agreement: LEGAL_TEXTS.agreement.version,
    refund: LEGAL_TEXTS.refund.version,
    provider: 'iyzico',
  });
});

test('a person buys the course and then six months, with receipts and invoices', async (t) => {
  const shop = await startShop(t);
  const { call, iyzico, clock, context } = shop;
  const buyer = await shop.person([], 'en');
  const { cookie } = buyer;
  const nothing = await call('GET', '/account/orders/latest?product=education', { cookie });
  assert.deepEqual(nothing.body, {});
  const lesson = await shop.order(buyer);
  iyzico.pay(lesson);
  const back = await shop.comeBack(lesson, cookie);
  assert.deepEqual(outcome(back), [303, '/account?selected=education&state=success']);
  await clock.advance(DAY_MS);
  const months = await shop.order(buyer, 6);
  iyzico.pay(months);
  assert.deepEqual(outcome(await shop.comeBack(months, cookie)), SUCCESS);

  const start = SHOP_NOON_MS + DAY_MS;
  const end = Date.UTC(2027, 4, 19, 9);
  const { body } = await call('GET', '/account/subscription', { cookie });
  assert.deepEqual(body, { start, end });
  const latest = await call('GET', '/account/orders/latest?product=subscription', { cookie });
  assert.deepEqual(latest.body, {
    number: 'RS-2026-000002',
    product: '6-months',
    amount: 390_000,
    currency: 'TRY',
    state: 'paid',
    code: null,
    created: start,
    paid: start,
    start,
    end,
  });
  const invoices = await shop.rows('invoice');
  assert.deepEqual(
    invoices.map(({ amount, order_number }) => [amount, order_number]),
    [
      [1_250_000, 'RS-2026-000001'],
      [390_000, 'RS-2026-000002'],
    ],
  );
  const [first, second] = await readMails(context, buyer.mail);
  assert.equal(first?.subject, 'Payment received: Course');
  assert.match(second?.text ?? '', /starts on 19 November 2026 and ends on 19 May 2027/);
  for (const [mail, amount, number] of [
    [first, '12,500.00', 'RS-2026-000001'],
    [second, '3,900.00', 'RS-2026-000002'],
  ] as const) {
    assert.match(mail?.text ?? '', /\n\nHello Ada,\n\n/);
    assert.ok(mail?.text.includes(`payment of TRY ${amount} (VAT included)`), mail?.text);
    assert.ok(mail?.text.includes(`Your order number is ${number}.`), mail?.text);
  }
  for (const { title, sha256, sections } of [LEGAL_TEXTS.agreement, LEGAL_TEXTS.refund]) {
    assert.ok(second?.text.includes(`${title} (version 1, SHA-256 ${sha256})`));
    for (const { heading, paragraphs } of sections) {
      for (const text of [heading, ...paragraphs]) assert.ok(second?.text.includes(text), text);
    }
  }
  assert.ok(second?.text.includes('Vergi dairesi ve numarası'));
  const consents = await shop.rows('consent');
  assert.deepEqual(
    consents.map(({ text, ip }) => [text, ip]),
    [
      ['agreement', '127.0.0.1'],
      ['refund', '127.0.0.1'],
    ],
  );
});

test('Y8: a key with another body is refused, with the same body it is answered the same', async (t) => {
  const { call, person, rows } = await startShop(t);
  const { cookie } = await person(['lesson']);
  const headers = { 'idempotency-key': 'abc' };
  const put = (type: number) =>
    call('PUT', '/payment/subscribe', { cookie, headers, body: { type, ...AGREED } });
  const first = await put(6);
  assert.equal(first.status, 200);
  const other = await put(3);
  assert.deepEqual([other.status, other.code], [409, 'conflict-409']);
  assert.deepEqual((await put(6)).body, first.body);
  assert.equal((await rows('purchase')).length, 1);
});

test('a refusal is kept with its key, what failed for a moment is not', async (t) => {
  const { call, person, iyzico, rows, clock } = await startShop(t);
  const { cookie } = await person(['lesson']);
  const put = (key: string) =>
    call('PUT', '/payment/subscribe', {
      cookie,
      headers: { 'idempotency-key': key },
      body: { type: 6, ...AGREED },
    });
  iyzico.faults.answers = '5xx';
  assert.equal((await put('a')).code, 'unavailable-503');
  iyzico.faults.answers = 'well';
  assert.equal((await put('a')).status, 200);
  const keys = await rows('purchase_key');
  assert.equal(keys.length, 1);
  await clock.advance(2 * DAY_MS);
});

test('Y9: twenty times the same key and body at once are one order', async (t) => {
  const { call, person, rows, iyzico } = await startShop(t);
  const { cookie } = await person(['lesson']);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      call('PUT', '/payment/subscribe', {
        cookie,
        headers: { 'idempotency-key': 'one' },
        body: { type: 6, ...AGREED },
      }),
    ),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(replies.map(({ body }) => body.url)).size, 1);
  assert.equal((await rows('purchase')).length, 1);
  assert.equal(iyzico.calls.length, 1);
});

test('Y10: two devices without a key are one order and one page', async (t) => {
  const { call, person, rows } = await startShop(t);
  const { cookie } = await person(['lesson']);
  const form = new URLSearchParams({ type: '6', terms: 'true', agreement: AGREED.agreement });
  const [one, two] = await Promise.all([
    call('PUT', '/payment/subscribe', { cookie, body: { type: 6, ...AGREED } }),
    call('POST', '/payment/subscribe', { cookie, body: form }),
  ]);
  assert.deepEqual([one.status, two.status], [200, 303]);
  assert.equal(one.body.url, two.location);
  assert.equal((await rows('purchase')).length, 1);
});

test('Y13: a notice that is not signed writes nothing', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token);
  const before = await shop.rows('provider_event');
  const { body } = shop.iyzico.notices.at(-1) ?? { body: '' };
  const unsigned = await shop.call('POST', '/payment/webhook/iyzico', { body });
  const forged = await shop.call('POST', '/payment/webhook/iyzico', {
    body,
    headers: { 'x-iyz-signature-v3': 'f'.repeat(64) },
  });
  const changed = await tell(shop, { body: body.replace('"SUCCESS"', '"FAILURE"') });
  for (const reply of [unsigned, forged, changed]) {
    assert.deepEqual([reply.status, reply.code], [401, 'unauthorized-401']);
  }
  assert.deepEqual(await shop.rows('provider_event'), before);
});

test('Y14: a notice whose bytes were changed by one blank is not signed', async (t) => {
  const post = await startTestShop(t);
  const bank = await startTestBank(t, { noticeUrl: () => post.url });
  const shop = await startShop(t, { provider: bank.provider });
  const buyer = await shop.person();
  const page = await shop.call('PUT', '/payment/education', { cookie: buyer.cookie, body: AGREED });
  await payOnBankPage(String(page.body.url));
  await until('a notice', () => post.notices.length > 0);
  const [notice] = post.notices;
  const text = notice?.body.toString('utf8') ?? '';
  const send = (body: string) =>
    shop.call('POST', '/payment/webhook/demo-bank', {
      body,
      headers: { 'x-demo-bank-signature': String(notice?.headers['x-demo-bank-signature']) },
    });
  const before = await shop.rows('provider_event');
  for (const body of [`${text} `, ` ${text}`, text.replace(':', ': ')]) {
    assert.equal((await send(body)).code, 'unauthorized-401');
  }
  assert.deepEqual(await shop.rows('provider_event'), before);
  assert.equal((await send(text)).status, 200);
  assert.equal(await stateOf(shop), 'paid');
});

test('Y15: a notice of an unknown order is kept for review', async (t) => {
  const shop = await startShop(t);
  const fields = {
    iyziEventType: 'CHECKOUT_FORM_AUTH',
    iyziPaymentId: 7,
    token: 'unknown-token',
    paymentConversationId: 'unknown',
    status: 'SUCCESS',
  };
  const reply = await shop.call(
    'POST',
    '/payment/webhook/iyzico',
    signNotice(shop.iyzico.secretKey, fields),
  );
  assert.deepEqual([reply.status, reply.code], [404, 'not-found-404']);
  const [event] = await shop.rows('provider_event');
  assert.equal(event?.kind, 'stray');
  assert.match(JSON.stringify(event?.detail), /"token":"unknown-token"/);
  assert.deepEqual(await shop.rows('entitlement'), []);
});

for (const [id, change] of [
  ['Y16: a kuruş too little', { amountOffKurus: -1 }],
  ['a kuruş too much', { amountOffKurus: 1 }],
  ['Y17: dollars', { currency: 'USD' }],
] as const) {
  test(`${id} waits for a person and gives nothing`, async (t) => {
    const shop = await withPage(t);
    Object.assign(shop.iyzico.faults, change);
    shop.iyzico.pay(shop.token);
    assert.equal((await tell(shop)).status, 200);
    assert.equal(await stateOf(shop), 'review');
    assert.equal((await shop.rows('entitlement')).length, 1);
    assert.deepEqual(await shop.rows('invoice'), []);
    assert.deepEqual(outcome(await shop.comeBack(shop.token)), ERROR);
  });
}

test('Y18: the same notice a hundred times at once', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token);
  const replies = await Promise.all(Array.from({ length: 100 }, () => tell(shop)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  await assertPaidOnce(shop);
  const receipts = (await readMails(shop.context)).filter(({ template }) => template === 'receipt');
  assert.equal(receipts.length, 1);
});

test('Y19, Y20: failure before and after success, in any order', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token, IYZICO_CARDS.noFunds);
  assert.equal((await tell(shop)).status, 200);
  assert.notEqual(await stateOf(shop), 'paid');
  shop.iyzico.pay(shop.token);
  const [failure, success] = shop.iyzico.notices;
  assert.ok(failure && success);
  for (const notice of [failure, success, failure, failure, success]) {
    assert.equal(await shop.iyzico.deliver(notice), 200);
    assert.equal(await stateOf(shop), 'paid');
  }
  await assertPaidOnce(shop);
});

test('Y21: a browser that returns from a failed payment is shown the failure, whichever outcome it claims', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token, IYZICO_CARDS.mdStatus0);
  const reply = await shop.call('POST', '/payment/return/iyzico', {
    body: new URLSearchParams({ token: shop.token, status: 'success', state: 'success' }),
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.deepEqual(outcome(reply), ERROR);
  const latest = await shop.call('GET', '/account/orders/latest?product=subscription', {
    cookie: shop.buyer.cookie,
  });
  assert.equal(latest.body.code, 'card-bad-fields-400');
  assert.equal((await shop.rows('entitlement')).length, 1);
});

test('Y22: any browser may open the return; the buyer is given the right', async (t) => {
  const shop = await withPage(t);
  const other = await shop.person(['lesson']);
  shop.iyzico.pay(shop.token);
  assert.deepEqual(outcome(await shop.comeBack(shop.token, other.cookie)), SUCCESS);
  await assertPaidOnce(shop);
  const subscriptions = (await shop.rows('entitlement')).filter(
    ({ kind }) => kind === 'subscription',
  );
  assert.deepEqual(
    subscriptions.map((one) => one.person_id),
    [shop.buyer.id],
  );
});

test('a browser that returns too early is asked to wait, a made-up token is not', async (t) => {
  const shop = await withPage(t);
  assert.deepEqual(outcome(await shop.comeBack(shop.token)), PENDING);
  const before = await shop.rows('provider_event');
  for (const token of ['', 'x', '../../etc', 'a'.repeat(201)]) {
    const { status, location } = await shop.comeBack(token);
    assert.deepEqual([status, location], ERROR);
  }
  assert.deepEqual(await shop.rows('provider_event'), before);
  const plain = await shop.call('GET', `/payment/return/iyzico?token=${shop.token}`);
  assert.deepEqual(outcome(plain), PENDING);
  assert.equal((await shop.call('GET', '/payment/return/demo-bank')).status, 404);
});

test('who comes back from one page again and again asks the provider thirty times an hour', async (t) => {
  const shop = await withPage(t);
  const comeBack = () => shop.comeBack(shop.token);
  for (let times = 0; times < 30; times += 1) assert.deepEqual(outcome(await comeBack()), PENDING);
  const before = await shop.rows('provider_event');
  for (let times = 0; times < 5; times += 1) assert.deepEqual(outcome(await comeBack()), PENDING);
  assert.deepEqual(await shop.rows('provider_event'), before);
  // What is true is found without them, and the page then says it.
  shop.iyzico.pay(shop.token);
  assert.equal((await tell(shop)).status, 200);
  assert.deepEqual(outcome(await comeBack()), SUCCESS);
  await assertPaidOnce(shop);
});

test('fault 3: a payment without a notice is found by the reconciliation', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token);
  assert.equal(await stateOf(shop), 'open');
  await shop.clock.advance(5 * MINUTE_MS);
  const run = await shop.payments.reconcile();
  assert.deepEqual(await run?.done, { looked: 1, changed: 1, failed: 0 });
  await assertPaidOnce(shop);
  const again = await shop.payments.reconcile();
  assert.deepEqual(await again?.done, { looked: 0, changed: 0, failed: 0 });
});

test('fault 4: charged and silent is unknown, never charged again, and found later', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token);
  Object.assign(shop.iyzico.faults, { answers: 'cut' });
  assert.deepEqual(outcome(await shop.comeBack(shop.token)), PENDING);
  assert.equal(await stateOf(shop), 'unknown');
  // Not acknowledged: it is to be said again.
  assert.equal((await tell(shop)).status, 503);
  const pages = shop.iyzico.calls.length;
  const { cookie } = shop.buyer;
  const again = await shop.call('PUT', '/payment/subscribe', {
    cookie,
    body: { type: 6, ...AGREED },
  });
  assert.ok(String(again.body.url).includes(shop.token), 'the same page, on which it was paid');
  const other = await shop.call('PUT', '/payment/subscribe', {
    cookie,
    body: { type: 3, ...AGREED },
  });
  assert.equal(other.code, 'unavailable-503');
  shop.iyzico.faults.answers = 'well';
  assert.equal(shop.iyzico.calls.length, pages);
  const run = await shop.payments.reconcile();
  await run?.done;
  await assertPaidOnce(shop);
});

test('fault 4: a page that was made and never came is asked for anew', async (t) => {
  const shop = await startShop(t);
  const buyer = await shop.person(['lesson']);
  Object.assign(shop.iyzico.faults, { answers: 'act-and-cut' });
  const first = await shop.call('PUT', '/payment/subscribe', {
    cookie: buyer.cookie,
    body: { type: 6, ...AGREED },
  });
  assert.equal(first.code, 'unavailable-503');
  shop.iyzico.faults.answers = 'well';
  const token = await shop.order(buyer, 6);
  shop.iyzico.pay(token);
  assert.deepEqual(outcome(await shop.comeBack(token)), SUCCESS);
  await assertPaidOnce(shop);
  assert.equal((await shop.rows('purchase')).length, 1);
  assert.equal((await shop.rows('purchase_attempt')).length, 2);
});

test('an answer with a foreign signature is ignored', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token);
  shop.iyzico.faults.answers = 'wrong-signature';
  assert.deepEqual(outcome(await shop.comeBack(shop.token)), PENDING);
  assert.equal((await shop.rows('entitlement')).length, 1);
  shop.iyzico.faults.answers = 'well';
  assert.deepEqual(outcome(await shop.comeBack(shop.token)), SUCCESS);
});

test('a page that ran out leads to a new one only when the provider says so', async (t) => {
  const shop = await withPage(t);
  await shop.clock.advance(31 * MINUTE_MS);
  const put = () =>
    shop.call('PUT', '/payment/subscribe', {
      cookie: shop.buyer.cookie,
      body: { type: 6, ...AGREED },
    });
  assert.equal((await put()).code, 'unavailable-503');
  await shop.clock.advance(15 * MINUTE_MS);
  const { status, body } = await put();
  assert.equal(status, 200);
  assert.ok(!String(body.url).includes(shop.token));
  assert.deepEqual(
    (await shop.rows('purchase_head')).map(({ state }) => state),
    ['expired', 'open'],
  );
});

test('a captured payment extends what an administrator gave meanwhile', async (t) => {
  const shop = await withPage(t);
  const endsAt = SHOP_NOON_MS + 10 * DAY_MS;
  const gift = { personId: shop.buyer.id, right: 'subscription', origin: 'admin' } as const;
  await grantRight(shop.context.db, { ...gift, startsAt: SHOP_NOON_MS, endsAt }, SHOP_NOON_MS);
  shop.iyzico.pay(shop.token);
  await shop.comeBack(shop.token);
  const { body } = await shop.call('GET', '/account/subscription', { cookie: shop.buyer.cookie });
  assert.deepEqual(body, { start: SHOP_NOON_MS, end: Date.UTC(2027, 4, 28, 9) });
});

test('money for a right that the buyer already has is refunded automatically, and the mail says why', async (t) => {
  const shop = await startShop(t);
  const buyer = await shop.person();
  const token = await shop.order(buyer);
  await grantRight(
    shop.context.db,
    { personId: buyer.id, right: 'lesson', startsAt: SHOP_NOON_MS, origin: 'admin' },
    SHOP_NOON_MS,
  );
  shop.iyzico.pay(token);
  const reply = await shop.comeBack(token);
  assert.deepEqual(outcome(reply), [303, '/account?selected=education&state=error']);
  assert.equal(await stateOf(shop), 'refunded');
  assert.equal(shop.iyzico.refunded.length, 1);
  assert.deepEqual(
    (await shop.rows('invoice')).map(({ kind }) => kind),
    ['invoice', 'credit-note'],
  );
  const [mail] = await readMails(shop.context, buyer.mail);
  assert.equal(mail?.subject, 'Ödemeniz iade edildi: Eğitim');
  assert.match(mail?.text ?? '', /zaten sahip olduğunuz/);
  assert.match(mail?.text ?? '', /\n\nMerhaba Ada,\n\n/);
  assert.match(mail?.text ?? '', /Sipariş RS-2026-\d{6}, Eğitim: 12\.500,00 TL ödediğiniz karta/);
});

test('a refund ends access at once, is tried until the provider answers, and done once', async (t) => {
  const shop = await withPage(t);
  const { payments, iyzico, buyer } = shop;
  iyzico.pay(shop.token);
  await shop.comeBack(shop.token);
  const [{ purchase_id: orderId } = { purchase_id: 0 }] = await shop.rows('purchase_head');
  const intent = { orderId: Number(orderId), reason: 'İsteği üzerine', by: 'ADMIN' };
  assert.equal(await payments.beginRefund(shop.context.db, intent), 'refunding');
  const { body } = await shop.call('GET', '/account/subscription', { cookie: buyer.cookie });
  assert.deepEqual(body, { start: null, end: null });
  Object.assign(iyzico.faults, { answers: 'act-and-cut', only: 'payment/refund' });
  assert.equal(await payments.finishRefund(intent.orderId), 'refunding');
  assert.equal(iyzico.refunded.length, 1);
  await assert.rejects(payments.beginRefund(shop.context.db, intent), { code: 'conflict-409' });
  iyzico.faults.answers = 'well';
  const run = await payments.reconcile();
  assert.deepEqual(await run?.done, { looked: 1, changed: 1, failed: 0 });
  assert.equal(await stateOf(shop), 'refunded');
  assert.equal(iyzico.refunded.length, 1);
  assert.deepEqual(
    (await shop.rows('invoice')).map(({ kind }) => kind),
    ['invoice', 'credit-note'],
  );
  const mails = await readMails(shop.context, buyer.mail);
  assert.deepEqual(
    mails.map(({ template }) => template),
    ['receipt', 'refund'],
  );
  // Who was paid back may buy again.
  assert.match(await shop.order(buyer, 3), /./);
});

test('a refund that the provider refuses waits for a person, who may try again', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token, IYZICO_CARDS.notRefundable);
  await shop.comeBack(shop.token);
  const intent = { orderId: 1, reason: 'İsteği üzerine', by: 'ADMIN' };
  await shop.payments.beginRefund(shop.context.db, intent);
  assert.equal(await shop.payments.finishRefund(1), 'review');
  assert.equal(await shop.payments.beginRefund(shop.context.db, intent), 'refunding');
});

test('who is erased while the page is open gets the money back, and nothing names them', async (t) => {
  const shop = await withPage(t);
  const { db, keys } = shop.context;
  const erase = (personId: number) =>
    inTransaction(db, async (trx) => {
      for (const data of [paymentsData, rightsData, accountsData]) {
        await data.erase(trx, personId, keys);
      }
    });
  await erase(shop.buyer.id);
  shop.iyzico.pay(shop.token);
  const run = await shop.payments.reconcile();
  assert.deepEqual(await run?.done, { looked: 1, changed: 1, failed: 0 });
  assert.equal(await stateOf(shop), 'refunded');
  assert.equal(shop.iyzico.refunded.length, 1);
  assert.deepEqual(await shop.rows('invoice'), []);
  assert.equal((await shop.rows('purchase'))[0]?.person_id, null);

  // A refund after the erasure: the credit note follows the invoice.
  const other = await shop.person(['lesson']);
  const token = await shop.order(other, 3);
  shop.iyzico.pay(token);
  await shop.comeBack(token);
  await erase(other.id);
  const orderId = Number((await shop.rows('purchase')).at(-1)?.id);
  await shop.payments.beginRefund(db, { orderId, reason: 'İsteği üzerine', by: 'ADMIN' });
  assert.equal(await shop.payments.finishRefund(orderId), 'refunded');
});

test('after ten years an order has no buyer, and the sums are as before', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token);
  await shop.comeBack(shop.token);
  const { db } = shop.context;
  const forget = paymentsRetention.find(({ what }) => what === 'purchase.person');
  assert.equal(await forget?.forget(db, Date.UTC(2036, 10, 18, 8)), 0);
  const before = await shop.rows('captured_payment');
  assert.equal(await forget?.forget(db, Date.UTC(2036, 10, 18, 10)), 1);
  assert.equal((await shop.rows('purchase'))[0]?.person_id, null);
  assert.equal((await shop.rows('purchase_head'))[0]?.person_id, null);
  assert.deepEqual(await shop.rows('captured_payment'), before);
});

test('the tables refuse what must not be', async (t) => {
  const shop = await withPage(t);
  shop.iyzico.pay(shop.token);
  await shop.comeBack(shop.token);
  const { db } = shop.context;
  for (const statement of [
    sql`insert into entitlement (person_id, kind, starts_at, origin, created_at)
      select person_id, kind, starts_at, origin, created_at from entitlement
      where origin = 'order:1'`,
    sql`insert into captured_payment (provider, payment_id, transaction_id, purchase_id, attempt_id,
      amount, currency, role, captured_at)
      select provider, payment_id || 'x', transaction_id, purchase_id, attempt_id, amount, currency,
      role, captured_at from captured_payment`,
    sql`update purchase set amount = 1`,
    sql`update purchase set person_id = person_id + 1`,
    sql`update provider_event set kind = 'captured'`,
    sql`delete from provider_event`,
    sql`delete from captured_payment`,
    sql`delete from purchase`,
    sql`truncate purchase cascade`,
    sql`update price set amount = 1`,
  ]) {
    await assert.rejects(statement.execute(db));
  }
  await assertPaidOnce(shop);
});
