import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endIfPaidAt, entitledPeriod, rightOf } from './entitled-period.ts';
import type { Standing } from './ledger.ts';

/** Noon in Istanbul, which is three hours ahead all year. */
const NOON_MS = Date.UTC(2026, 10, 18, 9);
const STUDENT: Standing = { student: true, subscriber: false, subscribedUntilMs: 0 };

test('months are given from now on or from the end of what runs, the course without an end', () => {
  for (const [product, subscribedUntilMs, startsAtMs, endsAtMs] of [
    ['3-months', 0, NOON_MS, Date.UTC(2027, 1, 18, 9)],
    ['6-months', 0, NOON_MS, Date.UTC(2027, 4, 18, 9)],
    ['6-months', NOON_MS - 1, NOON_MS, Date.UTC(2027, 4, 18, 9)],
    ['3-months', Date.UTC(2026, 11, 1, 9), Date.UTC(2026, 11, 1, 9), Date.UTC(2027, 2, 1, 9)],
  ] as const) {
    const period = entitledPeriod(product, { ...STUDENT, subscribedUntilMs }, NOON_MS);
    assert.deepEqual(period, { startsAtMs, endsAtMs }, product);
  }
  const lesson = entitledPeriod('lesson', { ...STUDENT, student: false }, NOON_MS);
  assert.deepEqual(lesson, { startsAtMs: NOON_MS, endsAtMs: null });
});

test('nothing is given to those who have no use of it', () => {
  assert.equal(entitledPeriod('lesson', STUDENT, NOON_MS), 'has-right');
  assert.equal(entitledPeriod('3-months', { ...STUDENT, student: false }, NOON_MS), 'no-lesson');
  const forEver = { ...STUDENT, subscriber: true, subscribedUntilMs: Number.POSITIVE_INFINITY };
  assert.equal(entitledPeriod('3-months', forEver, NOON_MS), 'has-right');
  assert.equal(entitledPeriod('lesson', null, NOON_MS), 'person-erased');
});

test('each product is a right, and ends when its months are over', () => {
  assert.deepEqual(
    (['lesson', '3-months', '6-months'] as const).map((one) => [
      rightOf(one),
      endIfPaidAt(one, NOON_MS),
    ]),
    [
      ['lesson', null],
      ['subscription', Date.UTC(2027, 1, 18, 9)],
      ['subscription', Date.UTC(2027, 4, 18, 9)],
    ],
  );
});
