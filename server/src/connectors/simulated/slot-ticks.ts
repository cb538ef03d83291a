import { roundTo } from '@rasat/engine';
import { SLOT_MS } from './market-group.ts';
import { hashName, Random } from './random.ts';
import { STREAM } from './volatility.ts';

/** The ticks of one slot, by column and in time order. */
export interface SlotTicks {
  readonly count: number;
  readonly timeMs: Float64Array;
  readonly price: Float64Array;
  readonly volume: Float64Array;
}

/** The bar that a slot's ticks must form. */
export interface SlotBar {
  readonly openMs: number;
  /** End of trading in the slot, at most fifteen minutes after it opens. */
  readonly closeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Whole number of lots. */
  readonly volume: number;
}

const FEWEST_TICKS = 8;
const MOST_TICKS = 900;
/**
 * Longest pause between two ticks, and at each end of a slot, as a share of the usual one: no market is silent until its
 * prices are stale. Pauses of two slots meet.
 */
const LONGEST_PAUSE = 3;
const LONGEST_END = LONGEST_PAUSE / 2;

/**
 * Creates irregular ticks of a slot: the first has its open, the last its close, the highest and lowest are exactly its
 * high and low, and the volumes add up to its volume. A function of seed, symbol and slot only.
 */
export function makeSlotTicks(
  seed: number,
  symbol: string,
  digits: number,
  ticksPerMinute: number,
  bar: SlotBar,
): SlotTicks {
  const random = new Random().start(seed, hashName(symbol), STREAM.ticks + 1, bar.openMs / SLOT_MS);
  const minutes = (bar.closeMs - bar.openMs) / 60_000;
  const usual = Math.round(minutes * ticksPerMinute * (0.6 + 0.8 * random.uniform()));
  const count = Math.min(MOST_TICKS, Math.max(FEWEST_TICKS, usual));
  return {
    count,
    timeMs: makeTimes(random, bar, count),
    price: makePrices(random, digits, bar, count),
    volume: makeVolumes(random, bar.volume, count),
  };
}

/** Creates strictly ascending whole milliseconds inside the slot. */
function makeTimes(random: Random, bar: SlotBar, count: number): Float64Array {
  const times = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    total += 0.05 + Math.min(random.exponential(), i === 0 ? LONGEST_END : LONGEST_PAUSE);
    times[i] = total;
  }
  // Adds a pause after the last tick, so that it is not always at the slot's end.
  total += 0.05 + Math.min(random.exponential(), LONGEST_END);
  const scale = (bar.closeMs - bar.openMs - count - 1) / total;
  for (let i = 0; i < count; i++) times[i] = bar.openMs + i + Math.floor((times[i] ?? 0) * scale);
  return times;
}

/** Creates whole volumes that add up to the slot's volume. */
function makeVolumes(random: Random, volume: number, count: number): Float64Array {
  const weights = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const weight = random.exponential();
    weights[i] = weight;
    total += weight;
  }
  let passed = 0;
  let given = 0;
  for (let i = 0; i < count; i++) {
    passed += weights[i] ?? 0;
    const until =
      i === count - 1 ? volume : Math.min(volume, Math.round((volume * passed) / total));
    weights[i] = until - given;
    given = until;
  }
  return weights;
}

/** Creates a walk from open to close that touches high and low and never leaves them. */
function makePrices(random: Random, digits: number, bar: SlotBar, count: number): Float64Array {
  const prices = new Float64Array(count);
  const last = count - 1;
  const highAt =
    bar.high === bar.open ? 0 : bar.high === bar.close ? last : 1 + random.integer(count - 2);
  let lowAt =
    bar.low === bar.open ? 0 : bar.low === bar.close ? last : 1 + random.integer(count - 2);
  if (lowAt === highAt && bar.low !== bar.high) lowAt = highAt + 1 < last ? highAt + 1 : highAt - 1;
  const early = Math.min(highAt, lowAt);
  const late = Math.max(highAt, lowAt);
  const priceAt = (at: number): number => (at === highAt ? bar.high : bar.low);
  prices[0] = bar.open;
  prices[last] = bar.close;
  if (early > 0) prices[early] = priceAt(early);
  if (late < last && late > 0) prices[late] = priceAt(late);
  let from = 0;
  for (const to of [early, late, last]) {
    if (to <= from) continue;
    fillBetween(random, digits, bar, prices, from, to);
    from = to;
  }
  return prices;
}

/** Connects two known prices by a random bridge that is reflected at the slot's high and low. */
function fillBetween(
  random: Random,
  digits: number,
  bar: SlotBar,
  prices: Float64Array,
  from: number,
  to: number,
): void {
  const start = prices[from] ?? bar.open;
  const end = prices[to] ?? bar.close;
  const range = bar.high - bar.low;
  const step = (0.9 * range) / Math.sqrt(to - from + 1);
  let price = start;
  for (let i = from + 1; i < to; i++) {
    price += (end - price) / (to - i + 1) + step * (random.uniform() + random.uniform() - 1);
    if (price > bar.high) price = Math.max(bar.low, 2 * bar.high - price);
    else if (price < bar.low) price = Math.min(bar.high, 2 * bar.low - price);
    prices[i] = roundTo(price, digits);
  }
}
