import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEEK_MS } from '@rasat/engine';
import { addForecast, createCalibrationBook } from './calibration-book.ts';
import { CALIBRATION_LOOKS, lookAt, lookDueMs } from './calibration-looks.ts';

const MONDAY_MS = Date.UTC(2026, 10, 30);
const SUNDAY_MS = Date.UTC(2026, 10, 29);

/** Returns a book with two levels and a day cone each week: chances 0.2 and 0.6, of which every other one is reached. */
function bookOf(weeks: number) {
  const book = createCalibrationBook();
  for (let week = 0; week < weeks; week++) {
    const timeMs = MONDAY_MS + week * WEEK_MS;
    const reached = week % 2 === 0 ? timeMs + 1 : null;
    const levels = { levels: [1.2, 1.1], chances: [0.2, 0.6], plain: [0.5, 0.5] };
    addForecast(book, { setup: 'weekly', timeMs, weeks: 1, ...levels, first: [null, reached] });
    const edges = [null, reached, null, reached, null, null];
    const cone = { setup: 'cone.1d', timeMs, weeks: 0.2, levels: [], plain: [] };
    addForecast(book, { ...cone, chances: [0.5, 0.8, 0.95], first: edges });
    addForecast(book, { ...cone, setup: 'cone.4w', chances: [0.5, 0.8, 0.95], first: edges });
  }
  return book;
}

test('looks are registered after 26, 52 and 78 weeks, the last one with 1.97 standard errors', () => {
  assert.deepEqual(CALIBRATION_LOOKS, [
    { weeks: 26, z: 3 },
    { weeks: 52, z: 3 },
    { weeks: 78, z: 1.97 },
  ]);
});

test('a look is due a week after its last forecasts ended', () => {
  // The first week begins on Sunday 2026-11-29; the forecasts of the 26th end on Monday 2027-05-31.
  assert.equal(lookDueMs(26, MONDAY_MS), Date.UTC(2027, 5, 7));
  assert.equal(lookDueMs(26, SUNDAY_MS), Date.UTC(2027, 5, 7));
  assert.equal(lookDueMs(26, null), null);
});

test('a look counts its first weeks and no later one', () => {
  const look = lookAt(bookOf(60), CALIBRATION_LOOKS[0], MONDAY_MS);
  assert.deepEqual([look.weeks, look.n], [26, 52]);
  assert.deepEqual([look.fromMs, look.beforeMs], [SUNDAY_MS, SUNDAY_MS + 26 * WEEK_MS]);
  // (26 * 0.2 + 26 * 0.6 - 13) / 52
  assert.ok(Math.abs((look.error?.value ?? 0) - 0.15) < 1e-12);
  assert.deepEqual(
    look.cones.map(({ group, n, inside }) => [group, n, inside.value]),
    [['cone.1d', 26, 0.5]],
  );
  assert.deepEqual(look, lookAt(bookOf(26), CALIBRATION_LOOKS[0], MONDAY_MS));
});

test('the questions of a look are the mean error, three ranges of chances, and the plain chance', () => {
  const { bins, skill, error } = lookAt(bookOf(52), CALIBRATION_LOOKS[1], MONDAY_MS);
  const [low, middle, high] = bins;
  // No level with 0.2 was reached, half of those with 0.6 were.
  assert.ok(Math.abs((low?.value ?? 0) - 0.2) < 1e-12);
  assert.equal(middle, null);
  assert.ok(Math.abs((high?.value ?? 0) - 0.1) < 1e-12);
  // Brier (0.04 + 0.36 / 2 + 0.16 / 2) / 2 = 0.15 beside 0.25.
  assert.ok(Math.abs((skill?.value ?? 0) - 0.4) < 1e-12);
  const narrow = lookAt(bookOf(52), { weeks: 52, z: 1 } as never, MONDAY_MS);
  assert.ok(Math.abs((error?.halfWidth ?? 0) / (narrow.error?.halfWidth ?? 1) - 3) < 1e-9);
});

test('a look without levels has no figures', () => {
  const look = lookAt(createCalibrationBook(), CALIBRATION_LOOKS[2], MONDAY_MS);
  assert.deepEqual(
    [look.n, look.error, look.bins, look.cones, look.skill],
    [0, null, [null, null, null], [], null],
  );
});
