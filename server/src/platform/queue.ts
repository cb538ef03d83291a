import { AppError } from './app-error.ts';

/** Does work a few at a time. */
export interface Queue {
  /** Runs `work` when its turn comes. Throws `unavailable-503` at once when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A queue of at most `running` at once and at most `waiting` behind them. */
export function createQueue(limits: {
  readonly running: number;
  readonly waiting: number;
  /** When somebody who was sent away may come again. */
  readonly retryAfterSeconds: number;
}): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = (): Promise<void> | undefined => {
    if (running < limits.running) {
      running += 1;
      return undefined;
    }
    const { retryAfterSeconds } = limits;
    if (waiting.length >= limits.waiting) {
      throw new AppError('unavailable-503', { retryAfterSeconds });
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    // The place goes to the next one without becoming free in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
