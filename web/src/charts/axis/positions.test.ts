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

test('beyond the known bars positions go on at the average distance', () => {
  assert.ok(axis.positionOf(day('2026-12-10')) > 4);
  assert.ok(axis.positionOf(day('2026-11-01')) < -5);
  assert.equal(axis.placeOf(day('2026-11-01')), -1);
});

test('an axis without bars puts everything at its start', () => {
  assert.equal(createPositions([], [], DAY_MS).positionOf(day('2026-11-20')), 0);
});
