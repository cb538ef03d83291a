import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addMonthsIstanbul,
  istanbulDay,
  istanbulDayStartMs,
  istanbulIso,
  istanbulTime,
  istanbulToUtcMs,
  istanbulWallMs,
  istanbulWeekStartMs,
} from './istanbul.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from './resolution.ts';

const FROM_MS = Date.UTC(1985, 0, 1);
const TO_MS = Date.UTC(2038, 0, 1);
const at = (text: string): number => Date.parse(`${text}Z`);
const instants = fc.integer({ min: FROM_MS, max: TO_MS - 1 });

const PLATFORM = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Istanbul',
  hourCycle: 'h23',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** Returns the wall time by the platform's time-zone data: `2026-11-21T14:02:09`. */
function platformTime(timeMs: number): string {
  const [, day, month, year, clock] =
    /^(\d\d)\/(\d\d)\/(\d{4}), (.{8})$/.exec(PLATFORM.format(timeMs)) ?? [];
  return `${year}-${month}-${day}T${clock}`;
}
const shown = (timeMs: number): string => new Date(istanbulWallMs(timeMs)).toISOString();

/** Returns the hours at which the platform's clocks change. */
function listChanges(): number[] {
  const found: number[] = [];
  const offsetMs = (timeMs: number) => at(platformTime(timeMs)) - timeMs;
  for (let dayMs = FROM_MS; dayMs < TO_MS; dayMs += DAY_MS) {
    if (offsetMs(dayMs) === offsetMs(dayMs + DAY_MS)) continue;
    let timeMs = dayMs;
    while (offsetMs(timeMs) === offsetMs(timeMs + HOUR_MS)) timeMs += HOUR_MS;
    found.push(timeMs + HOUR_MS);
  }
  return found;
}
const changes = listChanges();

test('from 1985 to 2037 the clocks are those of the time-zone database', () => {
  assert.equal(changes.length, 63, 'summer times of 1985 to 2015 and the one that stayed');
  for (const changeMs of changes) {
    for (let timeMs = changeMs - 2 * DAY_MS; timeMs <= changeMs + 2 * DAY_MS; timeMs += HOUR_MS) {
      for (const one of [timeMs, timeMs - 1]) {
        assert.equal(shown(one).slice(0, 19), platformTime(one), new Date(one).toISOString());
      }
    }
  }
  // Each day once, at a varying hour.
  const perDay = fc.integer({ min: 0, max: DAY_MS - 1 });
  fc.assert(
    fc.property(perDay, (passedMs) => {
      for (let timeMs = FROM_MS + passedMs; timeMs < TO_MS; timeMs += DAY_MS) {
        assert.equal(shown(timeMs).slice(0, 19), platformTime(timeMs));
      }
    }),
    { numRuns: 3 },
  );
});

// Half of the instants lie within two days of a change.
const moments = fc.oneof(
  instants,
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
    .map(([changeMs, awayMs]) => changeMs + awayMs),
);

test('a wall time is the instant that shows it; of two instants the later', () => {
  fc.assert(
    fc.property(moments, (timeMs) => {
      const wallMs = istanbulWallMs(timeMs);
      const isTwice = istanbulWallMs(timeMs + HOUR_MS) === wallMs;
      assert.equal(istanbulToUtcMs(wallMs), isTwice ? timeMs + HOUR_MS : timeMs);
    }),
    { numRuns: 1000 },
  );
});

test('a wall time that the clocks skip is the hour after it', () => {
  const wallBefore = (changeMs: number) => istanbulWallMs(changeMs - 1) + 1;
  const skips = changes.filter((changeMs) => istanbulWallMs(changeMs) > wallBefore(changeMs));
  assert.equal(skips.length, 32);
  for (const changeMs of skips) {
    assert.equal(istanbulToUtcMs(wallBefore(changeMs) + HOUR_MS / 2), changeMs + HOUR_MS / 2);
  }
});

test('the parts of a moment, its text and its day are those of the wall', () => {
  assert.deepEqual(istanbulTime(at('2026-12-31T21:05:09')), {
    year: 2027,
    month: 1,
    day: 1,
    hour: 0,
    minute: 5,
    second: 9,
    weekday: 5,
  });
  fc.assert(
    fc.property(moments, (timeMs) => {
      const text = platformTime(timeMs);
      const { year, month, day, hour, minute, second, weekday } = istanbulTime(timeMs);
      assert.equal(Date.UTC(year, month - 1, day, hour, minute, second), at(text));
      assert.equal(weekday, new Date(at(text)).getUTCDay());
      assert.equal(istanbulIso(timeMs), text.slice(0, 16));
      assert.equal(istanbulDay(timeMs), text.slice(0, 10));
    }),
  );
});

test('a day begins at midnight and a week on Monday', () => {
  assert.equal(istanbulDayStartMs('2026-11-21'), at('2026-11-20T21:00'));
  assert.equal(istanbulDayStartMs('2015-11-08'), at('2015-11-07T21:00'));
  assert.ok(Number.isNaN(istanbulDayStartMs('2026-13-01')));
  const monday = at('2026-11-22T21:00');
  assert.equal(istanbulWeekStartMs(monday), monday);
  assert.equal(istanbulWeekStartMs(monday - 1), monday - WEEK_MS);
  assert.equal(istanbulWeekStartMs(at('2026-11-28T12:00')), monday);
  fc.assert(
    fc.property(moments, (timeMs) => {
      const dayMs = istanbulDayStartMs(istanbulDay(timeMs));
      assert.equal(platformTime(dayMs), `${platformTime(timeMs).slice(0, 10)}T00:00:00`);
      const weekMs = istanbulWeekStartMs(timeMs);
      const text = platformTime(weekMs);
      assert.deepEqual([text.slice(11), new Date(at(text)).getUTCDay()], ['00:00:00', 1]);
      assert.ok(weekMs <= timeMs && istanbulWallMs(timeMs) - at(text) < WEEK_MS);
    }),
  );
});

test('months are those of the calendar in Istanbul, a missing day becomes the last one', () => {
  const istanbul = (text: string): number => istanbulToUtcMs(at(text));
  for (const [from, months, to] of [
    ['2026-11-21T12:00', 6, '2027-05-21T12:00'],
    ['2026-08-31T09:30', 6, '2027-02-28T09:30'],
    ['2027-08-31T09:30', 6, '2028-02-29T09:30'],
    ['2026-12-31T23:59', 3, '2027-03-31T23:59'],
    ['2028-02-29T12:00', 12, '2029-02-28T12:00'],
    // The first of the month in Istanbul, the last of the month before in UTC.
    ['2026-09-01T01:00', 6, '2027-03-01T01:00'],
    // From summer time into winter time and back.
    ['2014-08-31T12:00', 6, '2015-02-28T12:00'],
    ['2015-05-21T12:00', -6, '2014-11-21T12:00'],
  ] as const) {
    assert.equal(addMonthsIstanbul(istanbul(from), months), istanbul(to), from);
  }
  fc.assert(
    fc.property(moments, fc.integer({ min: -24, max: 24 }), (timeMs, months) => {
      const moved = istanbulTime(addMonthsIstanbul(timeMs, months));
      const { year, month, day, hour, minute, second } = istanbulTime(timeMs);
      const ahead = year * 12 + month - 1 + months;
      const lastDay = new Date(Date.UTC(Math.floor(ahead / 12), (ahead % 12) + 1, 0)).getUTCDate();
      assert.equal(moved.year * 12 + moved.month - 1, ahead);
      assert.equal(moved.day, Math.min(day, lastDay));
      // An hour that is skipped on that day becomes the one after it.
      assert.ok(moved.hour === hour || moved.hour === hour + 1);
      assert.deepEqual([moved.minute, moved.second], [minute, second]);
    }),
  );
});
