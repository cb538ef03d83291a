import { type Bar, DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
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
  type DatedSplit,
  daysReply,
  minutesReply,
  renamesReply,
  splitsReply,
  symbolsReply,
  toDay,
  toMinute,
  toSplit,
} from './wire.ts';

/** Options of the interface. */
export interface EodhdOptions {
  readonly token: string;
  readonly url: string;
  /** Requests that may be sent in a minute. */
  readonly requests: number;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const MIB = 1024 * 1024;
const LIST_BYTES = 64 * MIB;
const PAGE_BYTES = 32 * MIB;
const WIDTH = 4;
/** Age at which the splits of a symbol are read again. */
const SPLITS_KEPT_MS = DAY_MS;

const REFUSALS: Readonly<Record<number, Refusal>> = {
  // The count of a day begins again at midnight GMT.
  402: {
    ms: (nowMs) => DAY_MS - (nowMs % DAY_MS),
    reason: 'EODHD has no calls left today (HTTP 402)',
  },
};

/** EODHD's REST interface. Its key travels in the query, which no message has. */
export class EodhdRest {
  readonly #options: EodhdOptions;
  readonly #host: RestHost;
  readonly #splits = new Map<
    string,
    { readonly list: Promise<DatedSplit[]>; readonly atMs: number }
  >();

  constructor(options: EodhdOptions) {
    this.#options = options;
    const { clock, log, requests } = options;
    const limits = { weight: requests, windowMs: MINUTE_MS, width: WIDTH };
    this.#host = new RestHost({
      vendor: 'EODHD',
      clock,
      log,
      ...limits,
      hasDate: true,
      refusals: REFUSALS,
    });
  }

  /** Returns the days of a symbol with `fromMs <= openTimeMs < toMs`. */
  async days(symbol: string, digits: number, span: Span, sending: Sending): Promise<BarPage> {
    const splits = await this.splits(symbol, sending);
    const query = { from: dateOf(span.fromMs), to: dateOf(span.toMs - 1), period: 'd', order: 'a' };
    const { reply, venueMs } = await this.#get(
      `eod/${symbol}`,
      query,
      daysReply,
      PAGE_BYTES,
      sending,
    );
    const rows = reply.flatMap((row): Bar[] => {
      const bar = toDay(row, digits, splits);
      return bar ? [bar] : [];
    });
    return { rows, venueMs };
  }

  /** Returns the minutes of a symbol with `fromMs <= openTimeMs < toMs`. */
  async minutes(symbol: string, digits: number, span: Span, sending: Sending): Promise<BarPage> {
    const second = (ms: number): string => String(Math.floor(ms / 1000));
    const query = { interval: '1m', from: second(span.fromMs), to: second(span.toMs - 1) };
    const path = `intraday/${symbol}`;
    const { reply, venueMs } = await this.#get(path, query, minutesReply, PAGE_BYTES, sending);
    const rows = reply.flatMap((row): Bar[] => {
      const bar = toMinute(row, digits);
      return bar ? [bar] : [];
    });
    return { rows, venueMs };
  }

  /** Returns every split of a symbol, kept for a day. */
  splits(symbol: string, sending: Sending): Promise<DatedSplit[]> {
    const { clock } = this.#options;
    const known = this.#splits.get(symbol);
    if (known && clock.steady() - known.atMs < SPLITS_KEPT_MS) return known.list;
    const list = this.#get(`splits/${symbol}`, {}, splitsReply, MIB, sending).then(({ reply }) =>
      reply.map(toSplit),
    );
    this.#splits.set(symbol, { list, atMs: clock.steady() });
    list.catch(() => this.#splits.delete(symbol));
    return list;
  }

  /** Returns the changes of names in the United States from a date on. */
  async renames(fromMs: number, sending: Sending): Promise<z.infer<typeof renamesReply>> {
    const query = { from: dateOf(fromMs), to: dateOf(this.#options.clock.now() + 30 * DAY_MS) };
    return (await this.#get('symbol-change-history', query, renamesReply, LIST_BYTES, sending))
      .reply;
  }

  /** Returns the symbols of an exchange. */
  async symbols(exchange: string, sending: Sending): Promise<z.infer<typeof symbolsReply>> {
    const path = `exchange-symbol-list/${exchange}`;
    return (await this.#get(path, {}, symbolsReply, LIST_BYTES, sending)).reply;
  }

  /** Refuses every waiting request. */
  stop(): void {
    this.#host.stop();
  }

  async #get<S extends z.ZodMiniType>(
    path: string,
    query: Readonly<Record<string, string>>,
    form: S,
    limitBytes: number,
    sending: Sending,
  ): Promise<{ reply: z.infer<S>; venueMs: number }> {
    const { token, url } = this.#options;
    const address = new URL(`/api/${path}`, url);
    address.search = new URLSearchParams({ ...query, api_token: token, fmt: 'json' }).toString();
    const readForm = readsAs(form, address);
    const read = (answer: RestAnswer) => ({ reply: readForm(answer), venueMs: answer.venueMs });
    return this.#host.call({ address, weight: 1, limitBytes, read }, sending);
  }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
