import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpecialDay } from '../connectors/connector.ts';
import { compareDays } from './check-days.ts';

/** A Friday. */
const NOW_MS = Date.UTC(2026, 10, 20, 12);
const day = (date: string, close?: string): SpecialDay => ({
  calendar: 'nasdaq',
  dayMs: Date.parse(`${date}T00:00:00Z`),
  closeMs: close === undefined ? null : Date.parse(`${date}T${close}:00Z`),
});
/** Nasdaq until the end of January 2027, by the notice of NYSE Group. */
const NOTICE = [
  day('2026-11-26'),
  day('2026-11-27', '18:00'),
  day('2026-12-24', '18:00'),
  day('2026-12-25'),
  day('2027-01-01'),
  day('2027-01-18'),
];

test('a calendar that agrees with the vendor has no difference, also over a change of clocks', () => {
  assert.deepEqual(compareDays(NOTICE, NOW_MS), []);
  const spring = [day('2027-02-15'), day('2027-03-26'), day('2027-05-31')];
  assert.deepEqual(compareDays(spring, Date.UTC(2027, 1, 1)), []);
  assert.deepEqual(compareDays([], NOW_MS), []);
});

test('a day that one side does not have, and another close, are told', () => {
  const announced = [...NOTICE, day('2027-01-08')].toSorted((a, b) => a.dayMs - b.dayMs);
  assert.deepEqual(compareDays(announced, NOW_MS), [
    'nasdaq on 2027-01-08: a close at 21:00 UTC here, closed at the vendor.',
  ]);
  assert.deepEqual(compareDays([...NOTICE.slice(0, 4), day('2027-01-18')], NOW_MS), [
    'nasdaq on 2027-01-01: closed here, a usual session at the vendor.',
  ]);
  const other = NOTICE.map((one) => (one.closeMs === null ? one : { ...one, closeMs: null }));
  assert.deepEqual(compareDays(other.slice(0, 2), NOW_MS), [
    'nasdaq on 2026-11-27: a close at 18:00 UTC here, closed at the vendor.',
  ]);
  const [thanksgiving, , eve] = NOTICE;
  assert.ok(thanksgiving && eve);
  assert.deepEqual(compareDays([thanksgiving, eve], NOW_MS), [
    'nasdaq on 2026-11-27: a close at 18:00 UTC here, a usual session at the vendor.',
  ]);
});

test('a past day of the list is not compared', () => {
  assert.deepEqual(compareDays([day('2026-11-19'), ...NOTICE], NOW_MS), []);
});
