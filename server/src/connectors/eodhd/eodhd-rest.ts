import { type Bar, bucketStart, DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { BarPage } from '../vendor-wire/bar-pages.ts';
import type { DatedSplit } from '../vendor-wire/dated-splits.ts';
import type { RequestBudget } from '../vendor-wire/request-budget.ts';
import {
  type Refusal,
  RefusedCall,
  type RestAnswer,
  RestHost,
  readsAs,
  type Sending,
} from '../vendor-wire/rest-host.ts';
import {
  appliedSplits,
  daysReply,
  minutesReply,
  readDate,
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
const INDEX = '.INDX';

const REFUSALS: Readonly<Record<number, Refusal>> = {
  // The count of a day begins again at midnight GMT.
  402: {
    ms: (nowMs) => DAY_MS - (nowMs % DAY_MS),
    reason: 'EODHD has no calls left today (HTTP 402)',
  },
};

/** Takes over the vendor's own count of the requests in a minute, since others may use the token. */
function noteLimit({ headers }: RestAnswer, budget: RequestBudget): void {
  const [limit, left] = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => {
    const text = headers.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  });
  if (limit != null && left != null) budget.noteUsed(limit - left);
}

/** EODHD's REST interface. Its key travels in the query, which no message has. */
export class EodhdRest {
  readonly #options: EodhdOptions;
  readonly #host: RestHost;
  /** Splits by symbol, with the day on which they were read. */
  readonly #splits = new Map<
    string,
    { readonly list: Promise<DatedSplit[]>; readonly dayMs: number }
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
      note: noteLimit,
    });
  }

  /** The host, for what is refused elsewhere. */
  get host(): RestHost {
    return this.#host;
  }

  /** Returns the days of a symbol with `fromMs <= openTimeMs < toMs`. */
  async days(symbol: string, digits: number, span: Span, sending: Sending): Promise<BarPage> {
    const { reply, venueMs } = await this.#days(symbol, span, sending);
    const splits = symbol.endsWith(INDEX) ? [] : await this.splits(symbol, sending);
    const applied = appliedSplits(reply, splits, venueMs);
    const rows = reply.flatMap((row): Bar[] => {
      const bar = toDay(row, digits, applied);
      return bar ? [bar] : [];
    });
    return { rows, venueMs };
  }

  /** Returns the starts in UTC of the dates with prices of a symbol, ascending; an empty answer is asked for again. */
  async dates(symbol: string, span: Span, sending: Sending): Promise<readonly number[]> {
    const read = async (): Promise<readonly number[]> => {
      const { reply } = await this.#days(symbol, span, sending);
      return reply
        .filter(({ close }) => close != null)
        .map(({ date }) => readDate(date))
        .filter((dayMs) => dayMs >= span.fromMs)
        .toSorted((a, b) => a - b);
    };
    const dates = await read();
    return dates.length > 0 ? dates : read();
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

  /** Returns every split of a symbol, kept for a day of UTC: one that becomes effective changes every volume before it. */
  splits(symbol: string, sending: Sending): Promise<DatedSplit[]> {
    const dayMs = bucketStart('1D', this.#options.clock.now(), false);
    const known = this.#splits.get(symbol);
    if (known?.dayMs === dayMs) return known.list;
    const list = this.#get(`splits/${symbol}`, {}, splitsReply, MIB, sending).then(({ reply }) =>
      reply.map(toSplit),
    );
    this.#splits.set(symbol, { list, dayMs });
    list.catch(() => this.#splits.delete(symbol));
    return list;
  }

  /** Returns the changes of names in the United States from a date on; none when the plan does not include them. */
  async renames(fromMs: number, sending: Sending): Promise<z.infer<typeof renamesReply>> {
    const query = { from: dateOf(fromMs), to: dateOf(this.#options.clock.now() + 30 * DAY_MS) };
    try {
      const path = 'symbol-change-history';
      return (await this.#get(path, query, renamesReply, LIST_BYTES, sending, true)).reply;
    } catch (error) {
      if (error instanceof RefusedCall) return [];
      throw error;
    }
  }

  /** Returns the symbols of an exchange. */
  async symbols(exchange: string, sending: Sending): Promise<z.infer<typeof symbolsReply>> {
    const path = `exchange-symbol-list/${exchange}`;
    return (await this.#get(path, {}, symbolsReply, LIST_BYTES, sending)).reply;
  }

  #days(
    symbol: string,
    span: Span,
    sending: Sending,
  ): Promise<{ reply: z.infer<typeof daysReply>; venueMs: number }> {
    const query = { from: dateOf(span.fromMs), to: dateOf(span.toMs - 1), period: 'd', order: 'a' };
    return this.#get(`eod/${symbol}`, query, daysReply, PAGE_BYTES, sending);
  }

  async #get<S extends z.ZodMiniType>(
    path: string,
    query: Readonly<Record<string, string>>,
    form: S,
    limitBytes: number,
    sending: Sending,
    isExtra = false,
  ): Promise<{ reply: z.infer<S>; venueMs: number }> {
    const { token, url } = this.#options;
    const address = new URL(`/api/${path}`, url);
    address.search = new URLSearchParams({ ...query, api_token: token, fmt: 'json' }).toString();
    const readForm = readsAs(form, address);
    const read = (answer: RestAnswer) => ({ reply: readForm(answer), venueMs: answer.venueMs });
    return this.#host.call({ address, weight: 1, limitBytes, isExtra, read }, sending);
  }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
