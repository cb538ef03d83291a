import type { BarColumns } from '../bars/bars-codec.ts';
import { aggregateBars, DAY, endOfBucket, LENGTH_OF, type Timeframe } from './aggregation.ts';
import { type Movement, readMovement } from './touch.ts';

/** Length of the base bars in milliseconds: hours, or days for a symbol with daily bars alone. */
const BASE_LENGTH = { '60': LENGTH_OF['60'], '1D': LENGTH_OF['1D'] } as const;

/** Properties of a series that the rules read. */
export interface SeriesProperties {
  readonly base: keyof typeof BASE_LENGTH;
  /** Whether a Sunday belongs to Monday. */
  readonly fx: boolean;
  /** Decimals of a price, 0 to 12. */
  readonly digits: number;
  /** Category of the symbol, which forecasts depend on. */
  readonly category: string;
}

/** The bars of a timeframe with their ends and true ranges. */
export interface TimeframeBars {
  readonly length: number;
  readonly openTimeMs: Float64Array;
  readonly endMs: Float64Array;
  /** True range of each bar. */
  readonly range: Float64Array;
  /** Length of a bar in milliseconds. */
  readonly lengthMs: number;
}

/** The closed base bars of a series, prepared once for all of its rows. */
export interface PreparedBars {
  readonly length: number;
  readonly lengthMs: number;
  readonly fx: boolean;
  readonly digits: number;
  readonly category: string;
  /** Smallest step of a published price. */
  readonly tick: number;
  readonly openTimeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Returns a price rounded to the symbol's digits, halves up. */
  readonly round: (price: number) => number;
  /** Returns the bars of a timeframe, the base bars for their own; computed at the first call. */
  readonly timeframe: (name: Timeframe) => TimeframeBars;
  /** Returns the daily range at each base bar, 0 before 20 days; computed at the first call. */
  readonly dailyRanges: () => Float64Array;
  /** Returns the indices of the bars that open at a time of the UTC day, ascending; computed at the first call. */
  readonly atTimeOfDay: (msOfDay: number) => Int32Array;
  /**
   * Returns the movement by the bars that close by a time; null before there is enough history. Ascending times are
   * cheap.
   */
  readonly movement: (byMs: number) => Movement | null;
}

/**
 * Returns the closed base bars of a series, prepared for the checks. The columns are read, not copied. Throws
 * RangeError when the opening times do not ascend or are not starts of base bars.
 */
export function prepareBars(
  bars: Omit<BarColumns, 'volume'>,
  { base, fx, digits, category }: SeriesProperties,
): PreparedBars {
  const { length, openTimeMs, open, high, low, close } = bars;
  const lengthMs = BASE_LENGTH[base];
  for (let i = 0; i < length; i++) {
    const time = openTimeMs[i] as number;
    const isLater = i === 0 || time > (openTimeMs[i - 1] as number);
    if (!isLater || time % lengthMs !== 0) throw new RangeError(`bar ${i} opens at ${time}`);
  }
  // Powers of ten up to 10^12 are exact, and the quotient is the double nearest to the tick.
  const scale = Number(`1e${digits}`);
  const frames = new Map<Timeframe, TimeframeBars>();
  let daily: Float64Array | null = null;
  let byTime: Map<number, Int32Array> | null = null;
  let movement: PreparedBars['movement'] | null = null;

  const timeframe = (name: Timeframe): TimeframeBars => {
    const known = frames.get(name);
    if (known) return known;
    const frame = measure(
      name === '60' ? bars : aggregateBars(withoutVolume(bars), name, fx),
      name,
      fx,
    );
    frames.set(name, frame);
    return frame;
  };

  const prepared: PreparedBars = {
    length,
    lengthMs,
    fx,
    digits,
    category,
    tick: 1 / scale,
    openTimeMs,
    open,
    high,
    low,
    close,
    // The sum with 0 turns -0 into 0.
    round: (price) => Math.round(price * scale) / scale + 0,
    timeframe,
    dailyRanges: () => {
      daily ??= rangeAtEachBar(openTimeMs, length, lengthMs, timeframe('1D'));
      return daily;
    },
    atTimeOfDay: (msOfDay) => {
      byTime ??= groupByTimeOfDay(openTimeMs, length, lengthMs);
      return byTime.get(msOfDay) ?? NONE;
    },
    movement: (byMs) => {
      movement ??= readMovement(prepared, category === 'crypto' ? 7 : 5);
      return movement(byMs);
    },
  };
  return prepared;
}

const NONE = new Int32Array(0);
/** Bars that a mean range needs. */
const RANGE_BARS = 20;
/** Most bars that a spacing looks back. */
const SPACING_BARS = 250;

/** Returns columns that stand without volumes, which no rule of a row reads. */
function withoutVolume(bars: Omit<BarColumns, 'volume'>): BarColumns {
  return { ...bars, volume: new Float64Array(bars.length) };
}

function measure(
  { length, openTimeMs, high, low, close }: Omit<BarColumns, 'volume'>,
  name: Timeframe,
  fx: boolean,
): TimeframeBars {
  const endMs = new Float64Array(length);
  const range = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    endMs[i] = endOfBucket(name, openTimeMs[i] as number, fx);
    const [top, bottom] = [high[i] as number, low[i] as number];
    const before = i === 0 ? top : (close[i - 1] as number);
    range[i] = i === 0 ? top - bottom : Math.max(top, before) - Math.min(bottom, before);
  }
  return { length, openTimeMs, endMs, range, lengthMs: LENGTH_OF[name] };
}

/** Returns how many values of an ascending column are at most `limit`. */
export function countUpTo(column: ArrayLike<number>, length: number, limit: number): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((column[middle] as number) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns how many base bars close at or before a time: the index of the first bar that closes after it. */
export function countClosed(bars: PreparedBars, timeMs: number): number {
  return countUpTo(bars.openTimeMs, bars.length, timeMs - bars.lengthMs);
}

/** Returns the index of the base bar that closes at a time; -1 when none does. */
export function findClosingAt(bars: PreparedBars, timeMs: number): number {
  const at = countClosed(bars, timeMs) - 1;
  return at >= 0 && closeTime(bars, at) === timeMs ? at : -1;
}

/** Returns the close of a base bar, epoch milliseconds. */
export function closeTime(bars: PreparedBars, at: number): number {
  return (bars.openTimeMs[at] as number) + bars.lengthMs;
}

/**
 * Returns the mean true range of the last 20 of the first `count` bars, oldest first; 0 with fewer than 20. Source:
 * docs/analysis.md, Average range.
 */
export function meanRange({ range }: TimeframeBars, count: number): number {
  if (count < RANGE_BARS) return 0;
  let sum = 0;
  for (let i = count - RANGE_BARS; i < count; i++) sum += range[i] as number;
  return sum / RANGE_BARS;
}

/**
 * Returns the milliseconds per bar over the last 250 of the first `count` bars; the nominal length with fewer than two.
 * Source: docs/analysis.md, Spacing.
 */
export function spacingOf({ openTimeMs, lengthMs }: TimeframeBars, count: number): number {
  const counted = Math.min(count, SPACING_BARS);
  if (counted < 2) return lengthMs;
  const [first, last] = [openTimeMs[count - counted] as number, openTimeMs[count - 1] as number];
  return (last - first) / (counted - 1);
}

function rangeAtEachBar(
  openTimeMs: Float64Array,
  length: number,
  lengthMs: number,
  days: TimeframeBars,
): Float64Array {
  const ranges = new Float64Array(length);
  let ended = 0;
  let range = 0;
  for (let i = 0; i < length; i++) {
    const closedMs = (openTimeMs[i] as number) + lengthMs;
    const before = ended;
    while (ended < days.length && (days.endMs[ended] as number) <= closedMs) ended += 1;
    if (ended > before) range = meanRange(days, ended);
    ranges[i] = range;
  }
  return ranges;
}

/** Returns the indices of bars by the time of the UTC day at which they open. */
function groupByTimeOfDay(
  openTimeMs: Float64Array,
  length: number,
  lengthMs: number,
): Map<number, Int32Array> {
  const groups = new Map<number, Int32Array>();
  const slots = DAY / lengthMs;
  const counts = new Int32Array(slots);
  const slotAt = (i: number): number => timeOfDay(openTimeMs[i] as number) / lengthMs;
  for (let i = 0; i < length; i++) {
    const slot = slotAt(i);
    counts[slot] = (counts[slot] as number) + 1;
  }
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let i = 0; i < length; i++) {
    const slot = slotAt(i);
    const at = counts[slot] as number;
    (lists[slot] as Int32Array)[at] = i;
    counts[slot] = at + 1;
  }
  for (const [slot, list] of lists.entries()) groups.set(slot * lengthMs, list);
  return groups;
}

/** Returns the milliseconds since 00:00 UTC of a time's day. */
export function timeOfDay(timeMs: number): number {
  return timeMs - Math.floor(timeMs / DAY) * DAY;
}
