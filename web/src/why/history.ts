import { type Bar, DAY_MS } from '@rasat/engine';

/** Days of a level's history before the last bar. */
export const HISTORY_DAYS = 60;
/** Distance from a level that counts as a reaction, as a multiple of the daily average true range. */
export const REACTION_ATR = 0.5;

/** History of a level. Touches without a reaction or a break between them are one encounter. */
export interface LevelHistory {
  /** Bars whose range contains the level, after a close on one side of it. */
  readonly touches: number;
  /** Encounters after which the price moved back by half a daily ATR, before a close on the other side. */
  readonly reactions: number;
  /** Encounters that ended with a close on the other side. */
  readonly breaks: number;
}

/**
 * Returns the history of a price level over the 60 days before the last bar. `bars` are closed bars of one resolution,
 * ascending; `atrPrice` is the daily ATR. Null without a positive `atrPrice`, or with fewer than two bars in the
 * window.
 */
export function computeLevelHistory(
  bars: readonly Bar[],
  level: number,
  atrPrice: number | null,
): LevelHistory | null {
  const last = bars.at(-1);
  if (!last || atrPrice === null || !(atrPrice > 0)) return null;
  const sinceMs = last.openTimeMs - HISTORY_DAYS * DAY_MS;
  const start = bars.findIndex((bar) => bar.openTimeMs >= sinceMs);
  if (start < 0 || bars.length - start < 2) return null;

  const reactionPrice = atrPrice * REACTION_ATR;
  let touches = 0;
  let reactions = 0;
  let breaks = 0;
  /** Side of the last close beside the level: 1 above, -1 below; 0 before the first such close. */
  let side = Math.sign((bars[Math.max(start - 1, 0)]?.close ?? level) - level);
  let inEncounter = false;
  for (const bar of bars.slice(start === 0 ? 1 : start)) {
    // Before this bar's touch: the order of high and low within a bar is unknown, so that only a later bar can react.
    const reached = side > 0 ? bar.high >= level + reactionPrice : bar.low <= level - reactionPrice;
    if (inEncounter && side !== 0 && reached) {
      reactions += 1;
      inEncounter = false;
    }
    if (side !== 0 && bar.low <= level && bar.high >= level) {
      touches += 1;
      inEncounter = true;
    }
    const closed = Math.sign(bar.close - level);
    if (closed !== 0 && side !== 0 && closed !== side) {
      if (inEncounter) breaks += 1;
      inEncounter = false;
    } else if (inEncounter && Math.abs(bar.close - level) >= reactionPrice && closed === side) {
      reactions += 1;
      inEncounter = false;
    }
    if (closed !== 0) side = closed;
  }
  return { touches, reactions, breaks };
}
