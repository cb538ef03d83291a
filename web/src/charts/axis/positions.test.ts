import assert from 'node:assert/strict';
import test from 'node:test';
import { createPositions } from './positions.ts';

const DAY_MS = 86_400_000;
const day = (text: string): number => Date.parse(`${text}T00:00Z`);
// Friday, then Monday and Tuesday: a market that rests at the weekend.
const past = [day('2026-11-19'), day('2026-11-20')];
const future = [day('2026-11-23'), day('2026-11-24')];
const axis = createPositions(past, future, DAY_MS);

test('a bar begins at the left border of its place and ends at the right one', () => {
  assert.equal(axis.positionOf(day('2026-11-19')), -0.5);
  assert.equal(axis.positionOf(day('2026-11-20') - 1) < 0.5, true);
  assert.equal(axis.positionOf(day('2026-11-20')), 0.5);
  assert.equal(axis.positionOf(day('2026-11-20') + DAY_MS / 2), 1);
});

test('the weekend has no width', () => {
  assert.equal(axis.positionOf(day('2026-11-21')), 1.5);
  assert.equal(axis.positionOf(day('2026-11-22')), 1.5);
  assert.equal(axis.positionOf(day('2026-11-23')), 1.5);
});

test('a future instant belongs to the bar that will contain it', () => {
  assert.equal(axis.placeOf(day('2026-11-23') + 3_600_000), 2);
  assert.equal(axis.openAt(2), day('2026-11-23'));
  assert.equal(axis.placeOf(day('2026-11-22')), 1);
});

test('beyond the known bars positions continue at the average distance', () => {
  assert.ok(axis.positionOf(day('2026-12-10')) > 4);
  assert.ok(axis.positionOf(day('2026-11-01')) < -5);
  assert.equal(axis.placeOf(day('2026-11-01')), -1);
});

test('an axis without bars puts everything at its start', () => {
  assert.equal(createPositions([], [], DAY_MS).positionOf(day('2026-11-20')), 0);
});

test('before the first bar and after the last one positions continue at the average distance of the bars', () => {
  // Four bars over five days: one and two thirds of a day a place.
  const spacing = 5 / 3;
  assert.equal(axis.positionOf(day('2026-11-14')), -5 / spacing - 0.5);
  assert.equal(axis.positionOf(day('2026-11-25')), 3.5, 'the end of the last bar');
  assert.equal(axis.positionOf(day('2026-11-30')), 3.5 + 5 / spacing);
  assert.equal(axis.positionOf(day('2026-11-24') + DAY_MS / 2), 3);
  assert.deepEqual([axis.length, axis.openAt(-1), axis.openAt(4)], [4, undefined, undefined]);
  assert.deepEqual([axis.openAt(0), axis.openAt(1)], past);
  assert.deepEqual([axis.openAt(2), axis.openAt(3)], future);
});

test('with a single bar its length is the distance of all', () => {
  const one = createPositions([day('2026-11-20')], [], DAY_MS);
  assert.equal(one.positionOf(day('2026-11-22')), 1.5);
  assert.equal(one.positionOf(day('2026-11-18')), -2.5);
  assert.equal(one.placeOf(day('2026-11-20')), 0);
});
