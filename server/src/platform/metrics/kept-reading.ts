import type { Clock } from '../clock.ts';

/** Time for which figures from the database are used again. */
const KEPT_MS = 10_000;

/**
 * Returns a function that calls `read` at most once in ten seconds and returns its result meanwhile, so that frequent
 * scrapes cost the database nothing. A rejection is not kept.
 */
export function keepReading<T>(
  clock: Pick<Clock, 'steady'>,
  read: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    const nowMs = clock.steady();
    if (kept && nowMs - kept.atMs < KEPT_MS) return kept.value;
    const value = read();
    const own = { atMs: nowMs, value };
    kept = own;
    value.catch(() => {
      if (kept === own) kept = undefined;
    });
    return value;
  };
}
