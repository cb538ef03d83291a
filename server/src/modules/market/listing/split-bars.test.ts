import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Bar, bucketEnd, bucketStart, checkBar, type SourceResolution } from '@rasat/engine';
import fc from 'fast-check';
import type { StoredSplit } from '../store/split-store.ts';
import { adjustBar } from './split-bars.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2024, 0, 1);
const SERIES = { fx: false, digits: 4 };
/** A session opens at 14:30 UTC, as in New York in winter. */
const OPEN_MS = 14.5 * HOUR;

const splitsOf = fc.uniqueArray(
  fc.record({
    effectiveMs: fc.integer({ min: 1, max: 40 }).map((day) => MONDAY + day * DAY + OPEN_MS),
    factor: fc.constantFrom(2, 4, 10, 1.5, 0.1, 0.05, 3),
  }),
  { maxLength: 4, selector: ({ effectiveMs }) => effectiveMs },
);

/** Raw bars of a share worth 100 of today's prices throughout, before and after its splits. */
function rawBars(splits: readonly StoredSplit[], resolution: SourceResolution): Bar[] {
  const stepMs = resolution === '1D' ? DAY : HOUR;
  const bars: Bar[] = [];
  for (let day = 0; day <= 42; day++) {
    const times =
      resolution === '1D'
        ? [MONDAY + day * DAY]
        : Array.from({ length: 7 }, (_, hour) => MONDAY + day * DAY + OPEN_MS + hour * HOUR);
    for (const openTimeMs of times) {
      const tradesFromMs = Math.max(openTimeMs, MONDAY + day * DAY + OPEN_MS);
      const factor = splits
        .filter(({ effectiveMs }) => tradesFromMs < effectiveMs)
        .reduce((product, split) => product * split.factor, 1);
      const price = (today: number) => today * factor;
      bars.push({
        openTimeMs: bucketStart(resolution, openTimeMs, false),
        open: price(100),
        high: price(101),
        low: price(99),
        close: price(100.5),
        volume: (1000 * (stepMs / HOUR)) / factor,
      });
    }
  }
  return bars;
}

describe('raw bars in the shares of today', () => {
  for (const resolution of ['15', '60', '1D'] as const) {
    test(`continue over every split, ${resolution}`, () => {
      fc.assert(
        fc.property(splitsOf, (splits) => {
          for (const bar of rawBars(splits, resolution)) {
            const told = adjustBar(bar, resolution, SERIES, splits);
            assert.equal(told.openTimeMs, bar.openTimeMs);
            const { open, high, low, close } = told;
            for (const [found, is] of [
              [open, 100],
              [high, 101],
              [low, 99],
              [close, 100.5],
            ] as const) {
              assert.ok(Math.abs(found - is) <= 0.00051, `${found} for ${is}`);
            }
            const volume = resolution === '1D' ? 24_000 : 1000;
            assert.ok(Math.abs(told.volume - volume) < 1e-6 * volume);
            assert.equal(checkBar(told, resolution, false), null);
          }
        }),
      );
    });
  }

  test('are themselves without a split, and from the day of the last one on', () => {
    fc.assert(
      fc.property(splitsOf, (splits) => {
        const lastMs = Math.max(0, ...splits.map(({ effectiveMs }) => effectiveMs));
        for (const resolution of ['60', '1D'] as const) {
          for (const bar of rawBars(splits, resolution)) {
            assert.equal(adjustBar(bar, resolution, SERIES, []), bar);
            if (bucketEnd(resolution, bar.openTimeMs, false) > lastMs) {
              assert.equal(adjustBar(bar, resolution, SERIES, splits), bar);
            }
            const day = bucketStart('1D', bar.openTimeMs, false);
            const own = splits.find(
              ({ effectiveMs }) => bucketStart('1D', effectiveMs, false) === day,
            );
            if (!own) continue;
            const without = splits.filter((split) => split !== own);
            assert.deepEqual(
              adjustBar(bar, resolution, SERIES, splits),
              adjustBar(bar, resolution, SERIES, without),
              'a bar on the day of a split is after it',
            );
          }
        }
      }),
    );
  });
});

test('a price that the decimals of its series cannot show is not sound', () => {
  const bar = { openTimeMs: MONDAY, open: 0.01, high: 0.01, low: 0.01, close: 0.01, volume: 1 };
  const split = { effectiveMs: MONDAY + DAY, factor: 1000 };
  const told = adjustBar(bar, '60', { fx: false, digits: 2 }, [split]);
  assert.equal(told.close, 0);
  assert.equal(checkBar(told, '60', false), 'not-positive');
});
