/** Returns a generator of numbers from 0 up to 1 that follow from a seed (mulberry32). */
export function numbersFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Values for the answers of calls, drawn by a seed. */
export interface Draw {
  /** Names the seed, for the message of a failed assertion. */
  readonly seed: string;
  /** Draws a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /**
   * Draws a number from `low` to `high` with four decimals, the last of which is `last` (default 3). The number, its
   * hundredfold and a sum of two of them are never halfway between two numbers of fewer decimals, so that rounding is
   * unambiguous. The same holds for a difference of two with different `last`.
   */
  decimal(low: number, high: number, last?: 1 | 3): number;
  /** Draws a moment of the `days` before `nowMs`, to the second. */
  momentBefore(nowMs: number, days: number): number;
  /** Draws 64 hexadecimal digits. */
  hash(): string;
}

/** Returns a source of values from `SEED`, else from the time. */
export function startDraw(): Draw {
  const start = Number(process.env.SEED ?? Date.now()) % 2_147_483_647;
  const next = numbersFrom(start);
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    seed: `SEED=${start}`,
    whole,
    decimal: (low, high, last = 3) =>
      (whole(Math.ceil(low * 1000), Math.floor(high * 1000) - 1) * 10 + last) / 10_000,
    momentBefore: (nowMs, days) =>
      Math.floor(nowMs / 1000) * 1000 - whole(60, days * 86_400) * 1000,
    hash: () => Array.from({ length: 64 }, () => whole(0, 15).toString(16)).join(''),
  };
}
