import assert from 'node:assert/strict';
import test from 'node:test';
import { splitVat } from './products.ts';

test('net and tax are whole kuruş and add up to the amount', () => {
  assert.deepEqual(splitVat(390_000, 20), { net: 325_000, vat: 65_000 });
  assert.deepEqual(splitVat(1_250_000, 20), { net: 1_041_667, vat: 208_333 });
  assert.deepEqual(splitVat(100, 0), { net: 100, vat: 0 });
  assert.deepEqual(splitVat(1, 100), { net: 0, vat: 1 });
  for (let amount = 0; amount < 2000; amount++) {
    for (const rate of [0, 1, 8, 10, 18, 20, 100]) {
      const { net, vat } = splitVat(amount, rate);
      assert.equal(net + vat, amount);
      assert.ok(Math.abs(vat - (amount * rate) / (100 + rate)) <= 0.5);
    }
  }
});

test('an invalid amount is refused', () => {
  for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    assert.throws(() => splitVat(amount, 20), RangeError);
  }
  for (const rate of [-1, 101, 0.5]) assert.throws(() => splitVat(1, rate), RangeError);
});
