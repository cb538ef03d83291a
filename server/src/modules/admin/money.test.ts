import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LIMITS } from '@rasat/contract';
import { sql } from 'kysely';
import { type PlantedAdmin, plantAdmin, readAudit, uidOf } from '../../testing/back-office.ts';
import { until } from '../../testing/eventually.ts';
import type { PlantedPerson } from '../../testing/people.ts';
import { type ShopAnswer, startShop } from '../../testing/shop.ts';
import { createPerson } from '../accounts/index.ts';
import { readRights } from '../rights/index.ts';
import { registerMoneyRoutes } from './money-routes.ts';
import { registerPeopleRoutes } from './people-routes.ts';
import { registerSummaryRoutes } from './summary-routes.ts';

// Money as the back office sees and moves it, over an iyzico that speaks its documented format.

const DAY = 86_400_000;
const shop = await startShop(
  { after },
  {
    routes: (web, payments) => {
      registerMoneyRoutes(web, payments);
      registerPeopleRoutes(web, []);
      registerSummaryRoutes(web);
    },
  },
);
const { context, clock, iyzico } = shop;
let admin: PlantedAdmin;
before(async () => {
  admin = await plantAdmin(context, clock);
});

const ask = (method: string, path: string, body?: unknown): Promise<ShopAnswer> =>
  shop.call(method, path, { cookie: admin.cookie, ...(body !== undefined && { body }) });

interface Bought {
  readonly person: PlantedPerson;
  readonly uid: string;
  readonly number: string;
}

/** Plants a buyer of the education; the order is paid unless `leave` is set. */
async function purchase(leave = false): Promise<Bought> {
  const person = await shop.person();
  const token = await shop.order(person);
  if (!leave) {
    iyzico.pay(token);
    await shop.comeBack(token);
  }
  const uid = await uidOf(context, person.id);
  const { body } = await ask('GET', `/admin/people/${uid}`);
  const [order] = body.orders as { number: string; state: string }[];
  assert.equal(order?.state, leave ? 'open' : 'paid');
  return { person, uid, number: order?.number ?? '' };
}

const refund = async (number: string, body: object = {}): Promise<ShopAnswer> =>
  ask('POST', `/admin/orders/${number}/refund`, {
    reason: 'Vazgeçti',
    code: await admin.freshCode(),
    ...body,
  });
const orderOf = async (number: string) => (await ask('GET', `/admin/orders/${number}`)).body;
const numbers = async (query: string): Promise<string[]> => {
  const { body } = await ask('GET', `/admin/orders?${query}`);
  return (body.orders as { number: string }[]).map(({ number }) => number);
};

describe('an order', () => {
  test('is found by its number, the end of it, and by its buyer; is shown with all that happened', async () => {
    await purchase();
    const { number, uid, person } = await purchase();
    const end = number.slice(-6);
    for (const search of [number, number.toLowerCase(), end, person.mail, uid]) {
      assert.deepEqual(await numbers(`search=${encodeURIComponent(search)}`), [number], search);
    }
    assert.ok((await numbers('state=paid')).includes(number));
    assert.ok(!(await numbers('state=refunded')).includes(number));
    assert.deepEqual(await numbers(`search=${number}&state=failed`), []);

    const order = await orderOf(number);
    assert.deepEqual(
      [order.state, order.amount, Number(order.net) + Number(order.vat), order.refundable],
      ['paid', 1_250_000, 1_250_000, true],
    );
    const kinds = (order.events as { kind: string }[]).map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(0, 2), ['attempt-begun', 'page-opened']);
    assert.ok(kinds.includes('captured') && kinds.includes('granted'));
    const [invoice] = order.invoices as { kind: string }[];
    assert.equal(invoice?.kind, 'invoice');
    const grant = order.grant as { end: unknown; ended: unknown };
    assert.deepEqual([grant.end, grant.ended], [null, null]);
    const token = (await shop.rows('payment_page')).map((row) => String(row.token));
    assert.ok(
      token.every((one) => !JSON.stringify(order).includes(one)),
      'a page is its buyer’s',
    );
    assert.equal((await ask('GET', '/admin/orders/RS-2020-999999')).code, 'not-found-404');
    assert.equal((await ask('GET', '/admin/orders/999999')).code, 'bad-fields-400');

    const { body } = await ask('GET', `/admin/people/${uid}`);
    const [given] = body.grants as Record<string, unknown>[];
    assert.deepEqual([given?.origin, given?.order], ['order', number]);
    const [paper] = body.invoices as Record<string, unknown>[];
    assert.equal(paper?.order, number);
  });

  test('stays when its buyer is gone, and names no person', async () => {
    const { number, person } = await purchase();
    await sql`update purchase set person_id = null where number = ${number}`.execute(context.db);
    const order = await orderOf(number);
    assert.equal(order.person, null);
    assert.ok(!JSON.stringify(order).includes(person.mail));
    assert.deepEqual(await numbers(`search=${number}`), [number]);
  });

  test('is listed fifty at a time, the newest first', async () => {
    const buyer = await createPerson(
      context.db,
      context.keys,
      {
        mail: 'cok.siparis@rasat.example',
        passwordHash: 'none',
        name: 'Çok',
        surname: 'Siparişli',
        identity: '1',
        gsm: '+905550000000',
        country: 'TR',
        city: 'x',
        district: 'x',
        address: 'x',
        language: 'tr',
      },
      clock.now(),
    );
    await sql`with made as (
      insert into purchase (number, person_id, product, amount, vat_rate, currency, agreement_version,
        agreement_sha256, refund_version, refund_sha256, provider, created_at)
      select 'RS-2026-9' || lpad(n::text, 6, '0'), ${buyer}, 'lesson', 100, 20, 'TRY', '1', sha256(''), '1',
        sha256(''), 'iyzico', n from generate_series(1, 60) n returning id, person_id)
      insert into purchase_head (purchase_id, person_id, purchase, state, version, watched, changed_at)
      select id, person_id, 'education', 'expired', 0, false, 1 from made`.execute(context.db);
    const first = (await ask('GET', '/admin/orders?search=siparişli')).body;
    const orders = first.orders as { number: string }[];
    assert.equal(orders.length, LIMITS.adminRows);
    assert.equal(orders[0]?.number, 'RS-2026-9000060');
    const rest = (await ask('GET', `/admin/orders?search=siparişli&after=${String(first.next)}`))
      .body;
    assert.equal((rest.orders as unknown[]).length, 10);
    assert.equal(rest.next, null);
  });
});

describe('a refund', () => {
  test('ends what was given and pays back, once, with a credit note and a row of the log', async () => {
    const { number, person } = await purchase();
    const done = await refund(number);
    assert.deepEqual([done.status, done.body.state], [200, 'refunded']);
    assert.equal((await readRights(context.db, person.id, clock.now())).student, false);
    const order = await orderOf(number);
    assert.equal(order.refundable, false);
    assert.deepEqual(
      (order.invoices as { kind: string }[]).map(({ kind }) => kind),
      ['invoice', 'credit-note'],
    );
    const [row] = order.refunds as Record<string, unknown>[];
    assert.deepEqual(
      [row?.reason, row?.by, row?.amount, row?.state],
      ['Vazgeçti', admin.uid, 1_250_000, 'done'],
    );
    const log = (await readAudit(context)).at(-1);
    assert.deepEqual(
      [log?.action, log?.subject, log?.detail],
      ['order.refund', `order:${number}`, { reason: 'Vazgeçti' }],
    );
    const paidBack = iyzico.refunded.length;
    assert.equal((await refund(number)).code, 'conflict-409');
    assert.equal(iyzico.refunded.length, paidBack);
    assert.equal((await readAudit(context)).at(-1)?.id, log?.id, 'a refused action is not logged');
    const { body } = await ask('GET', `/admin/people/${await uidOf(context, person.id)}`);
    const [grant] = body.grants as Record<string, unknown>[];
    assert.deepEqual([grant?.running, grant?.endReason], [false, 'refund']);
  });

  test('stands though the provider says nothing, and a reconciliation goes on with it', async () => {
    const { number, person } = await purchase();
    iyzico.faults.answers = 'cut';
    const begun = await refund(number);
    iyzico.faults.answers = 'well';
    assert.deepEqual([begun.status, begun.body.state], [200, 'refunding']);
    assert.equal((await readRights(context.db, person.id, clock.now())).student, false);
    assert.equal((await readAudit(context)).at(-1)?.subject, `order:${number}`);
    assert.equal((await refund(number)).code, 'conflict-409');
    assert.equal((await ask('POST', '/admin/reconciliations', {})).status, 200);
    await until('the order is refunded', async () => (await orderOf(number)).state === 'refunded');
    await until('the reconciliation has ended', async () => {
      const { body } = await ask('GET', '/admin/reconciliations');
      const [run] = body.runs as Record<string, unknown>[];
      return run?.finished !== null && Number(run?.changed) === 1;
    });
    assert.equal((await readAudit(context)).at(-1)?.action, 'reconciliation.start');
  });

  test('is for an order whose money was taken', async () => {
    const { number } = await purchase(true);
    assert.equal((await refund(number)).code, 'conflict-409');
    assert.equal((await refund('RS-2020-999999')).code, 'not-found-404');
  });
});

describe('without a fresh code', () => {
  const actions = async (): Promise<readonly (readonly [string, string, object])[]> => {
    const { number, uid } = await purchase();
    const { body } = await ask('GET', `/admin/people/${uid}`);
    const [grant] = body.grants as { id: number }[];
    return [
      ['refund', `/admin/orders/${number}/refund`, { reason: 'x' }],
      ['end of a right', `/admin/people/${uid}/grants/${grant?.id}/end`, { reason: 'x' }],
      ['grant', `/admin/people/${uid}/grants`, { right: 'subscription', months: 3, reason: 'x' }],
      ['price', '/admin/prices', { changes: [{ product: 'lesson', amount: 100 }], from: null }],
    ];
  };

  test('no money and no right moves with any other code', async () => {
    const all = await actions();
    const used = await admin.freshCode();
    const spend = await ask('POST', '/admin/prices', {
      changes: [{ product: '3-months', amount: 230_000 }],
      from: null,
      code: used,
    });
    assert.equal(spend.status, 200);
    const stale = await admin.freshCode();
    await clock.advance(90_000);
    const before = await snapshot();
    for (const [what, path, body] of all) {
      for (const [code, expected] of [
        [undefined, 'bad-fields-400'],
        ['', 'bad-fields-400'],
        ['12345', 'bad-fields-400'],
        [stale, 'token-not-match-400'],
        [used, 'token-not-match-400'],
      ] as const) {
        const answer = await ask('POST', path, { ...body, ...(code !== undefined && { code }) });
        assert.deepEqual(
          [answer.code, answer.field],
          [expected, 'code'],
          `${what} ${String(code)}`,
        );
      }
    }
    assert.equal(await snapshot(), before);
  });
});

describe('prices', () => {
  interface Prices {
    readonly products: readonly {
      readonly product: string;
      readonly amount: number;
      readonly next: { readonly amount: number; readonly from: number } | null;
    }[];
    readonly changes: readonly Record<string, unknown>[];
  }
  const read = async () => (await ask('GET', '/admin/prices')).body as unknown as Prices;
  const priceOf = async (product: string) =>
    (await read()).products.find((one) => one.product === product);
  const offered = async (product: string) => {
    const { body } = await ask('GET', '/payment/offers');
    return (body.products as { product: string; amount: number }[]).find(
      (one) => one.product === product,
    )?.amount;
  };
  const set = async (changes: unknown, from: number | null = null): Promise<ShopAnswer> =>
    ask('POST', '/admin/prices', { changes, from, code: await admin.freshCode() });

  test('change at once, or from a later moment on, and the history says who did it', async () => {
    assert.equal((await set([{ product: '6-months', amount: 420_000 }])).status, 200);
    assert.equal(await offered('6-months'), 420_000);
    const fromMs = clock.now() + 20 * 60_000;
    assert.equal((await set([{ product: '6-months', amount: 450_000 }], fromMs)).status, 200);
    assert.deepEqual((await priceOf('6-months'))?.next, { amount: 450_000, from: fromMs });
    assert.equal(await offered('6-months'), 420_000);
    // A later change from the same moment takes its place.
    assert.equal((await set([{ product: '6-months', amount: 460_000 }], fromMs)).status, 200);
    assert.deepEqual((await priceOf('6-months'))?.next, { amount: 460_000, from: fromMs });
    await clock.advance(20 * 60_000);
    assert.equal(await offered('6-months'), 460_000);
    const price = await priceOf('6-months');
    assert.deepEqual([price?.amount, price?.next], [460_000, null]);
    const [last, before, first] = (await read()).changes;
    assert.deepEqual(
      [last?.amount, last?.previous, before?.previous, first?.amount, first?.previous],
      [460_000, 450_000, 420_000, 420_000, 390_000],
    );
    assert.deepEqual(last?.by, { uid: admin.uid, name: 'Ada', surname: 'Deneme' });
    const row = (await readAudit(context)).at(-1);
    assert.deepEqual(
      [row?.action, row?.subject, row?.detail],
      ['price.set', 'price:6-months', { amount: 460_000, previous: 450_000, from: fromMs }],
    );
  });

  test('of orders that have begun stay as they were', async () => {
    const { number } = await purchase(true);
    const { amount } = await orderOf(number);
    assert.equal((await set([{ product: 'lesson', amount: 1_300_000 }])).status, 200);
    assert.equal((await orderOf(number)).amount, amount);
    assert.equal((await set([{ product: 'lesson', amount: 1_250_000 }])).status, 200);
  });

  test('are all set or none, within reason', async () => {
    const before = JSON.stringify(await read());
    const nowMs = clock.now();
    for (const [changes, from, code, field] of [
      [[], null, 'bad-fields-400', 'changes'],
      [[{ product: 'lesson', amount: 0 }], null, 'bad-fields-400', 'changes'],
      [[{ product: 'lesson', amount: 99.5 }], null, 'bad-fields-400', 'changes'],
      [
        [{ product: 'lesson', amount: LIMITS.priceMaxKurus + 1 }],
        null,
        'bad-fields-400',
        'changes',
      ],
      [[{ product: 'gold', amount: 500 }], null, 'bad-fields-400', 'changes'],
      [[{ product: 'lesson', amount: 500 }], nowMs - DAY, 'bad-fields-400', 'from'],
      [[{ product: 'lesson', amount: 500 }], nowMs + 400 * DAY, 'bad-fields-400', 'from'],
      [
        [
          { product: 'lesson', amount: 500 },
          { product: 'lesson', amount: 600 },
        ],
        null,
        'bad-fields-400',
        'changes',
      ],
      [
        [
          { product: 'lesson', amount: 500 },
          { product: '6-months', amount: 460_000 },
        ],
        null,
        'conflict-409',
        undefined,
      ],
    ] as const) {
      const answer = await set(changes, from);
      assert.deepEqual([answer.code, answer.field], [code, field], JSON.stringify(changes));
    }
    const after = await read();
    const unclocked = (prices: Prices) => ({ ...prices, serverTime: 0 });
    assert.deepEqual(unclocked(after), unclocked(JSON.parse(before) as Prices));
  });
});

test('the side bar counts people, what changed in a week, and what waits', async () => {
  const read = async () => (await ask('GET', '/admin/summary')).body as unknown as Summary;
  const before = await read();
  await purchase();
  const after = await read();
  assert.equal(after.people.registered, before.people.registered + 1);
  assert.equal(after.people.students, before.people.students + 1);
  assert.equal(after.people.week.students, before.people.week.students + 1);
  assert.deepEqual(after.waiting, before.waiting);
  assert.equal(after.idleMinutes, LIMITS.adminIdleMinutes);
});

test('the side bar counts orders without an answer, orders under review, and reviews', async () => {
  const read = async () =>
    ((await ask('GET', '/admin/summary')).body as unknown as Summary).waiting;
  const before = await read();
  const token = await shop.order(await shop.person());
  Object.assign(iyzico.faults, { answers: 'cut', only: '/detail' });
  await shop.comeBack(token);
  Object.assign(iyzico.faults, { answers: 'well', only: '' });
  const asked = await read();
  assert.deepEqual(asked, {
    ...before,
    orders: before.orders + 1,
    unknown: before.unknown + 1,
  });
  iyzico.pay(token);
  iyzico.misstate(token, { currency: 'USD' });
  await shop.comeBack(token);
  await iyzico.deliver(iyzico.makeNotice('a-page-of-another', '4711'));
  assert.deepEqual(await read(), {
    ...before,
    orders: before.orders + 2,
    inReview: before.inReview + 1,
    reviews: before.reviews + 1,
  });
});

interface Summary {
  readonly people: {
    readonly registered: number;
    readonly students: number;
    readonly week: { readonly students: number };
  };
  readonly waiting: {
    readonly orders: number;
    readonly inReview: number;
    readonly unknown: number;
    readonly reviews: number;
  };
  readonly idleMinutes: number;
}

/** Everything that money and rights are. */
async function snapshot(): Promise<string> {
  const tables = ['price', 'purchase_head', 'provider_event', 'refund', 'entitlement', 'audit'];
  const rows = await Promise.all(
    [...tables, 'entitlement_end'].map(async (table) => [table, await shop.rows(table)]),
  );
  return JSON.stringify(rows);
}
