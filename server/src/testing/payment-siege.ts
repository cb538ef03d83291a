import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { createIyzico } from '../connectors/iyzico/iyzico.ts';
import { registerMoneyRoutes } from '../modules/admin/money-routes.ts';
import { findSeller, issueCreditNote, issueInvoice } from '../modules/invoices/index.ts';
import {
  findOrder,
  openPayments,
  type PaymentOptions,
  type Payments,
} from '../modules/payments/index.ts';
import { createClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import { loadKeys } from '../platform/keys.ts';
import { type Tidy, testContext } from '../platform/testing.ts';
import { type BackOffice, startBackOffice } from './back-office.ts';
import { seeded } from './bars.ts';
import {
  IYZICO_CARDS,
  type IyzicoFaults,
  type IyzicoNotice,
  type IyzicoServer,
  startIyzicoServer,
} from './iyzico-server.ts';
import { assertNumbers } from './payment-histories.ts';
import { plantPerson } from './people.ts';
import { spawnEntry } from './spawn-server.ts';

// People buy from a server that is killed repeatedly. Meanwhile the provider hangs after charges; sends notices late,
// twice, out of order and about foreign payments; charges pages twice and too late; answers with other payments and
// amounts; and is used in its own panel. Hours and days pass between two runs of the server.

const ENTRY = path.join(import.meta.dirname, 'payment-process.ts');
const AGREED = { terms: true, agreement: LEGAL_TEXTS.agreement.version };
const BUYERS = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Time-out of the provider's calls in the server; hanging calls take most of the run's time. */
const TIMEOUT_MS = 300;

/** Results of a run. */
export interface SiegeFigures {
  readonly orders: number;
  readonly charges: number;
  /** Number of lines in the provider's list. */
  readonly lines: number;
  readonly paid: number;
  readonly refunded: number;
  readonly kills: number;
  /** Number of orders under review, and of other reviews by kind. */
  readonly inReview: number;
  readonly reviews: Readonly<Record<string, number>>;
}

/** Runs until there are `orders` orders, and compares the provider's ledger with ours, row by row. */
export async function besiege(
  t: Tidy,
  options: { readonly orders: number; readonly ordersOfLife: number; readonly seed: number },
): Promise<SiegeFigures> {
  const { orders, ordersOfLife } = options;
  const random = seeded(options.seed);
  let offsetMs = 0;
  const clock = { ...createClock(), now: () => Date.now() + offsetMs };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-siege-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const keysFile = path.join(folder, 'keys.json');
  const made = await testContext(t, { clock, env: { KEYS_FILE: keysFile } });
  const context = { ...made, keys: await loadKeys(made.config) };
  const { db, address } = context;
  assert.ok('host' in address);

  let origin: string | null = null;
  let due: { actionsLeft: number; act(this: void): void } | null = null;
  const iyzico = await startIyzicoServer(t, {
    now: () => clock.now(),
    watch() {
      if (!due) return;
      due.actionsLeft -= 1;
      if (due.actionsLeft <= 0) due.act();
    },
    noticeUrl: () => `${origin ?? 'http://127.0.0.1:9'}/api/payment/webhook/iyzico`,
  });
  iyzico.faults.notices = 'hold';
  iyzico.faults.pageLines = 7;
  const { url, apiKey, secretKey } = iyzico;
  const provider = createIyzico({ url, apiKey, secretKey, clock, timeoutMs: 5000 });
  const payments = openPayments(context, {
    provider,
    seller: findSeller(context.config),
    tell: async () => true,
    onPaid: (trx, paid) => issueInvoice(trx, paid, context),
    onRefunded: (trx, refund) => issueCreditNote(trx, refund, context),
  });
  const crowd = createCrowd({
    iyzico,
    random,
    origin: () => origin,
    person: (rights) => plantPerson(context, { rights }),
  });
  const countOrders = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from purchase`.execute(db);
    return rows[0]?.n ?? 0;
  };

  let kills = 0;
  while ((await countOrders()) < orders) {
    const args = ['--host', address.host, '--database', address.database, '--keys', keysFile];
    const bank = ['--iyzico', url, '--key', apiKey, '--secret', secretKey];
    const time = ['--offset', String(offsetMs), '--timeout', String(TIMEOUT_MS)];
    const server = spawnEntry(ENTRY, [...args, ...bank, ...time]);
    origin = await server.address;
    let killed: Promise<void> | undefined;
    const act = (): void => {
      origin = null;
      killed ??= server.kill();
    };
    due = { actionsLeft: Math.ceil(random() * ordersOfLife * 3), act };
    await crowd.live(ordersOfLife);
    due = null;
    act();
    await killed;
    kills += 1;
    Object.assign(iyzico.faults, { answers: 'well', only: '' });
    await meddle(db, iyzico, payments, random);
    offsetMs += Math.ceil((random() < 0.3 ? 24 * HOUR_MS : 40 * MINUTE_MS) * (0.5 + random()));
    crowd.chargeLate();
    if (random() < 0.4) await compare(payments);
  }

  // The provider has no more faults and sends all held notices; every page expires.
  const args = ['--host', address.host, '--database', address.database, '--keys', keysFile];
  const bank = ['--iyzico', url, '--key', apiKey, '--secret', secretKey];
  const server = spawnEntry(ENTRY, [...args, ...bank, '--offset', String(offsetMs)]);
  origin = await server.address;
  await crowd.tellAll();
  await server.kill();
  for (let day = 0; day < 4; day += 1) {
    offsetMs += 26 * HOUR_MS;
    await compare(payments);
  }
  assert.ok(await compare(payments), 'the list is compared to its end');
  const office = await startBackOffice(
    t,
    (web) => registerMoneyRoutes(web, openPayments(web.context, { provider } as PaymentOptions)),
    { database: { address, db }, startMs: clock.now() },
  );
  return { kills, ...(await assertAgreement(db, iyzico, office)) };
}

/** Runs a reconciliation with the comparison; returns whether the list was judged completely. */
async function compare(payments: Payments): Promise<boolean> {
  const run = await payments.reconcile({ anyway: true, compares: true });
  return (await run?.done)?.compared?.isWhole === true;
}

interface Crowd {
  /** Lets people buy until `people` have tried, or no server runs any more. */
  live(this: void, people: number): Promise<void>;
  /** Charges some of the pages that expired unpaid. */
  chargeLate(this: void): void;
  /** Delivers every held notice, in any order. */
  tellAll(this: void): Promise<void>;
}

const FAULTS: readonly IyzicoFaults['answers'][] = [
  'well',
  'well',
  'well',
  'well',
  'well',
  'act-and-cut',
  'act-and-cut',
  'act-and-hang',
  'hang',
  'cut',
  '5xx',
  'wrong-signature',
];
const WHERE = ['', '/detail', '/detail', 'payment/refund', '/reporting/', '/initialize/'];

function createCrowd(of: {
  readonly iyzico: IyzicoServer;
  readonly random: () => number;
  readonly origin: () => string | null;
  readonly person: (rights: readonly 'lesson'[]) => Promise<{ readonly cookie: string }>;
}): Crowd {
  const { iyzico, random, origin } = of;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const paid: string[] = [];
  const unpaid: string[] = [];
  const held: IyzicoNotice[] = [];
  let seen = 0;

  /** Delivers some new notices at once, perhaps several times, some later, some never. */
  async function tell(): Promise<void> {
    const fresh = iyzico.notices.slice(seen);
    seen = iyzico.notices.length;
    if (random() < 0.08) fresh.push(makeForeign());
    const now: IyzicoNotice[] = [];
    for (const notice of fresh) {
      const fate = random();
      if (fate < 0.45) now.push(...Array.from({ length: random() < 0.2 ? 3 : 1 }, () => notice));
      else if (fate < 0.85) held.push(notice);
    }
    if (held.length > 0 && random() < 0.4) {
      now.push(...held.splice(Math.floor(random() * held.length), 1));
    }
    await Promise.all(now.map((notice) => iyzico.deliver(notice).catch(() => held.push(notice))));
  }

  /** Returns a notice about a foreign page or payment, or a payment of another page. */
  function makeForeign(): IyzicoNotice {
    const fate = random();
    const token = pick(paid) ?? 'none';
    if (fate < 0.3) return iyzico.makeNotice(`stray-${Math.floor(random() * 1e9)}`, '4711');
    if (fate < 0.5) return iyzico.makeNotice(token, iyzico.panel.charge(1000));
    return iyzico.makeNotice(token, pick(iyzico.captured)?.paymentId ?? '0');
  }

  async function send(call: string, request: RequestInit): Promise<Response | null> {
    const place = origin();
    if (place === null) return null;
    try {
      const signal = AbortSignal.timeout(10_000);
      return await fetch(`${place}/api/payment/${call}`, { ...request, signal });
    } catch {
      return null;
    }
  }

  async function order(): Promise<string | null> {
    const hasLesson = random() < 0.6;
    const { cookie } = await of.person(hasLesson ? ['lesson'] : []);
    const body = hasLesson ? { type: random() < 0.5 ? 3 : 6, ...AGREED } : AGREED;
    for (let tries = 0; tries < 3; tries += 1) {
      const reply = await send(hasLesson ? 'subscribe' : 'education', {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(body),
      });
      if (reply?.status !== 200) continue;
      const { url } = (await reply.json()) as { url: string };
      return new URL(url).searchParams.get('token');
    }
    return null;
  }

  /** Plays a buyer's action on the page, and the provider's reaction. */
  function pay(token: string): boolean {
    const fate = random();
    if (fate < 0.1) {
      unpaid.push(token);
      return false;
    }
    if (fate < 0.16) return iyzico.pay(token, IYZICO_CARDS.noFunds).kind === 'back';
    const other = pick(paid);
    if (fate < 0.19 && other !== undefined) {
      iyzico.confuse(token, other);
      return true;
    }
    const card = random() < 0.03 ? IYZICO_CARDS.notRefundable : IYZICO_CARDS.good;
    if (iyzico.pay(token, card).kind !== 'back') return false;
    paid.push(token);
    if (fate < 0.21) iyzico.misstate(token, { paidPrice: pick(['39,00', '1', '']) ?? '' });
    else if (fate < 0.23) iyzico.misstate(token, { currency: 'USD' });
    else if (fate < 0.27) iyzico.panel.payAgain(token);
    const line = iyzico.listed.at(-1);
    if (line && fate > 0.97) iyzico.panel.spoil(line.id, 'lost');
    else if (line && fate > 0.95) iyzico.panel.spoil(line.id, { written: '1.234,00' });
    return true;
  }

  async function buyOne(): Promise<void> {
    if (random() < 0.15) {
      iyzico.faults.answers = pick(FAULTS) ?? 'well';
      iyzico.faults.only = pick(WHERE) ?? '';
    }
    const token = await order();
    if (token !== null && pay(token) && random() < 0.6) {
      await send('return/iyzico', {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams({ token }),
      });
    }
    await tell();
  }

  return {
    async live(people) {
      let left = people;
      const buyer = async (): Promise<void> => {
        while (left > 0 && origin() !== null) {
          left -= 1;
          await buyOne();
        }
      };
      await Promise.all(Array.from({ length: BUYERS }, buyer));
    },
    chargeLate() {
      for (const token of unpaid.splice(0)) {
        if (random() < 0.5) iyzico.panel.chargeLate(token);
      }
    },
    async tellAll() {
      const rest = [...held.splice(0), ...iyzico.notices.slice(seen)];
      const shuffled = rest
        .map((notice) => ({ notice, at: random() }))
        .toSorted((a, b) => a.at - b.at);
      for (const { notice } of shuffled) await iyzico.deliver(notice);
    },
  };
}

/** Plays the actions of the merchant's people in the provider's panel and in our back office, and of banks. */
async function meddle(
  db: Db,
  iyzico: IyzicoServer,
  payments: Payments,
  random: () => number,
): Promise<void> {
  const { panel } = iyzico;
  const untouched = (): string | undefined => {
    const back = new Set([
      ...iyzico.refunded.map(({ paymentId }) => paymentId),
      ...iyzico.listed.flatMap(({ type, paymentId }) => (type === 'CHARGEBACK' ? [paymentId] : [])),
    ]);
    const left = iyzico.captured.filter(({ paymentId }) => !back.has(paymentId));
    return left[Math.floor(random() * left.length)]?.paymentId;
  };
  const actions: readonly ((paymentId: string) => unknown)[] = [
    (paymentId) => panel.refund(paymentId),
    (paymentId) => panel.refund(paymentId, 10_000),
    (paymentId) => panel.chargeback(paymentId),
    () => panel.charge(5000),
  ];
  for (const action of actions) {
    const paymentId = untouched();
    if (paymentId !== undefined && random() < 0.5) action(paymentId);
  }
  const { rows } = await sql<{ id: number }>`
    select purchase_id as id from purchase_head where state = 'paid'`.execute(db);
  for (const { id } of rows.filter(() => random() < 0.02)) {
    await payments.beginRefund(db, { orderId: id, reason: 'İstedi', by: 'ADMIN' });
    // The reconciliation finishes the other half.
    if (random() < 0.5) await payments.finishRefund(id);
  }
}

interface Row {
  readonly orderId: number;
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly role: string;
}

/** Asserts that the provider's ledger agrees with ours, and that the back office shows each difference. */
async function assertAgreement(
  db: Db,
  iyzico: IyzicoServer,
  office: BackOffice,
): Promise<Omit<SiegeFigures, 'kills'>> {
  const { rows: captured } = await sql<Row>`
    select purchase_id as "orderId", payment_id as "paymentId", amount, currency, role
    from captured_payment order by id`.execute(db);
  const { rows: purchases } = await sql<{ id: number; state: string; watched: boolean }>`
    select purchase_id as id, state, watched from purchase_head order by 1`.execute(db);
  const orders = new Map<number, NonNullable<Awaited<ReturnType<typeof findOrder>>>>();
  for (const { id, state, watched } of purchases) {
    const order = await findOrder(db, id);
    assert.ok(order);
    orders.set(id, order);
    assert.equal(order.view.state, state, order.number);
    assert.equal(watched, false, `${order.number} waits for nothing`);
    assert.ok(!['unknown', 'open', 'refunding'].includes(state), `${order.number} is ${state}`);
  }
  const refundOf = ({ orderId, paymentId }: Row) =>
    orders
      .get(orderId)
      ?.view.refunds.find((one) => one.paymentId === paymentId && one.state !== 'refused');

  const rowOf = new Map(captured.map((row) => [row.paymentId, row]));
  const differs = new Set<string>();
  for (const line of iyzico.listed) {
    const { type, id, paymentId, amountKurus, currency, written } = line;
    const row = rowOf.get(paymentId);
    const key = type === 'PAYMENT' ? `charge ${paymentId}` : `line ${type} ${id}`;
    const isSame = row?.amount === amountKurus && row.currency === currency;
    if (written !== undefined || type === 'CHARGEBACK') differs.add(key);
    // A captured payment with an unreadable amount has put its order under review already.
    else if (type === 'PAYMENT' && !isSame && row?.amount !== 0) differs.add(key);
    else if (type === 'REFUND' && (!row || !isOurs(refundOf(row)))) differs.add(key);
  }
  for (const row of captured) {
    const lines = iyzico.listed.filter((line) => line.paymentId === row.paymentId);
    if (!lines.some(({ type }) => type === 'PAYMENT'))
      differs.add(`missing charge ${row.paymentId}`);
    const refund = refundOf(row);
    assert.ok(refund === undefined || refund.state === 'done', `${row.paymentId} is paid back`);
    const back = lines
      .filter(({ type }) => type === 'REFUND')
      .reduce((sum, { amountKurus }) => sum + amountKurus, 0);
    if (isOurs(refund)) assert.equal(back, row.amount, `${row.paymentId} went back whole`);
    if (row.role === 'surplus' && !refund) differs.add(`surplus ${row.paymentId}`);
  }
  const { rows: found } = await sql<{ id: number; key: string; kind: string }>`
    select id, key, kind from payment_review order by id`.execute(db);
  const strays = found.filter(({ kind }) => kind === 'stray');
  const others = found.filter(({ kind }) => kind !== 'stray').map(({ key }) => key);
  // A surplus payment that was kept at first and refunded later has a review that no longer applies.
  const settled = (key: string): boolean => key.startsWith('surplus ') && !differs.has(key);
  assert.deepEqual(
    others.filter((key) => !settled(key)).toSorted(),
    [...differs].toSorted(),
    'each difference is a review, once, and nothing else is one',
  );

  const shown = await readAll(office, '/admin/reviews?which=open', 'reviews');
  assert.deepEqual(
    shown.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    found.map(({ id }) => id),
    'the back office shows every review',
  );
  const inReview = await readAll(office, '/admin/orders?state=review', 'orders');
  const ofState = (state: string) => purchases.filter((one) => one.state === state);
  assert.equal(inReview.length, ofState('review').length);
  for (const { id } of ofState('paid')) await assertPaid(db, id);
  for (const { id } of ofState('refunded')) await assertRefunded(db, id);
  await assertNumbers(db);
  const kinds = [...new Set(found.map(({ kind }) => kind))].toSorted();
  return {
    orders: purchases.length,
    charges: iyzico.captured.length,
    lines: iyzico.listed.length,
    paid: ofState('paid').length,
    refunded: ofState('refunded').length,
    inReview: inReview.length,
    reviews: {
      ...Object.fromEntries(
        kinds.map((kind) => [kind, found.filter((one) => one.kind === kind).length]),
      ),
      stray: strays.length,
    },
  };
}

/** Returns whether this product requested a refund, and not a person in the provider's panel. */
function isOurs(refund: { readonly where: string | null } | undefined): boolean {
  return refund !== undefined && refund.where !== 'provider';
}

/** Returns every row of a list of the back office, page by page. */
async function readAll(
  office: BackOffice,
  address: string,
  name: string,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let after: string | null = '';
  while (after !== null) {
    const { status, body } = await office.ask('GET', after ? `${address}&after=${after}` : address);
    assert.equal(status, 200, address);
    const page = body as Record<string, Record<string, unknown>[]> & { next: string | null };
    rows.push(...(page[name] ?? []));
    after = page.next;
  }
  return rows;
}

async function standing(db: Db, orderId: number) {
  const { rows } = await sql<{
    given: number;
    standing: number;
    invoices: number;
    credits: number;
  }>`
    select (select count(*)::int from entitlement where origin = ${`order:${orderId}`}) as given,
      (select count(*)::int from entitlement left join entitlement_end on entitlement_id = id
        where origin = ${`order:${orderId}`} and ended_at is null) as standing,
      (select count(*)::int from invoice
        where purchase_id = ${orderId} and kind = 'invoice') as invoices,
      (select count(*)::int from invoice
        where purchase_id = ${orderId} and kind = 'credit-note') as credits`.execute(db);
  return rows[0];
}

/** Asserts one right in force, one invoice and no credit note. */
async function assertPaid(db: Db, orderId: number): Promise<void> {
  const found = await standing(db, orderId);
  assert.deepEqual(found, { given: 1, standing: 1, invoices: 1, credits: 0 }, `order ${orderId}`);
}

/** Asserts that no right is in force, and that every invoice has its credit note. */
async function assertRefunded(db: Db, orderId: number): Promise<void> {
  const found = await standing(db, orderId);
  assert.equal(found?.standing, 0, `order ${orderId}`);
  assert.equal(found?.credits, found?.invoices, `order ${orderId}`);
}
