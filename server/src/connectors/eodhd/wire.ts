import { type Bar, DAY_MS, MINUTE_MS } from '@rasat/engine';
import * as z from 'zod/mini';
import type { DatedSplit } from '../vendor-wire/dated-splits.ts';
import type { StreamEvent } from '../vendor-wire/quote-stream.ts';
import { roundTo } from '../vendor-wire/round-to.ts';

// The fields that we read of EODHD's replies and frames (github.com/EodHistoricalData/eodhd-claude-skills at ab3034f, references of
// the endpoints). Other fields are ignored.

const price = z.number().check(z.positive());
const amount = z.number().check(z.nonnegative());
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const nullable = <S extends z.ZodMiniType>(schema: S) => z.nullish(schema);

const day = z.object({
  date,
  open: nullable(price),
  high: nullable(price),
  low: nullable(price),
  close: nullable(price),
  adjusted_close: nullable(price),
  volume: nullable(amount),
});
/** Reply of `/eod/{symbol}`. */
export const daysReply = z.array(day);

const minute = z.object({
  // Seconds; milliseconds are refused.
  timestamp: z.int().check(z.gte(1e8), z.lt(1e11)),
  open: nullable(price),
  high: nullable(price),
  low: nullable(price),
  close: nullable(price),
  volume: nullable(amount),
});
/** Reply of `/intraday/{symbol}`. */
export const minutesReply = z.array(minute);

const split = z.object({
  date,
  split: z.string().check(z.regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/)),
});
/** Reply of `/splits/{symbol}`: `4.000000/1.000000` is four new shares for one. */
export const splitsReply = z.array(split);

/** Reply of `/symbol-change-history`. */
export const renamesReply = z.array(
  z.object({ old_symbol: z.string(), new_symbol: z.string(), effective: date }),
);

/** Reply of `/exchange-symbol-list/{exchange}`. */
export const symbolsReply = z.array(
  z.object({
    Code: z.string(),
    Name: nullable(z.string()),
    Exchange: nullable(z.string()),
    Type: nullable(z.string()),
  }),
);

/** Returns the start of a date in UTC. */
export function readDate(text: string): number {
  return Date.parse(`${text}T00:00:00Z`);
}

/** Maps a row of `/splits`: `date` and `split`, the new shares and the old ones. */
export function toSplit({ date: text, split: ratio }: z.infer<typeof split>): DatedSplit {
  const [to = 1, from = 1] = ratio.split('/').map(Number);
  return { dayMs: readDate(text), factor: to / from };
}

/** Time for which it is open whether the vendor has applied a split; then it certainly has. */
const RECENT_MS = 7 * DAY_MS;

/**
 * Returns the splits that the volumes of days have in them. Nothing says at which moment of its date the vendor applies
 * a split; `adjusted_close` of the day before it tells whether it has.
 */
export function appliedSplits(
  rows: z.infer<typeof daysReply>,
  splits: readonly DatedSplit[],
  venueMs: number,
): readonly DatedSplit[] {
  return splits.filter(({ dayMs, factor }) => {
    if (dayMs > venueMs) return false;
    if (dayMs < venueMs - RECENT_MS) return true;
    const before = rows.filter((row) => row.close != null && readDate(row.date) < dayMs);
    const last = before.toSorted((a, b) => readDate(a.date) - readDate(b.date)).at(-1);
    if (last?.close == null || last.adjusted_close == null) return true;
    const adjusted = Math.log(last.close / last.adjusted_close);
    return Math.abs(adjusted - Math.log(factor)) < Math.abs(adjusted);
  });
}

interface Values {
  readonly open?: number | null | undefined;
  readonly high?: number | null | undefined;
  readonly low?: number | null | undefined;
  readonly close?: number | null | undefined;
  readonly volume?: number | null | undefined;
}

/**
 * Maps a row of `/eod`: prices as they were traded, rounded to the digits of the symbol. `volume` counts today's shares;
 * it is divided by the factors of the later splits. Null for a row without prices.
 */
export function toDay(
  row: z.infer<typeof day>,
  digits: number,
  splits: readonly DatedSplit[],
): Bar | null {
  const openTimeMs = readDate(row.date);
  const factor = splits
    .filter(({ dayMs }) => dayMs > openTimeMs)
    .reduce((all, one) => all * one.factor, 1);
  const bar = barOf(openTimeMs, row, digits);
  return bar && { ...bar, volume: bar.volume / factor };
}

/** Maps a row of `/intraday`: `timestamp` is the opening in seconds. Null for a row without prices. */
export function toMinute(row: z.infer<typeof minute>, digits: number): Bar | null {
  const openTimeMs = row.timestamp * 1000;
  return openTimeMs % MINUTE_MS === 0 ? barOf(openTimeMs, row, digits) : null;
}

function barOf(openTimeMs: number, row: Values, digits: number): Bar | null {
  const { open, high, low, close, volume } = row;
  if (open == null || high == null || low == null || close == null) return null;
  return {
    openTimeMs,
    open: roundTo(open, digits),
    high: roundTo(high, digits),
    low: roundTo(low, digits),
    close: roundTo(close, digits),
    volume: volume ?? 0,
  };
}

/** A quote of `/ws/forex`; `dc` and `dd` are texts or numbers, and are not read. */
const quoteFrame = z.object({
  s: z.string(),
  a: price,
  b: price,
  // Milliseconds; seconds are refused.
  t: z.int().check(z.gte(1e12), z.lt(1e13)),
});
/** An answer of the stream; the documentation has both names of the status. */
const statusFrame = z.union([z.object({ status_code: z.int() }), z.object({ status: z.int() })]);
const anyQuote = z.object({ a: z.unknown() });

const INVALID: readonly StreamEvent[] = [{ kind: 'invalid' }];
const AUTHORIZED = 200;
const NO_MORE_SYMBOLS = 422;

function readStatus(status: number): StreamEvent {
  if (status === AUTHORIZED) return { kind: 'ready' };
  if (status === NO_MORE_SYMBOLS) return { kind: 'full' };
  return { kind: 'over', reason: `status ${status}`, status };
}

/**
 * Returns the events of a text frame. A tick is the middle of ask `a` and bid `b` at `t`, rounded to the digits of its
 * symbol, without a volume. `digitsOf` is null for a symbol that is not ours.
 */
export function readFrame(
  text: string,
  digitsOf: (symbol: string) => number | null,
): readonly StreamEvent[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return INVALID;
  }
  const answer = z.safeParse(statusFrame, value).data;
  if (answer) return [readStatus('status' in answer ? answer.status : answer.status_code)];
  if (!z.safeParse(anyQuote, value).success) {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [{ kind: 'unknown' }]
      : INVALID;
  }
  const quote = z.safeParse(quoteFrame, value).data;
  if (!quote) return INVALID;
  const { s: symbol, a: ask, b: bid, t: timeMs } = quote;
  const digits = digitsOf(symbol);
  if (digits === null) return INVALID;
  const mid = roundTo((ask + bid) / 2, digits);
  return mid > 0
    ? [{ kind: 'ticks', ticks: [{ symbol, timeMs, price: mid, volume: 0 }] }]
    : INVALID;
}
