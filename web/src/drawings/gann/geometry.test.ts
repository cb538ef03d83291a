import assert from 'node:assert/strict';
import test from 'node:test';
import { axes } from '../testing/axes.ts';
import { gannLines, gannTicks } from './geometry.ts';

test('every fourth line of the spectrum, counted from the anchor, is stronger', () => {
  const prices = [99.1, 99.3, 99.5, 99.7, 99.9, 100.1, 100.3];
  assert.deepEqual(
    gannLines(prices, 5, axes)
      .filter((line) => line.strong)
      .map((line) => line.index),
    [1, 5],
  );
});

test('the axis has a long tick at every line and quarters between lines that are far enough apart', () => {
  assert.deepEqual(
    gannTicks([100, 100.2], axes).map(({ y, length }) => [Math.round(y), length]),
    [
      [100, 11],
      [95, 5],
      [90, 5],
      [85, 5],
      [80, 11],
    ],
  );
  assert.equal(gannTicks([100, 100.05], axes).length, 2);
});
