import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { startApp } from './app.ts';
import { setCourseSale } from './modules/payments/index.ts';
import { createClock } from './platform/clock.ts';
import { loadKeys } from './platform/keys.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { confirmCode, DEMO_CARDS, enterCard } from './testing/demo-bank.ts';
import { EARLY_CLOCK } from './testing/early-clock.ts';
import { until } from './testing/eventually.ts';
import { plantPerson } from './testing/people.ts';

// The whole server with its demo bank, as a fresh machine has it: the bank's page, its notices and its way back.

const database = await testDatabase({ after });
const config = testConfig();
const app = await startApp(config, {
  clock: EARLY_CLOCK,
  database: database.address,
  site: null,
  stallLimitMs: Number.POSITIVE_INFINITY,
});
after(() => app.stop());
const keys = await loadKeys(config);
const planting = { db: database.db, clock: createClock(EARLY_CLOCK), config, keys };

async function call(cookie: string, method: string, path: string, body?: object) {
  const reply = await fetch(`${app.address}/api${path}`, {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as Record<string, unknown>;
}

await setCourseSale(database.db, { onSale: true, by: null }, planting.clock.now());
const AGREED = { terms: true, agreement: LEGAL_TEXTS.agreement.version };
const latest = async (cookie: string): Promise<unknown> => {
  const order = await call(cookie, 'GET', '/account/orders/latest?product=education');
  return (order as { state?: string } | null)?.state;
};

/** What the bank would send the browser back with. */
async function newestToken(): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    select token from payment_page join purchase_attempt on id = attempt_id
    order by purchase_id desc limit 1`.execute(database.db);
  return rows[0]?.token ?? '';
}

test('what is paid on the bank’s page is told by its notice alone', async () => {
  const { cookie } = await plantPerson(planting);
  const { url } = await call(cookie, 'PUT', '/payment/education', AGREED);
  await enterCard(String(url), DEMO_CARDS.good);
  const last = await confirmCode(String(url));
  await until('the notice has arrived', async () => (await latest(cookie)) === 'paid');
  assert.ok(last.text.includes(`${app.address}/api/payment/return/demo-bank`));
});

test('notices that come several times, or not at all while the browser comes back', async () => {
  const twice = await plantPerson(planting);
  const page = await call(twice.cookie, 'PUT', '/payment/education', AGREED);
  await enterCard(String(page.url), DEMO_CARDS.repeated);
  await confirmCode(String(page.url));
  await until('the notice has arrived', async () => (await latest(twice.cookie)) === 'paid');

  const { cookie } = await plantPerson(planting);
  const { url } = await call(cookie, 'PUT', '/payment/education', AGREED);
  await enterCard(String(url), DEMO_CARDS.lost);
  await confirmCode(String(url));
  assert.equal(await latest(cookie), 'open');
  const token = await newestToken();
  const back = await fetch(`${app.address}/api/payment/return/demo-bank`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ token }),
  });
  assert.equal(back.headers.get('location'), '/account?selected=education&state=success');
  assert.equal(await latest(cookie), 'paid');
  const invoices = (await call(cookie, 'GET', '/account/invoice')) as unknown as unknown[];
  assert.equal(invoices.length, 1);
});

test('a form of ours may be led on to the bank and nowhere else', async () => {
  const reply = await fetch(`${app.address}/api/payment/offers`);
  const policy = reply.headers.get('content-security-policy') ?? '';
  const [, targets = ''] = /form-action ([^;]+)/.exec(policy) ?? [];
  assert.match(targets, /^'self' http:\/\/127\.0\.0\.1:\d+$/);
});
