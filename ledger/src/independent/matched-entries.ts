import { DAY } from './aggregation.ts';
import { followLegs, type Legs, linesOf } from './follow.ts';
import {
  closeTime,
  countClosed,
  countUpTo,
  type PreparedBars,
  timeOfDay,
} from './prepared-bars.ts';
import { type RowToResolve, rowEntryOf } from './resolve-row.ts';
import { findSetEntry, weeklySetOf } from './weekly-set.ts';

/** Most matched entries of a row. */
const MOST_ENTRIES = 40;
/** Fewest matched entries of a row. */
const FEWEST_ENTRIES = 20;
/** Milliseconds after an entry in which its matched entries lie. */
const YEAR = 365 * DAY;
/** Largest loss of an entry, in multiples of its risk. */
const LOSS_LIMIT = -5;

/** An entry of the record, to which others are matched. */
export interface EntryToMatch {
  readonly way: 1 | -1;
  /** The published risk. */
  readonly risk: number;
  /** Epoch milliseconds. */
  readonly openedMs: number;
  readonly expiryMs: number;
}

/** The matched entries of a row, in order of time. Results are thousandths of each entry's own risk. */
export interface MatchedResults {
  /** Index of the bar of each entry. */
  readonly bars: Int32Array;
  readonly prices: Float64Array;
  readonly risks: Float64Array;
  /** Result of each entry at its first and at its second target. */
  readonly thousandths1: Int16Array;
  readonly thousandths2: Int16Array;
  /** Sums of the two columns. */
  readonly sum1: number;
  readonly sum2: number;
  /** Entries that reached the first target, the stop before it, and the second target. */
  readonly targets1: number;
  readonly stops1: number;
  readonly targets2: number;
  /** Entries with an undecided leg, which is valued at the last close. */
  readonly open: number;
  /** Share of the year that lies before the close of the last bar, 0 to 1. */
  readonly coverage: number;
  /** Whether no later bar can change the results. */
  readonly complete: boolean;
}

/**
 * Why a row has no matched entries: `none` no entry; `days` fewer than 20 days before it; `wait` too few candidates so
 * far; `few` too few candidates in the whole year.
 */
export type NoMatchedEntries = 'none' | 'days' | 'wait' | 'few';

/**
 * Returns the matched entries of a published row over the closed base bars of its series, or why there are none. A
 * weekly set is matched to its entry, which follows from the bars. Source: docs/formats/record.md, Baseline.
 */
export function matchedEntriesOf(
  row: RowToResolve,
  bars: PreparedBars,
): MatchedResults | NoMatchedEntries {
  const entry = entryToMatch(row, bars);
  return entry === null ? 'none' : matchEntries(entry, bars);
}

/** Returns the entry of a row as the record values it; null when there is none. */
export function entryToMatch(row: RowToResolve, bars: PreparedBars): EntryToMatch | null {
  if (row.kind === 'levels') {
    const set = weeklySetOf(row);
    const entry = set && findSetEntry(bars, set);
    if (!entry) return null;
    const { way, risk, expiryMs, bar } = entry;
    return { way, risk, expiryMs, openedMs: closeTime(bars, bar) };
  }
  const entry = rowEntryOf(row, bars);
  if (entry === null || row.range === null) return null;
  const { way, expiryMs } = entry;
  return { way, risk: row.range, expiryMs, openedMs: row.barTime };
}

/** Returns the entries that are matched to one entry, or why there are none. */
export function matchEntries(
  entry: EntryToMatch,
  bars: PreparedBars,
): MatchedResults | NoMatchedEntries {
  const { openedMs, expiryMs } = entry;
  const own = countClosed(bars, openedMs) - 1;
  if (own < 0 || !((bars.dailyRanges()[own] as number) > 0)) return 'days';
  const lastMs = closeTime(bars, bars.length - 1);
  const candidates = candidatesOf(entry, bars);
  const n = candidates.length;
  // The last bar is no candidate, so the candidates are final with the first bar that closes after the year.
  if (n < FEWEST_ENTRIES) return lastMs > openedMs + YEAR ? 'few' : 'wait';
  const count = Math.min(n, MOST_ENTRIES);
  const chosen = new Int32Array(count);
  for (let j = 0; j < count; j++) {
    const at = n < MOST_ENTRIES ? j : Math.floor(((2 * j + 1) * n) / (2 * MOST_ENTRIES));
    chosen[j] = candidates[at] as number;
  }
  return {
    ...followEntries(entry, bars, chosen),
    coverage: Math.min(1, (lastMs - openedMs) / YEAR),
    complete: lastMs >= openedMs + YEAR + (expiryMs - openedMs),
  };
}

/** Returns the bars at whose close an entry can be matched, as ascending indices. */
export function candidatesOf({ openedMs }: EntryToMatch, bars: PreparedBars): Int32Array {
  const own = countClosed(bars, openedMs) - 1;
  if (own < 0) return new Int32Array(0);
  const sameTime = bars.atTimeOfDay(timeOfDay(bars.openTimeMs[own] as number));
  const last = Math.min(countClosed(bars, openedMs + YEAR), bars.length - 1) - 1;
  return sameTime.subarray(
    countUpTo(sameTime, sameTime.length, own),
    countUpTo(sameTime, sameTime.length, Math.max(own, last)),
  );
}

/** Returns the results of entries at the closes of those bars. */
export function followEntries(
  { way, risk, openedMs, expiryMs }: EntryToMatch,
  bars: PreparedBars,
  chosen: Int32Array,
): Omit<MatchedResults, 'coverage' | 'complete'> {
  const count = chosen.length;
  const ranges = bars.dailyRanges();
  const ownRange = ranges[countClosed(bars, openedMs) - 1] as number;
  const life = expiryMs - openedMs;
  const [prices, risks] = [new Float64Array(count), new Float64Array(count)];
  const [thousandths1, thousandths2] = [new Int16Array(count), new Int16Array(count)];
  let [sum1, sum2, targets1, stops1, targets2, open] = [0, 0, 0, 0, 0, 0];
  for (let j = 0; j < count; j++) {
    const at = chosen[j] as number;
    const price = bars.close[at] as number;
    const own = Math.max(2 * bars.tick, (risk * (ranges[at] as number)) / ownRange);
    const position = { way, price, ...linesOf(bars, way, price, own) };
    const legs = followLegs(bars, at + 1, { ...position, expiryMs: closeTime(bars, at) + life });
    const { r1, r2 } = resultsOf(bars, way, price, own, legs);
    prices[j] = price;
    risks[j] = own;
    thousandths1[j] = Math.round(r1 * 1000);
    thousandths2[j] = Math.round(r2 * 1000);
    sum1 += thousandths1[j] as number;
    sum2 += thousandths2[j] as number;
    if (legs.status1 === 1) targets1 += 1;
    if (legs.status1 === -1) stops1 += 1;
    if (legs.status2 === 1) targets2 += 1;
    if (legs.bar2 < 0) open += 1;
  }
  const results = { thousandths1, thousandths2, sum1, sum2, targets1, stops1, targets2, open };
  return { bars: chosen, prices, risks, ...results };
}

/**
 * Returns the results of both legs in multiples of the risk, at least -5; an undecided leg counts with the last close.
 * Source: docs/analysis.md, Following an entry.
 */
export function resultsOf(
  bars: PreparedBars,
  way: 1 | -1,
  price: number,
  risk: number,
  { bar1, exit1, bar2, exit2 }: Legs,
): { readonly r1: number; readonly r2: number } {
  const last = bars.close[bars.length - 1] as number;
  const resultOf = (exit: number): number => Math.max(LOSS_LIMIT, (way * (exit - price)) / risk);
  return { r1: resultOf(bar1 < 0 ? last : exit1), r2: resultOf(bar2 < 0 ? last : exit2) };
}
