import assert from 'node:assert/strict';
import test from 'node:test';
import { computeSpark } from './sparkline-path.ts';

test('the highest value is at the top and the last one at the right', () => {
  const spark = computeSpark([1, 3, 2], 41, 20);
  assert.equal(spark?.d, 'M1.0 18.0L20.5 2.0L40.0 10.0');
  assert.equal(spark?.endX, 40);
  assert.equal(spark?.endY, 10);
});

test('a flat series is in the middle', () => {
  assert.equal(computeSpark([5, 5], 40, 18)?.d, 'M1.0 9.0L39.0 9.0');
});

test('fewer than two values give no line, and gaps are omitted', () => {
  assert.equal(computeSpark([], 40, 18), null);
  assert.equal(computeSpark([1, Number.NaN], 40, 18), null);
  assert.ok(computeSpark([1, Number.NaN, 2], 40, 18));
});
