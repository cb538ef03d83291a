import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReviewReason } from './review-reason.ts';

const misfit = {
  id: 'p1',
  at: 1,
  amount: 390_000,
  currency: 'TRY',
  role: 'misfit',
  unreadable: null,
} as const;
const order: Parameters<typeof findReviewReason>[0] = {
  number: 'RS-2026-000041',
  state: 'review',
  contested: [],
  amount: 390_000,
  currency: 'TRY',
  payments: [misfit],
  refunds: [],
  events: [],
};

test('an order under review says what does not fit', () => {
  const other = { ...misfit, amount: 100 };
  assert.deepEqual(findReviewReason({ ...order, payments: [other] }), {
    kind: 'amount',
    taken: 100,
    ordered: 390_000,
  });
  assert.deepEqual(findReviewReason({ ...order, payments: [{ ...other, currency: 'USD' }] }), {
    kind: 'currency',
    currency: 'USD',
  });
  assert.deepEqual(findReviewReason(order), { kind: 'number' });
});

test('a refund that the provider refused is told in its word', () => {
  const refund = { id: 'r1', begun: 2, reason: 'x', amount: 1, by: null, where: null, done: null };
  const refused: typeof order = {
    ...order,
    refunds: [{ ...refund, state: 'refused' }],
    events: [
      { id: 1, at: 2, kind: 'refund-refused', detail: { word: 'old' } },
      { id: 2, at: 3, kind: 'refund-refused', detail: { word: 'too late' } },
    ],
    payments: [{ ...misfit, role: 'pays' }],
  };
  assert.deepEqual(findReviewReason(refused), { kind: 'refused', word: 'too late' });
});

test('an order that is not under review has nothing to say', () => {
  assert.equal(findReviewReason({ ...order, state: 'paid', payments: [] }), null);
});
