import type { Bar } from '@rasat/engine';
import * as z from 'zod/mini';
import type { VenueTick } from '../connector.ts';
import type { StreamEvent } from '../vendor-wire/quote-stream.ts';
import { roundTo } from '../vendor-wire/round-to.ts';

// The fields that we read of Laplace's replies and frames (github.com/Laplace-Analytics/laplace-api-js at 8e90312:
// src/client/stocks.ts, live-price.ts and live-price-web-socket.ts). Other fields are ignored.

/** Feeds of Borsa İstanbul's prices at the vendor. */
export const FEEDS = { live: 'live_price_tr', delayed: 'delayed_price_tr' } as const;
/** A feed of prices: in real time, or 15 minutes late. */
export type LaplaceFeed = keyof typeof FEEDS;

const price = z.number().check(z.positive());
const amount = z.number().check(z.nonnegative());
// Milliseconds: a time in seconds or microseconds is refused.
const timeMs = z.int().check(z.gte(1e12), z.lt(1e13));

const row = z.object({
  d: timeMs,
  o: price,
  h: price,
  l: price,
  c: price,
  v: z.nullish(amount),
  uo: z.nullish(price),
  uh: z.nullish(price),
  ul: z.nullish(price),
  uc: z.nullish(price),
  uv: z.nullish(amount),
});
/** Reply of `/api/v1/stock/price/interval`. */
export const barsReply = z.array(row);

/** Reply of `/api/v2/stock/all`. */
export const stocksReply = z.array(
  z.object({
    symbol: z.string(),
    name: z.string(),
    assetType: z.string(),
    active: z.optional(z.boolean()),
  }),
);

/** Reply of `/api/v1/stock/rules`; without a base price it has another form. */
export const rulesReply = z.object({ basePrice: price });

/** Reply of `/api/v2/ws/url`. */
export const streamReply = z.object({ url: z.string() });
/** Refusal of an address by `/api/v2/ws/url`. */
export const noAccessReply = z.object({ code: z.literal('no_access_to_level') });

/**
 * Returns the address of a websocket that the vendor names (`url`); null for one that is not encrypted, unless the
 * vendor's own address `url` is plain as well.
 */
export function readStreamAddress(text: string, url: string): URL | null {
  const found = URL.parse(text);
  const isPlain = found?.protocol === 'ws:' && URL.parse(url)?.protocol === 'http:';
  if (!found || (found.protocol !== 'wss:' && !isPlain)) return null;
  found.hash = '';
  return found;
}

/** How the prices of an instrument are written. */
export interface PriceForm {
  readonly digits: number;
  /** Whether prices are rounded to the digits, as values of an index are; a traded price never is. */
  readonly isRounded: boolean;
}

/** Difference from a price of the digits that the notation of a double may leave. */
const NOISE = 1e-6;

/** Returns a price with the digits of its instrument; null for one that has more decimals and is no index value. */
export function readPrice(value: number, { digits, isRounded }: PriceForm): number | null {
  const rounded = roundTo(value, digits);
  return rounded > 0 && (isRounded || Math.abs(rounded - value) < NOISE) ? rounded : null;
}

/**
 * Maps a row of `/api/v1/stock/price/interval`, asked with `detail=true`: `d` is the opening in ms; `uo`, `uh`, `ul`, `uc`
 * and `uv` are the prices and the volume of their day, `o` to `v` the adjusted ones, which are taken where the others are
 * absent (remembered, see docs/venues/laplace.md). Null when a price has too many decimals or the two kinds are mixed.
 */
export function toBar(one: z.infer<typeof row>, form: PriceForm): Bar | null {
  const raw = [one.uo, one.uh, one.ul, one.uc].filter((value) => typeof value === 'number');
  if (raw.length > 0 && raw.length < 4) return null;
  const own = raw.length === 0 ? [one.o, one.h, one.l, one.c] : raw;
  const [open, high, low, close] = own.map((value) => readPrice(value, form) ?? undefined);
  if (open === undefined || high === undefined || low === undefined || close === undefined) {
    return null;
  }
  const volume = (raw.length === 0 ? one.v : (one.uv ?? one.v)) ?? 0;
  return { openTimeMs: one.d, open, high, low, close, volume };
}

const socketFrame = z.object({ type: z.string() });
const dataFrame = z.object({
  feed: z.string(),
  message: z.object({ symbol: z.string(), cl: price, d: timeMs }),
});
const eventFrame = z.object({ t: z.string() });
const priceEvent = z.object({ d: z.object({ s: z.string(), p: price, d: timeMs }) });

/** What a reader of frames needs and tells. */
export interface ReaderOptions {
  readonly feed: LaplaceFeed;
  /** Returns how the prices of a symbol are written; null for an unknown one. */
  formOf(symbol: string): PriceForm | null;
  /** Notes a change of a market's or a share's state, such as a halt. */
  noteState(): void;
  /** Notes an `error` or `warning` of the vendor. */
  noteProblem(kind: 'error' | 'warning'): void;
}

/** Price and time of a symbol, as a frame has them. */
interface Quote {
  readonly symbol: string;
  readonly value: number;
  readonly timeMs: number;
}

const INVALID: readonly StreamEvent[] = [{ kind: 'invalid' }];
const UNKNOWN: readonly StreamEvent[] = [{ kind: 'unknown' }];
const LIFE: readonly StreamEvent[] = [{ kind: 'life' }];

/**
 * Returns the reader of the websocket's frames. A tick is `message` of a `data` frame: `symbol`, `cl` the last price, `d`
 * its time in ms. There is no volume, and `_id` is not taken for the number of a trade, since nothing says that it is one.
 */
export function createSocketReader(
  options: ReaderOptions,
): (text: string) => readonly StreamEvent[] {
  const toTicks = createTickReader(options);
  return (text) => {
    const value = parse(text);
    const type = z.safeParse(socketFrame, value).data?.type;
    if (type === undefined) return INVALID;
    if (type === 'heartbeat') return LIFE;
    if (type === 'state_change') options.noteState();
    if (type === 'error' || type === 'warning') options.noteProblem(type);
    if (type !== 'data') return UNKNOWN;
    const frame = z.safeParse(dataFrame, value).data;
    if (!frame) return INVALID;
    if (frame.feed !== FEEDS[options.feed]) return UNKNOWN;
    const { symbol, cl, d } = frame.message;
    return toTicks({ symbol, value: cl, timeMs: d });
  };
}

/**
 * Returns the reader of the data of server-sent events. A tick is `d` of an event with `t` `pr`: `s` the symbol, `p` the
 * last price, `d` its time in ms. There is no volume.
 */
export function createEventReader(
  options: ReaderOptions,
): (text: string) => readonly StreamEvent[] {
  const toTicks = createTickReader(options);
  return (text) => {
    const value = parse(text);
    const type = z.safeParse(eventFrame, value).data?.t;
    if (type === undefined) return INVALID;
    if (type === 'heartbeat') return LIFE;
    if (type === 'state_change') options.noteState();
    if (type !== 'pr') return UNKNOWN;
    const frame = z.safeParse(priceEvent, value).data;
    if (!frame) return INVALID;
    const { s, p, d } = frame.d;
    return toTicks({ symbol: s, value: p, timeMs: d });
  };
}

/** Prices of one millisecond that are remembered. */
const MOST_PRICES = 100;

/** Returns a reader of prices, which drops a price that came before with its time: there is no volume to add. */
function createTickReader(options: ReaderOptions): (quote: Quote) => readonly StreamEvent[] {
  const newest = new Map<string, { readonly timeMs: number; readonly prices: Set<number> }>();
  return ({ symbol, value, timeMs: atMs }) => {
    const form = options.formOf(symbol);
    if (!form) return UNKNOWN;
    const read = readPrice(value, form);
    if (read === null) return INVALID;
    let known = newest.get(symbol);
    if (!known || atMs > known.timeMs) {
      known = { timeMs: atMs, prices: new Set() };
      newest.set(symbol, known);
    }
    if (atMs === known.timeMs && known.prices.has(read)) return LIFE;
    if (atMs === known.timeMs && known.prices.size < MOST_PRICES) known.prices.add(read);
    const tick: VenueTick = { symbol, timeMs: atMs, price: read, volume: 0 };
    return [{ kind: 'ticks', ticks: [tick] }];
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
