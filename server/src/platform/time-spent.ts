import { appendFileSync } from 'node:fs';

/** What tests spend time on besides their own work. */
export type TimeKind =
  | 'template database'
  | 'filled databases'
  | 'databases'
  | 'server starts'
  | 'browser starts'
  | 'waits';

const spent = new Map<TimeKind, { ms: number; times: number }>();

/**
 * Notes wall time for the table at the end of a test run. The runner names the file in `RASAT_TIME_SPENT`; each process adds
 * its sums to it when it ends. Without the file nothing is kept.
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

/** Runs `fn` and notes how long it took. */
export async function withTimeSpent<T>(kind: TimeKind, fn: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  try {
    return await fn();
  } finally {
    noteTimeSpent(kind, performance.now() - startMs);
  }
}
