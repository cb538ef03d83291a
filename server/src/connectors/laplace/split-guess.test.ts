import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessSplit } from './split-guess.ts';

test('a base price at a simple fraction of the last close tells a split', () => {
  // Bonus issues of 100 %, 25 %, 400 % and 900 %, two shares that become one, ten that become one.
  assert.equal(guessSplit(291, 145.5), 2);
  assert.equal(guessSplit(100, 80), 1.25);
  assert.equal(guessSplit(87.35, 17.47), 5);
  assert.equal(guessSplit(100.05, 10.01), 10);
  assert.equal(guessSplit(3.02, 6.04), 0.5);
  assert.equal(guessSplit(2.02, 20.2), 0.1);
});

test('a daily limit, a dividend and an odd ratio are no split', () => {
  assert.equal(guessSplit(100, 100), null);
  assert.equal(guessSplit(100, 90.1), null);
  assert.equal(guessSplit(100, 110), null);
  // A dividend of 16 %.
  assert.equal(guessSplit(100, 84), null);
  assert.equal(guessSplit(100, 100 / 27.3), null);
});
