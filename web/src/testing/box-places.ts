const HOUR_MS = 3_600_000;

/** The prices of a box from 100 up to 124, named as the wire names them. */
export const BOX_PRICES = {
  top: 124,
  bottom: 100,
  middle: 112,
  middleUp: 118,
  middleDown: 106,
  upTrade: 124.75,
  downTrade: 99.25,
};

/** The times of a box of 144 hours that began 50 hours before a moment. */
export function boxTimesAt(timeMs: number) {
  return {
    start: timeMs - 50 * HOUR_MS,
    fQuarter: timeMs - 14 * HOUR_MS,
    fHalf: timeMs + 4 * HOUR_MS,
    middle: timeMs + 22 * HOUR_MS,
    lHalf: timeMs + 40 * HOUR_MS,
    lQuarter: timeMs + 58 * HOUR_MS,
    end: timeMs + 94 * HOUR_MS,
  };
}
