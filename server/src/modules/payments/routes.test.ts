import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LEGAL_TEXTS, LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import { takeAttempt } from '../../platform/attempts.ts';
import { startTestServer, testDatabase } from '../../platform/testing.ts';
import { AGREED, SHOP_NOON_MS, startShop } from '../../testing/shop.ts';
import { seedEducation } from '../education/index.ts';
import { createGuard } from '../rights/index.ts';
import { isCourseOnSale, setCourseSale } from './course-sale.ts';
import { findOrder, findOrderId } from './order-store.ts';
import { openPath, openPayments, refundOptionsOf } from './payments.ts';
import { registerPaymentRoutes } from './routes.ts';

type Course = Reply<typeof ROUTES.offers>['course'];

const HOUR_MS = 3_600_000;
const shop = await startShop({ after });
const { call, context, clock, iyzico, server } = shop;

const form = (fields: Record<string, string> = {}) =>
  new URLSearchParams({ terms: 'true', agreement: AGREED.agreement, ...fields });
const lastOrder = async () => (await shop.rows('purchase')).at(-1);

test('the course and both terms are bought by a form and as JSON, each at its price', async () => {
  for (const [path, rights, body, product, amount] of [
    ['education', [], form(), 'lesson', 1_250_000],
    ['education', [], AGREED, 'lesson', 1_250_000],
    ['subscribe', ['lesson'], form({ type: '3' }), '3-months', 225_000],
    ['subscribe', ['lesson'], { type: 3, ...AGREED }, '3-months', 225_000],
    ['subscribe', ['lesson'], form({ type: '6' }), '6-months', 390_000],
    ['subscribe', ['lesson'], { type: 6, ...AGREED }, '6-months', 390_000],
  ] as const) {
    const { cookie, id } = await shop.person(rights);
    const isForm = body instanceof URLSearchParams;
    const reply = await call(isForm ? 'POST' : 'PUT', `/payment/${path}`, { cookie, body });
    assert.equal(reply.status, isForm ? 303 : 200);
    const page = new URL(String(isForm ? reply.location : reply.body.url));
    assert.equal(page.origin, iyzico.url);
    const order = await lastOrder();
    assert.deepEqual([order?.product, order?.amount, order?.person_id], [product, amount, id]);
  }
});

test('a course that is not on sale is not ordered; a page that was opened before is paid and granted', async (t) => {
  const { db } = context;
  const decide = (onSale: boolean) => setCourseSale(db, { onSale, by: 'Y5' }, clock.now());
  t.after(() => decide(true));
  await seedEducation(db);
  const early = await shop.person();
  const token = await shop.order(early);
  await decide(false);
  const before = (await shop.rows('purchase')).length;
  const late = await shop.person();
  const { cookie } = late;
  const asJson = await call('PUT', '/payment/education', { cookie, body: AGREED });
  assert.deepEqual([asJson.status, asJson.code], [409, 'conflict-409']);
  const asForm = await call('POST', '/payment/education', { cookie, body: form() });
  assert.deepEqual([asForm.status, asForm.location], [303, '/account?selected=education']);
  assert.equal((await shop.rows('purchase')).length, before);
  iyzico.pay(token);
  const back = await shop.comeBack(token, early.cookie);
  assert.equal(back.location, '/account?selected=education&state=success');
  const student = await call('PUT', '/payment/subscribe', {
    cookie: early.cookie,
    body: { type: 6, ...AGREED },
  });
  assert.equal(student.status, 200, 'who has the course subscribes');

  const course = async () => (await call('GET', '/payment/offers')).body.course as Course;
  const off = await course();
  assert.equal(off.onSale, false);
  assert.deepEqual(
    off.lessons.map(({ hasVideo }) => hasVideo),
    Array(8).fill(false),
  );
  await decide(true);
  await sql`update lesson set link = 'https://video.example/3' where number = 3`.execute(db);
  const on = await course();
  assert.equal(on.onSale, true);
  assert.deepEqual(
    on.lessons.flatMap(({ hasVideo }, at) => (hasVideo ? [at + 1] : [])),
    [3],
  );
  assert.equal((await call('PUT', '/payment/education', { cookie, body: AGREED })).status, 200);
});

test('before the owner has decided the course is not on sale', async (t) => {
  const { db } = await testDatabase(t);
  assert.equal(await isCourseOnSale(db), false);
});

test('the provider receives the payer, their address, the product and the return address', async () => {
  const { cookie, mail } = await shop.person([], 'en');
  await call('PUT', '/payment/education', { cookie, body: AGREED });
  const body = iyzico.calls.at(-1)?.body as Record<string, Record<string, unknown>>;
  const { port } = new URL(server.origin);
  assert.equal(body.callbackUrl, `http://localhost:${port}/api/payment/return/iyzico`);
  const { identityNumber, registrationAddress, email, ip, name, surname, gsmNumber } =
    body.buyer ?? {};
  assert.deepEqual(
    [identityNumber, registrationAddress, email, ip, name, surname, gsmNumber],
    ['10000000146', 'Deneme Sokak 1', mail, '127.0.0.1', 'Ada', 'Deneme', '+905321234567'],
  );
  assert.match(JSON.stringify(body.basketItems), /"name":"Rasat: Course"/);
});

test('an agreement that is not the present one is refused, and its form leads back to what was to be bought', async () => {
  const before = (await shop.rows('purchase')).length;
  const { cookie } = await shop.person();
  const other = { agreement: '0' };
  const asJson = await call('PUT', '/payment/education', { cookie, body: { ...AGREED, ...other } });
  assert.deepEqual(
    [asJson.status, asJson.code, asJson.field],
    [400, 'bad-fields-400', 'agreement'],
  );
  const asForm = await call('POST', '/payment/education', { cookie, body: form(other) });
  assert.deepEqual(
    [asForm.status, asForm.location],
    [303, '/account?selected=education&state=error'],
  );
  assert.equal((await shop.rows('purchase')).length, before);
  assert.notEqual(LEGAL_TEXTS.agreement.version, '0');
});

test('the form of a person who may not buy at all is refused as it is, and leads nowhere', async () => {
  const people = {
    subscriber: await shop.person(['lesson', 'subscription']),
    plain: await shop.person(),
    student: await shop.person(['lesson']),
    admin: await shop.person(['admin']),
  };
  for (const [who, path, status, code] of [
    ['subscriber', 'subscribe', 403, 'subscribed-403'],
    ['plain', 'subscribe', 403, 'has-lesson-403'],
    ['student', 'education', 403, 'subscribed-403'],
    ['admin', 'education', 403, 'forbidden-403'],
  ] as const) {
    const { cookie } = people[who];
    const type: Record<string, string> = path === 'subscribe' ? { type: '6' } : {};
    const reply = await call('POST', `/payment/${path}`, { cookie, body: form(type) });
    assert.deepEqual([reply.status, reply.code, reply.location], [status, code, null], who);
  }
  const guest = await call('POST', '/payment/subscribe', { body: form({ type: '6' }) });
  assert.deepEqual(
    [guest.status, guest.location],
    [303, '/auth/login?redirect=%2Faccount%3Fselected%3Dsubscription'],
  );
});

test('a person asks for sixty pages an hour', async () => {
  const { cookie, id } = await shop.person();
  const most = LIMITS.purchasesPerHour;
  assert.equal(most, 60);
  const limit = { most, windowMs: HOUR_MS };
  for (let times = 1; times < most; times += 1) {
    await takeAttempt(context.db, `payment.buy ${id}`, limit, clock.now());
  }
  const press = () => call('POST', '/payment/education', { cookie, body: form() });
  assert.equal((await press()).status, 303);
  const refused = await press();
  assert.deepEqual([refused.status, refused.code, refused.location], [429, 'rate-429', null]);
  await clock.advance(HOUR_MS - 1);
  assert.equal((await press()).status, 429);
  await clock.advance(1);
  assert.equal((await press()).status, 303);
});

test('the newest order of a kind is shown as it stands, of the person alone', async () => {
  const buyer = await shop.person();
  const { cookie } = buyer;
  const latest = async (product: string) =>
    (await call('GET', `/account/orders/latest?product=${product}`, { cookie })).body;
  const token = await shop.order(buyer);
  const nowMs = clock.now();
  const open = await latest('education');
  const { number } = open;
  assert.deepEqual(open, {
    number: (await lastOrder())?.number,
    product: 'lesson',
    amount: 1_250_000,
    currency: 'TRY',
    state: 'open',
    code: null,
    created: nowMs,
    paid: null,
    start: null,
    end: null,
  });
  const { db } = context;
  assert.equal(await findOrderId(db, String(number)), (await lastOrder())?.id);
  assert.equal(await findOrderId(db, 'RS-2026-999999'), undefined);
  const canGoBack = async (): Promise<boolean> => {
    const order = await findOrder(db, Number((await lastOrder())?.id));
    assert.ok(order);
    return refundOptionsOf(order, 'iyzico').isRefundable;
  };
  assert.equal(await canGoBack(), false);
  await clock.advance(1000);
  iyzico.pay(token);
  await shop.comeBack(token);
  assert.deepEqual(await latest('education'), {
    ...open,
    number,
    state: 'paid',
    paid: nowMs + 1000,
    start: nowMs + 1000,
  });
  assert.equal(await canGoBack(), true);
  assert.deepEqual(await latest('subscription'), {});
  const none = await call('GET', '/account/subscription', { cookie });
  assert.deepEqual(none.body, { start: null, end: null });
});

test('a page is looked up thirty times an hour for those who come back from it', async () => {
  const buyer = await shop.person();
  const token = await shop.order(buyer);
  const events = async () => (await shop.rows('provider_event')).length;
  const attempt = `payment.return ${String((await shop.rows('payment_page')).find((one) => one.token === token)?.attempt_id)}`;
  const limit = { most: 30, windowMs: HOUR_MS };
  for (let times = 1; times < 30; times += 1) {
    await takeAttempt(context.db, attempt, limit, clock.now());
  }
  const first = await events();
  await shop.comeBack(token);
  const before = await events();
  assert.ok(before > first);
  await clock.advance(HOUR_MS - 1);
  await shop.comeBack(token);
  assert.equal(await events(), before);
  await clock.advance(1);
  await shop.comeBack(token);
  assert.ok((await events()) > before);
});

test('a notice for another provider is unknown, and one that cannot be looked up is to be said again', async () => {
  const token = await shop.order(await shop.person());
  iyzico.pay(token);
  const notice = iyzico.notices.at(-1);
  assert.ok(notice);
  const post = (provider: string) =>
    server.fetch(`/api/payment/webhook/${provider}`, { method: 'POST', ...notice });
  assert.equal((await post('demo-bank')).status, 404);
  iyzico.faults.answers = 'cut';
  const reply = await post('iyzico');
  assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '30']);
  iyzico.faults.answers = 'well';
  assert.equal((await post('iyzico')).status, 200);
});

test('without a payment provider nothing is sold, and a browser that comes back waits', async (t) => {
  const options = { ...shop.options, provider: null };
  const closed = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: (web) => registerPaymentRoutes(web, options),
  });
  const offers = (await (await closed.fetch('/api/payment/offers')).json()) as Record<
    string,
    unknown
  >;
  assert.equal(offers.provider, null);
  const back = await closed.fetch('/api/payment/return/iyzico?token=x');
  assert.deepEqual(
    [back.status, back.headers.get('location')],
    [303, '/account?selected=subscription&state=pending'],
  );
  assert.throws(() => openPath(context, options), { code: 'unavailable-503' });
  const payments = openPayments(context, shop.options);
  await assert.rejects(payments.finishRefund(999), { code: 'not-found-404' });
  const intent = { orderId: 999, reason: '', by: 'ADMIN' };
  await assert.rejects(payments.beginRefund(context.db, intent), { code: 'not-found-404' });
  assert.ok(clock.now() > SHOP_NOON_MS);
});
