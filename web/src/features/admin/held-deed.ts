/** A deed that can be taken back for a moment. */
export interface Deed {
  /** Does it; `closing` while the page is being closed. */
  readonly run: (closing: boolean) => void;
  readonly takeBack: () => void;
}

/** What a holder of deeds needs of its surroundings. */
export interface HoldClock {
  readonly setTimeout: (act: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

/** Holds one deed back at a time. */
export interface Holder<D extends Deed> {
  readonly held: () => D | null;
  /** Holds a deed for `waitMs`; the one before it happens now. */
  readonly hold: (deed: D) => void;
  readonly takeBack: () => void;
  /** Lets what is held happen now. */
  readonly release: (closing: boolean) => void;
  /** Stops the time while somebody looks at the way back, and lets it run anew. */
  readonly rest: () => void;
  readonly go: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a holder: what is held happens after `waitMs`, or earlier when something else is held or it is released. */
export function createHolder<D extends Deed>(waitMs: number, clock: HoldClock): Holder<D> {
  const listeners = new Set<() => void>();
  let held: D | null = null;
  let timer: unknown = null;

  function stop(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  }
  function start(): void {
    stop();
    if (held !== null) timer = clock.setTimeout(() => release(false), waitMs);
  }
  function set(deed: D | null): void {
    held = deed;
    start();
    for (const listener of listeners) listener();
  }
  function release(closing: boolean): void {
    const deed = held;
    if (deed === null) return;
    set(null);
    deed.run(closing);
  }
  return {
    held: () => held,
    hold(deed) {
      release(false);
      set(deed);
    },
    takeBack() {
      const deed = held;
      if (deed === null) return;
      set(null);
      deed.takeBack();
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
