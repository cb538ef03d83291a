import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  again,
  assertCalls,
  assertHolds,
  FOREVER,
  MINUTE,
  SECOND,
  startServer,
} from '../../testing/queries.ts';
import {
  erasureQuery,
  isWaiting,
  readPersonalData,
  sessionsQuery,
  telegramQuery,
  telegramStateQuery,
} from './calls.ts';
import {
  educationQuery,
  homeworkQuery,
  homeworkTasksQuery,
  lessonsQuery,
  questionQuery,
} from './education/calls.ts';
import { invoicesQuery, readInvoiceAddress } from './invoice-calls.ts';
import { buy, latestOrderQuery, siteQuery, subscriptionQuery } from './payment/calls.ts';

test('each query calls its route', async (t) => {
  await assertCalls(t, [
    [sessionsQuery(), 'GET /account/sessions'],
    [erasureQuery(), 'GET /account/erasure'],
    [telegramQuery(), 'GET /account/telegram'],
    [telegramStateQuery(), 'GET /account/telegram?for=state'],
    [educationQuery(), 'GET /account/education'],
    [lessonsQuery(), 'GET /account/lessons'],
    [questionQuery(), 'GET /account/question'],
    [homeworkQuery(), 'GET /account/homework'],
    [homeworkTasksQuery(), 'GET /account/homework/tasks'],
    [invoicesQuery(), 'GET /account/invoice'],
    [subscriptionQuery(), 'GET /account/subscription'],
    [latestOrderQuery('education'), 'GET /account/orders/latest?product=education'],
    [siteQuery(), 'GET /site'],
  ]);
});

test('each query has its own stale time', () => {
  assertHolds(
    0,
    sessionsQuery(),
    erasureQuery(),
    telegramStateQuery(),
    educationQuery(),
    invoicesQuery(),
    subscriptionQuery(),
    latestOrderQuery('education'),
  );
  // The address of an image is valid for ten minutes.
  assertHolds(5 * MINUTE, questionQuery(), homeworkQuery());
  assertHolds(10 * MINUTE, telegramQuery());
  assertHolds(FOREVER, homeworkTasksQuery(), siteQuery());
  assert.equal(again(sessionsQuery()), false);
});

test('the Telegram link is renewed before it expires, until a chat is linked', () => {
  const section = { active: false, link: 'https://t.me/x' };
  assert.equal(isWaiting(undefined), false);
  assert.equal(isWaiting(section as never), true);
  assert.equal(isWaiting({ ...section, active: true } as never), false);
  assert.equal(isWaiting({ ...section, link: null } as never), false);
  assert.equal(again(telegramQuery(), section), 10 * MINUTE);
  assert.equal(again(telegramQuery(), { ...section, active: true }), false);
  assert.equal(again(telegramStateQuery(), section), 3 * SECOND);
  assert.equal(again(telegramStateQuery()), 3 * SECOND);
  assert.equal(again(telegramStateQuery(), { ...section, active: true }), false);
});

test('each action calls its route', async (t) => {
  const { sent } = startServer(t, { url: 'https://pay.example/1', index: 2 });
  assert.equal(await readInvoiceAddress(2), 'https://pay.example/1');
  const request = { agreement: 'v3' };
  assert.equal(await buy({ ...request, product: '3-months' }, 'k1'), 'https://pay.example/1');
  await buy({ ...request, product: '6-months' }, 'k2');
  await buy({ ...request, product: 'lesson' }, 'k3');
  assert.deepEqual(
    sent.map(({ call, body }) => [call, body]),
    [
      ['GET /account/invoice/2', null],
      ['PUT /payment/subscribe', { type: 3, terms: true, agreement: 'v3' }],
      ['PUT /payment/subscribe', { type: 6, terms: true, agreement: 'v3' }],
      ['PUT /payment/education', { terms: true, agreement: 'v3' }],
    ],
  );
  const file = await readPersonalData();
  assert.equal(file.type, 'application/json');
  assert.equal(await file.text(), '{\n  "url": "https://pay.example/1",\n  "index": 2\n}\n');
});
