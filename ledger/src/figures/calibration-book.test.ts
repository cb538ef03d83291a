import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEEK_MS } from '@rasat/engine';
import {
  addBook,
  addForecast,
  bookFigures,
  createCalibrationBook,
  type EndedForecast,
} from './calibration-book.ts';

const MONDAY_MS = Date.UTC(2026, 10, 23);

/** Returns a forecast of two levels, the first of which was reached. */
function forecastOf(given: Partial<EndedForecast>): EndedForecast {
  return {
    setup: 'weekly',
    timeMs: MONDAY_MS,
    weeks: 1,
    levels: [1.2, 1.1],
    chances: [0.6, 0.2],
    plain: [0.5, null],
    first: [MONDAY_MS + 1, null],
    ...given,
  };
}

/** Returns the groups of a book with their numbers of levels and cones. */
function countsOf(forecasts: readonly EndedForecast[]): Record<string, number> {
  const book = createCalibrationBook();
  for (const forecast of forecasts) addForecast(book, forecast);
  const { levels, cones } = bookFigures(book, 1.96);
  return Object.fromEntries([...levels, ...cones].map(({ group, figures }) => [group, figures.n]));
}

test('levels are grouped by setup and by horizon, each border in the shorter one', () => {
  assert.deepEqual(countsOf([forecastOf({ weeks: 0.5 })]), { all: 2, weekly: 2, short: 2 });
  assert.deepEqual(
    countsOf([
      forecastOf({ weeks: 0.500001 }),
      forecastOf({ setup: '52.short', weeks: 2 }),
      forecastOf({ setup: '144.long', weeks: 2.000001 }),
    ]),
    { all: 6, weekly: 2, boxes: 4, middle: 4, long: 2 },
  );
});

test('a cone is inside of the edges that no bar reached', () => {
  const book = createCalibrationBook();
  const cone = { setup: 'cone.1w', chances: [0.5, 0.8, 0.95], plain: [] } as const;
  const reached = MONDAY_MS + 1;
  addForecast(book, forecastOf({ ...cone, first: [null, null, null, null, null, null] }));
  addForecast(book, forecastOf({ ...cone, first: [null, reached, null, null, null, null] }));
  addForecast(book, forecastOf({ ...cone, first: [reached, null, reached, null, null, null] }));
  addForecast(book, forecastOf({ ...cone, first: [null, reached, null, reached, null, reached] }));
  const { levels, cones } = bookFigures(book, 1.96);
  assert.deepEqual(levels, []);
  assert.deepEqual(
    cones.map(({ group, figures: { n, inside } }) => [group, n, inside.map(({ value }) => value)]),
    [['cone.1w', 4, [0.25, 0.5, 0.75]]],
  );
});

test('a void forecast is counted and in no figure', () => {
  const book = createCalibrationBook();
  addForecast(book, forecastOf({ first: null }));
  assert.deepEqual(bookFigures(book, 1.96), { levels: [], cones: [], voids: 1, late: 0, open: 0 });
});

test('books that are added have the figures of all their forecasts', () => {
  const all = createCalibrationBook();
  const parts = [createCalibrationBook(), createCalibrationBook(), createCalibrationBook()];
  for (let at = 0; at < 90; at++) {
    const forecast = forecastOf({
      timeMs: MONDAY_MS + ((at * 7) % 40) * WEEK_MS,
      setup: ['weekly', '36.short', 'cone.1d'][at % 3] as string,
      weeks: at / 20,
      chances: [(at % 11) / 10, 0.3, 0.9],
      first:
        at % 8 === 0
          ? null
          : [at % 2 === 0 ? 1 : null, null, at % 5 === 0 ? 1 : null, null, null, null],
    });
    addForecast(all, forecast);
    addForecast(parts[at % 3]!, forecast);
  }
  all.late = 3;
  parts[1]!.late = 3;
  parts[2]!.open = 2;
  all.open = 2;
  const sum = createCalibrationBook();
  for (const part of parts.toReversed()) addBook(sum, part);
  assert.deepEqual(bookFigures(sum, 1.96), bookFigures(all, 1.96));
});
