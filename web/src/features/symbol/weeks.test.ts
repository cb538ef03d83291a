import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWeek, phaseOf } from './weeks.ts';

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

test('a week ends on Friday, and on Sunday for a market that never closes', () => {
  const monday = Date.parse('2026-11-16T00:00:00Z');
  assert.equal(describeWeek(monday, 'bist').lastMs, Date.parse('2026-11-20T00:00:00Z'));
  assert.equal(describeWeek(monday, 'always').lastMs, Date.parse('2026-11-22T00:00:00Z'));
});

const at = (text: string) => Date.parse(`${text}Z`);
const opens: readonly [Parameters<typeof describeWeek>[1], string, string][] = [
  // Sunday 17:00 in New York to Friday 17:00.
  ['forex', '2026-11-15T22:00', '2026-11-20T22:00'],
  ['always', '2026-11-16T00:00', '2026-11-23T00:00'],
  // Borsa Istanbul trades from 10:00 to 18:10 by its clock.
  ['bist', '2026-11-16T07:00', '2026-11-20T15:10'],
  ['nasdaq', '2026-11-16T14:30', '2026-11-20T21:00'],
];
for (const [calendar, open, close] of opens) {
  test(`the week of ${calendar} lasts from its first session to the end of its last`, () => {
    const week = describeWeek(at('2026-11-16T00:00'), calendar);
    assert.deepEqual([week.openMs, week.closeMs], [at(open), at(close)]);
    assert.equal(phaseOf(week, week.openMs - 1), 'before');
    assert.equal(phaseOf(week, week.openMs), 'within');
    assert.equal(phaseOf(week, week.closeMs - 1), 'within');
    assert.equal(phaseOf(week, week.closeMs), 'after');
  });
}

test('a holiday at its edge makes a week shorter', () => {
  // Christmas Day of 2026 is a Friday.
  const week = describeWeek(at('2026-12-21T00:00'), 'nasdaq');
  assert.equal(week.closeMs, at('2026-12-24T18:00'));
});
