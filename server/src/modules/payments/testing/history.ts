import assert from 'node:assert/strict';
import { AppError } from '../../../platform/app-error.ts';
import type { ManualClock } from '../../../platform/clock.ts';
import { seeded } from '../../../testing/bars.ts';
import { buy, OPENING_LIMIT_MS, type PurchaseRequest } from '../buy.ts';
import type { Order, PaymentLedger } from '../ledger.ts';
import { foldOrder, type OrderEvent, type OrderTerms, watchedAttempts } from '../order-machine.ts';
import { type PaymentPath, withSteps } from '../payment-path.ts';
import { reconcile } from '../reconcile.ts';
import { beginOrderRefund, driveRefunds } from '../refund.ts';
import { settle } from '../settle.ts';
import { CALM, createFaultyBank, type FaultyBank } from './faulty-bank.ts';

// Histories of orders: people, a faulty bank, an administrator, and a server that dies between any two awaits of the
// payment path. At the end the bank's payments and the ledger must agree.

/** Contents of a ledger about the people of a history. */
export interface Books {
  readonly orders: readonly Order[];
  readonly events: readonly { readonly orderId: number; readonly event: OrderEvent }[];
  readonly grants: readonly {
    /** Order of the grant; null for a right that was given outside any order. */
    readonly orderId: number | null;
    readonly personId: number;
    readonly right: string;
    readonly startsAtMs: number;
    readonly endsAtMs: number | null;
    readonly endedAtMs: number | null;
  }[];
  readonly documents: readonly {
    readonly orderId: number;
    readonly kind: 'invoice' | 'credit-note';
    readonly amountKurus: number;
  }[];
}

/** Mail about an order in the outbox. */
export interface OrderMail {
  readonly template: string;
  readonly orderNumber: string;
  /** Recipient of the mail. */
  readonly personId: number;
}

/** Ledger, people and clock of a history. */
export interface HistoryStage {
  readonly ledger: PaymentLedger;
  readonly people: readonly number[];
  readonly clock: ManualClock;
  /** Grants a right as an administrator does: a subscription continues from the end of the running one. */
  give(personId: number, right: 'lesson' | 'subscription'): Promise<void>;
  /** Erases a person; a stage without this member has no erasures. */
  erase?(personId: number): Promise<void>;
  /** Yields to the other work under way. */
  turn(): Promise<void>;
  read(): Promise<Books>;
  /** Returns every mail to the people, in the order of writing. */
  readMails(): Promise<readonly OrderMail[]>;
}

/** Counts of a history. */
export interface HistoryFigures {
  readonly orders: number;
  readonly captured: number;
  readonly paidBack: number;
  readonly crashes: number;
  readonly review: number;
}

/** Counts before the first history. */
export const NO_FIGURES: HistoryFigures = {
  orders: 0,
  captured: 0,
  paidBack: 0,
  crashes: 0,
  review: 0,
};

/** Adds the counts of two sets of histories. */
export function addFigures(one: HistoryFigures, other: HistoryFigures): HistoryFigures {
  return {
    orders: one.orders + other.orders,
    captured: one.captured + other.captured,
    paidBack: one.paidBack + other.paidBack,
    crashes: one.crashes + other.crashes,
    review: one.review + other.review,
  };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_AT_ONCE = 4;
const PRODUCTS = ['lesson', '3-months', '6-months'] as const;
const PRICES = { lesson: 1_250_000, '3-months': 225_000, '6-months': 390_000 } as const;
/** Refusals that the path may return. */
const REFUSALS =
  /^(subscribed-403|has-lesson-403|unavailable-503|conflict-409|unauthorized-401|card-.*)$/;

class Crash extends Error {}

/** Server process that dies after a number of steps; a dead process does no further work. */
interface Life {
  stepsLeft: number;
  dead: boolean;
}

/** Returns the payment path of a server process. */
function liveOn(path: PaymentPath, life: Life): PaymentPath {
  return withSteps(path, () => {
    if (!life.dead && --life.stepsLeft > 0) return;
    life.dead = true;
    throw new Crash();
  });
}

/**
 * Buys, pays and refunds the course with a server that dies at the given step and is restarted. Checks the books
 * against the bank; returns whether the server died, which it does not once the step number exceeds its steps.
 */
export async function playCrash(stage: HistoryStage, stepsLeft: number): Promise<boolean> {
  const { ledger, clock, people } = stage;
  const [personId = 0] = people;
  const random = (): number => 0.5;
  const now = (): number => clock.now();
  const bank = createFaultyBank({
    random,
    now,
    turn: () => stage.turn(),
    prefix: `crash${stepsLeft}`,
  });
  let ids = 0;
  const plain: PaymentPath = {
    ledger,
    provider: bank.provider,
    clock,
    newId: () => `crash${stepsLeft}-${++ids}`,
    pause: () => stage.turn(),
    onFailure: (error) => {
      throw error;
    },
  };
  let path = liveOn(plain, { stepsLeft, dead: false });
  let isDead = false;
  const untilDone = async (fn: () => Promise<void>): Promise<void> => {
    try {
      await fn();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      isDead = true;
      path = plain;
      // A page that was requested and never opened is given up.
      await clock.advance(OPENING_LIMIT_MS);
      await reconcile(path);
      await fn();
    }
  };
  let url = '';
  await untilDone(async () => {
    ({ url } = await buy(path, requestOf(personId, termsOf('lesson', PRICES.lesson))));
  });
  assert.ok(bank.pay(url));
  const find = async (): Promise<Order> => {
    const order = (await stage.read()).orders.at(-1);
    assert.ok(order);
    return order;
  };
  await untilDone(async () => {
    const { id, view } = await find();
    await settle(path, id, view.attempts.at(-1)?.id ?? '', { kind: 'returned' });
  });
  assert.equal((await find()).view.state, 'paid');
  await untilDone(async () => {
    const { id, view } = await find();
    if (view.refunds.length > 0) return;
    const begun = await beginOrderRefund(path, id, { reason: 'asked for', by: 'ADMIN' });
    await driveRefunds(path, begun);
  });
  assert.equal((await find()).view.state, 'refunded');
  const books = await stage.read();
  assertBooks(books, bank);
  assertMails(books, await stage.readMails());
  return isDead;
}

/** Plays the history of a seed to its end and checks the books against the bank. Throws when they differ. */
export async function playHistory(
  seed: number,
  stage: HistoryStage,
  events: number,
): Promise<HistoryFigures> {
  const random = seeded(seed);
  const turns = async (most: number): Promise<void> => {
    for (let n = Math.floor(random() * most); n > 0; n -= 1) await stage.turn();
  };
  const bank = createFaultyBank({
    random,
    now: () => stage.clock.now(),
    turn: () => turns(6),
    prefix: `bank${seed}`,
  });
  const play = new Play(seed, stage, bank, random, turns);
  for (let i = 0; i < events; i += 1) await play.next();
  await play.calmDown();
  const books = await stage.read();
  assertBooks(books, bank);
  assertMails(books, await stage.readMails());
  for (const { number, view } of books.orders) {
    assert.deepEqual(watchedAttempts(view), [], `${number} waits for nothing`);
  }
  return {
    orders: books.orders.length,
    captured: bank.taken.length,
    paidBack: bank.paidBack.length,
    crashes: play.crashes,
    review: books.orders.filter(({ view }) => view.state === 'review').length,
  };
}

class Play {
  crashes = 0;
  readonly #seed: number;
  readonly #stage: HistoryStage;
  readonly #bank: FaultyBank;
  readonly #random: () => number;
  readonly #turns: (most: number) => Promise<void>;
  readonly #running = new Set<Promise<void>>();
  /** Addresses of pages that people were given. */
  readonly #urls: string[] = [];
  /** Attempts about which the bank will send a notice, perhaps twice and late. */
  readonly #notices: { readonly orderId: number; readonly attemptId: string }[] = [];
  readonly #failed: unknown[] = [];
  #life: Life = { stepsLeft: Number.POSITIVE_INFINITY, dead: false };
  #ids = 0;
  #price = 0;

  constructor(
    seed: number,
    stage: HistoryStage,
    bank: FaultyBank,
    random: () => number,
    turns: (most: number) => Promise<void>,
  ) {
    this.#seed = seed;
    this.#stage = stage;
    this.#bank = bank;
    this.#random = random;
    this.#turns = turns;
  }

  /** Plays the next event; earlier ones may still be under way. */
  async next(): Promise<void> {
    if (this.#life.dead) await this.#restart();
    while (this.#running.size >= MOST_AT_ONCE) await Promise.race(this.#running);
    await this.#happen(this.#random());
    await this.#turns(12);
    const [failure] = this.#failed;
    if (failure !== undefined) throw failure;
  }

  /** Removes the bank's faults, restarts the server and lets five minutes pass. */
  async calmDown(): Promise<void> {
    this.#bank.weather = CALM;
    this.#life.dead = true;
    await this.#restart();
    await this.#stage.clock.advance(5 * MINUTE_MS);
    await reconcile(this.#path(this.#life));
    const { orders } = await this.#stage.read();
    for (const { number, view } of orders) {
      assert.notEqual(view.state, 'unknown', `${number} is unknown after five quiet minutes`);
      assert.ok(
        view.refunds.every(({ state }) => state !== 'asked'),
        `${number}: a refund waits after five quiet minutes`,
      );
    }
    // Every page has expired after an hour: no attempt may still be watched.
    await this.#stage.clock.advance(60 * MINUTE_MS);
    await reconcile(this.#path(this.#life));
    const [failure] = this.#failed;
    if (failure !== undefined) throw failure;
  }

  async #happen(chance: number): Promise<void> {
    const { clock } = this.#stage;
    if (chance < 0.28) this.#buy();
    else if (chance < 0.44) this.#payOrNot();
    else if (chance < 0.62) await this.#comeBack();
    else if (chance < 0.68) this.#run('reconcile', async (path) => void (await reconcile(path)));
    else if (chance < 0.73) await this.#payBack();
    else if (chance < 0.76) this.#life.stepsLeft = 1 + Math.floor(this.#random() * 40);
    else if (chance < 0.8) this.#changeWeather();
    else if (chance < 0.82) this.#price = Math.floor(this.#random() * 3);
    else if (chance < 0.84) await this.#give();
    else if (chance < 0.845) await this.#erase();
    else if (chance < 0.94) await clock.advance(Math.floor(this.#random() * 2 * MINUTE_MS));
    else if (chance < 0.99) await clock.advance(Math.floor(this.#random() * 60 * MINUTE_MS));
    else await clock.advance(Math.floor(this.#random() * 120 * DAY_MS));
  }

  #path(life: Life): PaymentPath {
    const { ledger, clock } = this.#stage;
    const path: PaymentPath = {
      ledger,
      provider: this.#bank.provider,
      clock,
      newId: () => `h${this.#seed}-${++this.#ids}`,
      pause: () => this.#turns(4),
      onFailure: (error) => {
        throw error;
      },
    };
    return liveOn(path, life);
  }

  /** Runs work in the background, as a request does. */
  #run(what: string, work: (path: PaymentPath) => Promise<void>): void {
    const running: Promise<void> = work(this.#path(this.#life))
      .catch((error: unknown) => {
        if (error instanceof Crash) return;
        if (error instanceof AppError && REFUSALS.test(error.code)) return;
        this.#failed.push(new Error(`${what} of seed ${this.#seed}`, { cause: error }));
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #restart(): Promise<void> {
    await Promise.all(this.#running);
    this.crashes += 1;
    this.#life = { stepsLeft: Number.POSITIVE_INFINITY, dead: false };
    await reconcile(this.#path(this.#life));
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  #buy(): void {
    const personId = this.#pick(this.#stage.people);
    const product = this.#pick(PRODUCTS);
    if (personId === undefined || product === undefined) return;
    const terms = termsOf(product, PRICES[product] + this.#price);
    // Simulates two devices, or a button that is pressed twice.
    const presses = this.#random() < 0.3 ? 2 : 1;
    for (let press = 0; press < presses; press += 1) {
      this.#run('buy', async (path) => {
        const { url } = await buy(path, requestOf(personId, terms));
        this.#urls.push(url);
      });
    }
  }

  #payOrNot(): void {
    const url = this.#random() < 0.6 ? this.#urls.at(-1) : this.#pick(this.#urls);
    if (url === undefined) return;
    if (this.#random() < 0.7) this.#bank.pay(url);
    else this.#bank.decline(url, this.#random() < 0.4);
  }

  /** Plays a browser's return or a notice of the bank, in any order, twice, late, or never. */
  async #comeBack(): Promise<void> {
    const { orders } = await this.#stage.read();
    const order = this.#random() < 0.7 ? orders.at(-1) : this.#pick(orders);
    const attempt = order && this.#pick(order.view.attempts);
    if (!order || !attempt) return;
    this.#notices.push({ orderId: order.id, attemptId: attempt.id });
    const isReordered = this.#random() < 0.3;
    const said = isReordered ? this.#notices.shift() : this.#notices.pop();
    if (!said) return;
    const times = this.#random() < 0.2 ? 3 : 1;
    const kind = this.#random() < 0.5 ? 'returned' : 'noticed';
    for (let time = 0; time < times; time += 1) {
      this.#run('settle', async (path) => {
        await settle(path, said.orderId, said.attemptId, { kind });
      });
    }
  }

  async #payBack(): Promise<void> {
    const { orders } = await this.#stage.read();
    const order = this.#pick(orders);
    if (!order) return;
    this.#run('refund', async (path) => {
      await driveRefunds(
        path,
        await beginOrderRefund(path, order.id, { reason: 'asked for', by: 'ADMIN' }),
      );
    });
  }

  #changeWeather(): void {
    const isCalm = this.#random() < 0.4;
    const chance = (most: number): number => this.#random() * most;
    this.#bank.weather = isCalm
      ? CALM
      : { lost: chance(0.6), hangs: chance(0.4), misfit: chance(0.2) };
  }

  async #give(): Promise<void> {
    const personId = this.#pick(this.#stage.people);
    if (personId === undefined) return;
    await this.#stage.give(personId, this.#random() < 0.5 ? 'lesson' : 'subscription');
  }

  async #erase(): Promise<void> {
    const personId = this.#pick(this.#stage.people);
    if (personId !== undefined) await this.#stage.erase?.(personId);
  }
}

function termsOf(product: OrderTerms['product'], amountKurus: number): OrderTerms {
  return {
    product,
    amountKurus,
    vatRate: 20,
    currency: 'TRY',
    provider: 'demo-bank',
    agreement: { version: '1', sha256: 'a'.repeat(64) },
    refund: { version: '1', sha256: 'b'.repeat(64) },
  };
}

function requestOf(personId: number, terms: OrderTerms): PurchaseRequest {
  return {
    personId,
    terms,
    title: 'Rasat',
    returnUrl: 'https://rasat.example/api/payment/return/demo-bank',
    buyer: {
      id: String(personId),
      name: 'Ada',
      surname: 'Deneme',
      mail: 'ada@rasat.example',
      gsm: '+905321234567',
      identity: '10000000146',
      address: 'Deneme Sokak 1',
      city: 'İstanbul',
      country: 'TR',
      ip: '203.0.113.1',
      language: 'tr',
    },
  };
}

/** Checks the ledger against the bank. */
export function assertBooks(books: Books, bank: Pick<FaultyBank, 'taken' | 'paidBack'>): void {
  const { orders, grants, documents } = books;
  const known = orders.flatMap(({ number, view }) =>
    view.payments.map(({ paymentId, amountKurus }) => ({ number, paymentId, amountKurus })),
  );
  assert.deepEqual(
    inOrder(known),
    inOrder(bank.taken),
    'every payment that the bank took is known, once',
  );
  for (const { paymentId, orderNumber, amountKurus } of bank.taken) {
    const one = known.find((payment) => payment.paymentId === paymentId);
    assert.equal(one?.number, orderNumber, `${paymentId} belongs to its order`);
    assert.equal(one?.amountKurus, amountKurus);
  }
  assert.equal(new Set(bank.paidBack).size, bank.paidBack.length, 'nothing is paid back twice');
  const done = orders.flatMap(({ view }) => view.refunds.filter(({ state }) => state === 'done'));
  const paidBack = bank.paidBack.map((paymentId) => ({ paymentId }));
  assert.deepEqual(inOrder(done), inOrder(paidBack), 'what went back is known');

  for (const order of orders) {
    assertOrder(order, books);
    const events = books.events.filter(({ orderId }) => orderId === order.id);
    assert.deepEqual(foldOrder(events.map(({ event }) => event)), order.view, order.number);
  }
  // Money that was taken and not refunded belongs to a paid order or an order under review.
  const kept = bank.taken.filter(({ paymentId }) => !bank.paidBack.includes(paymentId));
  const sold = orders.filter(({ view }) => view.state === 'paid');
  const waiting = orders.filter(({ view }) => view.state === 'review');
  assert.equal(kept.length, sold.length + waiting.length, 'captured = paid orders');
  const invoices = documents.filter(({ kind }) => kind === 'invoice');
  const credited = new Set(
    documents.filter(({ kind }) => kind === 'credit-note').map(({ orderId }) => orderId),
  );
  const standing = invoices.filter(({ orderId }) => !credited.has(orderId));
  assert.deepEqual(
    new Set(standing.map(({ orderId }) => orderId)),
    new Set(sold.map(({ id }) => id)),
    'paid orders = invoices',
  );
  assertGrants(grants, sold);
}

/** Checks that each grant has one receipt, each refund one mail, and that there is no other mail. */
export function assertMails({ orders, events }: Books, mails: readonly OrderMail[]): void {
  const count = (orderId: number, kind: OrderEvent['kind']): number =>
    events.filter((one) => one.orderId === orderId && one.event.kind === kind).length;
  let matched = 0;
  for (const { id, number, personId } of orders) {
    const own = mails.filter(({ orderNumber }) => orderNumber === number);
    const receipts = own.filter(({ template }) => template === 'receipt');
    const refunds = own.filter(({ template }) => template === 'refund');
    const [given, wentBack] = [count(id, 'granted'), count(id, 'refund-done')];
    if (personId !== null) {
      assert.equal(receipts.length, given, `${number}: receipts`);
      assert.equal(refunds.length, wentBack, `${number}: notices of refunds`);
      assert.ok(
        own.every((one) => one.personId === personId),
        `${number}: mailed to its buyer alone`,
      );
    }
    // An erasure deletes the person's mails, and a later refund sends none.
    assert.ok(receipts.length <= given && refunds.length <= wentBack, `${number}: mails`);
    matched += receipts.length + refunds.length;
  }
  assert.equal(mails.length, matched, 'every mail is about an order');
}

/** Returns the ids of payments, sorted and with duplicates. */
function inOrder(payments: readonly { readonly paymentId: string }[]): string[] {
  return payments.map(({ paymentId }) => paymentId).toSorted((a, b) => a.localeCompare(b));
}

function assertOrder({ id, number, view, personId, amountKurus }: Order, books: Books): void {
  const pays = view.payments.filter(({ role }) => role === 'pays');
  assert.ok(pays.length <= 1, `${number} is paid once`);
  assert.ok(
    pays.every((payment) => payment.amountKurus === amountKurus),
    `${number} is paid as it was asked for`,
  );
  const own = books.documents.filter(({ orderId }) => orderId === id);
  const invoices = own.filter(({ kind }) => kind === 'invoice');
  assert.ok(invoices.length <= pays.length, `${number} has an invoice for a payment`);
  assert.ok(own.length - invoices.length <= invoices.length, `${number} credits what was billed`);
  if (pays.length > 0 && personId !== null) assert.equal(invoices.length, 1, `${number} is billed`);
  if (view.state === 'refunded' && invoices.length > 0) {
    assert.equal(own.length, 2, `${number} has its credit note`);
  }
  for (const { paymentId, role } of view.payments) {
    const back = view.refunds.some((one) => one.paymentId === paymentId && one.state === 'done');
    assert.ok(role !== 'surplus' || back, `${number}: what was paid twice went back`);
  }
}

function assertGrants(grants: Books['grants'], sold: readonly Order[]): void {
  const paid = new Map(sold.map((order) => [order.id, order]));
  const ofOrders = grants.filter(({ orderId }) => orderId !== null);
  assert.equal(
    new Set(ofOrders.map(({ orderId }) => orderId)).size,
    ofOrders.length,
    'an order gives once',
  );
  for (const { orderId, endedAtMs, personId } of ofOrders) {
    if (endedAtMs !== null) continue;
    const order = paid.get(orderId ?? 0);
    assert.ok(order, `a right of order ${orderId} without its payment`);
    assert.ok(order.personId === null || order.personId === personId);
  }
  for (const order of sold) {
    const given = ofOrders.some(
      ({ orderId, endedAtMs }) => orderId === order.id && endedAtMs === null,
    );
    assert.ok(given || order.personId === null, `${order.number} is paid and gives nothing`);
  }
  const periods = grants
    .filter(({ right, endedAtMs }) => right === 'subscription' && endedAtMs === null)
    .toSorted((a, b) => a.personId - b.personId || a.startsAtMs - b.startsAtMs);
  for (const [i, period] of periods.entries()) {
    const before = periods[i - 1];
    if (before?.personId !== period.personId) continue;
    assert.ok(
      (before.endsAtMs ?? Number.POSITIVE_INFINITY) <= period.startsAtMs,
      `person ${period.personId} paid a day twice`,
    );
  }
}
