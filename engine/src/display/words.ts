import type { Trade } from '../boxes/box.ts';
import type { Cycle } from '../cycle/cycle.ts';
import type { Seer } from '../seer/seer.ts';
import { addMonthsUtc } from '../time/month.ts';
import { DAY_MS } from '../time/resolution.ts';

/** Age from which a seer is the main one: 90 times 24 hours. */
export const MAIN_SEER_MS = 90 * DAY_MS;
/** Calendar months (UTC) below which a reverse seer is the middle band. */
export const REVERSE_SEER_MONTHS = 6;

/** Words for the seer. */
export type SeerWord = 'main' | 'middle';
/** Words for the close seer. */
export type CloseSeerWord = 'safe' | 'risky';
/** Words for the reverse seer. */
export type ReverseSeerWord = 'middleBand' | 'opposite';
/** Words for a box with a trade. */
export type BoxWord = 'bullish' | 'bearish';
/** Words for the cycle gauge. */
export type CycleWord = 'positive' | 'negative';

/**
 * Returns `main` when the seer is at least 90 x 24 h old, else `middle`. Null without a seer.
 * Rule: docs/analysis.md#displayed-words
 */
export function seerWord(seer: Pick<Seer, 'datetime'> | null, nowMs: number): SeerWord | null {
  if (seer === null) return null;
  return nowMs - seer.datetime >= MAIN_SEER_MS ? 'main' : 'middle';
}

/**
 * Returns `safe` when the close seer has the way of the seer, else `risky`. Null when one of them is missing.
 * Rule: docs/analysis.md#displayed-words
 */
export function closeSeerWord(
  closeSeer: Pick<Seer, 'way'> | null,
  seer: Pick<Seer, 'way'> | null,
): CloseSeerWord | null {
  if (closeSeer === null || seer === null) return null;
  return closeSeer.way === seer.way ? 'safe' : 'risky';
}

/**
 * Returns `middleBand` while the reverse seer is younger than six calendar months (UTC), else `opposite`.
 * Rule: docs/analysis.md#displayed-words
 */
export function reverseSeerWord(
  reverseSeer: Pick<Seer, 'datetime'> | null,
  nowMs: number,
): ReverseSeerWord | null {
  if (reverseSeer === null) return null;
  const old = addMonthsUtc(reverseSeer.datetime, REVERSE_SEER_MONTHS) <= nowMs;
  return old ? 'opposite' : 'middleBand';
}

/**
 * Returns `bullish` when the trade's price is below its first target, else `bearish`. Null without a trade.
 * Rule: docs/analysis.md#displayed-words
 */
export function boxWord(trade: Pick<Trade, 'p' | 'tp1'> | null): BoxWord | null {
  if (trade === null) return null;
  return trade.p < trade.tp1 ? 'bullish' : 'bearish';
}

/**
 * Returns `positive` from 50 percent on, else `negative`. Null before the first completed day.
 * Rule: docs/analysis.md#displayed-words
 */
export function cycleWord(cycle: Pick<Cycle, 'positive'> | null): CycleWord | null {
  if (cycle === null) return null;
  return cycle.positive ? 'positive' : 'negative';
}
