import assert from 'node:assert/strict';
import test from 'node:test';
import { computeLadder, LADDER_TICKS } from './ladder-geometry.ts';

test('a buy runs from its stop on the left to its second target on the right', () => {
  const laid = computeLadder({ stop: 90, entry: 100, target1: 110, target2: 120, last: 105 });
  assert.ok(laid);
  assert.ok(Math.abs(laid.entry - 33.333) < 0.001);
  assert.ok(Math.abs(laid.target1 - 66.667) < 0.001);
  assert.equal(laid.last, 50);
  assert.equal(laid.gaining, true);
});

test('a sell is drawn in the same direction', () => {
  const laid = computeLadder({ stop: 110, entry: 100, target1: 90, target2: 80, last: 105 });
  assert.ok(laid);
  assert.ok(Math.abs(laid.entry - 33.333) < 0.001);
  assert.ok(Math.abs((laid.last ?? 0) - 16.667) < 0.001);
  assert.equal(laid.gaining, false, 'the price rose against the sell');
});

test('the ring stays on the rule', () => {
  const at = (last: number) =>
    computeLadder({ stop: 90, entry: 100, target1: 110, target2: 120, last })?.last;
  assert.equal(at(50), 0);
  assert.equal(at(500), 100);
});

test('without a current price there is no ring', () => {
  const laid = computeLadder({ stop: 90, entry: 100, target1: 110, target2: 120, last: null });
  assert.equal(laid?.last, null);
  assert.equal(laid?.gaining, false);
});

test('prices that give no rule give no ladder', () => {
  assert.equal(computeLadder({ stop: 1, entry: 1, target1: 1, target2: 1, last: 1 }), null);
  assert.equal(
    computeLadder({ stop: Number.NaN, entry: 1, target1: 2, target2: 3, last: 1 }),
    null,
  );
});

test('the rule has 49 ticks, five of them long', () => {
  assert.equal(LADDER_TICKS.match(/M/g)?.length, 49);
  assert.equal(LADDER_TICKS.match(/V6(?!\d)/g)?.length, 5);
});
