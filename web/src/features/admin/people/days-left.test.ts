import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDaysLeft } from './days-left.ts';

const DAY = 86_400_000;

test('days are told of what ends within thirty of them', () => {
  assert.equal(findDaysLeft(1, 0), 1);
  assert.equal(findDaysLeft(9 * DAY, 0), 9);
  assert.equal(findDaysLeft(9 * DAY + 1, 0), 10);
  assert.equal(findDaysLeft(30 * DAY, 0), 30);
  assert.equal(findDaysLeft(30 * DAY + 1, 0), null);
  assert.equal(findDaysLeft(0, 0), null);
  assert.equal(findDaysLeft(null, 0), null);
});
