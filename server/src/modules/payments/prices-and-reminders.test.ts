import assert from 'node:assert/strict';
import test from 'node:test';
import { testConfig, testContext } from '../../platform/testing.ts';
import { readMails } from '../../testing/auth.ts';
import { AGREED, SHOP_NOON_MS, startShop } from '../../testing/shop.ts';
import { openSession } from '../accounts/index.ts';
import { grantRight, readRights } from '../rights/index.ts';
import { listPrices, readPrices, seedPrices, setPrice } from './prices.ts';
import { sendReminders } from './reminders.ts';

const DAY_MS = 86_400_000;

test('prices come from the settings once; later ones begin when they are meant to', async (t) => {
  const { db } = await testContext(t);
  const first = testConfig({ PRICE_LESSON: '100', PRICE_3_MONTHS: '30', PRICE_6_MONTHS: '60' });
  await Promise.all([seedPrices(db, first, 5), seedPrices(db, first, 5)]);
  await seedPrices(db, testConfig({ PRICE_LESSON: '999' }), 6);
  assert.deepEqual(await readPrices(db, 0), { lesson: 100, '3-months': 30, '6-months': 60 });
  const change = { product: 'lesson', amountKurus: 120, validFromMs: 1000, by: 'ADMIN' } as const;
  await setPrice(db, change, 10);
  await setPrice(db, { ...change, amountKurus: 130 }, 11);
  assert.equal((await readPrices(db, 999)).lesson, 100);
  assert.equal((await readPrices(db, 1000)).lesson, 130);
  const lessons = (await listPrices(db)).filter(({ product }) => product === 'lesson');
  assert.deepEqual(
    lessons.map(({ amountKurus, validFromMs, setBy }) => [amountKurus, validFromMs, setBy]),
    [
      [130, 1000, 'ADMIN'],
      [120, 1000, 'ADMIN'],
      [100, 0, null],
    ],
  );
});

test('an order keeps the price it was made with', async (t) => {
  const shop = await startShop(t);
  const buyer = await shop.person(['lesson']);
  const token = await shop.order(buyer, 6);
  const change = { product: '6-months', amountKurus: 500_000, validFromMs: 0, by: 'A' } as const;
  await setPrice(shop.context.db, change, 1);
  shop.iyzico.pay(token);
  await shop.comeBack(token);
  const [order] = await shop.rows('purchase');
  assert.equal(order?.amount, 390_000);
  assert.equal((await shop.rows('purchase_head'))[0]?.state, 'paid');
});

test('who presses again after the price changed sees the new one', async (t) => {
  const shop = await startShop(t);
  const buyer = await shop.person(['lesson']);
  const first = await shop.order(buyer, 6);
  const change = { product: '6-months', amountKurus: 500_000, validFromMs: 0, by: 'A' } as const;
  await setPrice(shop.context.db, change, 1);
  assert.notEqual(await shop.order(buyer, 6), first);
  assert.deepEqual(
    (await shop.rows('purchase')).map(({ amount }) => amount),
    [390_000, 500_000],
  );
});

test('a subscriber is reminded seven days and one day before the end, once each', async (t) => {
  const shop = await startShop(t);
  const { context, options, clock, told } = shop;
  const people = [
    await shop.person([], 'tr'),
    await shop.person([], 'az'),
    await shop.person([], 'en'),
  ];
  const endsAt = SHOP_NOON_MS + 8 * DAY_MS;
  for (const { id } of people) {
    const grant = { personId: id, right: 'subscription', origin: 'test' } as const;
    await grantRight(context.db, { ...grant, startsAt: SHOP_NOON_MS, endsAt }, SHOP_NOON_MS);
  }
  const forEver = await shop.person(['subscription']);
  const extended = await shop.person();
  for (const [startsAt, end] of [
    [SHOP_NOON_MS, endsAt],
    [endsAt, endsAt + 90 * DAY_MS],
  ] as const) {
    const grant = { personId: extended.id, right: 'subscription', origin: 'test' } as const;
    await grantRight(context.db, { ...grant, startsAt, endsAt: end }, SHOP_NOON_MS);
  }
  const run = () => sendReminders(context, options.tell);
  assert.equal(await run(), 0);
  await clock.advance(DAY_MS);
  assert.equal(await run(), 3);
  assert.equal(await run(), 0);
  await clock.advance(6 * DAY_MS);
  assert.equal(await run(), 3);
  await clock.advance(2 * DAY_MS);
  assert.equal(await run(), 0);
  const subjects = await Promise.all(
    people.map(async ({ mail }) => (await readMails(context, mail)).map(({ subject }) => subject)),
  );
  assert.deepEqual(subjects, [
    ['Aboneliğinizin bitmesine 7 gün kaldı', 'Aboneliğinizin bitmesine 1 gün kaldı'],
    ['Abunəliyinizin bitməsinə 7 gün qaldı', 'Abunəliyinizin bitməsinə 1 gün qaldı'],
    ['Your subscription ends in 7 days', 'Your subscription ends in 1 day'],
  ]);
  // The term ends at noon in Istanbul.
  const greetings = ['Merhaba Ada,', 'Salam, Ada!', 'Hello Ada,'];
  const ends = ['26 Kasım 2026, 12:00', '26 noyabr 2026, 12:00', '26 November 2026, 12:00'];
  for (const [at, { id, mail }] of people.entries()) {
    for (const { text } of await readMails(context, mail)) {
      assert.ok(text.includes(`\n\n${greetings[at]}\n\n`) && text.includes(ends[at] ?? '?'), text);
    }
    const own = told.filter(({ personId }) => personId === id);
    assert.equal(own.length, 2);
    for (const { text } of own) assert.ok(text.includes(ends[at] ?? '?'), text);
  }
  assert.equal(told.length, 6);
  assert.deepEqual(await readMails(context, forEver.mail), []);
});

test('a subscriber with a day left when the server comes back gets that reminder alone', async (t) => {
  const shop = await startShop(t);
  const { id } = await shop.person();
  const grant = { personId: id, right: 'subscription', origin: 'test' } as const;
  const endsAt = SHOP_NOON_MS + DAY_MS / 2;
  await grantRight(shop.context.db, { ...grant, startsAt: 1, endsAt }, SHOP_NOON_MS);
  assert.equal(await sendReminders(shop.context, shop.options.tell), 1);
  assert.equal(await sendReminders(shop.context, shop.options.tell), 0);
});

test('a subscription whose course was paid back runs to its end, is reminded of in its own words, and is not bought again without the course', async (t) => {
  const shop = await startShop(t);
  const { call, clock, context, iyzico, payments } = shop;
  const buyer = await shop.person([], 'en');
  for (const type of [undefined, 3] as const) {
    const token = await shop.order(buyer, type);
    iyzico.pay(token);
    await shop.comeBack(token);
  }
  await payments.beginRefund(context.db, { orderId: 1, reason: 'İstedi', by: 'ADMIN' });
  assert.equal(await payments.finishRefund(1), 'refunded');
  const rights = async () => {
    const { student, subscriber } = await readRights(context.db, buyer.id, clock.now());
    return { student, subscriber };
  };
  assert.deepEqual(await rights(), { student: false, subscriber: true }, 'lessons end at once');
  const again = async () => {
    const session = await openSession(context, buyer.id, { complete: true, headers: {} });
    const request = { cookie: session.cookie.split(';')[0] ?? '', body: { type: 3, ...AGREED } };
    return (await call('PUT', '/payment/subscribe', request)).code;
  };
  assert.equal(await again(), 'subscribed-403');

  /** When three months that begin at noon of 18 November are over, in Istanbul. */
  const endMs = Date.UTC(2027, 1, 18, 9);
  await clock.advance(endMs - SHOP_NOON_MS - 5 * 86_400_000);
  assert.equal(await sendReminders(context, shop.options.tell), 1);
  const reminded = (await readMails(context, buyer.mail)).at(-1);
  assert.match(reminded?.text ?? '', /to subscribe again you buy the course first/);
  assert.doesNotMatch(reminded?.text ?? '', /access to the course stays/);
  await clock.advance(5 * 86_400_000 - 1);
  assert.deepEqual(await rights(), { student: false, subscriber: true });
  await clock.advance(1);
  assert.deepEqual(await rights(), { student: false, subscriber: false });
  assert.equal(await again(), 'has-lesson-403');
});
