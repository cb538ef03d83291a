import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../platform/clock.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';

/** A value and the steady time from which it is read again. */
interface Kept<T> {
  readonly value: Promise<T>;
  untilMs: number;
}

/** Options of what is kept. */
export interface KeptOptions<T> {
  readonly clock: Clock;
  /** Reads what has a name. */
  readonly read: (name: number, urgency: Sending['urgency']) => Promise<T>;
  /** Returns the time for which a value is kept; infinite for one that does not change. */
  readonly keptMs: (name: number, value: T) => number;
}

/**
 * Documents of a bank by the start of what they are about, each read once for all symbols. A reading goes on for the
 * others when the one that began it leaves.
 */
export class KeptSheets<T> {
  readonly #options: KeptOptions<T>;
  readonly #kept = new Map<number, Kept<T>>();

  constructor(options: KeptOptions<T>) {
    this.#options = options;
  }

  /** Returns a document. Throws the signal's reason when it aborts. */
  async get(name: number, { urgency, signal }: Sending): Promise<T> {
    signal?.throwIfAborted();
    const { clock, read, keptMs } = this.#options;
    let kept = this.#kept.get(name);
    if (!kept || kept.untilMs <= clock.steady()) {
      const value = read(name, urgency);
      const begun: Kept<T> = { value, untilMs: Number.POSITIVE_INFINITY };
      value.then(
        (is) => {
          begun.untilMs = clock.steady() + keptMs(name, is);
        },
        () => {
          this.#kept.delete(name);
        },
      );
      this.#kept.set(name, begun);
      kept = begun;
    }
    return orAborted(kept.value, signal);
  }
}

/** Age at which the sheet of a day no longer changes. */
export const SETTLED_MS = 7 * DAY_MS;

/**
 * Returns the time for which the sheet of a day is kept, or that there is none: a bank that misses its sheets for a while is
 * asked again.
 */
export function keptFor(dayMs: number, isThere: boolean, nowMs: number): number {
  const isSettled = nowMs - dayMs >= SETTLED_MS;
  if (isThere) return isSettled ? Number.POSITIVE_INFINITY : HOUR_MS;
  return isSettled ? HOUR_MS : MINUTE_MS;
}

function orAborted<T>(value: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void value.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
