import { BASE_RESOLUTIONS, BOX_KINDS, BOX_RESOLUTIONS, BOX_TERMS, CALENDARS } from '@rasat/engine';
import * as z from 'zod/mini';
import { forEachLanguage } from './languages.ts';
import { DELAY_CLASSES } from './providers.ts';
import { CATEGORIES, RESOLUTIONS } from './symbols.ts';

/** An instant: UTC epoch milliseconds. */
export const time = z.number();
/** A price, already rounded to the symbol's digits. */
export const price = z.number();
/** true: buy or support, false: sell or resistance. */
export const way = z.boolean();
/**
 * The frozen inputs of a published value; the engine's `explain` functions rebuild the value from it, step by step.
 * Its shape is the engine's and carries the rule and its version.
 */
export const basis = z.record(z.string(), z.unknown());

/** A text in every language. */
export const inLanguages = z.object(forEachLanguage(() => z.string()));

/** An entry of the symbol list. */
export const symbolEntry = z.object({
  symbol: z.string(),
  type: z.enum(CATEGORIES),
  digits: z.number(),
  /** The instrument's name in each language. */
  name: inLanguages,
  /** Source of its bars: `simulated`, `file`, or a connector's name. */
  source: z.string(),
  /**
   * How old its prices are by the licence of the source, with the fixed delay of a delayed one in milliseconds; null for
   * bars from files.
   */
  delay: z.nullable(z.object({ class: z.enum(DELAY_CLASSES), ms: z.number() })),
  /** The trading calendar by which future bars are placed. */
  calendar: z.enum(CALENDARS),
  /** The resolution that the engine reads: `60`, or `1D` for a symbol with daily bars alone. */
  base: z.enum(BASE_RESOLUTIONS),
  /** The resolutions that have bars. */
  resolutions: z.array(z.enum(RESOLUTIONS)),
  /** Whether older bars of its history are still to come; absent once all are stored. */
  arriving: z.optional(z.boolean()),
});

/** A historical bar; `d` is its opening time. */
export const bar = z.object({ d: time, o: price, h: price, l: price, c: price, v: z.number() });

/** The last price of a symbol with the other values of a list. */
export const quote = z.object({
  s: z.string(),
  /** Last price and its time; null before the first bar. */
  p: z.nullable(price),
  d: z.nullable(time),
  /** Close of the previous 1D bar, the base of the day's change. */
  previousClose: z.nullable(price),
  dayOpen: z.nullable(price),
  dayHigh: z.nullable(price),
  dayLow: z.nullable(price),
  weekOpen: z.nullable(price),
  /** Up to 30 daily closes, oldest first, the last price as the newest. */
  closes: z.array(price),
  /** Whether the market is in session, and whether the last price is older than expected. */
  open: z.boolean(),
  stale: z.boolean(),
});

/** Fields that every analysis reply may have, about the computation of the published state. */
export const provenance = {
  /** Closing time of the last bar of the analysis. */
  computedAt: z.nullable(time),
  engineVersion: z.nullable(z.string()),
  /** SHA-256 over every bar that the analysis read, hex. */
  inputHash: z.nullable(z.string()),
  /** The server's clock at the reply; ages are computed from it. */
  serverTime: time,
};

/** The prices of a box. */
export const boxPrices = z.object({
  top: price,
  bottom: price,
  middle: price,
  middleUp: price,
  middleDown: price,
  upTrade: price,
  downTrade: price,
});

/** The times of a box. */
export const boxTimes = z.object({
  start: time,
  end: time,
  middle: time,
  fQuarter: time,
  lQuarter: time,
  fHalf: time,
  lHalf: time,
});

/** A trade of a box. `status`: -1 stop loss hit, 0 open, 1 take profit reached. */
export const trade = z.object({
  sl: price,
  p: price,
  tp1: price,
  tp2: price,
  status: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  d: time,
  way,
  /** When the trade is closed at the latest. */
  expiry: time,
  /** True after its stop, its first target or its expiry; an expired trade keeps status 0. */
  closed: z.boolean(),
  /** Exit price; null while it is open. */
  exit: z.nullable(price),
  /** Whether the second target was reached before the stop. */
  tp2Hit: z.boolean(),
  /** Whether the exit at the second target is decided too. */
  tp2Closed: z.boolean(),
  basis,
});

/** A box as published; it never changes. */
export const box = z.object({
  kind: z.enum(BOX_KINDS),
  term: z.enum(BOX_TERMS),
  resolution: z.enum(BOX_RESOLUTIONS),
  p: boxPrices,
  d: boxTimes,
  created: time,
  crystalSeer: z.optional(z.object({ top: price, bottom: price })),
  basis,
});

/** The cycle gauge of the last completed day. */
export const cycle = z.object({
  /** -1 to 1. */
  value: z.number(),
  date: time,
  /** The value as 0 to 100. */
  percentage: z.number(),
  /** Whether the percentage is at least 50. */
  positive: z.boolean(),
  /** True in the first hundred days. */
  warming: z.boolean(),
  basis,
});
