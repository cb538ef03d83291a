/** Numbers from 0 to 1 that a seed gives again (mulberry32). */
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
  /** Names the seed, for the message of a failed claim. */
  readonly seed: string;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /**
   * A number from `low` to `high` with four decimals, the last of which is `last` (3 unless named). Neither it nor its
   * hundredfold nor a sum of two of them lies in the middle between two numbers of fewer decimals, where a rounding
   * could go either way; their difference does not when `last` differs.
   */
  decimal(low: number, high: number, last?: 1 | 3): number;
  /** A moment of the days before `nowMs`, to the second. */
  momentBefore(nowMs: number, days: number): number;
  /** 64 hexadecimal digits. */
  hash(): string;
}

/** Draws values by `SEED`, else by the time. */
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
