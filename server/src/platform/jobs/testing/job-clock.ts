import { TestClock } from 'pg-boss';

/** A clock by which jobs fall due, moved by hand: its queues and their database read the same time from it. */
export function createJobClock(start: string): TestClock {
  return new TestClock(start);
}
