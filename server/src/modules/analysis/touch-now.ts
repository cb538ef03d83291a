import type { TouchNow } from '@rasat/engine';

/** The inputs of chances of the newest bar as they are stored: the slots' shares are whole hundred-thousandths. */
export type KeptTouchNow = TouchNow;

/** The engine gives the shares of slots with five decimals. */
const SHARE_UNITS = 1e5;

/**
 * Returns the inputs of chances of the newest bar as JSON. Every bar writes them again for each symbol, so they are
 * kept short enough for their row to stay on one page.
 */
export function writeTouchNow(now: TouchNow): string {
  const slots = now.slots.map((share) => Math.round(share * SHARE_UNITS));
  return JSON.stringify({ ...now, slots } satisfies KeptTouchNow);
}

/** Returns the stored inputs as the engine gave them. */
export function readTouchNow(kept: KeptTouchNow): TouchNow {
  return { ...kept, slots: kept.slots.map((share) => share / SHARE_UNITS) };
}
