import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDetail } from './event-detail.ts';

test('what is known of an event is told value by value', () => {
  const detail = {
    attempt: 'a1',
    capture: { attemptId: 'a1', paymentId: '7', amountKurus: 390_000, currency: 'TRY' },
    expires: 1_800_000_000_000,
    endsAtMs: null,
    grantId: 12,
  };
  assert.deepEqual(listDetail(detail), [
    { key: 'attempt', value: 'a1', kind: 'plain' },
    { key: 'paymentId', value: '7', kind: 'plain' },
    { key: 'amountKurus', value: 390_000, kind: 'amount' },
    { key: 'currency', value: 'TRY', kind: 'plain' },
    { key: 'expires', value: 1_800_000_000_000, kind: 'moment' },
    { key: 'endsAtMs', value: null, kind: 'plain' },
    { key: 'grantId', value: 12, kind: 'plain' },
  ]);
  assert.deepEqual(listDetail({}), []);
  assert.deepEqual(
    listDetail({ attempt: 'a1', capture: { attemptId: 'a2' } }).map(({ value }) => value),
    ['a1', 'a2'],
  );
});
