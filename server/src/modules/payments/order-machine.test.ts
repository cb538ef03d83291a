import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ORDER_STATES, type OrderState } from '@rasat/contract';
import {
  applyEvent,
  type Capture,
  foldOrder,
  hasSameTerms,
  judgeCapture,
  NEW_ORDER,
  needsWatching,
  type OrderEvent,
  type OrderTerms,
  type OrderView,
  TRANSITIONS,
} from './order-machine.ts';

// Every event in every state: where it leads, or that it cannot happen. docs/states.md draws it.

const CAPTURE: Capture = {
  attemptId: 'a',
  paymentId: 'p',
  transactionId: 't',
  orderNumber: 'RS-2026-000001',
  amountKurus: 100,
  currency: 'TRY',
};
const ABOUT = { attemptId: 'a' };
const PAGE = { token: 'k', url: 'https://bank.example/k', expiresAtMs: 1000 };

const BEGUN = { atMs: 0, kind: 'attempt-begun', ...ABOUT } as const;
const OPENED = { atMs: 1, kind: 'page-opened', ...ABOUT, page: PAGE } as const;
const PAID = { atMs: 2, kind: 'captured', ...ABOUT, capture: CAPTURE, role: 'pays' } as const;
const REFUND = {
  atMs: 3,
  kind: 'refund-begun',
  refundId: 'r',
  paymentId: 'p',
  reason: '',
  by: null,
} as const;

/** How an order comes into each state. */
const WAYS: Readonly<Record<OrderState, readonly OrderEvent[]>> = {
  open: [BEGUN, OPENED],
  unknown: [BEGUN, OPENED, { atMs: 2, kind: 'no-answer', ...ABOUT }],
  failed: [BEGUN, OPENED, { atMs: 2, kind: 'seen-failed', ...ABOUT, code: 'card-cvc-400' }],
  expired: [BEGUN, OPENED, { atMs: 2, kind: 'given-up' }],
  paid: [BEGUN, OPENED, PAID],
  review: [BEGUN, OPENED, { ...PAID, role: 'misfit' }],
  refunding: [BEGUN, OPENED, PAID, REFUND],
  refunded: [BEGUN, OPENED, PAID, REFUND, { atMs: 4, kind: 'refund-done', refundId: 'r' }],
};

/** Events, and where each leads in the order of `ORDER_STATES`; `-` cannot happen. */
const TABLE: readonly [OrderEvent, string][] = [
  //                                      open unknown paid failed expired review refunding refunded
  [
    { atMs: 9, kind: 'no-answer', ...ABOUT },
    'unknown unknown paid failed expired review refunding refunded',
  ],
  [
    { atMs: 9, kind: 'seen-pending', ...ABOUT, code: null },
    'open open paid open expired review refunding refunded',
  ],
  [
    { atMs: 9, kind: 'seen-failed', ...ABOUT, code: 'card-date-400' },
    'failed failed paid failed expired review refunding refunded',
  ],
  [
    { atMs: 2000, kind: 'seen-failed', ...ABOUT, code: 'card-bad-fields-400' },
    'expired expired paid failed expired review refunding refunded',
  ],
  [{ ...PAID, atMs: 9 }, 'paid paid - paid paid - - -'],
  [{ ...PAID, atMs: 9, role: 'misfit' }, 'review review - review review - - -'],
  [
    { ...PAID, atMs: 9, role: 'surplus', capture: { ...CAPTURE, paymentId: 'q' } },
    '- - paid - - review refunding refunded',
  ],
  [{ atMs: 9, kind: 'attempt-begun', attemptId: 'b' }, '- - - open - - - -'],
  [{ atMs: 9, kind: 'given-up' }, 'expired expired - expired - - - -'],
  [{ ...REFUND, atMs: 9, refundId: 's' }, '- - refunding - - refunding - -'],
  [{ atMs: 9, kind: 'refund-done', refundId: 'r' }, '- - - - - - refunded -'],
  [{ atMs: 9, kind: 'refund-refused', refundId: 'r', word: 'no' }, '- - - - - - review -'],
  [{ atMs: 9, kind: 'refund-no-answer', refundId: 'r' }, '- - - - - - refunding -'],
  [
    { atMs: 9, kind: 'returned', ...ABOUT },
    'open unknown paid failed expired review refunding refunded',
  ],
  [
    { atMs: 9, kind: 'listed', ...ABOUT, paymentId: 'q' },
    'open unknown paid failed expired review refunding refunded',
  ],
  [
    { atMs: 9, kind: 'seen-no-payment', ...ABOUT, paymentId: 'q' },
    'open unknown paid failed expired review refunding refunded',
  ],
  [
    { atMs: 9, kind: 'contested', ...ABOUT, paymentId: 'q', other: 'RS-2026-000002' },
    'review review review review review review refunding refunded',
  ],
  [{ atMs: 9, kind: 'review-closed', note: '', by: 'A' }, '- - - - - - - -'],
];

describe('every event in every state', () => {
  for (const [event, row] of TABLE) {
    const cells = row.split(' ');
    for (const [at, state] of ORDER_STATES.entries()) {
      const role = event.kind === 'captured' ? ` ${event.role}` : '';
      const late = event.atMs >= PAGE.expiresAtMs ? ' late' : '';
      test(`${state}: ${event.kind}${role}${late} -> ${cells[at]}`, () => {
        const view = foldOrder(WAYS[state]);
        assert.equal(view.state, state);
        if (cells[at] === '-') assert.throws(() => applyEvent(view, event), RangeError);
        else assert.equal(applyEvent(view, event).state, cells[at]);
      });
    }
  }
});

test('what is about another attempt, payment or refund cannot happen', () => {
  const paid = foldOrder(WAYS.paid);
  const wrong: readonly OrderEvent[] = [
    { atMs: 9, kind: 'no-answer', attemptId: 'x' },
    { ...REFUND, paymentId: 'x' },
    { atMs: 9, kind: 'refund-done', refundId: 'x' },
    { atMs: 9, kind: 'grant-ended', grantId: 1 },
    PAID,
  ];
  for (const event of wrong) assert.throws(() => applyEvent(paid, event), RangeError);
});

test('an order counts what happened to it', () => {
  assert.equal(NEW_ORDER.version, 0);
  assert.deepEqual(
    ORDER_STATES.map((state) => foldOrder(WAYS[state]).version - WAYS[state].length),
    ORDER_STATES.map(() => 0),
  );
});

test('an order gives one right, and takes that one back', () => {
  const granted = { atMs: 9, kind: 'granted', grantId: 7, startsAtMs: 9, endsAtMs: null } as const;
  const view = applyEvent(foldOrder(WAYS.paid), granted);
  assert.deepEqual(view.grant, { id: 7, startsAtMs: 9, endsAtMs: null, endedAtMs: null });
  assert.throws(() => applyEvent(view, { ...granted, grantId: 8 }), RangeError);
  const ended = applyEvent(view, { atMs: 10, kind: 'grant-ended', grantId: 7 });
  assert.equal(ended.grant?.endedAtMs, 10);
});

test('an order that ran out after a card was refused has failed, with the reason', () => {
  const view = foldOrder([
    BEGUN,
    OPENED,
    { atMs: 5, kind: 'seen-pending', ...ABOUT, code: 'card-number-400' },
    { atMs: 2000, kind: 'seen-failed', ...ABOUT, code: 'card-number-400' },
  ]);
  assert.deepEqual([view.state, view.code], ['failed', 'card-number-400']);
});

test('a page that was paid after all says nothing of the card that was refused before', () => {
  const refused = { atMs: 1, kind: 'seen-pending', ...ABOUT, code: 'card-number-400' } as const;
  const view = foldOrder([BEGUN, OPENED, refused, PAID]);
  assert.deepEqual(
    view.attempts.map(({ state, code }) => [state, code]),
    [['captured', null]],
  );
});

test('what is watched: pages that may be paid, and money on its way back', () => {
  const watched = ORDER_STATES.filter((state) => needsWatching(foldOrder(WAYS[state])));
  assert.deepEqual(watched, ['open', 'unknown', 'expired', 'refunding']);
});

describe('a hint', () => {
  const failed = { atMs: 2, kind: 'seen-failed', ...ABOUT, code: 'card-cvc-400' } as const;
  const noticed = { atMs: 3, kind: 'noticed', ...ABOUT } as const;
  const dead = [BEGUN, OPENED, failed];
  const watched = (...events: readonly OrderEvent[]): boolean => needsWatching(foldOrder(events));

  test('about a page that is over is watched until a look-up that was begun after it answers', () => {
    assert.equal(watched(...dead), false);
    assert.equal(watched(...dead, noticed), true);
    assert.equal(watched(...dead, noticed, { atMs: 4, kind: 'no-answer', ...ABOUT }), true);
    assert.equal(watched(...dead, noticed, { ...failed, asOf: 3 }), true, 'begun before it');
    assert.equal(watched(...dead, noticed, { ...failed, asOf: 4 }), false);
    assert.equal(watched(...dead, noticed, failed), false, 'as earlier versions wrote answers');
  });

  test('that names a payment is answered about that payment alone', () => {
    const named = { ...noticed, paymentId: 'q' };
    const none = { atMs: 5, kind: 'seen-no-payment', ...ABOUT, paymentId: 'q' } as const;
    assert.equal(watched(...dead, named, { ...failed, asOf: 4 }), true);
    assert.equal(watched(...dead, named, { ...failed, asOf: 4 }, none), false);
    assert.equal(watched(BEGUN, OPENED, PAID, named), true);
    assert.equal(
      watched(BEGUN, OPENED, PAID, { ...noticed, paymentId: 'p' }),
      false,
      'it is known',
    );
    assert.equal(watched(BEGUN, OPENED, PAID, noticed), false, 'the page was paid');
    assert.equal(watched(BEGUN, OPENED, named, PAID), true, 'the page took another one');
    const capture = { ...CAPTURE, paymentId: 'q' };
    assert.equal(watched(BEGUN, OPENED, named, { ...PAID, capture }), false);
  });
});

test('the review of a contested payment is closed to what the order was, once', () => {
  const contested = (paymentId: string) =>
    ({ atMs: 5, kind: 'contested', ...ABOUT, paymentId, other: 'RS-2026-000002' }) as const;
  const closed = { atMs: 6, kind: 'review-closed', note: '', by: 'A' } as const;
  const stateAfter = (...events: readonly OrderEvent[]) => foldOrder([...events, closed]).state;
  assert.equal(stateAfter(...WAYS.paid, contested('p')), 'paid');
  assert.equal(stateAfter(...WAYS.open, contested('q')), 'expired');
  assert.equal(
    stateAfter(...WAYS.review, contested('p')),
    'review',
    'what does not fit still waits',
  );
  const refused = { atMs: 4, kind: 'refund-refused', refundId: 'r', word: '' } as const;
  assert.equal(stateAfter(...WAYS.refunding, refused, contested('p')), 'review');
  assert.throws(() => stateAfter(...WAYS.paid, contested('p'), closed), RangeError);
});

describe('what a payment is to an order', () => {
  const order = {
    product: 'lesson',
    amountKurus: 100,
    vatRate: 20,
    currency: 'TRY',
    provider: 'demo-bank',
    agreement: { version: '1', sha256: '' },
    refund: { version: '1', sha256: '' },
    number: CAPTURE.orderNumber,
  } as const;
  const open = foldOrder(WAYS.open);
  const cases: readonly [string, OrderView, Partial<Capture>, string | null][] = [
    ['as asked', open, {}, 'pays'],
    ['another amount', open, { amountKurus: 99 }, 'misfit'],
    ['another currency', open, { currency: 'USD' }, 'misfit'],
    ['another order', open, { orderNumber: 'RS-2026-000002' }, 'misfit'],
    ['another attempt', open, { attemptId: 'b' }, 'misfit'],
    ['known', foldOrder(WAYS.paid), {}, null],
    ['a second one', foldOrder(WAYS.paid), { paymentId: 'q' }, 'surplus'],
    ['a second one under review', foldOrder(WAYS.review), { paymentId: 'q' }, 'surplus'],
  ];
  for (const [what, view, change, role] of cases) {
    test(`${what}: ${role}`, () => {
      assert.equal(judgeCapture(order, view, 'a', { ...CAPTURE, ...change }), role);
    });
  }
});

test('the transitions name every state and lead nowhere else', () => {
  assert.deepEqual(Object.keys(TRANSITIONS).toSorted(), [...ORDER_STATES].toSorted());
  assert.deepEqual(TRANSITIONS.refunded, []);
  assert.equal(NEW_ORDER.state, 'open');
});

test('an order is the same deal only with the same product, price, VAT, provider and texts', () => {
  const deal: OrderTerms = {
    product: '6-months',
    amountKurus: 390_000,
    vatRate: 20,
    currency: 'TRY',
    provider: 'iyzico',
    agreement: { version: '1', sha256: 'a' },
    refund: { version: '1', sha256: 'b' },
  };
  const same = structuredClone(deal);
  assert.ok(hasSameTerms(deal, same));
  const others: readonly Partial<OrderTerms>[] = [
    { product: '3-months' },
    { amountKurus: 390_001 },
    { vatRate: 10 },
    { provider: 'demo-bank' },
    { agreement: { version: '1', sha256: 'c' } },
    { refund: { version: '1', sha256: 'c' } },
  ];
  for (const other of others) {
    assert.ok(!hasSameTerms(deal, { ...same, ...other }), JSON.stringify(other));
  }
});
