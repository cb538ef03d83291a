import type { OutcomeRow } from '../rows/chain.ts';
import { DAY } from './aggregation.ts';
import { linesOf } from './follow.ts';
import { closeTime, countUpTo, type PreparedBars } from './prepared-bars.ts';

/** A weekly set: its Monday (epoch milliseconds), its anchor, and its lines from the anchor outward. */
export interface WeeklySet {
  readonly d: number;
  readonly anchor: number;
  readonly buy: readonly number[];
  readonly sell: readonly number[];
}

/** Milliseconds for which the entry or the touch of a weekly set is followed. */
export const SET_LIFE = 14 * DAY;

/** Returns the indices of the first bar of a set's week and of the first bar after it. */
export function weekOf(bars: PreparedBars, d: number): readonly [from: number, to: number] {
  const [starts, ends] = bars.fx ? [d - DAY, d + 6 * DAY] : [d, d + 7 * DAY];
  return [firstFrom(bars, starts), firstFrom(bars, ends)];
}

/** Returns the index of the first bar that opens at or after a time. */
function firstFrom({ openTimeMs, length }: PreparedBars, timeMs: number): number {
  const at = countUpTo(openTimeMs, length, timeMs);
  return at > 0 && openTimeMs[at - 1] === timeMs ? at - 1 : at;
}

/** The entry of a weekly set. */
export interface SetEntry {
  /** Index of the bar whose close is the entry. */
  readonly bar: number;
  readonly way: 1 | -1;
  /** The close of that bar. */
  readonly price: number;
  /** Distance of the first line from the anchor. */
  readonly risk: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  /** Epoch milliseconds. */
  readonly expiryMs: number;
}

/**
 * Returns the entry of a weekly set: the first close of its week beyond the first line of a side, with the close before
 * it on that line or inside. Null without one. Source: docs/analysis.md, Entry of the weekly levels.
 */
export function findSetEntry(bars: PreparedBars, set: WeeklySet): SetEntry | null {
  const [above, below] = [set.buy[0], set.sell[0]];
  const [from, to] = weekOf(bars, set.d);
  for (let bar = Math.max(1, from); bar < to; bar++) {
    const before = bars.close[bar - 1] as number;
    const price = bars.close[bar] as number;
    if (above !== undefined && before <= above && price > above) {
      return entryAt(bars, bar, 1, price, Math.abs(above - set.anchor));
    }
    if (below !== undefined && before >= below && price < below) {
      return entryAt(bars, bar, -1, price, Math.abs(below - set.anchor));
    }
  }
  return null;
}

function entryAt(
  bars: PreparedBars,
  bar: number,
  way: 1 | -1,
  price: number,
  risk: number,
): SetEntry {
  const expiryMs = closeTime(bars, bar) + SET_LIFE;
  return { bar, way, price, risk, ...linesOf(bars, way, price, risk), expiryMs };
}

/** Returns the weekly set of a row's fields; null when they are not those of a weekly set. */
export function weeklySetOf(row: {
  readonly price: number;
  readonly detail: OutcomeRow['detail'];
}): WeeklySet | null {
  const { d, buy, sell } = row.detail;
  if (typeof d !== 'number' || !areNumbers(buy) || !areNumbers(sell)) return null;
  return { d, anchor: row.price, buy, sell };
}

function areNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}
