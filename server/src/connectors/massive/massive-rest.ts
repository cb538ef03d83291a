import { DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { BarPage } from '../vendor-wire/bar-pages.ts';
import {
  RefusedCall,
  type RestAnswer,
  RestHost,
  readsAs,
  type Sending,
} from '../vendor-wire/rest-host.ts';
import { NoAnswer } from '../vendor-wire/text-request.ts';
import {
  aggregatesReply,
  eventsReply,
  holidaysReply,
  NOT_IN_PLAN,
  refusalReply,
  splitsReply,
  tickersReply,
  toBar,
} from './wire.ts';

/** Options of the interface. */
export interface MassiveOptions {
  readonly key: string;
  readonly url: string;
  /** Requests that may be sent in a minute. */
  readonly requests: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** An instrument with the decimals of its prices. */
export interface Asked {
  /** `AAPL`, `I:SPX`. */
  readonly vendorSymbol: string;
  readonly digits: number;
}

/** Span of bars with `fromMs <= openTimeMs < toMs`. */
interface BarSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const MIB = 1024 * 1024;
const LIMIT_BYTES = 32 * MIB;
/** Minutes that one page of aggregates is made of, at most. */
const PAGE_MINUTES = 50_000;
/** Pages of one answer that are followed: the list of Nasdaq has six, and bars fit into one. */
const MOST_PAGES = 20;
const LIST_ROWS = 1000;
const SPLIT_ROWS = 5000;
/** Symbols that one request about splits names; for more of them those of all symbols are asked for. */
const MOST_NAMED = 100;
/** Depths of the plans in years, of which the greatest that is included counts; the first is before all data. */
const DEPTHS = [40, 20, 10, 5, 2] as const;
const YEAR_MS = 365 * DAY_MS;
const NOT_FOUND = 404;

/** Returns the status of an answer. A plan that lacks something refuses that alone, not the key. */
function statusOf({ status, body }: RestAnswer): number {
  const isOfPlan = z.safeParse(refusalReply, body).data?.status === 'NOT_AUTHORIZED';
  return status === 403 && isOfPlan ? NOT_IN_PLAN : status;
}

/** Returns whether an error says that the plan does not include what was asked for. */
export function isNotInPlan(error: unknown): boolean {
  return error instanceof RefusedCall && error.status === NOT_IN_PLAN;
}

/** Massive's REST interface, within the requests that a plan has in a minute. */
export class MassiveRest {
  readonly #options: MassiveOptions;
  readonly #host: RestHost;

  constructor(options: MassiveOptions) {
    this.#options = options;
    const { clock, log, requests } = options;
    const budget = { weight: requests, windowMs: MINUTE_MS, width: 4 };
    this.#host = new RestHost({
      vendor: 'Massive',
      clock,
      log,
      ...budget,
      hasDate: true,
      statusOf,
    });
  }

  /** The host, for what is refused elsewhere. */
  get host(): RestHost {
    return this.#host;
  }

  /** Returns the bars of `minutes` of a span, with the prices of their day. */
  async bars(
    { vendorSymbol, digits }: Asked,
    minutes: number,
    { fromMs, toMs }: BarSpan,
    sending: Sending,
  ): Promise<BarPage> {
    const path = `/v2/aggs/ticker/${vendorSymbol}/range/${minutes}/minute/${fromMs}/${toMs - 1}`;
    const pages = await this.#pages(
      path,
      { adjusted: 'false', sort: 'asc', limit: String(PAGE_MINUTES) },
      aggregatesReply,
      sending,
    );
    const rows = pages.rows.flatMap(({ results = [] }) => results.map((one) => toBar(one, digits)));
    return { rows, venueMs: pages.venueMs };
  }

  /** Returns the start of the first day of which the plan has bars; null without one. */
  async firstDayMs({ vendorSymbol }: Asked, sending: Sending): Promise<number | null> {
    const nowMs = this.#options.clock.now();
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    for (const years of DEPTHS) {
      // The day after, for a plan's depth ends today.
      const from = dayOf(nowMs - years * YEAR_MS + DAY_MS);
      const address = this.#address(
        `/v2/aggs/ticker/${vendorSymbol}/range/1/day/${from}/${dayOf(nowMs)}`,
        { adjusted: 'false', sort: 'asc', limit: '10' },
      );
      try {
        const { results = [] } = await this.#call(
          address,
          readsAs(aggregatesReply, address),
          sending,
        );
        return results.length === 0 ? null : Math.min(...results.map(({ t }) => t));
      } catch (error) {
        if (!isNotInPlan(error) || years === DEPTHS.at(-1)) throw error;
      }
    }
    return null;
  }

  /** Returns every share that an exchange lists. */
  async shares(
    exchange: string,
    sending: Sending,
  ): Promise<readonly { readonly ticker: string; readonly name: string }[]> {
    const query = { market: 'stocks', exchange, active: 'true', limit: String(LIST_ROWS) };
    const { rows } = await this.#pages('/v3/reference/tickers', query, tickersReply, sending);
    return rows.flatMap(({ results = [] }) => results);
  }

  /** Returns an index of the United States; null for another name. */
  async index(ticker: string, sending: Sending): Promise<{ readonly name: string } | null> {
    const address = this.#address('/v3/reference/tickers', { market: 'indices', ticker });
    const { results = [] } = await this.#call(address, readsAs(tickersReply, address), sending);
    return results.find((one) => one.ticker === ticker && one.locale === 'us') ?? null;
  }

  /** Returns the splits of symbols from a date on, perhaps also of others. */
  async splits(
    symbols: readonly string[],
    fromMs: number,
    sending: Sending,
  ): Promise<z.infer<typeof splitsReply>['results']> {
    const query = {
      'execution_date.gte': new Date(fromMs).toISOString().slice(0, 10),
      ...(symbols.length <= MOST_NAMED && { 'ticker.any_of': symbols.join(',') }),
      limit: String(SPLIT_ROWS),
      sort: 'execution_date.asc',
    };
    const { rows } = await this.#pages('/stocks/v1/splits', query, splitsReply, sending);
    return rows.flatMap(({ results }) => results);
  }

  /** Returns the coming days on which an exchange is closed or closes early. */
  async holidays(sending: Sending): Promise<z.infer<typeof holidaysReply>> {
    const address = this.#address('/v1/marketstatus/upcoming', {});
    return this.#call(address, readsAs(holidaysReply, address), sending);
  }

  /** Returns the names of the company that has a ticker, with the dates from which they hold; none when unknown. */
  async names(
    ticker: string,
    sending: Sending,
  ): Promise<z.infer<typeof eventsReply>['results']['events']> {
    const query = { types: 'ticker_change' };
    const address = this.#address(`/vX/reference/tickers/${ticker}/events`, query);
    try {
      const reply = await this.#call(address, readsAs(eventsReply, address), sending);
      return reply.results.events;
    } catch (error) {
      if (error instanceof RefusedCall && error.status === NOT_FOUND) return [];
      throw error;
    }
  }

  /** Reads a list with the pages that its answers name, within this host and without a loop. */
  async #pages<S extends z.ZodMiniType<{ next_url?: string | undefined }>>(
    path: string,
    query: Readonly<Record<string, string>>,
    reply: S,
    sending: Sending,
  ): Promise<{ readonly rows: readonly z.infer<S>[]; readonly venueMs: number }> {
    const rows: z.infer<S>[] = [];
    const seen = new Set<string>();
    let venueMs = Number.POSITIVE_INFINITY;
    let address: URL | null = this.#address(path, query);
    while (address) {
      if (seen.has(address.href) || seen.size >= MOST_PAGES) {
        throw new NoAnswer(`${path}: pages without an end`);
      }
      seen.add(address.href);
      const reads = readsAs(reply, address);
      const page = await this.#call(
        address,
        (answer) => ({ venueMs: answer.venueMs, body: reads(answer) }),
        sending,
      );
      rows.push(page.body);
      venueMs = Math.min(venueMs, page.venueMs);
      address = this.#nextOf(page.body.next_url, path);
    }
    return { rows, venueMs };
  }

  #nextOf(nextUrl: string | undefined, path: string): URL | null {
    if (nextUrl === undefined || nextUrl === '') return null;
    const next = URL.parse(nextUrl);
    // The key goes with the request, so that it must stay at the vendor.
    if (next?.origin === new URL(this.#options.url).origin) return next;
    throw new NoAnswer(`${path}: a next page at another host`);
  }

  #address(path: string, query: Readonly<Record<string, string>>): URL {
    const address = new URL(path, this.#options.url);
    address.search = new URLSearchParams(query).toString();
    return address;
  }

  #call<T>(address: URL, read: (answer: RestAnswer) => T, sending: Sending): Promise<T> {
    const headers = { authorization: `Bearer ${this.#options.key}` };
    return this.#host.call({ address, headers, weight: 1, limitBytes: LIMIT_BYTES, read }, sending);
  }
}
