import type { TouchNow } from '@rasat/engine';

/** The engine gives the shares of slots with five decimals; they are stored as whole numbers. */
const SHARE_UNITS = 1e5;

/**
 * Returns the inputs of chances of the newest bar as JSON. Every bar writes them again for each symbol, so they are
 * kept short enough for their row to stay on one page.
 */
export function writeTouchNow(now: TouchNow): string {
  const slots = now.slots.map((share) => Math.round(share * SHARE_UNITS));
  return JSON.stringify({ ...now, slots });
}

/** Returns the stored inputs as the engine gave them. */
export function readTouchNow(kept: TouchNow): TouchNow {
  return { ...kept, slots: kept.slots.map((share) => share / SHARE_UNITS) };
}
