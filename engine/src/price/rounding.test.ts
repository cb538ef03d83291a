import assert from 'node:assert/strict';
import test from 'node:test';
import { powerOfTen, roundTo, roundToMinute, tickSize } from './rounding.ts';

test('prices are rounded to digits with halves upward and without negative zero', () => {
  assert.equal(roundTo(1.144385, 5), 1.14439);
  assert.equal(roundTo(1.2345e-8, 12), 1.2345e-8);
  assert.equal(roundTo(61234.499, 0), 61234);
  assert.ok(Object.is(roundTo(-0.00001, 4), 0));
  assert.equal(tickSize(5), 0.00001);
  // Halves are exact in doubles.
  assert.deepEqual(
    [0.5, 1.5, 2.5, -0.5, -1.5, -2.5].map((value) => roundTo(value, 0)),
    [1, 2, 3, 0, -1, -2],
  );
  assert.deepEqual([roundTo(0.125, 2), roundTo(0.375, 2)], [0.13, 0.38]);
});

test('powers of ten are the nearest doubles and end at twelve', () => {
  for (let exponent = -12; exponent <= 12; exponent++) {
    assert.equal(powerOfTen(exponent), Number(`1e${exponent}`));
  }
  assert.throws(() => powerOfTen(13), RangeError);
  assert.throws(() => powerOfTen(0.5), RangeError);
});

test('instants are rounded to the nearest minute', () => {
  assert.equal(roundToMinute(1_700_000_000_000), 1_699_999_980_000);
  assert.equal(roundToMinute(1_700_000_010_000), 1_700_000_040_000);
  assert.deepEqual(
    [29_999, 30_000, 89_999, 90_000].map(roundToMinute),
    [0, 60_000, 60_000, 120_000],
  );
});
