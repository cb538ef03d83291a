import { HOUR_MS } from '@rasat/engine';

/** Returns a number from zero to one that depends on its arguments alone. */
export function hashOf(seed: number, text: string, n: number): number {
  let h = (seed ^ 0x9e37_79b9) >>> 0;
  for (const char of `${text}:${n}`) h = Math.imul(h ^ char.charCodeAt(0), 0x0100_0193) >>> 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d) >>> 0;
  h = Math.imul(h ^ (h >>> 12), 0x297a_2d39) >>> 0;
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

/** Returns a generator of numbers from zero to one for an hour of a symbol (mulberry32). */
export function randomOf(seed: number, symbol: string, hourMs: number): () => number {
  let state = Math.floor(hashOf(seed, symbol, hourMs / HOUR_MS) * 2 ** 32) >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
