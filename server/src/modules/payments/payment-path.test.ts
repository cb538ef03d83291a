import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type FoundPayment,
  type PaymentState,
  ProviderUnavailable,
} from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import { createManualClock } from '../../platform/clock.ts';
import { buy, type PurchaseRequest } from './buy.ts';
import { createMemoryLedger } from './memory-ledger.testing.ts';
import type { OrderTerms } from './order-machine.ts';
import { foldOrder } from './order-machine.ts';
import { type PaymentPath, withSteps } from './payment-path.ts';
import { reconcile } from './reconcile.ts';
import { beginOrderRefund, driveRefunds } from './refund.ts';
import { settle } from './settle.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 9);
const MINUTE_MS = 60_000;

const LESSON: OrderTerms = {
  product: 'lesson',
  amountKurus: 1_250_000,
  vatRate: 20,
  currency: 'TRY',
  provider: 'demo-bank',
  agreement: { version: '1', sha256: 'a' },
  refund: { version: '1', sha256: 'b' },
};
const HALF_YEAR: OrderTerms = { ...LESSON, product: '6-months', amountKurus: 390_000 };
const QUARTER: OrderTerms = { ...LESSON, product: '3-months', amountKurus: 225_000 };

/** A provider whose answers a test sets; it counts what it took and paid back. */
function createBank() {
  const pages = new Map<string, { number: string; amountKurus: number; state: PaymentState }>();
  const refunds = new Set<string>();
  const named = new Map<string, FoundPayment>();
  let isAway = false;
  let refuses = false;
  let opened = 0;
  let looked = 0;
  const answer = (): void => {
    if (isAway) throw new ProviderUnavailable();
  };
  const provider: PaymentPath['provider'] = {
    name: 'demo-bank',
    origins: [],
    async open({ attemptId, orderNumber, amountKurus }) {
      answer();
      opened += 1;
      pages.set(attemptId, {
        number: orderNumber,
        amountKurus,
        state: { status: 'pending', refused: null },
      });
      return {
        token: `t-${attemptId}`,
        url: `https://bank.example/${attemptId}`,
        expiresAtMs: clock.now() + 30 * MINUTE_MS,
      };
    },
    async lookUp({ attemptId }) {
      looked += 1;
      answer();
      return pages.get(attemptId)?.state ?? { status: 'failed', code: 'card-bad-fields-400' };
    },
    async refund({ refundId }) {
      answer();
      if (refuses) return { status: 'refused', reason: 'no money' };
      refunds.add(refundId);
      return { status: 'done' };
    },
    async findPayment(paymentId) {
      answer();
      return named.get(paymentId) ?? { status: 'none' };
    },
    listMovements: async () => ({ movements: [], pages: 0 }),
    readReturn: () => null,
    readNotice: () => null,
  };
  const clock = createManualClock(NOON_MS);
  return {
    provider,
    clock,
    refunds,
    named,
    opened: () => opened,
    looked: () => looked,
    away: (value: boolean) => {
      isAway = value;
    },
    refuse: (value: boolean) => {
      refuses = value;
    },
    set(this: void, attemptId: string, state: PaymentState) {
      const page = pages.get(attemptId);
      if (page) page.state = state;
    },
    pay(
      this: void,
      attemptId: string,
      change: Partial<{ amountKurus: number; currency: string }> = {},
    ) {
      const page = pages.get(attemptId);
      if (!page) throw new RangeError(attemptId);
      page.state = {
        status: 'captured',
        paymentId: `p-${attemptId}`,
        transactionId: `x-${attemptId}`,
        attemptId,
        orderNumber: page.number,
        amountKurus: page.amountKurus,
        currency: 'TRY',
        ...change,
      };
    },
  };
}

function start() {
  const bank = createBank();
  const ledger = createMemoryLedger();
  let ids = 0;
  const path: PaymentPath = {
    ledger,
    provider: bank.provider,
    clock: bank.clock,
    newId: () => `id${++ids}`,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    onFailure: (error) => {
      throw error;
    },
  };
  const requestFor = (terms: OrderTerms, personId = 1): PurchaseRequest => ({
    personId,
    terms,
    title: 'Rasat',
    returnUrl: 'https://rasat.example/api/payment/return/demo-bank',
    buyer: {
      id: 'ADA',
      name: 'Ada',
      surname: 'Deneme',
      mail: 'ada@rasat.example',
      gsm: '+905321234567',
      identity: '1',
      address: 'a',
      city: 'c',
      country: 'TR',
      ip: '203.0.113.1',
      language: 'tr',
    },
  });
  return { ...bank, ledger, path, requestFor };
}

const only = <T>(list: readonly T[]): T => {
  assert.equal(list.length, 1);
  return list[0] as T;
};
const codeOf = (code: string) => (error: unknown) =>
  error instanceof Error && error.message === code;

test('an order is paid once, however often it is looked up', async () => {
  const { path, ledger, requestFor, pay } = start();
  const { url } = await buy(path, requestFor(LESSON));
  assert.match(url, /^https:\/\/bank\.example\//);
  const order = only(ledger.orders);
  const attempt = only(order.view.attempts);
  pay(attempt.id);
  await Promise.all(Array.from({ length: 20 }, () => settle(path, order.id, attempt.id)));
  assert.equal(only(ledger.orders).view.state, 'paid');
  assert.equal(only(ledger.grants).right, 'lesson');
  assert.equal(only(ledger.documents).kind, 'invoice');
  await assert.rejects(buy(path, requestFor(LESSON)), codeOf('subscribed-403'));
});

test('twenty presses at once are one order and one page', async () => {
  const { path, ledger, requestFor, opened } = start();
  const pages = await Promise.all(Array.from({ length: 20 }, () => buy(path, requestFor(LESSON))));
  assert.equal(new Set(pages.map(({ url }) => url)).size, 1);
  assert.equal(opened(), 1);
  only(ledger.orders);
});

test('a subscription needs the education', async () => {
  const { path, ledger, requestFor } = start();
  await assert.rejects(buy(path, requestFor(HALF_YEAR)), codeOf('has-lesson-403'));
  assert.equal(ledger.orders.length, 0);
});

test('a refused card leads to a new attempt of the same order', async () => {
  const { path, ledger, requestFor, set, pay } = start();
  await buy(path, requestFor(LESSON));
  const first = only(only(ledger.orders).view.attempts).id;
  set(first, { status: 'failed', code: 'card-date-400' });
  const failed = await settle(path, 1, first);
  assert.deepEqual([failed.view.state, failed.view.code], ['failed', 'card-date-400']);
  await buy(path, requestFor(LESSON));
  const { view } = only(ledger.orders);
  assert.equal(view.attempts.length, 2);
  assert.equal(view.state, 'open');
  pay(view.attempts[1]?.id ?? '');
  assert.equal((await reconcile(path)).changed, 1);
  assert.equal(only(ledger.orders).view.state, 'paid');
});

test('money that is taken on two pages of an order goes back once', async () => {
  const { path, ledger, requestFor, set, pay, refunds } = start();
  await buy(path, requestFor(LESSON));
  set('id1', { status: 'failed', code: 'card-date-400' });
  await settle(path, 1, 'id1');
  await buy(path, requestFor(LESSON));
  pay('id2');
  await settle(path, 1, 'id2');
  pay('id1');
  await settle(path, 1, 'id1', { kind: 'noticed' });
  const { view } = only(ledger.orders);
  assert.equal(view.state, 'paid');
  assert.deepEqual(
    view.payments.map(({ role }) => role),
    ['pays', 'surplus'],
  );
  assert.equal(refunds.size, 1);
  assert.equal(only(ledger.grants).endedAtMs, null);
  only(ledger.documents);
});

test('what was paid twice and the provider would not return can be paid back later', async () => {
  const { path, ledger, requestFor, set, pay, refuse, refunds } = start();
  await buy(path, requestFor(LESSON));
  set('id1', { status: 'failed', code: 'card-date-400' });
  await settle(path, 1, 'id1');
  await buy(path, requestFor(LESSON));
  pay('id2');
  await settle(path, 1, 'id2');
  refuse(true);
  pay('id1');
  const kept = await settle(path, 1, 'id1', { kind: 'noticed' });
  assert.deepEqual([kept.view.state, kept.view.refunds[0]?.state], ['paid', 'refused']);
  refuse(false);
  const asked = { reason: 'paid twice', by: 'ADMIN' };
  const { view } = await driveRefunds(path, await beginOrderRefund(path, 1, asked));
  assert.deepEqual(
    [view.state, view.refunds.map(({ paymentId, state }) => [paymentId, state])],
    [
      'paid',
      [
        ['p-id1', 'refused'],
        ['p-id1', 'done'],
      ],
    ],
  );
  assert.equal(only(ledger.grants).endedAtMs, null, 'the right that was paid for stays');
  assert.equal(refunds.size, 1);
  only(ledger.documents);
  await driveRefunds(path, await beginOrderRefund(path, 1, asked));
  assert.equal(only(ledger.orders).view.state, 'refunded');
});

test('when the provider takes the money and does not answer, the buyer is not charged again', async () => {
  const { path, ledger, requestFor, away, pay, clock, opened } = start();
  await buy(path, requestFor(LESSON));
  pay('id1');
  away(true);
  assert.equal((await settle(path, 1, 'id1')).view.state, 'unknown');
  // The same page, on which nothing can be paid twice; after its end nothing at all.
  await buy(path, requestFor(LESSON));
  await clock.advance(31 * MINUTE_MS);
  await assert.rejects(buy(path, requestFor(LESSON)), codeOf('unavailable-503'));
  assert.equal(opened(), 1);
  away(false);
  await reconcile(path);
  assert.equal(only(ledger.orders).view.state, 'paid');
  only(ledger.grants);
});

test('a page that never came is given up, and the buyer gets another one', async () => {
  const { path, ledger, requestFor, away, clock } = start();
  away(true);
  await assert.rejects(buy(path, requestFor(LESSON)), codeOf('unavailable-503'));
  assert.equal(only(ledger.orders).view.state, 'failed');
  away(false);
  const crash = new Error('crash');
  const crashing = withSteps(path, (name) => {
    if (name === 'provider.open after') throw crash;
  });
  await assert.rejects(buy(crashing, requestFor(LESSON)), crash);
  assert.equal(only(ledger.orders).view.state, 'open');
  await clock.advance(30_000);
  await reconcile(path);
  assert.equal(only(ledger.orders).view.state, 'failed');
  await buy(path, requestFor(LESSON));
  assert.equal(only(ledger.orders).view.attempts.length, 3);
});

test('an order of a provider that is not in use any more is asked nothing, and gives nothing', async () => {
  const { path, ledger, requestFor, pay } = start();
  await buy(path, requestFor(LESSON));
  pay('id1');
  const { provider } = path;
  const moved: PaymentPath = { ...path, provider: { ...provider, name: 'iyzico' } };
  assert.equal((await settle(moved, 1, 'id1', { kind: 'noticed' })).view.state, 'open');
  assert.deepEqual(await reconcile(moved), { looked: 0, changed: 0, failed: 0 });
  assert.equal(ledger.grants.length, 0);
  // The old provider's own word still counts.
  assert.equal((await settle(path, 1, 'id1')).view.state, 'paid');
});

test('who chooses other months has a new order, and the old page still counts', async () => {
  const { path, ledger, requestFor, pay, clock } = start();
  ledger.give(1, 'lesson', { startsAtMs: 0, endsAtMs: null });
  await buy(path, requestFor(QUARTER));
  await buy(path, requestFor(HALF_YEAR));
  assert.deepEqual(
    ledger.orders.map(({ view }) => view.state),
    ['expired', 'open'],
  );
  pay('id2');
  await settle(path, 2, 'id2');
  pay('id1');
  await reconcile(path);
  assert.deepEqual(
    ledger.orders.map(({ view }) => view.state),
    ['paid', 'paid'],
  );
  const [half, quarter] = ledger.grants.filter(({ right }) => right === 'subscription');
  assert.equal(half?.startsAtMs, clock.now());
  assert.equal(quarter?.startsAtMs, half?.endsAtMs);
  await assert.rejects(buy(path, requestFor(QUARTER)), codeOf('subscribed-403'));
});

test('a second lesson goes back by itself, with its invoice taken back', async () => {
  const { path, ledger, requestFor, pay, refunds } = start();
  await buy(path, requestFor(LESSON));
  ledger.give(1, 'lesson', { startsAtMs: 0, endsAtMs: null });
  pay('id1');
  const order = await settle(path, 1, 'id1');
  assert.equal(order.view.state, 'refunded');
  assert.equal(refunds.size, 1);
  assert.deepEqual(
    ledger.documents.map(({ kind }) => kind),
    ['invoice', 'credit-note'],
  );
  assert.equal(ledger.grants.length, 1);
});

for (const change of [{ amountKurus: 1_249_999 }, { currency: 'USD' }]) {
  test(`money that does not fit waits for a person: ${JSON.stringify(change)}`, async () => {
    const { path, ledger, requestFor, pay } = start();
    await buy(path, requestFor(LESSON));
    pay('id1', change);
    assert.equal((await settle(path, 1, 'id1')).view.state, 'review');
    assert.equal(ledger.grants.length + ledger.documents.length, 0);
  });
}

test('a refund ends the right at once and survives an unavailable provider', async () => {
  const { path, ledger, requestFor, pay, away, refunds } = start();
  await buy(path, requestFor(LESSON));
  pay('id1');
  await settle(path, 1, 'id1');
  away(true);
  const begun = await beginOrderRefund(path, 1, { reason: 'asked for', by: 'ADMIN' });
  assert.notEqual(only(ledger.grants).endedAtMs, null);
  assert.equal((await driveRefunds(path, begun)).view.state, 'refunding');
  await assert.rejects(
    beginOrderRefund(path, 1, { reason: 'again', by: 'ADMIN' }),
    codeOf('conflict-409'),
  );
  away(false);
  await Promise.all([reconcile(path), reconcile(path)]);
  assert.equal(only(ledger.orders).view.state, 'refunded');
  assert.equal(refunds.size, 1);
  assert.equal(ledger.documents.length, 2);
});

test('what is stored is the fold of what happened', async () => {
  const { path, ledger, requestFor, pay } = start();
  await buy(path, requestFor(LESSON));
  pay('id1');
  await settle(path, 1, 'id1');
  assert.deepEqual(foldOrder(ledger.events.map(({ event }) => event)), only(ledger.orders).view);
});

test('within thirty seconds the same page is answered without asking the provider, then after asking it', async () => {
  const { path, ledger, requestFor, looked, clock, pay, away } = start();
  const { url } = await buy(path, requestFor(LESSON));
  await clock.advance(29_999);
  assert.equal((await buy(path, requestFor(LESSON))).url, url);
  assert.equal(looked(), 0);
  await clock.advance(1);
  assert.equal((await buy(path, requestFor(LESSON))).url, url);
  assert.equal(looked(), 1);
  // What the provider said nothing about is asked again at once.
  away(true);
  assert.equal((await settle(path, 1, 'id1')).view.state, 'unknown');
  assert.equal((await buy(path, requestFor(LESSON))).url, url);
  assert.equal(looked(), 3);
  away(false);
  await clock.advance(30_000);
  pay('id1');
  await assert.rejects(buy(path, requestFor(LESSON)), codeOf('subscribed-403'));
  assert.equal(only(ledger.orders).view.state, 'paid');
});

test('a page that ends within a minute is not handed out', async () => {
  const { path, requestFor, clock } = start();
  const { url } = await buy(path, requestFor(LESSON));
  await clock.advance(29 * MINUTE_MS);
  assert.equal((await buy(path, requestFor(LESSON))).url, url);
  await clock.advance(1);
  await assert.rejects(
    buy(path, requestFor(LESSON)),
    (error) =>
      error instanceof AppError &&
      error.code === 'unavailable-503' &&
      error.retryAfterSeconds === 30,
  );
});

test('a page that another call is opening is waited for, and given up after thirty seconds', async () => {
  const { path, ledger, requestFor, clock, opened } = start();
  const { promise: let1, resolve: open1 } = Promise.withResolvers<void>();
  let asked = 0;
  const slow: PaymentPath = {
    ...path,
    provider: {
      ...path.provider,
      async open(request) {
        asked += 1;
        if (asked === 1) await let1;
        return path.provider.open(request);
      },
    },
  };
  const first = buy(slow, requestFor(LESSON));
  while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(29_999);
  const pauses: number[] = [];
  const waiting: PaymentPath = { ...slow, pause: async (ms) => void pauses.push(ms) };
  await assert.rejects(buy(waiting, requestFor(LESSON)), codeOf('unavailable-503'));
  // Fifteen seconds in all: longer than a provider takes.
  assert.deepEqual(
    pauses,
    Array.from({ length: 150 }, () => 100),
  );
  await clock.advance(1);
  const { url } = await buy(waiting, requestFor(LESSON));
  assert.equal(pauses.length, 150, 'nothing to wait for any more');
  assert.equal(url, 'https://bank.example/id2');
  // The page that came too late leads nowhere: its caller is handed the one that counts.
  open1();
  assert.equal((await first).url, url);
  assert.deepEqual(
    only(ledger.orders).view.attempts.map(({ id, state }) => [id, state]),
    [
      ['id1', 'dead'],
      ['id2', 'live'],
    ],
  );
  assert.equal(opened(), 2);
});

test('a page that the provider refuses to open leaves a failed order with the reason', async () => {
  const { path, ledger, requestFor } = start();
  const refusing: PaymentPath = {
    ...path,
    provider: { ...path.provider, open: async () => ({ refused: 'card-holder-400' }) },
  };
  await assert.rejects(buy(refusing, requestFor(LESSON)), codeOf('card-holder-400'));
  const { state, code, attempts } = only(ledger.orders).view;
  assert.deepEqual([state, code, only(attempts).state], ['failed', 'card-holder-400', 'dead']);
  const broken: PaymentPath = {
    ...path,
    provider: { ...path.provider, open: () => Promise.reject(new TypeError('broken')) },
  };
  await assert.rejects(buy(broken, requestFor(LESSON)), /broken/);
  ledger.erase(2);
  await assert.rejects(buy(path, requestFor(LESSON, 2)), codeOf('unauthorized-401'));
});

test('an open order of a provider that is not in use any more is given up without asking a provider', async () => {
  const { path, ledger, requestFor, looked, clock } = start();
  await buy(path, requestFor(LESSON));
  await clock.advance(MINUTE_MS);
  const moved: PaymentPath = { ...path, provider: { ...path.provider, name: 'iyzico' } };
  await buy(moved, requestFor({ ...LESSON, provider: 'iyzico' }));
  assert.equal(looked(), 0);
  assert.deepEqual(
    ledger.orders.map(({ provider, view }) => [provider, view.state]),
    [
      ['demo-bank', 'expired'],
      ['iyzico', 'open'],
    ],
  );
});

test('a reconciliation goes on after an order that could not be looked up, and says which', async () => {
  const { path, ledger, requestFor, pay, clock } = start();
  for (const person of [1, 2, 3]) await buy(path, requestFor(LESSON, person));
  pay('id2');
  const failures: unknown[] = [];
  const broken = new TypeError('broken');
  const failing: PaymentPath = {
    ...path,
    onFailure: (error, orderId) => failures.push([error, orderId]),
    provider: {
      ...path.provider,
      lookUp: (attempt) =>
        attempt.attemptId === 'id1' ? Promise.reject(broken) : path.provider.lookUp(attempt),
    },
  };
  assert.deepEqual(await reconcile(failing, AbortSignal.abort()), {
    looked: 0,
    changed: 0,
    failed: 0,
  });
  assert.deepEqual(await reconcile(failing), { looked: 3, changed: 1, failed: 1 });
  assert.deepEqual(failures, [[broken, 1]]);
  // An order that is gone meanwhile.
  const gone: PaymentPath = { ...path, ledger: { ...ledger, listWatched: async () => [99] } };
  assert.deepEqual(await reconcile(gone), { looked: 1, changed: 0, failed: 0 });

  const crash = new Error('crash');
  const crashing = withSteps(path, (name) => {
    if (name === 'provider.open before') throw crash;
  });
  await assert.rejects(buy(crashing, requestFor(LESSON, 4)), crash);
  const last = () => ledger.orders[3]?.view.state;
  await clock.advance(29_999);
  await reconcile(path);
  assert.equal(last(), 'open', 'its page may still come');
  await clock.advance(1);
  assert.equal((await reconcile(path)).changed, 1);
  assert.equal(last(), 'failed');
});

test('what cannot be paid back is refused: no such order, nothing taken, other money, another provider', async () => {
  const { path, ledger, requestFor, pay } = start();
  const asked = { reason: 'asked for', by: 'ADMIN' };
  const refund = (of: PaymentPath, order: number) => beginOrderRefund(of, order, asked);
  await assert.rejects(refund(path, 1), codeOf('not-found-404'));
  await buy(path, requestFor(LESSON));
  await assert.rejects(refund(path, 1), codeOf('conflict-409'));
  pay('id1', { currency: 'USD' });
  await settle(path, 1, 'id1');
  await assert.rejects(refund(path, 1), codeOf('conflict-409'));
  await buy(path, requestFor(LESSON, 2));
  pay('id2');
  await settle(path, 2, 'id2');
  const moved: PaymentPath = { ...path, provider: { ...path.provider, name: 'iyzico' } };
  await assert.rejects(refund(moved, 2), codeOf('conflict-409'));
  const { view } = await refund(path, 2);
  const { paymentId, state, reason, by } = only(view.refunds);
  assert.deepEqual([paymentId, state, reason, by], ['p-id2', 'asked', 'asked for', 'ADMIN']);
  const requests: unknown[] = [];
  const heard: PaymentPath = {
    ...path,
    provider: {
      ...path.provider,
      refund: async (request) => {
        requests.push(request);
        return path.provider.refund(request);
      },
    },
  };
  const order = ledger.orders[1];
  assert.ok(order);
  assert.equal((await driveRefunds(heard, order)).view.state, 'refunded');
  assert.deepEqual(requests, [
    {
      refundId: only(view.refunds).id,
      paymentId: 'p-id2',
      transactionId: 'x-id2',
      amountKurus: 1_250_000,
      currency: 'TRY',
      ip: '127.0.0.1',
    },
  ]);
});

test('each await of a path has a step before and after it, under its name', async () => {
  const { path, ledger, requestFor, pay } = start();
  const names: string[] = [];
  const stepped = withSteps(path, (name) => void names.push(name));
  /** The steps since the last look: `+` where something begins, `-` where it has ended. */
  const walked = (): string =>
    names
      .splice(0)
      .map((name) =>
        name.replace(/^(.*) (before|after)$/, (_, what, when) =>
          when === 'before' ? `+${what}` : `-${what}`,
        ),
      )
      .join(' ');
  const around = (what: string, inside: readonly string[] = []): string =>
    [`+${what}`, ...inside.map((name) => `+${name} -${name}`), `-${what}`].join(' ');

  await buy(stepped, requestFor(LESSON));
  const ordered = [
    'tx.findStanding',
    'tx.findOpenOrder',
    'tx.createOrder',
    'tx.append attempt-begun',
  ];
  assert.equal(
    walked(),
    [
      around('ledger.transact', ordered),
      around('provider.open'),
      around('ledger.transact', ['tx.getOrder', 'tx.append page-opened']),
    ].join(' '),
  );
  pay('id1');
  const found = await stepped.ledger.findAttempt('demo-bank', 't-id1');
  assert.deepEqual(found, { orderId: 1, attemptId: 'id1' });
  assert.deepEqual(await stepped.ledger.listWatched('demo-bank'), [1]);
  await stepped.pause(1);
  assert.equal(
    walked(),
    [around('ledger.findAttempt'), around('ledger.listWatched'), around('pause')].join(' '),
  );
  await settle(stepped, 1, 'id1');
  const paid = [
    'tx.getOrder',
    'tx.findPaymentOrder',
    'tx.append captured',
    'tx.findStanding',
    'tx.grant',
    'tx.append granted',
  ];
  assert.equal(
    walked(),
    [
      around('ledger.findOrder'),
      around('provider.lookUp'),
      around('ledger.transact', [...paid, 'tx.settlePaid']),
    ].join(' '),
  );
  await driveRefunds(stepped, await beginOrderRefund(stepped, 1, { reason: '', by: null }));
  const begun = ['tx.getOrder', 'tx.append refund-begun', 'tx.endGrant', 'tx.append grant-ended'];
  assert.equal(
    walked(),
    [
      around('ledger.transact', begun),
      around('provider.refund'),
      around('ledger.transact', ['tx.getOrder', 'tx.append refund-done', 'tx.settleRefunded']),
    ].join(' '),
  );
  assert.equal(only(ledger.orders).view.state, 'refunded');
});
