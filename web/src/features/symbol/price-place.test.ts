import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeShare, computeWay, findZone } from './price-place.ts';

const buy = { sl: 90, p: 100, tp1: 110, tp2: 120 };
const sell = { sl: 110, p: 100, tp1: 90, tp2: 80 };

test('the way runs from 0 at the entry to 1 at the first target, for both directions', () => {
  assert.equal(computeWay(buy, 106), 0.6);
  assert.equal(computeWay(sell, 94), 0.6);
  assert.equal(computeWay(buy, 95), -0.5);
  assert.equal(computeWay(sell, 105), -0.5);
});

const zones: readonly [number, number, string][] = [
  [89, 111, 'beyondStop'],
  [90, 110, 'beyondStop'],
  [95, 105, 'towardStop'],
  [100, 100, 'towardTp1'],
  [109, 91, 'towardTp1'],
  [110, 90, 'towardTp2'],
  [119, 81, 'towardTp2'],
  [120, 80, 'beyondTp2'],
  [200, 20, 'beyondTp2'],
];
for (const [up, down, zone] of zones) {
  test(`a price of ${up} (or ${down} of a sell) is ${zone}`, () => {
    assert.equal(findZone(buy, up), zone);
    assert.equal(findZone(sell, down), zone);
  });
}

const shares: readonly [number, number][] = [
  [95, 0.5],
  [100, 0],
  [106, 0.6],
  [110, 0],
  [115, 0.5],
  [125, 1],
  [80, 1],
];
for (const [at, share] of shares) {
  test(`at ${at} the share of the way is ${share}`, () => {
    assert.equal(computeShare(buy, at), share);
    assert.equal(computeShare(sell, 200 - at), share);
  });
}
