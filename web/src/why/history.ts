import { type Bar, DAY_MS } from '@rasat/engine';

/** How far back the history of a level looks. */
export const HISTORY_DAYS = 60;
/** How far the price must leave a level for a reaction, in daily average ranges. */
export const REACTION_ATR = 0.5;

/** What happened at a level. Touches that hug it belong to one encounter, which ends in a reaction or in a break. */
export interface LevelHistory {
  /** Bars whose range contains the level after a close beside it. */
  readonly touches: number;
  /** Encounters after which the price went half a daily ATR back to where it came from, before it closed through. */
  readonly reactions: number;
  /** Encounters that ended with a close on the other side. */
  readonly breaks: number;
}

/**
 * The history of a price level over the 60 days before the last bar. `bars` are closed bars of one resolution, ascending;
 * `atrPrice` is the daily average true range. Null when it is not positive or fewer than two bars lie in the window.
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
  /** The side the price comes from: 1 above, -1 below; 0 while no close has been beside the level. */
  let side = Math.sign((bars[Math.max(start - 1, 0)]?.close ?? level) - level);
  let inEncounter = false;
  for (const bar of bars.slice(start === 0 ? 1 : start)) {
    // Away before it comes back: within a bar the order is unknown, so only what follows a touch can answer it.
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
