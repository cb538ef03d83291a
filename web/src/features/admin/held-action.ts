/** Action that can be undone for some seconds. */
export interface HeldAction {
  /** Runs the action; `closing` while the page is being closed. */
  readonly run: (closing: boolean) => void;
  readonly takeBack: () => void;
}

/** Timers of a holder. */
export interface HoldClock {
  readonly setTimeout: (act: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

/** Holder that delays one action at a time. */
export interface Holder<A extends HeldAction> {
  readonly held: () => A | null;
  /** Holds an action for `waitMs` and runs the previously held one now. */
  readonly hold: (action: A) => void;
  readonly takeBack: () => void;
  /** Runs the held action now. */
  readonly release: (closing: boolean) => void;
  /** `rest` pauses the wait while the pointer or the focus is on the undo button; `go` restarts it. */
  readonly rest: () => void;
  readonly go: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a holder: a held action runs after `waitMs`, or earlier when another is held or it is released. */
export function createHolder<A extends HeldAction>(waitMs: number, clock: HoldClock): Holder<A> {
  const listeners = new Set<() => void>();
  let held: A | null = null;
  let timer: unknown = null;

  function stop(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  }
  function start(): void {
    stop();
    if (held !== null) timer = clock.setTimeout(() => release(false), waitMs);
  }
  function set(action: A | null): void {
    held = action;
    start();
    for (const listener of listeners) listener();
  }
  function release(closing: boolean): void {
    const action = held;
    if (action === null) return;
    set(null);
    action.run(closing);
  }
  return {
    held: () => held,
    hold(action) {
      release(false);
      set(action);
    },
    takeBack() {
      const action = held;
      if (action === null) return;
      set(null);
      action.takeBack();
    },
    release,
    rest: stop,
    go: start,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
