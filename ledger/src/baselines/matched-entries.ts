import { DAY_MS, type Direction, openPosition, tickSize } from '@rasat/engine';
import { createSeededRandom } from '../figures/seeded-random.ts';
import { countKnown, followPosition, type MarketHistory, resolvePosition } from './history.ts';

/** Number of matched entries of each row of the record. */
export const MATCHED_ENTRIES = 40;

/** Time after a row's entry from which its matched entries are drawn. */
export const BASELINE_YEAR_MS = 365 * DAY_MS;

/** The entry of a ledger row, for which matched entries are drawn. */
export interface TradeToMatch {
  /** Hash of the row, 32 bytes. */
  readonly hash: Uint8Array;
  readonly way: Direction;
  /** Distance of the stop, a price. */
  readonly risk: number;
  /** When the entry was made, a bar's close. */
  readonly openedMs: number;
  readonly expiryMs: number;
}

/** The matched entries of one row and their results, in the order of drawing. */
export interface MatchedEntries {
  /** Position of the bar whose close is the entry, for each. */
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
  /** Share of the year from which candidates were available, above 0, at most 1. */
  readonly coverage: number;
  /** True when no further bar can change them: the year and the last time limit have passed. */
  readonly complete: boolean;
}

/**
 * Draws the 40 matched entries of a row and resolves them by the rules of the engine's trades. They have the same
 * symbol, side and time limit, and a risk that is the same multiple of ATR_1D(20), at least two ticks. The entries are
 * closes within 365 days after the row's entry, at its time of the UTC day, drawn uniformly with replacement. While
 * these days are not over, the candidates are the bars so far. A window on both sides of a signal would be biased
 * against signals that follow a trend, because it includes their past. Entries at any hour would be biased in favour of
 * exchange signals: a gap over night costs more at a stop than it gains at a target, and signals are more frequent just
 * after the night.
 *
 * Null before 20 days of bars, or while there is no candidate with a later bar.
 * Rule: docs/analysis.md#matched-entries
 */
export function drawMatchedEntries(
  history: MarketHistory,
  trade: TradeToMatch,
): MatchedEntries | null {
  const { bars, barMs, dailyRange, options } = history;
  const { openedMs } = trade;
  const known = countKnown(history, openedMs);
  const rangeThen = known > 0 ? (dailyRange[known - 1] as number) : 0;
  const end = Math.min(countKnown(history, openedMs + BASELINE_YEAR_MS), bars.length - 1);
  if (rangeThen <= 0 || end <= known) return null;
  const candidates = listCandidates(history, known, end);
  if (candidates.length === 0) return null;
  const limitMs = trade.expiryMs - openedMs;
  const lastMs = (bars.openTimeMs[bars.length - 1] as number) + barMs;
  const way = trade.way === 'up' ? 1 : -1;
  const leastRisk = 2 * tickSize(options.digits);
  const random = createSeededRandom(trade.hash);
  const at = new Int32Array(MATCHED_ENTRIES);
  const thousandths1 = new Int16Array(MATCHED_ENTRIES);
  const thousandths2 = new Int16Array(MATCHED_ENTRIES);
  let targets1 = 0;
  let stops1 = 0;
  let targets2 = 0;
  let open = 0;
  for (let k = 0; k < MATCHED_ENTRIES; k++) {
    const entry = candidates[random.below(candidates.length)] as number;
    const risk = Math.max(leastRisk, (trade.risk * (dailyRange[entry] as number)) / rangeThen);
    const price = bars.close[entry] as number;
    const madeMs = (bars.openTimeMs[entry] as number) + barMs;
    const position = openPosition(way, price, risk, madeMs, madeMs + limitMs, options.digits);
    followPosition(history, position, entry);
    const result = resolvePosition(history, position);
    at[k] = entry;
    thousandths1[k] = Math.round(result.r1 * 1000);
    thousandths2[k] = Math.round(result.r2 * 1000);
    if (result.status1 === 1) targets1++;
    if (result.status1 === -1) stops1++;
    if (result.status2 === 1) targets2++;
    if (result.open) open++;
  }
  const coverage = Math.min(1, (lastMs - openedMs) / BASELINE_YEAR_MS);
  const complete = lastMs >= openedMs + BASELINE_YEAR_MS + limitMs;
  return { at, thousandths1, thousandths2, targets1, stops1, targets2, open, coverage, complete };
}

/** Returns the bars from `from` up to, not including, `to` that open at the time of day of the bar before `from`. */
function listCandidates(
  { bars, byTimeOfDay }: MarketHistory,
  from: number,
  to: number,
): Int32Array {
  const timeOfDay = (bars.openTimeMs[from - 1] as number) % DAY_MS;
  const same = byTimeOfDay.get(timeOfDay) ?? new Int32Array(0);
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
