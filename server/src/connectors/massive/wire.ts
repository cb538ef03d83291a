import { type Bar, MINUTE_MS } from '@rasat/engine';
import * as z from 'zod/mini';
import type { VenueTick } from '../connector.ts';
import type { StreamEvent } from '../vendor-wire/quote-stream.ts';
import { roundTo } from '../vendor-wire/round-to.ts';

// The fields that we read of Massive's replies and frames: github.com/massive-com/client-js at ac59b97,
// `src/openapi.json` and `src/websockets`, and massive.com/docs/websocket. Other fields are ignored.

/** Decimals of shares: midpoint trades have four. */
export const SHARE_DIGITS = 4;
/** Decimals of indices, whose values have up to eleven at the vendor. */
export const INDEX_DIGITS = 2;
/** What the vendor writes before the names of indices. */
const INDEX_PREFIX = 'I:';

const price = z.number().check(z.positive());
const amount = z.number().check(z.nonnegative());
// UTC milliseconds; a time in seconds, microseconds or nanoseconds is refused.
const moment = z.int().check(z.gte(1e12), z.lt(1e14));
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const nextUrl = z.optional(z.string());

/** Body of a refusal. Under HTTP 403, `NOT_AUTHORIZED` means that the plan does not include what was asked for. */
export const refusalReply = z.object({ status: z.string() });

const row = z.object({ t: moment, o: price, h: price, l: price, c: price, v: z.optional(amount) });
/** Reply of `/v2/aggs/ticker/{ticker}/range/…`; without `results` when there are none. */
export const aggregatesReply = z.object({
  results: z.optional(z.array(row)),
  next_url: nextUrl,
});

/** Reply of `/v3/reference/tickers`. */
export const tickersReply = z.object({
  results: z.optional(
    z.array(z.object({ ticker: z.string(), name: z.string(), locale: z.string() })),
  ),
  next_url: nextUrl,
});

/** Reply of `/stocks/v1/splits`; `split_to` new shares for `split_from` old ones. */
export const splitsReply = z.object({
  results: z.array(
    z.object({
      ticker: z.optional(z.string()),
      execution_date: z.optional(date),
      split_from: z.optional(price),
      split_to: z.optional(price),
    }),
  ),
  next_url: nextUrl,
});

/** Reply of `/v1/marketstatus/upcoming`: `closed` days have no `close`. */
export const holidaysReply = z.array(
  z.object({
    date,
    exchange: z.string(),
    status: z.string(),
    close: z.optional(z.iso.datetime()),
  }),
);

/** Reply of `/vX/reference/tickers/{ticker}/events`: the names that the company of a ticker has had, with dates. */
export const eventsReply = z.object({
  results: z.object({
    events: z.array(
      z.object({ date, ticker_change: z.optional(z.object({ ticker: z.string() })) }),
    ),
  }),
});

/**
 * Maps a row of the aggregates: `t` is its opening, `o`, `h`, `l`, `c` and `v` are its values; indices have no `v`, and
 * `v` may be fractional. Prices are rounded to `digits`: a share trades by four decimals at most, and values of indices
 * have more decimals than we show.
 */
export function toBar({ t, o, h, l, c, v }: z.infer<typeof row>, digits: number): Bar {
  return {
    openTimeMs: t,
    open: roundTo(o, digits),
    high: roundTo(h, digits),
    low: roundTo(l, digits),
    close: roundTo(c, digits),
    volume: v ?? 0,
  };
}

/**
 * Conditions of trades that set neither high nor low, so that they are not handed over (`updates_high_low` false in
 * `consolidated` of `/v3/reference/conditions`): 2 average price, 7 cash sale, 12 extended hours (form T), 13 extended
 * hours out of sequence, 15 and 16 official close and open of an exchange, 20 next day, 21 price variation, 29 seller,
 * 37 odd lot, 52 contingent, 53 qualified contingent. 38, a corrected close, repeats a trade.
 */
const NO_HIGH_LOW: ReadonlySet<number> = new Set([
  2, 7, 12, 13, 15, 16, 20, 21, 29, 37, 38, 52, 53,
]);

const anyFrame = z.array(z.unknown());
const anyEvent = z.object({ ev: z.string() });
const statusEvent = z.object({ status: z.string(), message: z.optional(z.string()) });
const tradeEvent = z.object({
  sym: z.string(),
  p: price,
  s: amount,
  t: moment,
  c: z.optional(z.array(z.int())),
});
const minuteEvent = z
  .object({
    sym: z.string(),
    s: moment,
    e: moment,
    o: price,
    h: price,
    l: price,
    c: price,
    v: amount,
  })
  .check(
    z.refine(({ s, e }) => s % MINUTE_MS === 0 && e === s + MINUTE_MS),
    z.refine(({ o, h, l, c }) => h >= Math.max(o, c) && l <= Math.min(o, c)),
  );
// The client declares the value as a string, the documentation shows a number.
const indexValue = z.union([
  price,
  z.string().check(
    z.regex(/^\d{1,9}(\.\d{1,12})?$/),
    z.refine((text) => Number(text) > 0),
  ),
]);
const valueEvent = z.object({ T: z.string(), val: indexValue, t: moment });

/** Status of ours for a plan that does not include what was asked for. */
export const NOT_IN_PLAN = 402;

/** A channel of the stream, as it is written before a symbol. */
export type Channel = 'T' | 'AM' | 'V';

/** Returns the vendor's name of a symbol on a channel. */
export function vendorSymbol(symbol: string, isIndex: boolean): string {
  return isIndex ? `${INDEX_PREFIX}${symbol}` : symbol;
}

/** Returns our name of a symbol of the vendor. */
export function nameOf(symbol: string): string {
  return symbol.startsWith(INDEX_PREFIX) ? symbol.slice(INDEX_PREFIX.length) : symbol;
}

/** Returns what subscribes to symbols on a channel, or ends that. */
export function subscription(
  action: 'subscribe' | 'unsubscribe',
  channel: Channel,
  symbols: readonly string[],
): string {
  const names = symbols.map((symbol) => `${channel}.${vendorSymbol(symbol, channel === 'V')}`);
  return JSON.stringify({ action, params: names.join(',') });
}

/** Returns what tells the key. */
export function authentication(key: string): string {
  return JSON.stringify({ action: 'auth', params: key });
}

const INVALID: readonly StreamEvent[] = [{ kind: 'invalid' }];
const UNKNOWN: StreamEvent = { kind: 'unknown' };
/**
 * Returns the reader of frames of one channel; every frame is an array of events. `isOpen` tells whether a symbol's
 * market trades at a time; what is outside is left out.
 */
export function createReader(
  channel: Channel,
  isOpen: (timeMs: number) => boolean,
): (text: string) => readonly StreamEvent[] {
  const readPrices = { T: readTrade, AM: readMinute, V: readValue }[channel];
  return (text) => {
    const events = z.safeParse(anyFrame, parse(text)).data;
    if (!events) return INVALID;
    return events.flatMap((value): readonly StreamEvent[] => {
      const kind = z.safeParse(anyEvent, value).data?.ev;
      if (kind === undefined) return INVALID;
      if (kind === 'status') return [readStatus(value)];
      if (kind !== channel) return [UNKNOWN];
      const event = readPrices(value, isOpen);
      return event === 'invalid' ? INVALID : event ? [event] : [];
    });
  };
}

/**
 * Reads a status: `connected`, `auth_success`, `auth_failed` (also for a plan without the stream, by its message),
 * `success` with “subscribed to: T.AAPL”, `max_connections` when a newer connection takes the place of this one.
 */
function readStatus(value: unknown): StreamEvent {
  const { status = '', message = '' } = z.safeParse(statusEvent, value).data ?? {};
  switch (status) {
    case 'connected':
      return { kind: 'life' };
    case 'auth_success':
      return { kind: 'ready' };
    case 'auth_failed':
      return /\bplan\b/i.test(message)
        ? { kind: 'over', reason: 'the plan does not include this stream', status: NOT_IN_PLAN }
        : { kind: 'over', reason: 'the key is refused', status: 401 };
    case 'auth_timeout':
      return { kind: 'over', reason: 'the key came too late' };
    case 'max_connections':
      return { kind: 'over', reason: 'another connection of this key takes its place' };
    case 'success': {
      const names = /^subscribed to: ?(.+)$/.exec(message)?.[1]?.split(',') ?? [];
      const symbols = names.map((name) => nameOf(name.trim().replace(/^[A-Z]+\./, '')));
      return symbols.length === 0 ? { kind: 'life' } : { kind: 'subscribed', symbols };
    }
    default:
      return UNKNOWN;
  }
}

type Read = (value: unknown, isOpen: (timeMs: number) => boolean) => StreamEvent | null | 'invalid';

/**
 * Maps an event `T` of massive.com/docs/websocket/stocks/trades: `sym`, `t` in milliseconds, `p`, `s` the size, which
 * may be fractional, `c` the conditions.
 */
const readTrade: Read = (value, isOpen) => {
  const trade = z.safeParse(tradeEvent, value).data;
  if (!trade) return 'invalid';
  const { sym, t, p, s, c = [] } = trade;
  if (c.some((condition) => NO_HIGH_LOW.has(condition)) || !isOpen(t)) return null;
  if (roundTo(p, SHARE_DIGITS) !== p) return 'invalid';
  const tick: VenueTick = { symbol: sym, timeMs: t, price: p, volume: s };
  return { kind: 'ticks', ticks: [tick] };
};

/**
 * Maps an event `AM` of massive.com/docs/websocket/stocks/aggregates-per-minute: `s` and `e` its start and end, `v` its
 * volume.
 */
const readMinute: Read = (value, isOpen) => {
  const minute = z.safeParse(minuteEvent, value).data;
  if (!minute) return 'invalid';
  const { sym, s, o, h, l, c, v } = minute;
  if (!isOpen(s)) return null;
  const bar = toBar({ t: s, o, h, l, c, v }, SHARE_DIGITS);
  return { kind: 'bars', bars: [{ symbol: sym, bar }] };
};

/** Maps an event `V` of massive.com/docs/websocket/indices/value: `T` the index, `val` its value, `t` its time. */
const readValue: Read = (value, isOpen) => {
  const event = z.safeParse(valueEvent, value).data;
  const rounded = event ? roundTo(Number(event.val), INDEX_DIGITS) : 0;
  if (!event || rounded <= 0) return 'invalid';
  if (!isOpen(event.t)) return null;
  const tick: VenueTick = {
    symbol: nameOf(event.T),
    timeMs: event.t,
    price: rounded,
    volume: 0,
  };
  return { kind: 'ticks', ticks: [tick] };
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
