import { AppError } from './app-error.ts';

/** Does work a few at a time. */
export interface Queue {
  /**
   * Runs `work` when its turn comes. Of one owner one work runs at a time, and owners take turns; work without an owner is
   * an owner of its own, in the order in which it came. Throws `unavailable-503` at once when too much waits already.
   */
  run<T>(work: () => Promise<T>, owner?: unknown): Promise<T>;
}

/** A queue of at most `running` at once and at most `waiting` behind them, `waitingOfOne` of one owner. */
export function createQueue(limits: {
  readonly running: number;
  readonly waiting: number;
  /** Default: all that may wait. */
  readonly waitingOfOne?: number;
  /** When a refused caller may try again. */
  readonly retryAfterSeconds: number;
}): Queue {
  const { waiting: most, waitingOfOne: mostOfOne = most, retryAfterSeconds } = limits;
  /** What waits by owner; who has waited for a turn longest comes first. */
  const waiting = new Map<unknown, (() => void)[]>();
  const running = new Set<unknown>();

  const enter = (owner: unknown): Promise<void> | undefined => {
    if (running.size < limits.running && !running.has(owner)) {
      running.add(owner);
      return undefined;
    }
    const own = waiting.get(owner) ?? [];
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= most || own.length >= mostOfOne) {
      throw new AppError('unavailable-503', { retryAfterSeconds });
    }
    return new Promise((resolve) => waiting.set(owner, [...own, resolve]));
  };
  const leave = (owner: unknown): void => {
    running.delete(owner);
    // Behind all others now.
    const own = waiting.get(owner);
    if (own && waiting.delete(owner)) waiting.set(owner, own);
    const next = [...waiting].find(([other]) => !running.has(other));
    if (!next) return;
    const [other, [begin, ...rest]] = next;
    if (rest.length > 0) waiting.set(other, rest);
    else waiting.delete(other);
    // The place goes over without becoming free in between.
    running.add(other);
    begin?.();
  };

  return {
    async run(work, owner = Symbol()) {
      await enter(owner);
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}
