import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';

/** Options of a reading. */
export interface KeptOptions<T> {
  readonly clock: Clock;
  readonly log: Logger;
  /** Age at which it is read again. */
  readonly keptMs: number;
  /** Sentence for the log when it could not be read again. */
  readonly failed: string;
  read(): Promise<T>;
}

/** A list of a vendor that is read when it is first needed, and again beside its use once it is old. */
export class KeptReading<T> {
  readonly #options: KeptOptions<T>;
  #value: { readonly is: T; readonly readMs: number } | null = null;
  #reading: Promise<T> | null = null;

  constructor(options: KeptOptions<T>) {
    this.#options = options;
  }

  /** The last value; null before the first reading. */
  get last(): T | null {
    return this.#value ? this.#value.is : null;
  }

  /** Returns the value, an old one at once. Throws while the first reading fails. */
  get(): Promise<T> {
    const { clock, log, keptMs, failed } = this.#options;
    const value = this.#value;
    if (!value) return this.refresh();
    if (clock.steady() - value.readMs >= keptMs) {
      this.refresh().catch((error: unknown) => log.warn({ err: error }, failed));
    }
    return Promise.resolve(value.is);
  }

  /** Reads the value now; callers at the same time share one reading. */
  refresh(): Promise<T> {
    this.#reading ??= this.#options
      .read()
      .then((is) => {
        this.#value = { is, readMs: this.#options.clock.steady() };
        return is;
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }
}
