import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { noteTimeSpent } from '../platform/time-spent.ts';

// Waits of tests for a condition. The limit ends a failing test: time in which the machine is slow counts less, so that
// the limit measures the product and not the machine.

/** Milliseconds within which an idle machine meets any condition of a test. */
const TIMEOUT_MS = 30_000;
/** Time-out of further waits after one wait of the same process has failed. */
const SHORT_TIMEOUT_MS = 3000;
/** Longest turn that counts in full; a longer one was delayed by other processes or a machine that stood still. */
const LONGEST_TURN_MS = 100;
const POLL_MS = 5;
const LOOK_AT_LOAD_MS = 250;

let inVain = false;
let slowdown = 1;
let lookedMs = Number.NEGATIVE_INFINITY;

/** Returns how many processes share one processor now, at least 1; 1 where the system does not report it. */
export function readSlowdown(): number {
  if (performance.now() - lookedMs < LOOK_AT_LOAD_MS) return slowdown;
  lookedMs = performance.now();
  try {
    const [, running] = /(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'utf8')) ?? [];
    slowdown = Math.max(1, Number(running) / availableParallelism());
  } catch {
    slowdown = 1;
  }
  return slowdown;
}

/** Returns whether a wait of this process has failed, for waits with time-outs of their own. */
export function wasInVain(): boolean {
  return inVain;
}

/**
 * Repeats a claim until it holds, and returns its value. An `AssertionError` is retried until `timeoutMs` of an idle
 * machine have passed; any other error is thrown at once.
 */
export async function eventually<T>(
  claim: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  let leftMs = inVain ? Math.min(timeoutMs, SHORT_TIMEOUT_MS) : timeoutMs;
  const startMs = performance.now();
  let turnMs = startMs;
  for (;;) {
    try {
      const value = await claim();
      noteTimeSpent('waits', performance.now() - startMs);
      return value;
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
      if (leftMs <= 0) {
        inVain = true;
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const nowMs = performance.now();
    leftMs -= Math.min(nowMs - turnMs, LONGEST_TURN_MS) / readSlowdown();
    turnMs = nowMs;
  }
}

/** Waits until a condition holds; fails with `what` after `timeoutMs` of an idle machine. */
export function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  return eventually(async () => assert.ok(await check(), `never: ${what}`), timeoutMs);
}
