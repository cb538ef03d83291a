import assert from 'node:assert/strict';
import type { Part } from '../platform/part.ts';

/** How long something may take on a machine that is slow and busy; costs nothing where it is quick. */
const PATIENCE_MS = 120_000;

/** Waits until something holds, and fails when it does not for very long. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  limitMs = PATIENCE_MS,
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await check())) {
    if (performance.now() > limit) assert.fail(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * Runs parts until `fn` is through, each started when the one before it is ready; they are gone before the database is.
 * `fn` is given a wait for whatever it wants to become true.
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
