import {
  bucketStart,
  DAY_MS,
  LEVELS_TRADE_MS,
  openPosition,
  roundTo,
  tickSize,
  WEEK_MS,
} from '@rasat/engine';
import {
  countKnown,
  followPosition,
  type MarketHistory,
  type ResolvedEntry,
  resolvePosition,
} from './history.ts';

/** A published weekly set of levels, or its twin; nearest first on each side. */
export interface LevelSet {
  /** Monday 00:00 UTC of the week it is for. */
  readonly d: number;
  readonly anchor: number;
  readonly buy: readonly number[];
  readonly sell: readonly number[];
}

/** Milliseconds from a weekly set's Monday until its touch and trade are decided. */
export const LEVEL_SET_LIFE_MS = WEEK_MS + LEVELS_TRADE_MS;

/** The outcome of a set of levels in its week. */
export interface LevelsOutcome {
  /**
   * Result of the first touched level of the week: 1 when the price came half a step back, -1 when it first went half a
   * step on (or did both in one bar), 0 when it did neither in 14 days. Null without a touch, or when the bars end
   * before the result.
   */
  readonly touch: -1 | 0 | 1 | null;
  /** The week's entry beyond a level, as the engine tracks it; null without an entry. */
  readonly trade: (ResolvedEntry & { readonly way: 1 | -1; readonly openedMs: number }) | null;
}

/** Monday 1970-01-05 00:00 UTC, from which weeks are counted. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** Number of phases, which are at even distances; forty weeks in a row have each of them once. */
const PHASES = 40;
/** Steps from the phase of one week to that of the next; weeks near each other have phases far from each other. */
const PHASE_STEP = 11;

/**
 * Returns the share of a step by which the twin of a week's set is shifted, -39/80 to 39/80 and never 0. It depends on
 * the week alone, `d` its Monday, so that nothing can be tried out for it.
 * Rule: docs/analysis.md#placebo-levels
 */
export function phaseOfWeek(d: number): number {
  const turn = (PHASE_STEP * Math.floor((d - FIRST_MONDAY_MS) / WEEK_MS)) % PHASES;
  const place = turn < 0 ? turn + PHASES : turn;
  return (2 * place + 1 - PHASES) / (2 * PHASES);
}

/**
 * Returns the placebo twin of a weekly set: every line, anchor included, moved by the same share of a step,
 * {@link phaseOfWeek} of its Monday unless `phase` is given. A line moves towards its neighbour in square roots, where
 * the square of nine has equal steps; the outermost line moves by the step before it. Lines are rounded. A line that
 * rounding puts on its inner neighbour moves one tick outward, lines that are not positive are dropped, and the anchor
 * is at least a tick.
 * Rule: docs/analysis.md#placebo-levels
 */
export function shiftLevels(
  set: LevelSet,
  digits: number,
  phase: number = phaseOfWeek(set.d),
): LevelSet {
  const roots = [...set.sell.toReversed(), set.anchor, ...set.buy].map(Math.sqrt);
  const moved = roots.map((root, at) => {
    const next = roots[at + Math.sign(phase)];
    const step = next ?? 2 * root - (roots[at - Math.sign(phase)] ?? root);
    const shifted = root + Math.abs(phase) * (step - root);
    return shifted > 0 ? shifted * shifted : 0;
  });
  const middle = set.sell.length;
  const anchor = Math.max(tickSize(digits), roundTo(moved[middle] ?? 0, digits));
  return {
    d: set.d,
    anchor,
    buy: roundOutward(anchor, moved.slice(middle + 1), 1, digits),
    sell: roundOutward(anchor, moved.slice(0, middle).toReversed(), -1, digits),
  };
}

function roundOutward(
  anchor: number,
  lines: readonly number[],
  direction: 1 | -1,
  digits: number,
): number[] {
  const rounded: number[] = [];
  let inner = anchor;
  for (const line of lines) {
    let level = roundTo(line, digits);
    if ((level - inner) * direction <= 0) {
      level = roundTo(inner + direction * tickSize(digits), digits);
    }
    if (level <= 0) break;
    rounded.push(level);
    inner = level;
  }
  return rounded;
}

/**
 * Follows a published set of levels or its twin through its week. Returns the result of the first touch, and the entry
 * at the first close beyond a first level after a close inside. The entry is a trade with the risk of one step for 14
 * days, by the rules of the engine's trades.
 * Rule: docs/analysis.md#touch-and-entry-of-a-weekly-set
 */
export function followLevels(history: MarketHistory, set: LevelSet): LevelsOutcome {
  const { bars, barMs, options } = history;
  const upper = set.buy[0] ?? Number.POSITIVE_INFINITY;
  const lower = set.sell[0] ?? Number.NEGATIVE_INFINITY;
  let touch: LevelsOutcome['touch'] = null;
  let touched = false;
  let trade: LevelsOutcome['trade'] = null;
  // A forex week opens on the Sunday before its Monday.
  const first = Math.max(1, countKnown(history, set.d - DAY_MS));
  for (let at = first; at < bars.length; at++) {
    const openTimeMs = bars.openTimeMs[at] as number;
    const week = bucketStart('1W', openTimeMs, options.fx);
    if (week < set.d) continue;
    if (week > set.d) break;
    const before = bars.close[at - 1] as number;
    const close = bars.close[at] as number;
    if (!touched) {
      const reaches = firstReached(bars.open[at] as number, upper, lower, {
        up: before < upper && (bars.high[at] as number) >= upper,
        down: before > lower && (bars.low[at] as number) <= lower,
      });
      touched = reaches !== 0;
      if (touched) touch = scoreTouch(history, set, reaches, at);
    }
    const way = close > upper && before <= upper ? 1 : close < lower && before >= lower ? -1 : 0;
    if (way !== 0 && trade === null) {
      const openedMs = openTimeMs + barMs;
      const risk = Math.abs((way > 0 ? upper : lower) - set.anchor);
      const expiryMs = openedMs + LEVELS_TRADE_MS;
      const position = openPosition(way, close, risk, openedMs, expiryMs, options.digits);
      followPosition(history, position, at);
      trade = { ...resolvePosition(history, position), way, openedMs };
    }
    if (touched && trade !== null) break;
  }
  return { touch, trade };
}

/** Returns the side that a bar reaches: 1 up, -1 down, 0 neither; of both the one nearer to its open. */
function firstReached(
  open: number,
  upper: number,
  lower: number,
  { up, down }: { readonly up: boolean; readonly down: boolean },
): number {
  if (up && down) return upper - open <= open - lower ? 1 : -1;
  return up ? 1 : down ? -1 : 0;
}

/** Returns the result of a touch by bar `at`: the outcome of an entry against the touch, from the next bar on. */
function scoreTouch(
  history: MarketHistory,
  { anchor, buy, sell }: LevelSet,
  side: number,
  at: number,
): LevelsOutcome['touch'] {
  const { bars, barMs, options } = history;
  const level = (side > 0 ? buy : sell)[0] ?? anchor;
  const half = Math.abs(level - anchor) / 2;
  const touchedMs = (bars.openTimeMs[at] as number) + barMs;
  const expiryMs = touchedMs + LEVELS_TRADE_MS;
  const position = openPosition(-side, level, half, touchedMs, expiryMs, options.digits);
  followPosition(history, position, at);
  return position.closed1 === 1 ? (position.status1 as -1 | 0 | 1) : null;
}
