import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createLog } from '../../platform/log.ts';
import { AGREED, startShop } from '../../testing/shop.ts';

// Rows Y1 to Y12 of what may come in: each refusal leaves the database as it was, and no card number is written anywhere.

const logged: string[] = [];
const log = createLog('trace', { write: (line) => void logged.push(line) });
const shop = await startShop({ after }, { log });
const { call, person, context } = shop;
const student = await person(['lesson']);
const subscriber = await person(['lesson', 'subscription']);
const admin = await person(['admin']);
const unsubscribed = await person();
const PEOPLE = { student, subscriber, admin, unsubscribed } as const;

const CARD = '5528790000000008';

/** Everything that a refused call must not change. */
async function snapshot(): Promise<string> {
  const { rows } = await sql`select json_build_object(
    'purchase', (select json_agg(p order by id) from purchase p),
    'event', (select json_agg(e order by id) from provider_event e),
    'key', (select json_agg(k order by key) from purchase_key k),
    'consent', (select json_agg(c order by id) from consent c),
    'entitlement', (select json_agg(e order by id) from entitlement e)) as all`.execute(context.db);
  return JSON.stringify(rows);
}

interface Row {
  readonly id: string;
  readonly what: string;
  readonly who: keyof typeof PEOPLE;
  readonly path?: 'subscribe' | 'education';
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expect: readonly [status: number, code: string, field?: string];
}

const BF = [400, 'bad-fields-400'] as const;
const REQUEST = { type: 6, ...AGREED } as const;

const ROWS: readonly Row[] = [
  ...[12, 0, '3 ', '3', 3.5, null, true, [3]].map((type) => ({
    id: 'Y1',
    what: `type ${JSON.stringify(type)}`,
    who: 'student' as const,
    body: { ...REQUEST, type },
    expect: [...BF, 'type'] as const,
  })),
  ...[{ terms: undefined }, { terms: false }].map((change) => ({
    id: 'Y2',
    what: `terms ${String(change.terms)}`,
    who: 'student' as const,
    body: { ...REQUEST, ...change },
    expect: [400, 'terms-field-400', 'terms'] as const,
  })),
  {
    id: 'Y2',
    what: 'terms as a text',
    who: 'student',
    body: { ...REQUEST, terms: 'true' },
    expect: [...BF, 'terms'],
  },
  {
    id: 'Y2',
    what: 'another agreement',
    who: 'student',
    body: { ...REQUEST, agreement: '0' },
    expect: [...BF, 'agreement'],
  },
  {
    id: 'Y2',
    what: 'no agreement',
    who: 'student',
    body: { ...REQUEST, agreement: undefined },
    expect: [...BF, 'agreement'],
  },
  {
    id: 'Y3',
    what: 'no student',
    who: 'unsubscribed',
    body: REQUEST,
    expect: [403, 'has-lesson-403'],
  },
  {
    id: 'Y4',
    what: 'subscribed already',
    who: 'subscriber',
    body: REQUEST,
    expect: [403, 'subscribed-403'],
  },
  {
    id: 'Y5',
    what: 'a student already',
    who: 'student',
    path: 'education',
    body: AGREED,
    expect: [403, 'subscribed-403'],
  },
  {
    id: 'Y4',
    what: 'an administrator',
    who: 'admin',
    body: REQUEST,
    expect: [403, 'forbidden-403'],
  },
  {
    id: 'Y6',
    what: 'a price of their own',
    who: 'student',
    body: { ...REQUEST, price: 1 },
    expect: [...BF, 'price'],
  },
  ...['cardNumber', 'card_holder', 'cvc', 'cvv', 'expireMonth', 'pan'].map((field) => ({
    id: 'Y7',
    what: `a card's ${field}`,
    who: 'student' as const,
    body: { ...REQUEST, [field]: CARD },
    expect: [400, 'card-bad-fields-400', field] as const,
  })),
  {
    id: 'Y9',
    what: 'a key of 256 characters',
    who: 'student',
    body: REQUEST,
    headers: { 'idempotency-key': 'k'.repeat(256) },
    expect: BF,
  },
];

describe('purchases as JSON', () => {
  for (const { id, what, who, path = 'subscribe', body, headers, expect } of ROWS) {
    test(`${id}: ${what}`, async () => {
      const before = await snapshot();
      const { cookie } = PEOPLE[who];
      const reply = await call('PUT', `/payment/${path}`, {
        cookie,
        body,
        ...(headers && { headers }),
      });
      const [status, code, field] = expect;
      assert.deepEqual([reply.status, reply.code], [status, code]);
      if (field !== undefined) assert.equal(reply.field, field);
      assert.equal(await snapshot(), before);
    });
  }

  for (const [what, change, headers] of [
    ['3 months', { type: 3 }, {}],
    ['6 months', { type: 6 }, {}],
    ['a key of 255 characters', {}, { 'idempotency-key': 'k'.repeat(255) }],
  ] as const) {
    test(`accepted: a request for ${what}`, async () => {
      const { cookie } = await person(['lesson']);
      const body = { ...REQUEST, ...change };
      const reply = await call('PUT', '/payment/subscribe', { cookie, body, headers });
      assert.deepEqual([reply.status, reply.field], [200, undefined]);
    });
  }

  test('a guest is asked to sign in', async () => {
    const reply = await call('PUT', '/payment/subscribe', { body: REQUEST });
    assert.deepEqual([reply.status, reply.code], [401, 'unauthorized-401']);
  });
});

describe('purchases as browser forms', () => {
  const GOOD = { type: '6', terms: 'true', agreement: AGREED.agreement };
  const send = (fields: Record<string, string>, options: Parameters<typeof call>[2] = {}) =>
    call('POST', '/payment/subscribe', {
      cookie: student.cookie,
      body: new URLSearchParams(fields),
      ...options,
    });

  for (const [what, change] of [
    ['Y11: type 7', { type: '7' }],
    ['Y11: type "3 "', { type: '3 ' }],
    ['no tick', { terms: '' }],
    ['another agreement', { agreement: '0' }],
    ['a price', { price: '1' }],
    ['Y7: a card', { cardNumber: CARD }],
  ] as const) {
    test(`${what} leads back to the account`, async () => {
      const before = await snapshot();
      const reply = await send({ ...GOOD, ...change });
      assert.deepEqual(
        [reply.status, reply.location],
        [303, '/account?selected=subscription&state=error'],
      );
      assert.equal(await snapshot(), before);
    });
  }

  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    // Each in one thing: host, scheme, port.
    { 'sec-fetch-site': '', origin: shop.server.origin.replace('127.0.0.1', 'evil.test') },
    { 'sec-fetch-site': '', origin: shop.server.origin.replace('http:', 'https:') },
    { 'sec-fetch-site': '', origin: shop.server.origin.replace(/:\d+$/, ':1') },
  ]) {
    test(`Y12: from another site ${JSON.stringify(headers)}`, async () => {
      const before = await snapshot();
      const reply = await send(GOOD, { headers });
      assert.deepEqual([reply.status, reply.code], [403, 'forbidden-403']);
      assert.equal(await snapshot(), before);
    });
  }

  test('a guest is led to the sign-in and back to the purchase', async () => {
    const reply = await call('POST', '/payment/education', {
      body: new URLSearchParams({ terms: 'true', agreement: AGREED.agreement }),
    });
    assert.equal(reply.status, 303);
    assert.equal(reply.location, '/auth/login?redirect=%2Faccount%3Fselected%3Deducation');
  });

  test('JSON is no form, and a form no JSON', async () => {
    const asJson = await call('POST', '/payment/subscribe', {
      cookie: student.cookie,
      body: REQUEST,
    });
    assert.equal(asJson.code, 'media-type-415');
    const asForm = await call('PUT', '/payment/subscribe', {
      cookie: student.cookie,
      body: new URLSearchParams(GOOD),
    });
    assert.equal(asForm.code, 'media-type-415');
  });

  test('a good form leads to the page of the provider, by its origin alone too', async () => {
    const headers = { 'sec-fetch-site': '', origin: shop.server.origin };
    const reply = await send(GOOD, { headers });
    assert.equal(reply.status, 303);
    assert.equal(new URL(reply.location ?? '').origin, shop.iyzico.url);
    const order = (await shop.rows('purchase')).at(-1);
    assert.equal(order?.product, '6-months');
    assert.equal(order?.amount, 390_000);
  });
});

test('Y7: nothing of a card is stored anywhere, or logged', async () => {
  assert.ok(!logged.join('').includes(CARD));
  assert.ok(!logged.join('').includes('10000000146'), 'nor an identity');
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(context.db);
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.id(name)} t where t::text like ${`%${CARD}%`}`.execute(context.db);
    assert.equal(rows[0]?.count, 0, name);
  }
});
