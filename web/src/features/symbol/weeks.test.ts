import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWeek } from './weeks.ts';

const cases: readonly [string, number][] = [
  ['2026-11-16', 47],
  ['2025-12-29', 1],
  ['2026-12-28', 53],
  ['2027-01-04', 1],
  ['2018-12-31', 1],
];
for (const [day, number] of cases) {
  test(`the week of ${day} is number ${number}`, () => {
    assert.equal(describeWeek(Date.parse(`${day}T00:00:00Z`), 'forex').number, number);
  });
}

test('a week ends on Friday, and on Sunday where the market never closes', () => {
  const monday = Date.parse('2026-11-16T00:00:00Z');
  assert.equal(describeWeek(monday, 'bist').lastMs, Date.parse('2026-11-20T00:00:00Z'));
  assert.equal(describeWeek(monday, 'always').lastMs, Date.parse('2026-11-22T00:00:00Z'));
});
