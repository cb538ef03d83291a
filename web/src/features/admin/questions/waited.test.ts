import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatWaited } from './waited.ts';

test('a wait is told in minutes and hours for a day, then no more', () => {
  const MINUTE = 60_000;
  assert.equal(formatWaited('en', 0), '1 min');
  assert.equal(formatWaited('en', -5 * MINUTE), '1 min');
  assert.equal(formatWaited('en', 59 * MINUTE), '59 min');
  assert.equal(formatWaited('en', 60 * MINUTE), '1 hr');
  assert.match(formatWaited('tr', 3 * 60 * MINUTE) ?? '', /^3 sa/);
  assert.equal(formatWaited('tr', 24 * 60 * MINUTE), null);
});
