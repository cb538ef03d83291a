/**
 * Runs `fn` with a signal that SIGINT (Ctrl-C), SIGTERM or SIGHUP aborts. A second such signal ends the process at
 * once.
 */
export async function withInterrupt<T>(fn: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Interrupted());
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, onSignal);
  try {
    return await fn(controller.signal);
  } finally {
    for (const name of signals) process.off(name, onSignal);
  }
}

/** Abort reason of the signal of `withInterrupt`. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
