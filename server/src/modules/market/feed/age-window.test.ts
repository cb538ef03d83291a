import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AgeWindow } from './age-window.ts';

const MINUTE = 60_000;
/** 00:00 UTC of 5 January 2026, the start of a minute. */
const MONDAY = Date.UTC(2026, 0, 5);
const NOTHING = { ticks: 0, medianMs: null, p95Ms: null };

test('ages below 16 ms are exact', () => {
  const window = new AgeWindow(MINUTE, 60);
  for (let age = 0; age < 16; age += 1) window.add(age, MONDAY);
  assert.deepEqual(window.summarize(MONDAY, 0, 0), { ticks: 16, medianMs: 7, p95Ms: 15 });
});

test('equal ages have themselves as median, within the width of a class', () => {
  const window = new AgeWindow(MINUTE, 60);
  for (let i = 0; i < 1000; i += 1) window.add(84, MONDAY + i);
  // 80 to 87 ms share a class.
  assert.deepEqual(window.summarize(MONDAY, 0, 0), { ticks: 1000, medianMs: 83, p95Ms: 87 });
});

test('a quantile is within an eighth of the true one, or a millisecond', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 4_000_000 }), { minLength: 1, maxLength: 300 }),
      (ages) => {
        const window = new AgeWindow(MINUTE, 2);
        for (const age of ages) window.add(age, MONDAY);
        const { ticks, medianMs, p95Ms } = window.summarize(MONDAY, 0, 0);
        assert.equal(ticks, ages.length);
        const sorted = ages.toSorted((a, b) => a - b);
        for (const [found, share] of [
          [medianMs, 0.5],
          [p95Ms, 0.95],
        ] as const) {
          const truth = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
          const off = Math.abs((found ?? Number.NaN) - truth);
          assert.ok(off <= Math.max(1, truth / 8), `${found} for ${truth}`);
        }
      },
    ),
  );
});

test('an age above 70 minutes is counted as the greatest', () => {
  const window = new AgeWindow(MINUTE, 2);
  window.add(10 ** 12, MONDAY);
  const { ticks, medianMs } = window.summarize(MONDAY, 0, 0);
  assert.equal(ticks, 1);
  assert.ok(medianMs !== null && medianMs > 65 * MINUTE && medianMs < 70 * MINUTE);
});

test('slots are apart, and old ones give way to new ones', () => {
  const window = new AgeWindow(MINUTE, 3);
  for (let minute = 0; minute < 5; minute += 1) window.add(minute, MONDAY + minute * MINUTE);
  const nowMs = MONDAY + 4 * MINUTE + 30_000;
  const medians = [4, 3, 2, 1, 0].map((ago) => window.summarize(nowMs, ago, ago).medianMs);
  assert.deepEqual(medians, [null, null, 2, 3, 4]);
  assert.deepEqual(window.summarize(nowMs, 2, 1), { ticks: 2, medianMs: 2, p95Ms: 3 });
});

test('minutes without prices are empty, also those after the last price', () => {
  const window = new AgeWindow(MINUTE, 4);
  window.add(1, MONDAY);
  window.add(2, MONDAY + 2 * MINUTE);
  const nowMs = MONDAY + 3 * MINUTE;
  const medians = [3, 2, 1, 0].map((ago) => window.summarize(nowMs, ago, ago).medianMs);
  assert.deepEqual(medians, [1, null, 2, null]);
  assert.deepEqual(window.summarize(nowMs + 10 * MINUTE, 3, 0), NOTHING);
  // The ring has gone round once, so what stands in its places is an hour old.
  window.add(3, MONDAY + 12 * MINUTE);
  assert.equal(window.summarize(MONDAY + 12 * MINUTE, 3, 0).ticks, 1);
});

test('a clock that steps back a little changes nothing, and one set back forgets the ages', () => {
  const window = new AgeWindow(MINUTE, 4);
  window.add(1, MONDAY + MINUTE);
  window.add(2, MONDAY + MINUTE - 3);
  assert.equal(window.summarize(MONDAY + MINUTE, 0, 0).ticks, 2);
  window.add(5, MONDAY - 60 * MINUTE);
  assert.deepEqual(window.summarize(MONDAY - 60 * MINUTE, 3, 0), {
    ticks: 1,
    medianMs: 5,
    p95Ms: 5,
  });
});

test('an empty window has no ages', () => {
  assert.deepEqual(new AgeWindow(MINUTE, 60).summarize(MONDAY, 59, 0), NOTHING);
});
