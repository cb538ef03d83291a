import { appendFileSync } from 'node:fs';

/** Kinds of time that tests spend besides their own work. */
export type TimeKind =
  | 'template database'
  | 'filled databases'
  | 'databases'
  | 'server starts'
  | 'browser starts'
  | 'waits';

const spent = new Map<TimeKind, { ms: number; times: number }>();

/**
 * Adds wall time to the table at the end of a test run. The runner names the file in `RASAT_TIME_SPENT`; each process
 * adds its sums to it when it ends. Without the file nothing is recorded.
 */
export function noteTimeSpent(kind: TimeKind, ms: number): void {
  const file = process.env.RASAT_TIME_SPENT;
  if (file === undefined) return;
  if (spent.size === 0) {
    process.once('exit', () => {
      const lines = [...spent].map(([name, sum]) => `${JSON.stringify({ name, ...sum })}\n`);
      appendFileSync(file, lines.join(''));
    });
  }
  const before = spent.get(kind) ?? { ms: 0, times: 0 };
  spent.set(kind, { ms: before.ms + ms, times: before.times + 1 });
}

/** Runs `fn` and records its duration. */
export async function withTimeSpent<T>(kind: TimeKind, fn: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  try {
    return await fn();
  } finally {
    noteTimeSpent(kind, performance.now() - startMs);
  }
}
