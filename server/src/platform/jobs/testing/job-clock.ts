import { TestClock } from 'pg-boss';

/**
 * Creates a clock that makes jobs due and is advanced by hand; the queues and their database read the same time from
 * it.
 */
export function createJobClock(start: string): TestClock {
  return new TestClock(start);
}
