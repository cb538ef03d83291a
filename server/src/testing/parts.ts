import type { Part } from '../platform/part.ts';
import { until } from './eventually.ts';

/**
 * Runs parts until `fn` ends, each started when the previous one is ready; they stop before the database does. `fn`
 * receives a function that waits for a condition.
 */
export async function withParts(
  starts: readonly (() => Part)[],
  fn: (wait: (check: () => boolean | Promise<boolean>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const running: Part[] = [];
  try {
    for (const start of starts) {
      const part = start();
      running.push(part);
      await until(`${part.name} is ready`, () => part.status().ready);
    }
    await fn((check) => until('what the test waits for', check));
  } finally {
    for (const part of running.toReversed()) await part.stop();
  }
}
