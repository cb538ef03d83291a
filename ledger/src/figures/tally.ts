import { R_FLOOR } from '../baselines/history.ts';
import { MATCHED_ENTRIES } from '../baselines/matched-entries.ts';

/**
 * Rows of the record with two decided legs, as columns. Row i of every column is one row; its entries are at 40 i to 40
 * i + 39.
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
  /** 1 when the row has matched entries; 0 excludes it from every comparison. */
  readonly matched: Uint8Array;
  /** Matched entries, in thousandths of their risk, by leg. */
  readonly entries1: Int16Array;
  readonly entries2: Int16Array;
  /** How many of the 40 reached the first target, the first leg's stop, the second target. */
  readonly targets1: Uint8Array;
  readonly stops1: Uint8Array;
  readonly targets2: Uint8Array;
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
    matched: new Uint8Array(length),
    entries1: new Int16Array(length * MATCHED_ENTRIES),
    entries2: new Int16Array(length * MATCHED_ENTRIES),
    targets1: new Uint8Array(length),
    stops1: new Uint8Array(length),
    targets2: new Uint8Array(length),
  };
}

/**
 * Sums of one month. All are whole numbers, so the order of adding has no effect: multiples of rows and costs in
 * millionths, of entries in thousandths.
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
  /** Rows with matched entries, their multiples, and the sum of their 40 entries. */
  matched: number;
  matchedTp1: number;
  matchedSl: number;
  matchedR1: number;
  matchedR2: number;
  entriesR1: number;
  entriesR2: number;
  entriesTp1: number;
  entriesSl: number;
  entriesTp2: number;
  /** First leg, thousandths: element k is the sum of every row's k-th entry. */
  readonly byEntry: Float64Array;
  /**
   * First leg, by week of the month, alternating: millionths by which its compared rows are above the mean of their
   * matched entries, and the number of these rows.
   */
  readonly byWeek: Float64Array;
}

/** Weeks of a month: days 1 to 7, 8 to 14, 15 to 21, and the rest. */
const MONTH_WEEKS = 4;
/** Factor from the sum of 40 entries in thousandths to their mean in millionths. */
export const ENTRY_MEAN = 1000 / MATCHED_ENTRIES;

/** The sums behind the figures of one group of rows; rows are added one at a time. */
export interface RecordTally {
  readonly months: Map<number, MonthSums>;
  /** Days of each month with rows: bit 0 is the first day. */
  readonly days: Map<number, number>;
}

/** Returns a tally without rows. */
export function createTally(): RecordTally {
  return { months: new Map(), days: new Map() };
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
    entriesR1: 0,
    entriesR2: 0,
    entriesTp1: 0,
    entriesSl: 0,
    entriesTp2: 0,
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
  sums.cost += millionths(rows.cost[at] as number);
  if (rows.matched[at] !== 1) return;
  sums.matched++;
  if (status1 === 1) sums.matchedTp1++;
  else if (status1 === -1) sums.matchedSl++;
  sums.matchedR1 += r1;
  sums.matchedR2 += r2;
  sums.entriesTp1 += rows.targets1[at] as number;
  sums.entriesSl += rows.stops1[at] as number;
  sums.entriesTp2 += rows.targets2[at] as number;
  const first = at * MATCHED_ENTRIES;
  let sum1 = 0;
  let sum2 = 0;
  for (let k = 0; k < MATCHED_ENTRIES; k++) {
    const entry = rows.entries1[first + k] as number;
    sum1 += entry;
    sum2 += rows.entries2[first + k] as number;
    sums.byEntry[k] = (sums.byEntry[k] as number) + entry;
  }
  sums.entriesR1 += sum1;
  sums.entriesR2 += sum2;
  const week = 2 * Math.min(MONTH_WEEKS - 1, Math.floor(((rows.day[at] as number) - 1) / 7));
  sums.byWeek[week] = (sums.byWeek[week] as number) + r1 - sum1 * ENTRY_MEAN;
  sums.byWeek[week + 1] = (sums.byWeek[week + 1] as number) + 1;
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
