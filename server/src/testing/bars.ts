import { roundTo } from '@rasat/engine';
import { type BarColumns, createColumns } from '@rasat/ledger';

/** Returns a small seeded generator (mulberry32) of numbers from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Parameters of a generated market. */
export interface MadeMarket {
  readonly seed: number;
  /** Opening time of the first bar, epoch milliseconds on the resolution's grid. */
  readonly fromMs: number;
  readonly bars: number;
  readonly stepMs?: number;
  readonly digits?: number;
  readonly price?: number;
  /** Leaves out bars that open while the market is shut. */
  readonly isOpen?: (openTimeMs: number) => boolean;
}

/** Returns a random walk in closed bars, the same for the same seed. */
export function makeBars(market: MadeMarket): BarColumns {
  const { seed, fromMs, bars, stepMs = 3_600_000, digits = 5, price = 1.1 } = market;
  const random = seeded(seed);
  const columns = createColumns(bars);
  let last = price;
  let t = fromMs;
  for (let row = 0; row < bars; t += stepMs) {
    if (market.isOpen && !market.isOpen(t)) continue;
    const open = last;
    const path = [roundTo(open, digits)];
    for (let i = 0; i < 4; i += 1) {
      last *= 1 + (random() + random() + random() - 1.5) * 0.004;
      path.push(Math.max(roundTo(last, digits), 10 ** -digits));
    }
    columns.openTimeMs[row] = t;
    columns.open[row] = path[0] ?? 0;
    columns.high[row] = Math.max(...path);
    columns.low[row] = Math.min(...path);
    columns.close[row] = path[4] ?? 0;
    columns.volume[row] = Math.floor(random() * 1000);
    row += 1;
  }
  return columns;
}

/** Returns whether forex trades: from Sunday 22:00 to Friday 22:00 UTC. */
export function isForexOpen(timeMs: number): boolean {
  const hourOfWeek = Math.floor(timeMs / 3_600_000 + 96) % 168;
  // Hour 0 is Sunday 00:00.
  return hourOfWeek >= 22 && hourOfWeek < 142;
}
