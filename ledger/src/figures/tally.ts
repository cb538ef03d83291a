import { R_FLOOR } from '../baselines/history.ts';
import { MATCHED_ENTRIES } from '../baselines/matched-entries.ts';

/**
 * Rows of the record with two decided legs, as columns. Row i of every column is one row; its entries are those from 40
 * i on, as many as it has.
 */
export interface ResolvedRows {
  readonly length: number;
  /** UTC calendar month of the entry, as {@link monthNumberUtc} counts: year * 12 + 0 to 11. */
  readonly month: Int32Array;
  /** UTC day of that month, 1 to 31. */
  readonly day: Uint8Array;
  /** Status of the leg of each target: -1 stop, 1 target, 0 expired. */
  readonly status1: Int8Array;
  readonly status2: Int8Array;
  /** Multiples of the risk before costs, by leg. */
  readonly r1: Float64Array;
  readonly r2: Float64Array;
  /** Cost of the row in multiples of its risk. */
  readonly cost: Float64Array;
  /** Number of its matched entries, at most 40; 0 excludes it from every comparison. */
  readonly count: Uint8Array;
  /** Matched entries, in thousandths of their risk, by leg. */
  readonly entries1: Int16Array;
  readonly entries2: Int16Array;
  /** How many of them reached the first target, the first leg's stop, the second target. */
  readonly targets1: Uint8Array;
  readonly stops1: Uint8Array;
  readonly targets2: Uint8Array;
  /** Sum of their costs, in millionths of their risk. */
  readonly entryCosts: Float64Array;
}

/** Returns columns for `length` rows, all zero. */
export function createResolvedRows(length: number): ResolvedRows {
  return {
    length,
    month: new Int32Array(length),
    day: new Uint8Array(length),
    status1: new Int8Array(length),
    status2: new Int8Array(length),
    r1: new Float64Array(length),
    r2: new Float64Array(length),
    cost: new Float64Array(length),
    count: new Uint8Array(length),
    entries1: new Int16Array(length * MATCHED_ENTRIES),
    entries2: new Int16Array(length * MATCHED_ENTRIES),
    targets1: new Uint8Array(length),
    stops1: new Uint8Array(length),
    targets2: new Uint8Array(length),
    entryCosts: new Float64Array(length),
  };
}

/**
 * Sums of one month. All are whole numbers, so the order of adding has no effect: multiples, costs and shares in
 * millionths, except for single entries, which are in thousandths.
 */
export interface MonthSums {
  n: number;
  tp1: number;
  sl: number;
  expired: number;
  tp2: number;
  r1: number;
  r2: number;
  cost: number;
  /** Rows with matched entries, their multiples and costs. */
  matched: number;
  matchedTp1: number;
  matchedSl: number;
  matchedR1: number;
  matchedR2: number;
  matchedCost: number;
  /** Sums of the means of the rows' matched entries: multiples, costs, shares that reached a target or the stop. */
  baselineR1: number;
  baselineR2: number;
  baselineCost: number;
  baselineTp1: number;
  baselineSl: number;
  baselineTp2: number;
  /** First leg, thousandths: element k of 40 is the sum of entry floor(k m / 40) of every row, m its number of entries. */
  readonly byEntry: Float64Array;
  /**
   * First leg after costs, by week of the month, alternating: millionths by which its compared rows are above the mean
   * of their matched entries, and the number of these rows.
   */
  readonly byWeek: Float64Array;
}

/** Weeks of a month: days 1 to 7, 8 to 14, 15 to 21, and the rest. */
const MONTH_WEEKS = 4;

/** The sums behind the figures of one group of rows; rows are added one at a time. */
export interface RecordTally {
  readonly months: Map<number, MonthSums>;
  /** Days of each month with rows: bit 0 is the first day. */
  readonly days: Map<number, number>;
  /** Number of void rows of each month; they are in no sum. */
  readonly voids: Map<number, number>;
}

/** Returns a tally without rows. */
export function createTally(): RecordTally {
  return { months: new Map(), days: new Map(), voids: new Map() };
}

/** Returns the sums of no rows. */
export function createSums(): MonthSums {
  return {
    n: 0,
    tp1: 0,
    sl: 0,
    expired: 0,
    tp2: 0,
    r1: 0,
    r2: 0,
    cost: 0,
    matched: 0,
    matchedTp1: 0,
    matchedSl: 0,
    matchedR1: 0,
    matchedR2: 0,
    matchedCost: 0,
    baselineR1: 0,
    baselineR2: 0,
    baselineCost: 0,
    baselineTp1: 0,
    baselineSl: 0,
    baselineTp2: 0,
    byEntry: new Float64Array(MATCHED_ENTRIES),
    byWeek: new Float64Array(2 * MONTH_WEEKS),
  };
}

function sumsOf(tally: RecordTally, month: number): MonthSums {
  const found = tally.months.get(month);
  if (found !== undefined) return found;
  const sums = createSums();
  tally.months.set(month, sums);
  return sums;
}

/**
 * Returns a multiple as a whole number of millionths.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function millionths(multiple: number): number {
  return Math.round(multiple * 1e6);
}

/**
 * Returns the mean of `count` values with a whole sum, as a whole number, halves up. A quotient of two whole numbers
 * below 2^53 is a half as a double exactly when it is one, so the rounding needs no wider numbers.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function wholeMean(sum: number, count: number): number {
  return Math.round(sum / count);
}

/**
 * Adds row `at` of some columns to a tally. A multiple below {@link R_FLOOR} counts as that.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function addRow(tally: RecordTally, rows: ResolvedRows, at: number): void {
  const month = rows.month[at] as number;
  const sums = sumsOf(tally, month);
  addDays(tally, month, 1 << ((rows.day[at] as number) - 1));
  const status1 = rows.status1[at] as number;
  const r1 = millionths(Math.max(R_FLOOR, rows.r1[at] as number));
  const r2 = millionths(Math.max(R_FLOOR, rows.r2[at] as number));
  sums.n++;
  if (status1 === 1) sums.tp1++;
  else if (status1 === -1) sums.sl++;
  else sums.expired++;
  if (rows.status2[at] === 1) sums.tp2++;
  sums.r1 += r1;
  sums.r2 += r2;
  const cost = millionths(rows.cost[at] as number);
  sums.cost += cost;
  const count = rows.count[at] as number;
  if (count === 0) return;
  sums.matched++;
  if (status1 === 1) sums.matchedTp1++;
  else if (status1 === -1) sums.matchedSl++;
  sums.matchedR1 += r1;
  sums.matchedR2 += r2;
  sums.matchedCost += cost;
  const first = at * MATCHED_ENTRIES;
  let sum1 = 0;
  let sum2 = 0;
  for (let j = 0; j < count; j++) {
    sum1 += rows.entries1[first + j] as number;
    sum2 += rows.entries2[first + j] as number;
  }
  for (let k = 0; k < MATCHED_ENTRIES; k++) {
    const j = Math.floor((k * count) / MATCHED_ENTRIES);
    sums.byEntry[k] = (sums.byEntry[k] as number) + (rows.entries1[first + j] as number);
  }
  const mean1 = wholeMean(1000 * sum1, count);
  const entryCost = wholeMean(rows.entryCosts[at] as number, count);
  sums.baselineR1 += mean1;
  sums.baselineR2 += wholeMean(1000 * sum2, count);
  sums.baselineCost += entryCost;
  sums.baselineTp1 += wholeMean(1e6 * (rows.targets1[at] as number), count);
  sums.baselineSl += wholeMean(1e6 * (rows.stops1[at] as number), count);
  sums.baselineTp2 += wholeMean(1e6 * (rows.targets2[at] as number), count);
  const week = 2 * Math.min(MONTH_WEEKS - 1, Math.floor(((rows.day[at] as number) - 1) / 7));
  sums.byWeek[week] = (sums.byWeek[week] as number) + (r1 - cost) - (mean1 - entryCost);
  sums.byWeek[week + 1] = (sums.byWeek[week + 1] as number) + 1;
}

/**
 * Counts `count` rows that have an entry in a month and a void leg.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function addVoids(tally: RecordTally, month: number, count = 1): void {
  tally.voids.set(month, (tally.voids.get(month) ?? 0) + count);
}

/**
 * Returns the number of void rows from one month up to, not including, another.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function countVoids(tally: RecordTally, fromMonth: number, beforeMonth: number): number {
  let count = 0;
  for (const [month, voids] of tally.voids) {
    if (month >= fromMonth && month < beforeMonth) count += voids;
  }
  return count;
}

function addDays(tally: RecordTally, month: number, days: number): void {
  tally.days.set(month, (tally.days.get(month) ?? 0) | days);
}

/**
 * Returns how many days have rows, from one month up to, not including, another.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function countDays(tally: RecordTally, fromMonth: number, beforeMonth: number): number {
  let count = 0;
  for (const [month, days] of tally.days) {
    if (month < fromMonth || month >= beforeMonth) continue;
    for (let left = days; left !== 0; left &= left - 1) count++;
  }
  return count;
}

/**
 * Returns one tally per group from one pass over rows, also for groups without rows. `groupOf[i]` is the group of row
 * i, 0 to `groups` - 1. Throws RangeError for another group.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function tallyRows(
  rows: ResolvedRows,
  groupOf: ArrayLike<number>,
  groups: number,
): RecordTally[] {
  const tallies = Array.from({ length: groups }, createTally);
  for (let at = 0; at < rows.length; at++) {
    const tally = tallies[groupOf[at] ?? -1];
    if (tally === undefined) throw new RangeError(`row ${at} is of no group`);
    addRow(tally, rows, at);
  }
  return tallies;
}

/**
 * Returns one tally of the rows of several tallies, such as a kind's from its setups'.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function mergeTallies(tallies: readonly RecordTally[]): RecordTally {
  const merged = createTally();
  for (const tally of tallies) {
    for (const [month, sums] of tally.months) addSums(sumsOf(merged, month), sums);
    for (const [month, days] of tally.days) addDays(merged, month, days);
    for (const [month, voids] of tally.voids) addVoids(merged, month, voids);
  }
  return merged;
}

/** Adds the sums of one month to those of another. */
export function addSums(to: MonthSums, sums: MonthSums): void {
  const { byEntry, byWeek, ...numbers } = sums;
  for (const key of Object.keys(numbers) as (keyof typeof numbers)[]) to[key] += numbers[key];
  for (let k = 0; k < MATCHED_ENTRIES; k++) {
    to.byEntry[k] = (to.byEntry[k] as number) + (byEntry[k] as number);
  }
  for (let at = 0; at < byWeek.length; at++) {
    to.byWeek[at] = (to.byWeek[at] as number) + (byWeek[at] as number);
  }
}

/**
 * Returns the sums of the months from `fromMonth` up to, not including, `beforeMonth`, by calendar quarter.
 * Rule: docs/analysis.md#sums-of-the-record
 */
export function listQuarters(
  tally: RecordTally,
  fromMonth: number,
  beforeMonth: number,
): MonthSums[] {
  const quarters: RecordTally = createTally();
  for (const month of [...tally.months.keys()].sort((a, b) => a - b)) {
    const sums = tally.months.get(month);
    if (sums === undefined || month < fromMonth || month >= beforeMonth) continue;
    addSums(sumsOf(quarters, Math.floor(month / 3)), sums);
  }
  return [...quarters.months.values()];
}
