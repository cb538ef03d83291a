import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getOutcome, type TradeEnd } from './outcome.ts';

const cases: readonly [TradeEnd | null, string][] = [
  [null, 'none'],
  [{ status: 0, closed: false }, 'open'],
  [{ status: 0, closed: true }, 'expired'],
  [{ status: 1, closed: true }, 'tp1'],
  [{ status: 1, closed: true, tp2Hit: false }, 'tp1'],
  [{ status: 1, closed: true, tp2Hit: true }, 'tp2'],
  [{ status: -1, closed: true }, 'stopped'],
];
for (const [trade, outcome] of cases) {
  test(`${JSON.stringify(trade)} is ${outcome}`, () => {
    assert.equal(getOutcome(trade), outcome);
  });
}
