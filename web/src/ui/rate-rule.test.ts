import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeRateRule } from './rate-rule.ts';

const ends = (...shares: number[]): number[] => {
  const { from, to } = computeRateRule(shares);
  return [from, to];
};

test('a scale contains every share with a margin, at least two tenths wide', () => {
  assert.deepEqual(ends(0.471, 0.498, 0.526, 0.499), [0.4, 0.6]);
  assert.deepEqual(ends(0.42, 0.44), [0.3, 0.5]);
  assert.deepEqual(ends(0.46, 0.48), [0.4, 0.6]);
  assert.deepEqual(ends(0.31, 0.68), [0.3, 0.7]);
  assert.deepEqual(ends(0.3, 0.68), [0.2, 0.7], 'a share at the end has no margin');
});

test('a scale stays within 0 and 1', () => {
  assert.deepEqual(ends(0, 0.004), [0, 0.2]);
  assert.deepEqual(ends(0.996, 1), [0.8, 1]);
  assert.deepEqual(ends(0, 1), [0, 1]);
});

test('marks are a hundredth apart, and each share has its position', () => {
  const { ticks, place } = computeRateRule([0.47, 0.53]);
  assert.equal(ticks.length, 21);
  assert.deepEqual(
    ticks.filter(({ long }) => long).map(({ at }) => at),
    [0, 0.25, 0.5, 0.75, 1],
  );
  assert.equal(place(0.5), 0.5);
  assert.equal(place(0.4), 0);
});
