import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinDays } from './day-range.ts';

test('a range of days within a month names the month once', () => {
  assert.equal(joinDays('23 Kas', '27 Kas'), '23 – 27 Kas');
  assert.equal(joinDays('30 Kas', '4 Ara'), '30 Kas – 4 Ara');
  assert.equal(joinDays('28 dek 2026', '1 yan'), '28 dek 2026 – 1 yan');
  assert.equal(joinDays('4 Jan 2027', '8 Jan 2027'), '4 – 8 Jan 2027');
  assert.equal(joinDays('27 Nov', '27 Nov'), '27 Nov');
});
