import { setImmediate as nextTurn } from 'node:timers/promises';

/** A running timer. */
export interface Timer {
  /** Cancels the timer; allowed after it fired. */
  cancel(): void;
}

/** The only source of time of the server. All times are UTC epoch milliseconds. */
export interface Clock {
  now(): number;
  /**
   * Returns the milliseconds since an arbitrary moment, at this clock's pace. They pass evenly: unlike `now`, they do
   * not jump when an operator sets the machine's clock.
   */
  steady(): number;
  /** Milliseconds of this clock in one real millisecond. */
  readonly speed: number;
  /** Calls `fn` once, `ms` of this clock's milliseconds from now (at once when negative). */
  setTimeout(fn: () => void, ms: number): Timer;
  /** Calls `fn` every `ms` of this clock's milliseconds. */
  setInterval(fn: () => void, ms: number): Timer;
  /** Resolves after `ms` of this clock's milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Choice of a clock; plain data, so that a worker thread can get the same clock as the thread that starts it. `shifted`
 * runs at the real pace, `offsetMs` away from it. `accelerated` showed `startMs` at the real time `realStartMs` and
 * runs `speed` times as fast since.
 */
export type ClockSettings =
  | { readonly kind: 'real' }
  | { readonly kind: 'shifted'; readonly offsetMs: number }
  | {
      readonly kind: 'accelerated';
      readonly startMs: number;
      readonly realStartMs: number;
      readonly speed: number;
    };

/** Builds the clock that the settings describe. */
export function createClock(settings: ClockSettings = { kind: 'real' }): Clock {
  switch (settings.kind) {
    case 'real':
      return pacedClock(() => Date.now(), 1);
    case 'shifted': {
      const { offsetMs } = settings;
      return pacedClock(() => Date.now() + offsetMs, 1);
    }
    case 'accelerated': {
      const { startMs, realStartMs, speed } = settings;
      if (!(speed > 0)) throw new RangeError('speed must be positive');
      return pacedClock(() => Math.floor(startMs + (Date.now() - realStartMs) * speed), speed);
    }
  }
}

/** Returns a clock that shows `ms` less than another one and runs with it. */
export function delayClock(clock: Clock, ms: number): Clock {
  return ms === 0 ? clock : { ...clock, now: () => clock.now() - ms };
}

/** A clock that moves only on request. */
export interface ManualClock extends Clock {
  /** Moves the clock by `ms` and fires every timer that becomes due, in time order. */
  advance(ms: number): Promise<void>;
  /** Sets the clock forward, or back when negative, like an operator or NTP: no time passes and no timer fires. */
  set(ms: number): void;
  /**
   * Lets time pass as for a suspended process. Timers that become due meanwhile fire late: all of them before `advance`
   * first yields, because a resumed process runs its timers before it reads its sockets.
   */
  suspend(ms: number): void;
}

interface ManualTimer {
  readonly atMs: number;
  readonly everyMs: number | null;
  readonly fn: () => void;
}

/** Creates a clock for tests that starts at `startMs`. */
export function createManualClock(startMs: number): ManualClock {
  let steadyMs = startMs;
  let setMs = 0;
  let nextId = 0;
  const due = new Map<number, ManualTimer>();
  const add = (fn: () => void, ms: number, everyMs: number | null): Timer => {
    const id = nextId++;
    due.set(id, { atMs: steadyMs + Math.max(0, ms), everyMs, fn });
    return { cancel: () => void due.delete(id) };
  };
  const fire = (id: number, timer: ManualTimer): void => {
    if (timer.everyMs === null) due.delete(id);
    else due.set(id, { ...timer, atMs: steadyMs + timer.everyMs });
    timer.fn();
  };
  const clock: ManualClock = {
    now: () => steadyMs + setMs,
    steady: () => steadyMs,
    speed: 1,
    set(ms) {
      setMs += ms;
    },
    suspend(ms) {
      steadyMs += ms;
    },
    setTimeout: (fn, ms) => add(fn, ms, null),
    setInterval: (fn, ms) => add(fn, ms, Math.max(1, ms)),
    sleep: (ms, signal) => sleepOn(clock, ms, signal),
    async advance(ms) {
      const endMs = steadyMs + ms;
      const late = [...due].filter(([, timer]) => timer.atMs < steadyMs);
      for (const [id, timer] of late.toSorted(([, a], [, b]) => a.atMs - b.atMs)) {
        if (due.has(id)) fire(id, timer);
      }
      if (late.length > 0) await nextTurn();
      for (;;) {
        let next: [number, ManualTimer] | undefined;
        for (const entry of due) {
          if (entry[1].atMs <= endMs && (!next || entry[1].atMs < next[1].atMs)) next = entry;
        }
        if (!next) break;
        const [id, timer] = next;
        steadyMs = Math.max(steadyMs, timer.atMs);
        fire(id, timer);
        await nextTurn();
      }
      steadyMs = endMs;
    },
  };
  return clock;
}

/** Longest delay of a timer; Node fires a longer one at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

function pacedClock(now: () => number, speed: number): Clock {
  const startTimer = (fn: () => void, ms: number): Timer => {
    let handle: NodeJS.Timeout;
    const wait = (restMs: number): void => {
      const stepMs = Math.min(restMs, LONGEST_TIMER_MS);
      handle = setTimeout(() => (restMs > stepMs ? wait(restMs - stepMs) : fn()), stepMs);
    };
    wait(Math.max(0, ms / speed));
    return { cancel: () => clearTimeout(handle) };
  };
  const clock: Clock = {
    now,
    steady: () => performance.now() * speed,
    speed,
    setTimeout: startTimer,
    setInterval(fn, ms) {
      const handle = setInterval(fn, Math.min(Math.max(1, ms / speed), LONGEST_TIMER_MS));
      return { cancel: () => clearInterval(handle) };
    },
    sleep: (ms, signal) => sleepOn(clock, ms, signal),
  };
  return clock;
}

function sleepOn(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      timer.cancel();
      reject(signal?.reason);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
