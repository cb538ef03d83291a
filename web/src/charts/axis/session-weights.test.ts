import assert from 'node:assert/strict';
import test from 'node:test';
import {
  CALENDARS,
  type CalendarName,
  futureBarOpens,
  type Resolution,
  sessionFrom,
} from '@rasat/engine';
import fc from 'fast-check';
import { createTimeLabels } from './time-labels.ts';

interface Mark {
  readonly index: number;
  readonly timeMs: number;
  readonly text: string;
}

/**
 * The marks of an axis as the chart library chooses them: by falling weight and from left to right, each at least
 * `room` bars from every one chosen before. Empty texts are left out, since they are invisible.
 */
function chooseMarks(
  calendar: CalendarName,
  resolution: Resolution,
  times: readonly number[],
  room: number,
): Mark[] {
  const labels = createTimeLabels('en', resolution, calendar);
  const endMs = times.at(-1) ?? 0;
  const weights = times.map((timeMs, i) => labels.weight(times[i - 1] ?? null, timeMs, endMs));
  const chosen: number[] = [];
  for (const weight of [...new Set(weights)].toSorted((a, b) => b - a)) {
    weights.forEach((own, index) => {
      if (own !== weight) return;
      if (chosen.every((other) => Math.abs(other - index) >= room)) chosen.push(index);
    });
  }
  return chosen
    .toSorted((a, b) => a - b)
    .map((index) => {
      const timeMs = times[index] ?? 0;
      return { index, timeMs, text: labels.tick(timeMs, weights[index] ?? 0) };
    })
    .filter(({ text }) => text !== '');
}

const istanbul = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' });
/** The day of a bar: that of its session's opening, or of its own where there are no sessions. By Istanbul's clock. */
const dayOf = (calendar: CalendarName, timeMs: number): string =>
  istanbul.format(calendar === 'always' ? timeMs : sessionFrom(calendar, timeMs).openMs);
const isDate = ({ text }: Mark): boolean => !text.includes(':');
const namesDay = (text: string, day: string): boolean =>
  text.split(' ')[0] === String(Number(day.slice(8)));

test('every day with bars has its date at its first bar, or none without room, and never an hour instead', () => {
  let hours = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...CALENDARS),
      fc.constantFrom<Resolution[]>('15', '60', '240'),
      fc.integer({ min: Date.UTC(2017, 0, 1), max: Date.UTC(2035, 0, 1) }),
      fc.integer({ min: 1, max: 130 }),
      (calendar, resolution, afterMs, room) => {
        const times = futureBarOpens(calendar, resolution, afterMs, 500);
        const marks = chooseMarks(calendar, resolution, times, room);
        const days = Map.groupBy(times, (timeMs) => dayOf(calendar, timeMs));
        for (const [day, bars] of days) {
          const own = marks.filter(({ timeMs }) => bars.includes(timeMs));
          const dates = own.filter(isDate);
          assert.ok(dates.length <= 1, `${day} has ${dates.length} dates`);
          const [date] = dates;
          if (date) {
            assert.equal(date.timeMs, bars[0], 'the date stands at the first bar');
            assert.ok(namesDay(date.text, day), `${date.text} names ${day}`);
          } else {
            assert.deepEqual(own, [], `an hour stands in the place of ${day}`);
            const first = times.indexOf(bars[0] ?? 0);
            assert.ok(
              marks.some(({ index }) => Math.abs(index - first) < room),
              `there was room for ${day}`,
            );
          }
          hours += own.length - dates.length;
        }
      },
    ),
    { numRuns: 300 },
  );
  assert.ok(hours > 200, 'hours are named where there is room');
});

test('Monday has its date after a Friday that ended beyond midnight', () => {
  // Forex: Friday 20 November 2026 ends at 01:00 of Istanbul's Saturday, Monday begins at 01:00.
  const times = futureBarOpens('forex', '60', Date.UTC(2026, 10, 18, 21), 96);
  assert.deepEqual(
    chooseMarks('forex', '60', times, 13).map(({ text }) => text),
    ['19 Nov', '20 Nov', '23 Nov', '24 Nov'],
  );
});

test('a half day gives way to the full day after it', () => {
  // New York on 27 November 2026, the day after Thanksgiving, until 13:00: 14 bars of a quarter of an hour, not 26.
  const times = futureBarOpens('nasdaq', '15', Date.UTC(2026, 10, 25), 26 + 14 + 26);
  assert.deepEqual(
    chooseMarks('nasdaq', '15', times, 20).map(({ text }) => text),
    ['25 Nov', '30 Nov'],
  );
  assert.deepEqual(
    chooseMarks('nasdaq', '15', times, 12).map(({ text }) => text),
    ['25 Nov', '27 Nov', '30 Nov'],
  );
});

test('four hours that hold the end of one forex Sunday and the start of Monday carry Monday', () => {
  const labels = createTimeLabels('en', '240', 'forex');
  const sunday = Date.UTC(2026, 10, 22, 20);
  const friday = Date.UTC(2026, 10, 20, 20);
  assert.equal(labels.tick(sunday, labels.weight(friday, sunday, sunday)), '23 Nov');
});
