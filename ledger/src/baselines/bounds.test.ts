import assert from 'node:assert/strict';
import test from 'node:test';
import { type Bar, DAY_MS, HOUR_MS } from '@rasat/engine';
import { crossings, justAbove, justBelow } from '../../../engine/src/testing/neighbours.ts';
import { middleShare, widening } from '../figures/bootstrap.ts';
import { costInR, DEFAULT_COSTS } from '../figures/costs.ts';
import { compareTwins, computeFigures, listMonths } from '../figures/figures.ts';
import { createResolvedRows, type ResolvedRows, tallyRows } from '../figures/tally.ts';
import { columnsOf, hashOf } from '../testing/engine-record.ts';
import { countKnown, createHistory, type MarketHistory } from './history.ts';
import { type MatchedEntries, matchEntries, type TradeToMatch } from './matched-entries.ts';
import { followLevels } from './placebo-levels.ts';

const SEED = hashOf(5);
const JANUARY_2024 = 2024 * 12;

type Prices = readonly [open: number, high: number, low: number, close: number];
const barOf = (openTimeMs: number, [open, high, low, close]: Prices): Bar => ({
  openTimeMs,
  open,
  high,
  low,
  close,
  volume: 0,
});

/** Returns daily bars on these days, each from 99 to 101 with a range of 2. */
function daily(days: readonly number[]): MarketHistory {
  const bars = days.map((day) => barOf(day * DAY_MS, [100, 101, 99, 100]));
  return createHistory(columnsOf(bars), { base: '1D', fx: false, digits: 2 });
}

const first = (count: number): number[] => Array.from({ length: count }, (_, day) => day);

/** A trade made at the close of day 19, the first with a daily range, for ten days. */
const TRADE: TradeToMatch = {
  way: 'up',
  risk: 3,
  openedMs: 20 * DAY_MS,
  expiryMs: 30 * DAY_MS,
};

test('a bar is known from its close', () => {
  const history = daily(first(3));
  const instants = [DAY_MS - 1, DAY_MS, 2 * DAY_MS - 1, 2 * DAY_MS, 3 * DAY_MS, 99 * DAY_MS];
  assert.deepEqual(
    instants.map((timeMs) => countKnown(history, timeMs)),
    [0, 1, 1, 2, 3, 3],
  );
});

test('a day whose last hour is missing has ended with the bar that opens at its end', () => {
  const hours: Bar[] = [];
  for (let day = 0; day < 21; day++) {
    // Two hours a day, at midnight and at noon; on day 20 the range is four times as wide.
    const half = day === 20 ? 4 : 1;
    for (const hour of [0, 12]) {
      hours.push(barOf(day * DAY_MS + hour * HOUR_MS, [100, 100 + half, 100 - half, 100]));
    }
  }
  const { dailyRange } = createHistory(columnsOf(hours), { base: '60', fx: false, digits: 2 });
  assert.deepEqual([...dailyRange.subarray(38)], [0, 0, 2, 2]);
});

/** A cost of a tenth of the risk. */
const costOf = (): number => 0.1;
const match = (days: readonly number[]): MatchedEntries => matchEntries(daily(days), TRADE, costOf);

test('entry j of forty is candidate floor((2j + 1) n / 80); of twenty to forty candidates each is one', () => {
  // Bar 20 is the first after the row; the last bar is no candidate.
  const placesOf = (n: number) => [...match(first(20 + n + 1)).at].map((at) => at - 20);
  assert.deepEqual(placesOf(20), first(20));
  assert.deepEqual(placesOf(39), first(39));
  assert.deepEqual(placesOf(40), first(40));
  // 39 * 41 / 80 = 19.99 and 41 * 41 / 80 = 21.01.
  assert.deepEqual(
    placesOf(41),
    first(41).filter((place) => place !== 20),
  );
  assert.deepEqual(
    placesOf(80),
    first(40).map((j) => 2 * j + 1),
  );
  // 365 / 80 = 4.56, three times that 13.69, five times 22.81; 77 times 351.31, 79 times 360.44.
  const year = placesOf(365);
  assert.deepEqual([...year.slice(0, 3), ...year.slice(-2)], [4, 13, 22, 351, 360]);
  assert.equal(year.length, 40);
});

test('matched entries come from the 365 days after the entry, including the last instant', () => {
  // Nineteen bars after the row, one more to enter at, and a later one to follow.
  const matched = (day: number) => match([...first(39), day, 900]);
  // The bar of day 384 closes 365 days after the close of day 19.
  assert.equal(matched(384).at.at(-1), 39);
  assert.equal(matched(384).at.length, 20);
  assert.equal(matched(385).reason, 'few');
  assert.equal(matched(39).at.length, 20);
});

test('nineteen candidates are few when the year is over, and too few so far before its end', () => {
  // The last bar of day 383 closes a day before the end of the year, that of day 384 at its end.
  const reasonOf = (...days: number[]) => match([...first(39), ...days]).reason;
  assert.deepEqual(
    [reasonOf(39), reasonOf(383), reasonOf(384)],
    [null, null, null].map(() => 'wait'),
  );
  assert.equal(reasonOf(385), 'few');
  assert.equal(reasonOf(384, 385), null);
  const few = match([...first(39), 385]);
  assert.deepEqual([few.complete, few.coverage, few.at.length], [true, 1, 0]);
  assert.equal(match([...first(39), 384]).complete, false);
});

test('matched entries need twenty days of range', () => {
  assert.equal(match(first(45)).reason, null);
  // Without day 18 the twentieth day has not ended when the row is made.
  const short = match(first(45).filter((day) => day !== 18));
  assert.deepEqual([short.reason, short.complete], ['days', true]);
});

test('each matched entry pays the cost of its own price and risk', () => {
  // Twenty days around 100 with a range of 2, then days around 200 with a range of 1.
  const bars = first(45).map((day) =>
    barOf(day * DAY_MS, day < 20 ? [100, 101, 99, 100] : [200, 200.5, 199.5, 200]),
  );
  const history = createHistory(columnsOf(bars), { base: '1D', fx: false, digits: 2 });
  // The first day around 200 has a true range of 100.5, so that A is 1/20 of 19 * 2 + 100.5, and so on.
  const ranges = first(45).map((day) => (day < 20 ? 2 : day === 20 ? 100.5 : 1));
  const averageAt = (day: number) =>
    ranges.slice(day - 19, day + 1).reduce((sum, range) => sum + range, 0) / 20;
  const expected = first(24).reduce((sum, j) => {
    const risk = (3 * averageAt(20 + j)) / 2;
    return sum + Math.round((10 * 200 * 100) / risk);
  }, 0);
  const basisPoints = (price: number, risk: number) => (10 * price) / 10_000 / risk;
  assert.equal(matchEntries(history, TRADE, basisPoints).costs, expected);
});

test('a baseline is complete when the bars reach the end of the year plus the time limit, to the instant', () => {
  const until = (lastDay: number) => match([...first(40), lastDay]);
  // The row is of day 20; 365 days and the ten of its limit end with day 394, which closes at 395.
  assert.equal(until(393).complete, false);
  assert.equal(until(394).complete, true);
  // The share of the 365 days half a year and a year after the row.
  assert.equal(until(92).coverage, 73 / 365);
  assert.equal(until(383).coverage, 364 / 365);
  assert.equal(until(384).coverage, 1);
  assert.equal(until(500).coverage, 1);
});

test('a matched entry risks at least two ticks', () => {
  const stopsOf = (low: number): number => {
    const bars = first(20).map((day) => barOf(day * DAY_MS, [100, 101, 99, 100]));
    // Twenty bars to enter at, at 100, and one that falls.
    for (let day = 20; day < 40; day++) bars.push(barOf(day * DAY_MS, [100, 100, 100, 100]));
    bars.push(barOf(40 * DAY_MS, [100, 100, low, 100]));
    const history = createHistory(columnsOf(bars), { base: '1D', fx: false, digits: 2 });
    const trade = { ...TRADE, risk: 0.0001, expiryMs: 60 * DAY_MS };
    return matchEntries(history, trade, costOf).stops1;
  };
  assert.deepEqual([99.99, 99.98].map(stopsOf), [0, 20]);
});

/** Returns the touch of hourly bars from a Monday on, after a bar that closes at `before`. */
function touchOf(before: number, rows: readonly Prices[]) {
  const mondayMs = 4 * DAY_MS;
  const bars = [barOf(mondayMs - HOUR_MS, [before, before, before, before])];
  for (const [at, row] of rows.entries()) bars.push(barOf(mondayMs + at * HOUR_MS, row));
  const history = createHistory(columnsOf(bars), { base: '60', fx: false, digits: 2 });
  return followLevels(history, { d: mondayMs, anchor: 100, buy: [102], sell: [98] }).touch;
}

test('a level is touched from inside alone and exactly; of two equally near levels the upper counts', () => {
  // After a touch of the upper line a fall to 101 is "held"; after a touch of the lower line a rise to 99.
  const fall: Prices = [101, 101.5, 101, 101];
  const rise: Prices = [99, 99, 98.5, 99];
  assert.equal(touchOf(100, [[100, 102, 100, 101.5], fall]), 1);
  assert.equal(touchOf(100, [[100, justBelow(102), 100, 101.5], fall]), null);
  assert.equal(touchOf(justBelow(102), [[101.9, 102, 101.5, 101.6], fall]), 1);
  assert.equal(touchOf(102, [[101.9, 102, 101.5, 102], [102, 102, 101.5, 102], fall]), null);
  assert.equal(touchOf(100, [[100, 100, 98, 98.5], rise]), 1);
  assert.equal(touchOf(100, [[100, 100, justAbove(98), 98.5], rise]), null);
  assert.equal(touchOf(justAbove(98), [[98.1, 98.5, 98, 98.4], rise]), 1);
  assert.equal(touchOf(98, [[98.1, 98.5, 98, 98], [98, 98.5, 98, 98], rise]), null);
  // A bar that reaches both, then a bar at 103: the upper line is broken, and the lower is held.
  const both = (open: number) =>
    touchOf(100, [
      [open, 102, 98, 100],
      [103, 103, 103, 103],
    ]);
  assert.deepEqual([99.99, 100, 100.01].map(both), [1, -1, -1]);
});

test('a touch without a result stays undecided until fourteen days after it, to the hour', () => {
  const rest = (hours: number): Prices[] =>
    Array.from({ length: hours }, () => [101.5, 102, 101.5, 101.5]);
  const touched: Prices = [100, 102, 100, 101.5];
  assert.equal(touchOf(100, [touched, ...rest(14 * 24 - 1)]), null);
  assert.equal(touchOf(100, [touched, ...rest(14 * 24)]), 0);
});

interface PlainRow {
  readonly month?: number;
  readonly day?: number;
  readonly r: number;
  /** Result of every matched entry. */
  readonly entry: number;
}

function rowsOf(plain: readonly PlainRow[]): ResolvedRows {
  const rows = createResolvedRows(plain.length);
  for (const [at, { month = JANUARY_2024, day = 1, r, entry }] of plain.entries()) {
    rows.month[at] = month;
    rows.day[at] = day;
    rows.status1[at] = Math.sign(r);
    rows.r1[at] = r;
    rows.count[at] = 40;
    rows.entries1.fill(entry * 1000, at * 40, at * 40 + 40);
    rows.targets1[at] = entry > 0 ? 40 : 0;
    rows.stops1[at] = entry < 0 ? 40 : 0;
  }
  return rows;
}

const figuresOf = (plain: readonly PlainRow[]) =>
  computeFigures(
    tallyRows(
      rowsOf(plain),
      plain.map(() => 0),
      1,
    )[0]!,
    SEED,
  );

test('an interval that ends on 0 includes 0: the verdict is undecided', () => {
  const quarters = (differences: readonly number[]): PlainRow[] =>
    Array.from({ length: 20 }, (_, at) => ({
      month: JANUARY_2024 + 3 * (at % differences.length),
      r: differences[at % differences.length]! + 0.5,
      entry: 0.5,
    }));
  const none = figuresOf(quarters([0, 0, 0, 0]));
  assert.deepEqual(none.first.difference, { value: 0, low: 0, high: 0 });
  assert.equal(none.verdict, 'undecided');
  // A millionth of R in every quarter gives an interval that excludes 0.
  assert.equal(figuresOf(quarters([1e-6, 1e-6])).verdict, 'interval-excludes-zero');
  assert.equal(figuresOf(quarters([-1e-6, -1e-6])).verdict, 'interval-excludes-zero');
});

test('the loss of a row is limited to five risks, to the millionth', () => {
  const meanOf = (r: number) => figuresOf([{ r, entry: 0.5 }]).first.mean;
  assert.deepEqual([-4.999999, -5, -5.000001, -9].map(meanOf), [-4.999999, -5, -5, -5]);
});

test('the weeks of a month are the days 1 to 7, 8 to 14, 15 to 21 and the rest', () => {
  const weeksOf = (one: number, other: number): boolean => {
    const rows = [one, other].map((day) => ({ day, r: 1, entry: 0.5 }));
    const [tally] = tallyRows(rowsOf(rows), [0, 0], 1);
    // Two weeks have an interval, one has none.
    return listMonths(tally!, SEED)[0]!.netRange !== null;
  };
  for (const [one, other] of [
    [1, 7],
    [8, 14],
    [15, 21],
    [22, 28],
    [22, 31],
  ] as const) {
    assert.equal(weeksOf(one, other), false, `${one} and ${other}`);
  }
  for (const [one, other] of [
    [7, 8],
    [14, 15],
    [21, 22],
  ] as const) {
    assert.equal(weeksOf(one, other), true, `${one} and ${other}`);
  }
});

test('the quarters of a year begin in January, April, July and October', () => {
  const quartersOf = (...months: number[]): number =>
    figuresOf(months.map((month) => ({ month: JANUARY_2024 + month, r: 1, entry: 0.5 }))).quarters;
  assert.equal(quartersOf(0, 1, 2), 1);
  assert.equal(quartersOf(2, 3), 2);
  assert.equal(quartersOf(3, 5), 1);
  assert.equal(quartersOf(8, 9), 2);
  assert.equal(quartersOf(-1, 0), 2, 'December and January');
  assert.equal(quartersOf(0, 12), 2, 'the same month of two years');
});

test('fourteen values on the shorter side of a comparison are few, fifteen are enough', () => {
  const verdictOf = (own: number, twins: number) => {
    const months = Int32Array.from({ length: 40 }, (_, at) => JANUARY_2024 + at);
    const values = (count: number, value: number) =>
      Float64Array.from(months, (_, at) => (at < count ? value : Number.NaN));
    return compareTwins(months, values(own, 1), values(twins, 0), SEED).verdict;
  };
  assert.deepEqual([verdictOf(14, 40), verdictOf(40, 14)], ['few', 'few']);
  assert.deepEqual(
    [verdictOf(15, 40), verdictOf(40, 15)],
    ['interval-excludes-zero', 'interval-excludes-zero'],
  );
});

test('the middle 95 percent ends at the 25th of a thousand from either end, rounded outward', () => {
  const shareOf = (count: number) =>
    middleShare(Float64Array.from({ length: count }, (_, at) => count - at));
  // A fortieth of 40 is 1, of 41 it is 1.025 and so the second; of 999 24.975 and so the 25th.
  assert.deepEqual(shareOf(40), [1, 40]);
  assert.deepEqual(shareOf(41), [2, 40]);
  assert.deepEqual(shareOf(999), [25, 975]);
  assert.deepEqual(shareOf(1000), [25, 976]);
});

/** Returns the 0.975 quantile of Student's distribution, by integrating its density. */
function studentQuantile(degrees: number): number {
  // In the angle whose tangent is t / sqrt(degrees) the density is a power of the cosine.
  const steps = 4_000;
  const width = Math.PI / 2 / steps;
  const slices = Array.from(
    { length: steps },
    (_, at) => Math.cos((at + 0.5) * width) ** (degrees - 1),
  );
  const half = slices.reduce((sum, slice) => sum + slice, 0);
  let rest = 0.95 * half;
  let at = 0;
  while (rest > slices[at]!) rest -= slices[at++]!;
  return Math.sqrt(degrees) * Math.tan((at + rest / slices[at]!) * width);
}

test('intervals are widened by sqrt(b / (b - 1)) and the quantile of Student, by 1.96', () => {
  for (let blocks = 2; blocks <= 31; blocks++) {
    const student = (widening(blocks) * 1.96) / Math.sqrt(blocks / (blocks - 1));
    const expected = studentQuantile(blocks - 1);
    // The table has three decimals.
    assert.ok(Math.abs(student - expected) < 0.00051, `${blocks - 1}: ${student}, ${expected}`);
  }
  // Beyond the table 1.96 + 2.4 / degrees is within 0.003 of the quantile, and closer with more degrees.
  for (const blocks of [32, 41, 61, 121]) {
    const student = (widening(blocks) * 1.96) / Math.sqrt(blocks / (blocks - 1));
    assert.ok(Math.abs(student - (1.96 + 2.4 / (blocks - 1))) < 1e-12);
    assert.ok(Math.abs(student - studentQuantile(blocks - 1)) < 0.003, `${blocks - 1}`);
  }
});

test('each cost is that of docs/formats/record.md: pips by pair, gold, basis points by category', () => {
  // At a price of 10,000 with a risk of 1: a pip is 0.0001 (yen 0.01), a basis point 1.
  const costOf = (category: string, symbol: string) =>
    Number(costInR(DEFAULT_COSTS, category, symbol, 10_000, 1).toFixed(9));
  const pips = {
    EURUSD: 1,
    GBPUSD: 1.4,
    AUDUSD: 1.4,
    USDCHF: 1.6,
    USDCAD: 1.6,
    NZDUSD: 1.8,
    EURCHF: 1.8,
  };
  for (const [symbol, amount] of Object.entries(pips)) {
    assert.equal(costOf('forex', symbol), Number((amount * 1e-4).toFixed(9)), symbol);
  }
  assert.equal(costOf('forex', 'USDJPY'), 0.012);
  assert.equal(costOf('forex', 'EURJPY'), 0.018);
  assert.equal(costOf('forex', 'XAUUSD'), 0.4);
  assert.equal(costOf('forex', 'XAGUSD'), 3);
  const basisPoints = { crypto: 10, nasdaq: 2, index: 3, bist: 20 };
  for (const [category, amount] of Object.entries(basisPoints)) {
    assert.equal(costOf(category, 'X'), amount, category);
  }
  assert.deepEqual(
    Object.keys(DEFAULT_COSTS.byCategory).sort(),
    [...Object.keys(basisPoints), 'forex'].sort(),
  );
  const named = [...Object.keys(pips), 'USDJPY', 'XAUUSD', 'XAGUSD'].filter(
    (symbol) => symbol !== 'EURCHF',
  );
  assert.deepEqual(Object.keys(DEFAULT_COSTS.bySymbol).sort(), named.sort());
});

test('weekly levels are entered beyond the first line, never on it', () => {
  const MONDAY_MS = Date.UTC(2024, 0, 1);
  for (const [previous, close, way, what] of crossings(110.25, 90.25)) {
    const flat = (openTimeMs: number, price: number): Bar => ({
      openTimeMs,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 0,
    });
    const bars = [flat(MONDAY_MS - HOUR_MS, previous), flat(MONDAY_MS, close)];
    const history = createHistory(columnsOf(bars), { base: '60', fx: false, digits: 2 });
    const set = { d: MONDAY_MS, anchor: 100, buy: [110.25], sell: [90.25] };
    const { trade } = followLevels(history, set);
    assert.equal(trade?.way ?? 0, way, what);
    if (trade !== null) assert.equal(trade.openedMs, MONDAY_MS + HOUR_MS);
  }
});
