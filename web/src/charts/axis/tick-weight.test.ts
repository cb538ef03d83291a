import assert from 'node:assert/strict';
import test from 'node:test';
import { TICK_WEIGHT, tickWeight } from './tick-weight.ts';

const at = (text: string): number => Date.parse(text);

test('a day begins at midnight in Istanbul, not in Greenwich', () => {
  assert.equal(tickWeight(at('2026-11-20T20:00Z'), at('2026-11-20T21:00Z')), TICK_WEIGHT.day);
  assert.ok(tickWeight(at('2026-11-20T23:00Z'), at('2026-11-21T00:00Z')) < TICK_WEIGHT.day);
});

test('the year and the month outrank the day', () => {
  assert.equal(tickWeight(at('2026-12-31T20:00Z'), at('2026-12-31T21:00Z')), TICK_WEIGHT.year);
  assert.equal(tickWeight(at('2026-10-31T20:00Z'), at('2026-10-31T21:00Z')), TICK_WEIGHT.month);
  assert.equal(tickWeight(at('2026-12-31T00:00Z'), at('2027-01-01T00:00Z')), TICK_WEIGHT.year);
});

test('noon outranks nine, nine outranks ten, the half hour is lightest', () => {
  const noon = tickWeight(at('2026-11-20T08:00Z'), at('2026-11-20T09:00Z'));
  const nine = tickWeight(at('2026-11-20T05:00Z'), at('2026-11-20T06:00Z'));
  const ten = tickWeight(at('2026-11-20T06:00Z'), at('2026-11-20T07:00Z'));
  const half = tickWeight(at('2026-11-20T06:15Z'), at('2026-11-20T06:30Z'));
  assert.ok(noon > nine && nine > ten && ten > half);
});

test('each division of the day has its weight', () => {
  const weightAt = (text: string, beforeMs: number): number =>
    tickWeight(at(text) - beforeMs, at(text));
  const minute = 60_000;
  // Istanbul is three hours ahead: 09:00 UTC is noon, 03:00 six, 06:00 nine.
  assert.deepEqual(
    [
      weightAt('2026-11-20T09:00Z', 60 * minute),
      weightAt('2026-11-20T03:00Z', 60 * minute),
      weightAt('2026-11-20T06:00Z', 60 * minute),
      weightAt('2026-11-20T07:00Z', 60 * minute),
      weightAt('2026-11-20T07:30Z', 15 * minute),
      weightAt('2026-11-20T07:35Z', 5 * minute),
      weightAt('2026-11-20T07:36Z', minute),
    ],
    [33, 32, 31, 30, 22, 21, 20],
  );
});
