import { AppError } from './app-error.ts';

/** Runs a limited number of tasks at a time. */
export interface Queue {
  /**
   * Runs `work` in its turn. One owner runs one task at a time, and owners take turns; a task without an owner counts
   * as an owner of its own, in the order of arrival. Throws `unavailable-503` at once when too many tasks wait.
   */
  run<T>(work: () => Promise<T>, owner?: unknown): Promise<T>;
}

/**
 * Creates a queue with at most `running` tasks at once and at most `waiting` more, of which one owner may have
 * `waitingOfOne`.
 */
export function createQueue(limits: {
  readonly running: number;
  readonly waiting: number;
  /** Default: the value of `waiting`. */
  readonly waitingOfOne?: number;
  /** Seconds until a refused caller may retry. */
  readonly retryAfterSeconds: number;
}): Queue {
  const { waiting: most, waitingOfOne: mostOfOne = most, retryAfterSeconds } = limits;
  /** Waiting tasks by owner; the owner that has waited longest for a turn comes first. */
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
    // Moves the owner to the end of the line.
    const own = waiting.get(owner);
    if (own && waiting.delete(owner)) waiting.set(owner, own);
    const next = [...waiting].find(([other]) => !running.has(other));
    if (!next) return;
    const [other, [begin, ...rest]] = next;
    if (rest.length > 0) waiting.set(other, rest);
    else waiting.delete(other);
    // The place passes to the next owner without becoming free in between.
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
