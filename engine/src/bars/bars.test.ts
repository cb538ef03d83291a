import assert from 'node:assert/strict';
import test from 'node:test';
import { batchBars } from '../testing/batch-reference.ts';
import { FIXTURES, fixtureBars } from '../testing/contract-fixtures.ts';
import { justAbove, justBelow } from '../testing/neighbours.ts';
import { readSeries } from '../testing/shared.golden.ts';
import { bucketStart, HOUR_MS } from '../time/resolution.ts';
import { aggregate, createAggregator } from './aggregate.ts';
import { applyTick } from './apply-tick.ts';
import { type Bar, checkBar, checkTick } from './bar.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const bar = (openTimeMs: number, changes: Partial<Bar> = {}): Bar => ({
  openTimeMs,
  open: 10,
  high: 12,
  low: 9,
  close: 11,
  volume: 5,
  ...changes,
});

test('a sound bar passes and every kind of unsound bar has its own word', () => {
  const openTimeMs = at('2024-03-15T14:00:00');
  const judge = (changes: Partial<Bar>): string | null =>
    checkBar(bar(openTimeMs, changes), '60', false);
  assert.equal(judge({}), null);
  assert.equal(judge({ close: Number.NaN }), 'not-finite');
  assert.equal(judge({ high: Number.POSITIVE_INFINITY }), 'not-finite');
  assert.equal(judge({ volume: Number.NaN }), 'not-finite');
  assert.equal(judge({ low: 0 }), 'not-positive');
  assert.equal(judge({ low: -1 }), 'not-positive');
  assert.equal(judge({ low: 10.5 }), 'range');
  assert.equal(judge({ high: 10.5 }), 'range');
  assert.equal(judge({ volume: -1 }), 'range');
  assert.equal(judge({ openTimeMs: openTimeMs + 60_000 }), 'misaligned');
  assert.equal(judge({ openTimeMs: openTimeMs + 0.5 }), 'misaligned');
});

test('a forex daily bar dated on a Sunday is misaligned until merged into Monday', () => {
  const sunday = bar(at('2024-03-17T00:00:00'), { low: 8, volume: 1 });
  const monday = bar(at('2024-03-18T00:00:00'), { high: 13, close: 12.5 });
  assert.equal(checkBar(sunday, '1D', true), 'misaligned');
  assert.equal(checkBar(sunday, '1D', false), null);
  assert.deepEqual(aggregate([sunday, monday], '1D', '1D', true), [
    { openTimeMs: monday.openTimeMs, open: 10, high: 13, low: 8, close: 12.5, volume: 6 },
  ]);
});

test('a tick updates the last bar until the bar time plus the resolution is reached', () => {
  const openTimeMs = at('2024-03-15T14:00:00');
  const first = applyTick(null, { timeMs: openTimeMs + 61_000, price: 5, volume: 2 }, '60', false);
  assert.deepEqual(first, {
    bar: { openTimeMs, open: 5, high: 5, low: 5, close: 5, volume: 2 },
    opened: true,
  });
  const second = applyTick(first.bar, { timeMs: openTimeMs + HOUR_MS - 1, price: 4 }, '60', false);
  assert.deepEqual(second, {
    bar: { openTimeMs, open: 5, high: 5, low: 4, close: 4, volume: 2 },
    opened: false,
  });
  const third = applyTick(second.bar, { timeMs: openTimeMs + HOUR_MS, price: 6 }, '60', false);
  assert.equal(third.opened, true);
  assert.equal(third.bar.openTimeMs, openTimeMs + HOUR_MS);
  assert.equal(third.bar.open, 6);
});

test('a late tick stays in the last bar and a tick after a hole opens its own bucket', () => {
  const last = bar(at('2024-03-15T14:00:00'));
  const late = applyTick(last, { timeMs: last.openTimeMs - 5_000, price: 8 }, '60', false);
  assert.deepEqual([late.opened, late.bar.low, late.bar.close], [false, 8, 8]);
  const after = applyTick(last, { timeMs: at('2024-03-18T09:30:00'), price: 8 }, '60', false);
  assert.equal(after.bar.openTimeMs, at('2024-03-18T09:00:00'));
});

test('a forex Sunday evening opens the new day and the new week', () => {
  const tick = { timeMs: at('2024-03-17T21:05:00'), price: 10 };
  const week = applyTick(bar(at('2024-03-11T00:00:00')), tick, '1W', true);
  assert.deepEqual([week.opened, week.bar.openTimeMs], [true, at('2024-03-18T00:00:00')]);
  const day = applyTick(bar(at('2024-03-15T00:00:00')), tick, '1D', true);
  assert.equal(day.bar.openTimeMs, at('2024-03-18T00:00:00'));
  const next = applyTick(day.bar, { ...tick, timeMs: tick.timeMs + 60_000 }, '1D', true);
  assert.equal(next.opened, false);
});

test('an unsound tick is a RangeError', () => {
  assert.equal(checkTick({ timeMs: 1, price: Number.NaN }), 'not-finite');
  assert.equal(checkTick({ timeMs: 1, price: 0 }), 'not-positive');
  assert.equal(checkTick({ timeMs: 1, price: 1, volume: -1 }), 'range');
  assert.throws(() => applyTick(null, { timeMs: 1, price: -1 }, '60', false), RangeError);
});

test('the forming bar and its end are known, and bars must ascend', () => {
  const aggregator = createAggregator('60', '240', false);
  assert.equal(aggregator.current(), null);
  assert.equal(aggregator.currentEndMs(), null);
  assert.equal(aggregator.push(bar(at('2024-03-15T13:00:00'))), null);
  assert.equal(aggregator.currentEndMs(), at('2024-03-15T16:00:00'));
  assert.equal(aggregator.push(bar(at('2024-03-15T16:00:00')))?.volume, 5);
  assert.throws(() => aggregator.push(bar(at('2024-03-15T13:00:00'))), RangeError);
  assert.throws(() => createAggregator('240', '60', false), RangeError);
  assert.deepEqual(aggregate([], '60', '1D', false), []);
});

// Pairs of vendor files that agree exactly, bar by bar.
for (const [category, symbol, from, to] of [
  ['forex', 'EURUSD', '60', '1D'],
  ['forex', 'XAUUSD', '60', '1D'],
  ['nasdaq', 'AAPL', '60', '1D'],
  ['crypto', 'APTUSDT', '15', '60'],
] as const) {
  test(`${symbol} ${from} aggregates to the vendor's own ${to} bars`, (t) => {
    const lower = readSeries(t, category, symbol, from);
    const higher = readSeries(t, category, symbol, to);
    if (lower === undefined || higher === undefined) return;
    // The 15-minute file runs a few hours longer than the hourly one.
    const made = aggregate(lower, from, to, false).slice(0, higher.length);
    const prices = (bars: readonly Bar[]): unknown[] =>
      bars.map(({ openTimeMs, open, high, low, close }) => [openTimeMs, open, high, low, close]);
    assert.deepEqual(prices(made), prices(higher));
    t.diagnostic(`${made.length} bars`);
  });
}

test('forex days merge Sundays: 12 years of hours make as many days as merged daily rows', (t) => {
  const hours = readSeries(t, 'forex', 'EURUSD', '60');
  const days = readSeries(t, 'forex', 'EURUSD', '1D');
  if (hours === undefined || days === undefined) return;
  const fromHours = aggregate(hours, '60', '1D', true);
  assert.equal(fromHours.length, 3_118);
  assert.deepEqual(
    fromHours.map((each) => [each.openTimeMs, each.high, each.low, each.close]),
    aggregate(days, '1D', '1D', true).map((each) => [
      each.openTimeMs,
      each.high,
      each.low,
      each.close,
    ]),
  );
  assert.ok(
    fromHours.every((each) => bucketStart('1D', each.openTimeMs, true) === each.openTimeMs),
  );
});

test('higher bars are what grouping a whole series gives, on every kind of market', () => {
  for (const { name, options, market } of FIXTURES) {
    const bars = fixtureBars({ name, options, market: { ...market, bars: 1_500 } });
    const { base, fx } = options;
    for (const to of base === '60'
      ? (['60', '240', '1D', '1W'] as const)
      : (['1D', '1W'] as const)) {
      const grouped = batchBars(bars, to, fx, Number.POSITIVE_INFINITY);
      assert.deepEqual(
        aggregate(bars, base, to, fx),
        grouped.map(({ endMs: _end, ...each }) => each),
        `${name} ${to}`,
      );
    }
  }
});

test('a bar may be flat and without volume, and each bound is checked separately', () => {
  const openTimeMs = at('2024-03-15T14:00:00');
  const judge = (open: number, high: number, low: number, close: number, volume = 0) =>
    checkBar({ openTimeMs, open, high, low, close, volume }, '60', false);
  assert.equal(judge(10, 10, 10, 10), null);
  assert.equal(judge(10, 12, 9, 11), null);
  assert.equal(judge(10, 12, justAbove(10), 11), 'range', 'a low above the open');
  assert.equal(judge(11, 12, justAbove(10), 10), 'range', 'a low above the close');
  assert.equal(judge(11, justBelow(11), 9, 10), 'range', 'a high below the open');
  assert.equal(judge(10, justBelow(11), 9, 11), 'range', 'a high below the close');
  assert.equal(judge(10, 11, 10, 11), null, 'open and close on the bounds');
  assert.equal(judge(11, 11, 10, 10), null, 'and the other way round');
  assert.equal(judge(1, 1, Number.MIN_VALUE, 1), null, 'the least price above 0');
  assert.equal(judge(10, 10, 10, 10, -Number.MIN_VALUE), 'range');
  assert.equal(checkTick({ timeMs: 1, price: Number.MIN_VALUE, volume: 0 }), null);
  assert.equal(checkTick({ timeMs: 1, price: 1, volume: -Number.MIN_VALUE }), 'range');
});
