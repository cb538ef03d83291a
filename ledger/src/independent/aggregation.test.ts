import assert from 'node:assert/strict';
import test from 'node:test';
import { aggregate } from '@rasat/engine';
import type { BarColumns } from '../bars/bars-codec.ts';
import { columnsOf, type Row, rowsOf } from '../testing/bar-rows.ts';
import { MARKETS } from '../testing/gappy-markets.ts';
import { barColumns } from '../testing/published-rows.ts';
import { aggregateBars, bucketOf, endOfBucket, findBarDifference } from './aggregation.ts';
import { meanRange, prepareBars, spacingOf } from './prepared-bars.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const HOUR_MS = 3_600_000;

for (const { name, rules, columns } of MARKETS) {
  test(`higher bars are those that the engine aggregates: ${name}`, () => {
    const bars = rowsOf(columns).map(([openTimeMs, open, high, low, close, volume]) => {
      return { openTimeMs, open, high, low, close, volume };
    });
    const timeframes =
      rules.base === '60' ? (['60', '240', '1D', '1W'] as const) : (['1D', '1W'] as const);
    for (const timeframe of timeframes) {
      const first = barColumns(aggregate(bars, rules.base, timeframe, rules.fx));
      const own = aggregateBars(columns, timeframe, rules.fx);
      assert.equal(findBarDifference(first, own), null, timeframe);
      assert.ok(own.length > 50);
    }
  });
}

test('buckets', () => {
  // docs/analysis.md, Buckets.
  const sunday = at('2024-03-17T22:00');
  assert.equal(bucketOf('1D', sunday, true), at('2024-03-18T00:00'));
  assert.equal(bucketOf('1W', sunday, true), at('2024-03-18T00:00'));
  assert.equal(bucketOf('240', sunday, true), at('2024-03-17T20:00'));
  assert.equal(bucketOf('1W', sunday, false), at('2024-03-11T00:00'));
  assert.equal(endOfBucket('1W', at('2024-03-11T00:00'), true), at('2024-03-17T00:00'));
  assert.equal(endOfBucket('1W', at('2024-03-11T00:00'), false), at('2024-03-18T00:00'));
  assert.equal(bucketOf('15', at('2024-03-11T10:29:59.999'), false), at('2024-03-11T10:15'));
  assert.equal(bucketOf('1W', at('1969-12-31T10:00'), false), at('1969-12-29T00:00'));
});

test('a Sunday of currencies is merged into its Monday', () => {
  // docs/analysis.md, Aggregation.
  const days = columnsOf([
    [at('2024-03-17T00:00'), 10, 12, 8, 11, 1],
    [at('2024-03-18T00:00'), 10, 13, 9, 12.5, 5],
  ]);
  assert.deepEqual(rowsOf(aggregateBars(days, '1D', true)), [
    [at('2024-03-18T00:00'), 10, 13, 8, 12.5, 6],
  ]);
  assert.equal(aggregateBars(days, '1D', false).length, 2);
});

test('hours follow from quarters of an hour, and only buckets that have ended are made', () => {
  const quarters = columnsOf(
    Array.from({ length: 7 }, (_, k): Row => [k * (HOUR_MS / 4), 10 + k, 12 + k, 9, 11 + k, 1]),
  );
  assert.deepEqual(rowsOf(aggregateBars(quarters, '60', false, HOUR_MS)), [[0, 10, 15, 9, 14, 4]]);
  assert.equal(aggregateBars(quarters, '60', false, HOUR_MS - 1).length, 0);
  assert.equal(aggregateBars(quarters, '60', false).length, 2);
});

test('bars that do not ascend are refused', () => {
  const bars = columnsOf([
    [HOUR_MS, 1, 1, 1, 1, 0],
    [HOUR_MS, 1, 1, 1, 1, 0],
  ]);
  assert.throws(() => aggregateBars(bars, '240', false), RangeError);
});

test('bars that do not ascend or open within an hour are not prepared', () => {
  const prepare = (...times: number[]) =>
    prepareBars(columnsOf(times.map((time): Row => [time, 1, 1, 1, 1, 0])), {
      base: '60',
      fx: false,
      digits: 2,
      category: 'nasdaq',
    });
  assert.equal(prepare(0, HOUR_MS).length, 2);
  assert.throws(() => prepare(HOUR_MS, HOUR_MS), RangeError);
  assert.throws(() => prepare(HOUR_MS, 0), RangeError);
  assert.throws(() => prepare(1), RangeError);
  assert.throws(() => prepare(Number.NaN), RangeError);
});

test('the first changed, missing or added bar is named', () => {
  const computed = aggregateBars(MARKETS[0]!.columns, '240', false);
  const rows = rowsOf(computed);
  const [time] = rows[7]!;
  const differenceOf = (stored: Row[]) => findBarDifference(columnsOf(stored), computed);
  assert.equal(differenceOf(rows), null);
  for (const [place, value] of (['open', 'high', 'low', 'close', 'volume'] as const).entries()) {
    const changed = rows.map((row) => [...row]);
    changed[7]![place + 1]! += 0.01;
    const found = differenceOf(changed as unknown as Row[]);
    assert.deepEqual([found?.openTimeMs, found?.value], [time, value]);
  }
  const missing = { openTimeMs: time, value: 'openTimeMs', stored: null, computed: time };
  assert.deepEqual(differenceOf(rows.toSpliced(7, 1)), missing);
  const added: Row = [time + 1, 1, 1, 1, 1, 0];
  const extra = { openTimeMs: time + 1, value: 'openTimeMs', stored: time + 1, computed: null };
  assert.deepEqual(differenceOf(rows.toSpliced(8, 0, added)), extra);
  const [last] = rows.at(-1)!;
  assert.equal(differenceOf(rows.slice(0, -1))?.computed, last);
  assert.equal(differenceOf([...rows, [last + 1, 1, 1, 1, 1, 0]])?.stored, last + 1);
});

test('average range and spacing', () => {
  const days = (opens: readonly string[]): BarColumns =>
    columnsOf(opens.map((day): Row => [at(`${day}T00:00`), 10, 11, 9, 10, 0]));
  // docs/analysis.md, Spacing: four steps over six days.
  const around = days(['2024-03-13', '2024-03-14', '2024-03-15', '2024-03-18', '2024-03-19']);
  const frame = prepareBars(around, {
    base: '1D',
    fx: false,
    digits: 2,
    category: 'index',
  }).timeframe('1D');
  assert.deepEqual([spacingOf(frame, 5), spacingOf(frame, 1)], [129_600_000, 86_400_000]);
  // Twenty ranges: 19 of 2, and the last from the close before it, 10, to its high of 15.
  const twenty = Array.from({ length: 20 }, (_, k): Row => {
    return [k * 24 * HOUR_MS, 14, k === 19 ? 15 : 11, k === 19 ? 14 : 9, 10, 0];
  });
  const ranges = prepareBars(columnsOf(twenty), {
    base: '1D',
    fx: false,
    digits: 2,
    category: 'index',
  });
  assert.equal(meanRange(ranges.timeframe('1D'), 20), (19 * 2 + 5) / 20);
  assert.equal(meanRange(ranges.timeframe('1D'), 19), 0);
  assert.deepEqual([...ranges.dailyRanges()].slice(18), [0, 2.15]);
});

test('a day whose last hour is missing has ended with the bar that opens at its end', () => {
  // docs/analysis.md, Following an entry: 20 days of two bars with a range of 2.
  const rows = Array.from({ length: 21 }, (_, day) =>
    [0, 23].map((hour): Row => [(day * 24 + hour) * HOUR_MS, 10, 11, 9, 10, 0]),
  ).flat();
  const rangesOf = (bars: Row[]) =>
    prepareBars(columnsOf(bars), {
      base: '60',
      fx: false,
      digits: 2,
      category: 'nasdaq',
    }).dailyRanges();
  assert.deepEqual(Array.from(rangesOf(rows)).slice(38, 41), [0, 2, 2]);
  const without = rows.toSpliced(39, 1);
  assert.deepEqual(Array.from(rangesOf(without)).slice(38, 40), [0, 2]);
});
