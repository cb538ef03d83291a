import assert from 'node:assert/strict';
import test from 'node:test';
import type { CalendarName, Resolution } from '@rasat/engine';
import { createPastPlaces, listMissingOpens } from './missing.ts';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(`${text}Z`);
const missing = (
  calendar: CalendarName,
  resolution: Resolution,
  after: string,
  before: string,
): string[] =>
  listMissingOpens(calendar, resolution, at(after), at(before)).map((openMs) =>
    new Date(openMs).toISOString().slice(0, 16),
  );

test('hours without bars in a market that never closes are missing', () => {
  assert.deepEqual(missing('always', '60', '2026-11-24T10:00', '2026-11-24T14:00'), [
    '2026-11-24T11:00',
    '2026-11-24T12:00',
    '2026-11-24T13:00',
  ]);
  assert.deepEqual(missing('always', '60', '2026-11-24T10:00', '2026-11-24T11:00'), []);
  assert.deepEqual(missing('always', '240', '2026-11-24T20:00', '2026-11-25T04:00'), [
    '2026-11-25T00:00',
  ]);
});

test('a gap of months has sixty places', () => {
  const opens = missing('always', '15', '2026-01-01T00:00', '2026-06-01T00:00');
  assert.equal(opens.length, 60);
  assert.equal(opens[0], '2026-01-01T00:15');
});

test('a night, a weekend and a holiday of a market are no gaps', () => {
  // Borsa İstanbul closes at 15:10 UTC, in the middle of an hour that the last bar may not reach.
  assert.deepEqual(missing('bist-2', '60', '2026-11-24T14:00', '2026-11-25T07:00'), []);
  // Friday to Monday, and the feast from noon of 26 May to 29 May 2026.
  assert.deepEqual(missing('bist-2', '60', '2026-11-20T15:00', '2026-11-23T07:00'), []);
  assert.deepEqual(missing('bist-2', '60', '2026-05-26T09:00', '2026-06-01T07:00'), []);
  assert.deepEqual(missing('bist-2', '1D', '2026-05-26T00:00', '2026-06-01T00:00'), []);
  // New York trades from 14:30 UTC, and on 27 November 2026 until 18:00.
  assert.deepEqual(missing('nasdaq', '60', '2026-11-27T17:00', '2026-11-30T15:00'), []);
  assert.deepEqual(missing('forex', '60', '2026-11-20T21:00', '2026-11-22T22:00'), []);
  assert.deepEqual(missing('forex', '1D', '2026-11-20T00:00', '2026-11-23T00:00'), []);
});

test('hours and days of a session without bars are missing', () => {
  assert.deepEqual(missing('bist-2', '60', '2026-11-24T08:00', '2026-11-24T11:00'), [
    '2026-11-24T09:00',
    '2026-11-24T10:00',
  ]);
  assert.deepEqual(missing('bist-2', '60', '2026-11-24T13:00', '2026-11-25T08:00'), [
    '2026-11-24T14:00',
    '2026-11-25T07:00',
  ]);
  assert.deepEqual(missing('nasdaq', '1D', '2026-11-23T00:00', '2026-11-25T00:00'), [
    '2026-11-24T00:00',
  ]);
  assert.deepEqual(missing('forex', '1D', '2026-11-20T00:00', '2026-11-24T00:00'), [
    '2026-11-23T00:00',
  ]);
  assert.deepEqual(missing('forex', '1W', '2026-11-09T00:00', '2026-11-23T00:00'), [
    '2026-11-16T00:00',
  ]);
});

test('every missing bar has a place of its own, and the bars keep theirs in order', () => {
  const hours = [0, 1, 4, 5, 7].map((hour) => hour * HOUR);
  const places = createPastPlaces(
    hours,
    [2, 3, 6].map((hour) => hour * HOUR),
  );
  assert.deepEqual(
    places.opens.map((openMs) => openMs / HOUR),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  assert.deepEqual(
    places.opens.map((_, place) => places.barAt(place)),
    [0, 1, -1, -1, 2, 3, -1, 4],
  );
  assert.equal(places.barAt(8), 5, 'places of the future go on');
  assert.equal(places.barAt(-1), -1);
  assert.deepEqual(places.gapsWithin(0, 7), [
    [2, 3],
    [6, 6],
  ]);
  assert.deepEqual(places.gapsWithin(3, 5), [[3, 3]]);
  assert.deepEqual(places.gapsWithin(4, 5), []);
});
