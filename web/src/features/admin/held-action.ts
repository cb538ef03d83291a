/** An action that can be taken back for a moment. */
export interface HeldAction {
  /** Does it; `closing` while the page is being closed. */
  readonly run: (closing: boolean) => void;
  readonly takeBack: () => void;
}

/** What a holder of actions needs of its surroundings. */
export interface HoldClock {
  readonly setTimeout: (act: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

/** Holds one action back at a time. */
export interface Holder<A extends HeldAction> {
  readonly held: () => A | null;
  /** Holds an action for `waitMs`; the one before it happens now. */
  readonly hold: (action: A) => void;
  readonly takeBack: () => void;
  /** Lets what is held happen now. */
  readonly release: (closing: boolean) => void;
  /** Stops the time while somebody looks at the way back, and lets it run anew. */
  readonly rest: () => void;
  readonly go: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a holder: what is held happens after `waitMs`, or earlier when something else is held or it is released. */
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
