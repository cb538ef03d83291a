import type { Bar } from '../bars/bar.ts';
import { roundTo, tickSize } from '../price/rounding.ts';
import { DAY_MS, HOUR_MS, isSundayUtc } from '../time/resolution.ts';

/** When a generated market trades. */
export type Session = 'continuous' | 'forex' | 'stock';

/** Parameters of a generated market; the same parameters give the same bars on every machine. */
export interface GeneratedMarket {
  readonly seed: number;
  readonly base: '60' | '1D';
  readonly session: Session;
  /** First instant, epoch milliseconds; bars begin at or after it. */
  readonly startMs: number;
  readonly bars: number;
  readonly price: number;
  readonly digits: number;
  /** Typical change of one bar as a share of the price. */
  readonly volatility: number;
  /** Bars left out, as a share of all. */
  readonly holes?: number;
  /** Bars after which trading stops for twelve days, as a share of all. */
  readonly pauses?: number;
}

/** Returns a generator of numbers from 0 to 1 that depend on the seed alone (mulberry32, integer arithmetic). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function isSaturdayUtc(timeMs: number): boolean {
  return isSundayUtc(timeMs + DAY_MS);
}

/** Returns true when the session trades in the hour (or on the day) that opens at `timeMs`. */
function trades(session: Session, base: '60' | '1D', timeMs: number): boolean {
  if (session === 'continuous') return true;
  const hour = (timeMs % DAY_MS) / HOUR_MS;
  if (session === 'stock') {
    if (isSaturdayUtc(timeMs) || isSundayUtc(timeMs)) return false;
    return base === '1D' || (hour >= 14 && hour <= 20);
  }
  if (isSaturdayUtc(timeMs)) return false;
  if (base === '1D') return !isSundayUtc(timeMs);
  if (isSundayUtc(timeMs)) return hour >= 21;
  return !isSaturdayUtc(timeMs + DAY_MS) || hour < 21;
}

/** Returns a roughly normal number with deviation 1: the sum of twelve uniform numbers, without a logarithm. */
function bell(random: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random();
  return sum;
}

/**
 * Generates a market with drifting trends, calm and volatile times, gaps between sessions and missing bars. Prices are
 * positive multiples of the tick; volumes are whole.
 */
export function generateMarket(market: GeneratedMarket): Bar[] {
  const { base, session, digits, volatility, holes = 0, pauses = 0 } = market;
  const random = createRandom(market.seed);
  const length = base === '60' ? HOUR_MS : DAY_MS;
  const tick = tickSize(digits);
  const onGrid = (price: number): number => Math.max(tick, roundTo(price, digits));
  const bars: Bar[] = [];
  let price = market.price;
  let drift = 0;
  let wildness = 1;
  let timeMs = Math.ceil(market.startMs / length) * length;
  for (; bars.length < market.bars; timeMs += length) {
    if (!trades(session, base, timeMs)) continue;
    if (random() < 0.01) drift = bell(random) * 0.08;
    wildness = Math.max(0.3, wildness * 0.97 + 0.03 + (random() < 0.01 ? 2 * random() : 0));
    const spread = volatility * wildness;
    const jump = bars.length > 0 && random() < 0.03 ? bell(random) * spread * 2 : 0;
    const open = onGrid(price * (1 + jump));
    const close = onGrid(open * Math.max(0.05, 1 + (drift + bell(random)) * spread));
    const high = onGrid(Math.max(open, close) * (1 + random() * spread));
    const low = onGrid(Math.min(open, close) * Math.max(0.05, 1 - random() * spread));
    price = close;
    const openTimeMs = timeMs;
    if (pauses > 0 && random() < pauses) timeMs += 12 * DAY_MS;
    if (random() < holes) continue;
    const volume = Math.floor(random() * 1_000);
    bars.push({
      openTimeMs,
      open,
      high: Math.max(high, open, close),
      low: Math.min(low, open, close),
      close,
      volume,
    });
  }
  return bars;
}
