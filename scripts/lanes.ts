/** Task that runs once it is ready. */
export interface Task {
  /** Whether the task may start; default at once. */
  readonly isReady?: () => boolean;
  run(): Promise<void>;
}

const LOOK_MS = 50;

/**
 * Runs tasks, `count` at a time: each lane takes the first ready task of the list, so that a task that must wait does
 * not block others. Rejects with the first failure.
 */
export async function runInLanes(tasks: readonly Task[], count: number): Promise<void> {
  const waiting = [...tasks];
  const lane = async (): Promise<void> => {
    while (waiting.length > 0) {
      const at = waiting.findIndex(({ isReady }) => isReady?.() ?? true);
      const [task] = at < 0 ? [] : waiting.splice(at, 1);
      if (task) await task.run();
      else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  await Promise.all(Array.from({ length: count }, lane));
}
