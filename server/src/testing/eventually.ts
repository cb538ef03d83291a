import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { noteTimeSpent } from '../platform/time-spent.ts';

// How long a test waits for a condition. The limit is for a test that has failed: it measures the product, not the machine,
// so that it does not run on while the machine is slow.

/** What a machine with nothing else to do may need for anything that a test waits for. */
const TIMEOUT_MS = 30_000;
/** After one wait was in vain, the others of the same process have this much. */
const SHORT_TIMEOUT_MS = 3000;
/** A turn that took longer than this was held up: by other processes, or because the whole machine stood still. */
const LONGEST_TURN_MS = 100;
const POLL_MS = 5;
const LOOK_AT_LOAD_MS = 250;

let inVain = false;
let slowdown = 1;
let lookedMs = Number.NEGATIVE_INFINITY;

/** How many processes share one processor now, at least 1; 1 where the system does not say. */
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

/** Whether a wait of this process was in vain, for those that have time-outs of their own. */
export function wasInVain(): boolean {
  return inVain;
}

/**
 * Repeats what is claimed until it holds, and returns its value. An `AssertionError` is tried again, until it has been for
 * `timeoutMs` of a quiet machine; any other error is thrown at once.
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

/** Waits until a condition holds; fails with `what` when it does not for `timeoutMs` of a quiet machine. */
export function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  return eventually(async () => assert.ok(await check(), `never: ${what}`), timeoutMs);
}
