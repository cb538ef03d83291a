import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import * as z from 'zod/mini';
import type { VenueTick } from '../connector.ts';
import type { StreamEvent } from '../vendor-wire/quote-stream.ts';
import { roundTo } from '../vendor-wire/round-to.ts';

// The fields that we read of Twelve Data's replies and frames (its OpenAPI, copied in
// github.com/api-evangelist/twelvedata at 5c5b78e, and twelvedata.com/docs/llms/websocket/ws-overview.md). Other fields
// are ignored.

const decimal = z.string().check(
  z.regex(/^\d{1,12}(\.\d{1,12})?$/),
  z.refine((text) => Number(text) > 0),
);
const amount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,12})?$/));

/** Body of a refusal, which often comes under HTTP 200. */
export const errorReply = z.object({
  code: z.int(),
  message: z.string(),
  status: z.literal('error'),
});

const row = z.object({
  datetime: z.string().check(z.regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/)),
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: z.optional(amount),
});
/** Reply of `/time_series`. */
export const seriesReply = z.object({ values: z.array(row), status: z.literal('ok') });

/** Reply of `/earliest_timestamp`; `unix_time` is in seconds. */
export const earliestReply = z.object({ unix_time: z.int() });

/** Reply of `/forex_pairs`. */
export const pairsReply = z.object({
  data: z.array(
    z.object({ symbol: z.string(), currency_base: z.string(), currency_quote: z.string() }),
  ),
});

/** Reply of `/stocks` and `/indices`. */
export const instrumentsReply = z.object({
  data: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      country: z.string(),
      exchange: z.optional(z.string()),
    }),
  ),
});

/** Reply of `/api_usage`: credits of this minute and of this UTC day. */
export const usageReply = z.object({
  current_usage: z.int(),
  plan_limit: z.int(),
  daily_usage: z.optional(z.int()),
  plan_daily_limit: z.optional(z.int()),
});

const split = z.object({
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  from_factor: z.number().check(z.positive()),
  to_factor: z.number().check(z.positive()),
});
/** Reply of `/splits`. */
export const splitsReply = z.object({ splits: z.array(split) });

/** Returns the instant of `2026-11-20 09:15:00` in UTC; of a date alone, its start. */
export function readMoment(text: string): number {
  return Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T')}Z`);
}

/**
 * Maps a row of `/time_series`, asked with `timezone=UTC`: `datetime` is the opening. Prices are rounded to `digits`,
 * since the vendor writes numbers such as 150.75999 for 150.76; currencies have no `volume`.
 */
export function toBar(
  { datetime, open, high, low, close, volume }: z.infer<typeof row>,
  digits: number,
): Bar {
  const price = (text: string): number => roundTo(Number(text), digits);
  return {
    openTimeMs: readMoment(datetime),
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: Number(volume ?? 0),
  };
}

const statusFrame = z.object({
  event: z.literal('subscribe-status'),
  success: z.nullish(z.array(z.object({ symbol: z.string() }))),
  fails: z.nullish(z.array(z.object({ symbol: z.string() }))),
});
const priceFrame = z.object({
  event: z.literal('price'),
  symbol: z.string(),
  // Seconds; a time in milliseconds is refused.
  timestamp: z.int().check(z.gte(1e9), z.lt(1e11)),
  price: z.number().check(z.positive()),
  day_volume: z.nullish(z.number().check(z.nonnegative())),
});
const anyFrame = z.object({ event: z.string() });

const INVALID: readonly StreamEvent[] = [{ kind: 'invalid' }];

/** Most by which a traded price differs from its decimals: the noise of a number of single precision. */
const NOISE = 2e-5;

/** Decimals of an instrument, and whether its prices are trades, which are not rounded besides their noise. */
export interface PriceRules {
  readonly digits: number;
  readonly isTraded: boolean;
}

/**
 * Returns the reader of a new connection's frames. A tick's volume is the growth of `day_volume`; the first one, and one
 * that is smaller than before, count 0. `nameOf` returns our symbol of the vendor's; `rulesOf` is null for one that is
 * not ours.
 */
export function createReader(
  nameOf: (symbol: string) => string,
  rulesOf: (symbol: string) => PriceRules | null,
): (text: string) => readonly StreamEvent[] {
  const dayVolumes = new Map<string, number>();
  const toTick = (frame: z.infer<typeof priceFrame>): VenueTick | null => {
    const symbol = nameOf(frame.symbol);
    const rules = rulesOf(symbol);
    if (rules === null) return null;
    const before = dayVolumes.get(symbol);
    const now = frame.day_volume ?? null;
    if (now !== null) dayVolumes.set(symbol, now);
    const volume = now === null || before === undefined ? 0 : Math.max(0, now - before);
    const price = roundTo(frame.price, rules.digits);
    const isSound = price > 0 && !(rules.isTraded && Math.abs(price - frame.price) > NOISE);
    return isSound ? { symbol, timeMs: frame.timestamp * 1000, price, volume } : null;
  };
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return INVALID;
    }
    const event = z.safeParse(anyFrame, value).data?.event;
    if (event === undefined) return INVALID;
    if (event === 'heartbeat') return [{ kind: 'life' }];
    if (event === 'subscribe-status') {
      const status = z.safeParse(statusFrame, value).data;
      if (!status) return INVALID;
      const names = (some: typeof status.success): string[] =>
        (some ?? []).map(({ symbol }) => nameOf(symbol));
      const absent = names(status.fails);
      return [
        { kind: 'subscribed', symbols: names(status.success) },
        ...(absent.length > 0 ? [{ kind: 'absent', symbols: absent } as const] : []),
      ];
    }
    if (event !== 'price') return [{ kind: 'unknown' }];
    const frame = z.safeParse(priceFrame, value).data;
    const tick = frame && toTick(frame);
    return tick ? [{ kind: 'ticks', ticks: [tick] }] : INVALID;
  };
}

/** Rows of a page: `outputsize` is at most 5,000. */
export const PAGE_ROWS = 5000;
/** Lengths of the intervals that we ask for. */
export const STEPS = {
  '1min': MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '1day': DAY_MS,
} as const;
/** An interval that we ask for. */
export type Interval = keyof typeof STEPS;
