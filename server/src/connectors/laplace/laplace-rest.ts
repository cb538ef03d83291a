import { istanbulWallMs, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { BarPage } from '../vendor-wire/bar-pages.ts';
import type { QuoteStreamOptions } from '../vendor-wire/quote-stream.ts';
import { type RestAnswer, RestHost, readsAs, type Sending } from '../vendor-wire/rest-host.ts';
import { NoAnswer } from '../vendor-wire/text-request.ts';
import {
  barsReply,
  FEEDS,
  type LaplaceFeed,
  noAccessReply,
  type PriceForm,
  readStreamAddress,
  rulesReply,
  stocksReply,
  streamReply,
  toBar,
} from './wire.ts';

/** Length of the vendor's bars, by its name of them. */
export const STEPS = { '1m': MINUTE_MS, '15m': 15 * MINUTE_MS, '1d': 1440 * MINUTE_MS } as const;
/** An interval that we ask for. */
export type Interval = keyof typeof STEPS;

/** Options of the interface. */
export interface LaplaceOptions {
  readonly key: string;
  readonly url: string;
  /** Requests that may be sent in a minute. */
  readonly requests: number;
  readonly clock: Clock;
  readonly log: Logger;
}

const MIB = 1024 * 1024;
const PAGE_BYTES = 8 * MIB;
const NO_ACCESS_MS = 5 * MINUTE_MS;

/** Error for a key that may not read a feed. */
class NoAccess extends Error {
  override readonly name = 'NoAccess';
}

/** Laplace's REST interface, within its budget. */
export class LaplaceRest {
  readonly #options: LaplaceOptions;
  readonly #host: RestHost;
  #noAccessUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: LaplaceOptions) {
    this.#options = options;
    const { clock, log, requests } = options;
    this.#host = new RestHost({
      vendor: 'Laplace',
      clock,
      log,
      weight: requests,
      windowMs: MINUTE_MS,
      width: 4,
      hasDate: true,
      errorOf: ({ body }) =>
        z.safeParse(noAccessReply, body).success
          ? new NoAccess('the key of Laplace may not read this feed (no_access_to_level)')
          : null,
    });
  }

  /** The host of the stream: a key without access to a feed may still read bars. */
  get streamHost(): QuoteStreamOptions['host'] {
    const host = this.#host;
    const noAccessMs = (): number => this.#noAccessUntilMs - this.#options.clock.steady();
    return {
      get blockedMs() {
        return Math.max(0, host.blockedMs, noAccessMs());
      },
      refuse: (status, retryAfter) => host.refuse(status, retryAfter),
    };
  }

  /** Headers that show the key. */
  get headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.#options.key}` };
  }

  /** Returns the bars of a symbol, asked for a span with `fromMs <= openTimeMs < toMs`. */
  async bars(
    symbol: string,
    interval: Interval,
    span: { readonly fromMs: number; readonly toMs: number },
    form: PriceForm,
    sending: Sending,
  ): Promise<BarPage> {
    const address = this.#address('/api/v1/stock/price/interval', {
      stock: symbol,
      region: 'tr',
      fromDate: localTime(span.fromMs),
      toDate: localTime(span.toMs),
      interval,
      detail: 'true',
    });
    const read = (answer: RestAnswer): BarPage => {
      const rows = readsAs(
        barsReply,
        address,
      )(answer).map((row) => {
        const bar = toBar(row, form);
        if (bar) return bar;
        throw new NoAnswer(`${address.pathname}: prices of ${symbol} that are not of the market`);
      });
      return { rows, venueMs: answer.venueMs };
    };
    return this.#call(address, read, sending, PAGE_BYTES);
  }

  /** Returns a page of the shares of Borsa İstanbul. */
  async stocks(
    page: number,
    pageSize: number,
    sending: Sending,
  ): Promise<z.infer<typeof stocksReply>> {
    const query = { region: 'tr', page: String(page), pageSize: String(pageSize) };
    const address = this.#address('/api/v2/stock/all', query);
    return this.#call(address, readsAs(stocksReply, address), sending, PAGE_BYTES);
  }

  /** Returns the base price of a share: that from which the limits of its next or present session are measured. */
  async basePrice(symbol: string, sending: Sending): Promise<number> {
    const address = this.#address('/api/v1/stock/rules', { symbol, region: 'tr' });
    return (await this.#call(address, readsAs(rulesReply, address), sending, MIB)).basePrice;
  }

  /**
   * Returns the address of a new websocket, which may hold a token. Throws for a key without access to the feed, and stops
   * the stream's connections for five minutes then.
   */
  async socketAddress(user: string, feed: LaplaceFeed, signal: AbortSignal): Promise<URL> {
    const { clock, log, url } = this.#options;
    const address = this.#address('/api/v2/ws/url', {});
    const json = { externalUserId: user, feeds: [FEEDS[feed]] };
    const read = readsAs(streamReply, address);
    const sending: Sending = { urgency: 'live', signal };
    const named = await this.#call(address, read, sending, MIB, json).catch((error: unknown) => {
      if (error instanceof NoAccess) {
        this.#noAccessUntilMs = clock.steady() + NO_ACCESS_MS;
        log.error({ feed: FEEDS[feed], forMs: NO_ACCESS_MS }, error.message);
      }
      throw error;
    });
    const found = readStreamAddress(named.url, url);
    if (!found) throw new Error('Laplace names no encrypted stream');
    return found;
  }

  /** Returns the address of server-sent events about symbols; `stream` names the connection. */
  eventsAddress(symbols: readonly string[], feed: LaplaceFeed, stream: string): URL {
    const path = feed === 'live' ? '/api/v2/stock/price/live' : '/api/v1/stock/price/delayed';
    return this.#address(path, { filter: symbols.join(','), region: 'tr', stream });
  }

  #address(path: string, query: Readonly<Record<string, string>>): URL {
    const address = new URL(path, this.#options.url);
    address.search = new URLSearchParams(query).toString();
    return address;
  }

  #call<T>(
    address: URL,
    read: (answer: RestAnswer) => T,
    sending: Sending,
    limitBytes: number,
    json?: unknown,
  ): Promise<T> {
    const { headers } = this;
    const body = json === undefined ? {} : { json };
    return this.#host.call({ address, headers, ...body, weight: 1, limitBytes, read }, sending);
  }
}

/** Returns a time as the vendor's queries write it, in the zone of Borsa İstanbul: `2026-11-20 10:00:00`. */
export function localTime(timeMs: number): string {
  return new Date(istanbulWallMs(timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}
