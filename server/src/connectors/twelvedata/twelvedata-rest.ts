import { type Bar, DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { BarPage } from '../vendor-wire/bar-pages.ts';
import {
  type Refusal,
  type RestAnswer,
  RestHost,
  readsAs,
  type Sending,
} from '../vendor-wire/rest-host.ts';
import {
  earliestReply,
  errorReply,
  type Interval,
  instrumentsReply,
  PAGE_ROWS,
  pairsReply,
  seriesReply,
  splitsReply,
  toBar,
  usageReply,
} from './wire.ts';

/** Options of the interface. */
export interface TwelveDataOptions {
  readonly key: string;
  readonly url: string;
  /** Credits that may be spent in a minute. */
  readonly credits: number;
  readonly clock: Clock;
  readonly log: Logger;
}

const MIB = 1024 * 1024;
const PAGE_BYTES = 4 * MIB;
const LIST_BYTES = 32 * MIB;
/** Credits of a call by the documentation; of the lists it is a guess that `/api_usage` corrects. */
const CREDITS = { one: 1, splits: 20 } as const;
/** The vendor's own count is read again after this time while calls are made. */
const USAGE_EVERY_MS = MINUTE_MS;

/** Status of ours for a quota of a day that is used up; the vendor sends 429 for both quotas. */
const DAY_USED_UP = 402;
const REFUSALS: Readonly<Record<number, Refusal>> = {
  // The count of credits begins again with every minute, and that of a day at midnight UTC.
  429: { ms: MINUTE_MS, reason: 'Twelve Data has no credits left in this minute' },
  [DAY_USED_UP]: {
    ms: (nowMs) => DAY_MS - (nowMs % DAY_MS),
    reason: 'Twelve Data has no credits left today',
  },
};

/** Returns the status of an answer by its body: errors often come under HTTP 200. No rows in a span are no error. */
function statusOf({ status, body }: RestAnswer): number {
  const error = z.safeParse(errorReply, body).data;
  if (!error) return status;
  if (/no data is available/i.test(error.message)) return 200;
  return error.code === 429 && /\bday\b/i.test(error.message) ? DAY_USED_UP : error.code;
}

/** Twelve Data's REST interface, within its credits. */
export class TwelveDataRest {
  readonly #options: TwelveDataOptions;
  readonly #host: RestHost;
  #usageMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(options: TwelveDataOptions) {
    this.#options = options;
    const { clock, log, credits } = options;
    const budget = { weight: credits, windowMs: MINUTE_MS, width: 4 };
    const wire = { hasDate: true, refusals: REFUSALS, statusOf };
    this.#host = new RestHost({ vendor: 'Twelve Data', clock, log, ...budget, ...wire });
  }

  /** The host, for what is refused elsewhere. */
  get host(): RestHost {
    return this.#host;
  }

  /** Returns a page of bars with `fromMs <= openTimeMs < toMs`. */
  async series(
    symbol: string,
    interval: Interval,
    span: { readonly fromMs: number; readonly toMs: number },
    digits: number,
    sending: Sending,
  ): Promise<BarPage> {
    const moment = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
    const address = this.#address('time_series', {
      symbol,
      interval,
      start_date: moment(span.fromMs),
      end_date: moment(span.toMs),
      timezone: 'UTC',
      order: 'asc',
      adjust: 'none',
      outputsize: String(PAGE_ROWS),
    });
    const read = (answer: RestAnswer): BarPage => {
      const { venueMs } = answer;
      if (z.safeParse(errorReply, answer.body).success) return { rows: [], venueMs };
      const { values } = readsAs(seriesReply, address)(answer);
      return { rows: values.map((row): Bar => toBar(row, digits)), venueMs };
    };
    return this.#call(address, read, sending, PAGE_BYTES);
  }

  /** Returns the time of the first bar of a symbol. */
  async earliest(symbol: string, interval: Interval, sending: Sending): Promise<number> {
    const query = { symbol, interval, timezone: 'UTC' };
    const address = this.#address('earliest_timestamp', query);
    const reply = await this.#call(address, readsAs(earliestReply, address), sending, MIB);
    return reply.unix_time * 1000;
  }

  /** Returns every pair of currencies. */
  async pairs(sending: Sending): Promise<z.infer<typeof pairsReply>['data']> {
    const address = this.#address('forex_pairs', {});
    return (await this.#call(address, readsAs(pairsReply, address), sending, LIST_BYTES)).data;
  }

  /** Returns the shares of an exchange. */
  stocks(exchange: string, sending: Sending): Promise<z.infer<typeof instrumentsReply>['data']> {
    return this.#instruments('stocks', { exchange }, sending);
  }

  /** Returns every index. */
  indices(sending: Sending): Promise<z.infer<typeof instrumentsReply>['data']> {
    return this.#instruments('indices', {}, sending);
  }

  /** Returns every split of a symbol. */
  async splits(symbol: string, sending: Sending): Promise<z.infer<typeof splitsReply>['splits']> {
    const address = this.#address('splits', { symbol, range: 'full' });
    const read = readsAs(splitsReply, address);
    return (await this.#call(address, read, sending, MIB, CREDITS.splits)).splits;
  }

  async #instruments(
    name: string,
    query: Readonly<Record<string, string>>,
    sending: Sending,
  ): Promise<z.infer<typeof instrumentsReply>['data']> {
    const address = this.#address(name, query);
    const read = readsAs(instrumentsReply, address);
    return (await this.#call(address, read, sending, LIST_BYTES)).data;
  }

  #address(name: string, query: Readonly<Record<string, string>>): URL {
    const address = new URL(`/${name}`, this.#options.url);
    address.search = new URLSearchParams(query).toString();
    return address;
  }

  async #call<T>(
    address: URL,
    read: (answer: RestAnswer) => T,
    sending: Sending,
    limitBytes: number,
    credits: number = CREDITS.one,
  ): Promise<T> {
    await this.#readUsage(sending);
    // A call that costs more than a minute has is charged over several minutes by the vendor's own count.
    const weight = Math.min(credits, this.#options.credits);
    return this.#host.call({ address, headers: this.#headers, weight, limitBytes, read }, sending);
  }

  get #headers(): Readonly<Record<string, string>> {
    return { authorization: `apikey ${this.#options.key}` };
  }

  /** Reads the vendor's count at most once a minute: others may use the key, and a call may cost more than we think. */
  #readUsage({ urgency }: Sending): Promise<void> {
    const { clock, log } = this.#options;
    if (clock.steady() - this.#usageMs < USAGE_EVERY_MS) return Promise.resolve();
    this.#usageMs = clock.steady();
    const address = this.#address('api_usage', {});
    const read = readsAs(usageReply, address);
    const call = { address, headers: this.#headers, weight: 0, limitBytes: MIB, read };
    this.#reading ??= this.#host
      .call(call, { urgency })
      .then((usage) => {
        this.#host.noteUsed(usage.current_usage);
        const { daily_usage: used = 0, plan_daily_limit: most = Number.POSITIVE_INFINITY } = usage;
        if (used >= most) this.#host.refuse(DAY_USED_UP, null);
      })
      .catch((error: unknown) => {
        log.debug({ err: error }, 'the credits of Twelve Data could not be read');
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }
}
