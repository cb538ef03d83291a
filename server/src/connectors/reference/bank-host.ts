import { MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { RefusedCall, type RestAnswer, RestHost, type Sending } from '../vendor-wire/rest-host.ts';
import { NoAnswer } from '../vendor-wire/text-request.ts';

/** Options of a host. */
export interface BankHostOptions {
  /** Name of the bank in messages. */
  readonly vendor: string;
  readonly url: string;
  /** Requests that may be sent in a minute. */
  readonly requests: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly headers?: Readonly<Record<string, string>>;
}

const NOT_FOUND = 404;
const WIDTH = 2;
const MIB = 1024 * 1024;
/** The whole history of the ECB has 8 MiB; every other document is far smaller. */
const LIMIT_BYTES = 24 * MIB;
/** Time for the whole history of the ECB over a slow line. */
const TIMEOUT_MS = 20_000;

/** A server of a bank, within its budget of requests. */
export class BankHost {
  readonly #options: BankHostOptions;
  readonly #host: RestHost;
  #offMs = 0;

  constructor(options: BankHostOptions) {
    this.#options = options;
    const { vendor, clock, log, requests } = options;
    const budget = { weight: requests, windowMs: MINUTE_MS, width: WIDTH };
    const wire = { hasDate: true, timeoutMs: TIMEOUT_MS };
    this.#host = new RestHost({ vendor, clock, log, ...budget, ...wire });
  }

  /** The time of the bank by its last answer; our own before the first. */
  get nowMs(): number {
    return this.#options.clock.now() + this.#offMs;
  }

  /**
   * Returns what `read` makes of a document; null for one that the bank does not have. A document that `read` returns null
   * for counts as no answer.
   */
  async get<T>(
    path: string,
    read: (answer: RestAnswer) => T | null,
    sending: Sending,
  ): Promise<T | null> {
    const { url, clock, headers } = this.#options;
    const address = new URL(path, url);
    const readAll = (answer: RestAnswer): T => {
      this.#offMs = answer.venueMs - clock.now();
      const found = read(answer);
      if (found === null) throw new NoAnswer(`${address.pathname}: an answer of another form`);
      return found;
    };
    const call = { address, weight: 1, limitBytes: LIMIT_BYTES, read: readAll };
    try {
      return await this.#host.call({ ...call, ...(headers && { headers }) }, sending);
    } catch (error) {
      if (error instanceof RefusedCall && error.status === NOT_FOUND) return null;
      throw error;
    }
  }
}
