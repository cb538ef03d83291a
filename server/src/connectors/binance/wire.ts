import type { Bar } from '@rasat/engine';
import * as z from 'zod/mini';

// The fields that we read of Binance's replies and frames (github.com/binance/binance-spot-api-docs at a5e0bc3:
// rest-api.md and web-socket-streams.md). Other fields are ignored.

/** Later times are microseconds, which we do not ask for. */
const LATEST_MS = 1e14;

const time = z.int().check(z.positive(), z.lt(LATEST_MS));
const id = z.int().check(z.nonnegative());
/** A decimal of a trade: finite, positive, without an exponent. */
const positive = z.string().check(
  z.regex(/^\d{1,15}(\.\d{1,16})?$/),
  z.refine((text) => Number(text) > 0),
);
/** A decimal that may be zero. */
const amount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,16})?$/));

/** Reply of `/api/v3/time`. */
export const timeReply = z.object({ serverTime: time });

/** Reply of `/api/v3/exchangeInfo`. */
export const exchangeInfoReply = z.object({
  symbols: z.array(
    z.object({
      symbol: z.string(),
      status: z.string(),
      baseAsset: z.string(),
      quoteAsset: z.string(),
      isSpotTradingAllowed: z.optional(z.boolean()),
      filters: z.array(z.object({ filterType: z.string(), tickSize: z.optional(z.string()) })),
    }),
  ),
});
/** A pair of `exchangeInfoReply`. */
export type ExchangeSymbol = z.infer<typeof exchangeInfoReply>['symbols'][number];

/** Reply of `/api/v3/klines`: open time, prices, volume, close time, quote volume, number of trades. */
export const klinesReply = z.array(
  z.tuple([time, positive, positive, positive, positive, amount, time, amount, id], z.unknown()),
);
/** A row of `klinesReply`. */
export type KlineRow = z.infer<typeof klinesReply>[number];

const aggTrade = z.object({ a: id, p: positive, q: positive, f: id, l: id, T: time });
/** Reply of `/api/v3/aggTrades`: ids run without a gap. */
export const aggTradesReply = z
  .array(aggTrade)
  .check(z.refine((rows) => rows.every(({ a }, i) => i === 0 || a === (rows[i - 1]?.a ?? 0) + 1)));

/** Body of a refusal. */
export const refusalReply = z.object({ code: z.int(), msg: z.string() });

/** A trade of one taker order at one price. */
export interface VenueTrade {
  /** Aggregate trade id `a`; the ids of a pair run without a gap. */
  readonly id: number;
  /** Last trade id `l`, which a kline names as its last. */
  readonly lastFill: number;
  /** Trade time `T`. */
  readonly timeMs: number;
  readonly price: number;
  /** Decimals of the price without zeros at the end. */
  readonly decimals: number;
  /** Quantity `q`, in the base asset. */
  readonly volume: number;
}

/** Returns the number of decimals of a decimal text, without zeros at the end. */
export function decimalsOf(text: string): number {
  return /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0;
}

/**
 * Maps an aggregate trade of REST (rest-api.md, “Compressed/Aggregate trades list”) or of a stream
 * (web-socket-streams.md, “Aggregate Trade Streams”): `a` id, `p` price, `q` quantity, `l` last trade id, `T` time.
 */
export function toTrade(row: z.infer<typeof aggTrade>): VenueTrade {
  return {
    id: row.a,
    lastFill: row.l,
    timeMs: row.T,
    price: Number(row.p),
    decimals: decimalsOf(row.p),
    volume: Number(row.q),
  };
}

/** Maps a row of klines (rest-api.md, “Kline/Candlestick data”): fields 0 to 5 are open time, prices and base volume. */
export function toBar([openTimeMs, open, high, low, close, volume]: KlineRow): Bar {
  return {
    openTimeMs,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
}

const aggTradeEvent = z.object({
  e: z.literal('aggTrade'),
  E: time,
  s: z.string(),
  a: id,
  p: positive,
  q: positive,
  f: id,
  l: id,
  T: time,
});
const klineEvent = z.object({
  e: z.literal('kline'),
  E: time,
  s: z.string(),
  // `L` is -1 in a kline without trades.
  k: z.object({ t: time, T: time, i: z.string(), L: z.int().check(z.gte(-1)), x: z.boolean() }),
});
const shutdownEvent = z.object({ e: z.literal('serverShutdown'), E: time });
const combined = z.object({ stream: z.string(), data: z.object({ e: z.string() }) });
const reply = z.object({ result: z.null(), id: z.int() });

/** A frame of a combined stream. */
export type Frame =
  | {
      readonly kind: 'trade';
      readonly symbol: string;
      readonly eventMs: number;
      readonly trade: VenueTrade;
    }
  /** A kline of fifteen minutes; `lastFill` is -1 in one without trades. */
  | {
      readonly kind: 'kline';
      readonly symbol: string;
      readonly eventMs: number;
      readonly endMs: number;
      readonly lastFill: number;
      readonly isClosed: boolean;
    }
  | { readonly kind: 'shutdown' }
  /** Acknowledgement of a subscription. */
  | { readonly kind: 'reply'; readonly id: number }
  /** Refusal of a request that we sent. */
  | { readonly kind: 'refusal'; readonly text: string }
  /** An event that we did not ask for. */
  | { readonly kind: 'unknown' }
  /** A frame that is damaged or has impossible values. */
  | { readonly kind: 'invalid' };

const UNKNOWN: Frame = { kind: 'unknown' };
const INVALID: Frame = { kind: 'invalid' };

/** Maps a frame of a combined stream (web-socket-streams.md); `text` is null for a binary frame. */
export function readFrame(text: string | null): Frame {
  if (text === null) return INVALID;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return INVALID;
  }
  const wrapped = z.safeParse(combined, value);
  if (wrapped.success) return readEvent((value as { data: unknown }).data, wrapped.data.data.e);
  const accepted = z.safeParse(reply, value);
  if (accepted.success) return { kind: 'reply', id: accepted.data.id };
  const refused = z.safeParse(refusalReply, value);
  if (refused.success) return { kind: 'refusal', text: `${refused.data.code} ${refused.data.msg}` };
  return UNKNOWN;
}

function readEvent(data: unknown, name: string): Frame {
  switch (name) {
    case 'aggTrade': {
      const parsed = z.safeParse(aggTradeEvent, data);
      if (!parsed.success) return INVALID;
      const { s, E } = parsed.data;
      return { kind: 'trade', symbol: s, eventMs: E, trade: toTrade(parsed.data) };
    }
    case 'kline': {
      const parsed = z.safeParse(klineEvent, data);
      if (!parsed.success) return INVALID;
      const { s, E, k } = parsed.data;
      if (k.i !== '15m') return UNKNOWN;
      const { T, L, x } = k;
      return { kind: 'kline', symbol: s, eventMs: E, endMs: T + 1, lastFill: L, isClosed: x };
    }
    case 'serverShutdown':
      return z.safeParse(shutdownEvent, data).success ? { kind: 'shutdown' } : INVALID;
    default:
      return UNKNOWN;
  }
}
