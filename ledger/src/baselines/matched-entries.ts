import { DAY_MS, type Direction, openPosition, tickSize } from '@rasat/engine';
import { countKnown, followPosition, type MarketHistory, resolvePosition } from './history.ts';

/** Most matched entries of a row of the record. */
export const MATCHED_ENTRIES = 40;

/** Fewest candidates with which a row has matched entries. */
export const LEAST_CANDIDATES = 20;

/** Time after a row's entry in which its matched entries lie. */
export const BASELINE_YEAR_MS = 365 * DAY_MS;

/** The entry of a ledger row, to which entries are matched. */
export interface TradeToMatch {
  readonly way: Direction;
  /** Distance of the stop, a price. */
  readonly risk: number;
  /** When the entry was made, a bar's close. */
  readonly openedMs: number;
  readonly expiryMs: number;
}

/** Why an entry has no matched entries; see {@link UnmatchedReason}. */
export const UNMATCHED_REASONS = ['days', 'wait', 'few'] as const;
/**
 * Why an entry has no matched entries. `days`: fewer than 20 days of bars before it, which never changes. `wait`: fewer
 * than 20 candidates so far, and its year is not over. `few`: its year is over with fewer than 20 candidates.
 */
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** Returns the cost of an entry and its exit in multiples of the risk. */
export type EntryCost = (price: number, risk: number) => number;

/** The matched entries of one row and their results, in the order of time. */
export interface MatchedEntries {
  /** Null with matched entries; else there are none, and every list is empty. */
  readonly reason: UnmatchedReason | null;
  /** Position of the bar whose close is the entry, for each of the 20 to 40. */
  readonly at: Int32Array;
  /** Multiples of the risk with the exit at the first target, in thousandths, from -5,000. */
  readonly thousandths1: Int16Array;
  /** The same with the exit at the second target. */
  readonly thousandths2: Int16Array;
  /** How many reached the first target, the stop of that leg, the second target. */
  readonly targets1: number;
  readonly stops1: number;
  readonly targets2: number;
  /** How many were undecided at the last bar; they are valued at the last close. */
  readonly open: number;
  /** Sum of the costs of all entries, each of its own price and risk, in millionths of the risk. */
  readonly costs: number;
  /** Share of the year that lies before the close of the last bar, 0 to 1; 0 for the reason `days`. */
  readonly coverage: number;
  /** True when no further bar can change entries or reason. */
  readonly complete: boolean;
}

/**
 * Returns the matched entries of a row, followed by the rules of the engine's trades. They have the same symbol, side
 * and time limit, and a risk that is the same multiple of ATR_1D(20), at least two ticks. Candidates are the closes
 * within 365 days after the row's entry at its time of the UTC day; while these days are not over, those of the bars so
 * far. Of more than 40 candidates 40 are taken at even distances, of 20 to 40 each one, and of fewer none. The choice
 * is a function of the entry's time and the times of bars, so that nothing can be tried out for it. A window on both
 * sides of a signal would be biased against signals that follow a trend, because it includes their past. Entries at any
 * hour would be biased in favour of exchange signals: a gap over night costs more at a stop than it gains at a target,
 * and signals are more frequent just after the night.
 * Rule: docs/analysis.md#matched-entries
 */
export function matchEntries(
  history: MarketHistory,
  trade: TradeToMatch,
  costOf: EntryCost,
): MatchedEntries {
  const { bars, barMs, dailyRange, options } = history;
  const { openedMs } = trade;
  const known = countKnown(history, openedMs);
  const rangeThen = known > 0 ? (dailyRange[known - 1] as number) : 0;
  const yearEndMs = openedMs + BASELINE_YEAR_MS;
  const lastMs = bars.length > 0 ? (bars.openTimeMs[bars.length - 1] as number) + barMs : openedMs;
  const coverage = Math.min(1, Math.max(0, (lastMs - openedMs) / BASELINE_YEAR_MS));
  if (rangeThen <= 0) return unmatched('days', 0);
  // The last bar has no later bar to follow.
  const end = Math.min(countKnown(history, yearEndMs), bars.length - 1);
  const candidates = end > known ? listCandidates(history, known, end) : NO_BARS;
  if (candidates.length < LEAST_CANDIDATES) {
    return unmatched(lastMs > yearEndMs ? 'few' : 'wait', coverage);
  }
  const limitMs = trade.expiryMs - openedMs;
  const way = trade.way === 'up' ? 1 : -1;
  const leastRisk = 2 * tickSize(options.digits);
  const at = chooseEvenly(candidates);
  const thousandths1 = new Int16Array(at.length);
  const thousandths2 = new Int16Array(at.length);
  let targets1 = 0;
  let stops1 = 0;
  let targets2 = 0;
  let open = 0;
  let costs = 0;
  for (const [j, entry] of at.entries()) {
    const risk = Math.max(leastRisk, (trade.risk * (dailyRange[entry] as number)) / rangeThen);
    const price = bars.close[entry] as number;
    const madeMs = (bars.openTimeMs[entry] as number) + barMs;
    const position = openPosition(way, price, risk, madeMs, madeMs + limitMs, options.digits);
    followPosition(history, position, entry);
    const result = resolvePosition(history, position);
    thousandths1[j] = Math.round(result.r1 * 1000);
    thousandths2[j] = Math.round(result.r2 * 1000);
    costs += Math.round(costOf(price, risk) * 1e6);
    if (result.status1 === 1) targets1++;
    if (result.status1 === -1) stops1++;
    if (result.status2 === 1) targets2++;
    if (result.open) open++;
  }
  return {
    reason: null,
    at,
    thousandths1,
    thousandths2,
    targets1,
    stops1,
    targets2,
    open,
    costs,
    coverage,
    complete: lastMs >= yearEndMs + limitMs,
  };
}

const NO_BARS = new Int32Array(0);
const NO_RESULTS = new Int16Array(0);

function unmatched(reason: UnmatchedReason, coverage: number): MatchedEntries {
  return {
    reason,
    at: NO_BARS,
    thousandths1: NO_RESULTS,
    thousandths2: NO_RESULTS,
    targets1: 0,
    stops1: 0,
    targets2: 0,
    open: 0,
    costs: 0,
    coverage,
    complete: reason !== 'wait',
  };
}

/**
 * Returns 40 of the candidates at even distances, number floor((2j + 1) n / 80) of n for j = 0 to 39; all of them when
 * there are at most 40.
 */
function chooseEvenly(candidates: Int32Array): Int32Array {
  const n = candidates.length;
  if (n <= MATCHED_ENTRIES) return candidates.slice();
  return Int32Array.from({ length: MATCHED_ENTRIES }, (_, j) => {
    const place = Math.floor(((2 * j + 1) * n) / (2 * MATCHED_ENTRIES));
    return candidates[place] as number;
  });
}

/** Returns the bars from `from` up to, not including, `to` that open at the time of day of the bar before `from`. */
function listCandidates(
  { bars, byTimeOfDay }: MarketHistory,
  from: number,
  to: number,
): Int32Array {
  const timeOfDay = (bars.openTimeMs[from - 1] as number) % DAY_MS;
  const same = byTimeOfDay.get(timeOfDay) ?? NO_BARS;
  return same.subarray(firstFrom(same, from), firstFrom(same, to));
}

/** Returns the position of the first value of at least `least` in an ascending list. */
function firstFrom(ascending: Int32Array, least: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] as number) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
