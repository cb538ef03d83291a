import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoxTrade, Condition } from './replies.ts';
import { findConditionResult, findTradeResult, inR } from './trade-result.ts';

const trade: BoxTrade = {
  sl: 90,
  p: 100,
  tp1: 110,
  tp2: 120,
  status: 0,
  d: 1,
  way: true,
  expiry: 9,
  closed: false,
  exit: null,
  tp2Hit: false,
  tp2Closed: false,
  basis: {},
};

const trades: readonly [string, Partial<BoxTrade>, { r: number; price: number } | null][] = [
  ['running', {}, null],
  ['stopped', { closed: true, status: -1, exit: 90 }, { r: -1, price: 90 }],
  ['stopped through a gap', { closed: true, status: -1, exit: 85 }, { r: -1.5, price: 85 }],
  ['at its first target', { closed: true, status: 1, exit: 110 }, { r: 1, price: 110 }],
  ['at its second', { closed: true, status: 1, exit: 110, tp2Hit: true }, { r: 2, price: 120 }],
  ['expired', { closed: true, exit: 102.5 }, { r: 0.25, price: 102.5 }],
];
for (const [name, over, result] of trades) {
  test(`the result of a box trade, ${name}, is correct`, () => {
    assert.deepEqual(findTradeResult({ ...trade, ...over }), result);
  });
}

test('a sell gains when the price falls, and zero has no sign', () => {
  assert.equal(inR(false, 100, 10, 80), 2);
  assert.equal(inR(false, 100, 10, 105), -0.5);
  assert.ok(Object.is(inR(false, 100, 10, 100), 0));
});

const condition = {
  way: false,
  price: 100,
  range: 10,
  sl: 110,
  tp1: 90,
  tp2: 80,
  ended: null,
  exit: null,
} as Condition;
const ends: readonly [string, Partial<Condition>, { r: number; price: number } | null][] = [
  ['active', {}, null],
  ['stopped', { ended: -1, exit: 110 }, { r: -1, price: 110 }],
  ['at its second target', { ended: 2, exit: 80 }, { r: 2, price: 80 }],
  ['expired', { ended: 0, exit: 97.9 }, { r: 0.21, price: 97.9 }],
  ['stopped, its exit not kept', { ended: -1 }, { r: -1, price: 110 }],
  ['expired, its exit not kept', { ended: 0 }, null],
];
for (const [name, over, result] of ends) {
  test(`the result of a condition, ${name}, is correct`, () => {
    const found = findConditionResult({ ...condition, ...over });
    assert.equal(found?.price ?? null, result?.price ?? null);
    assert.equal(found?.r.toFixed(9) ?? null, result?.r.toFixed(9) ?? null);
  });
}
