import { HOUR_MS } from '@rasat/engine';
import { readStart, serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import { FAULTS } from './faults.ts';
import { createBinanceStandIn } from './stand-in.ts';
import type { TapeMarket } from './trade-tape.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`.

const PAIRS: readonly (readonly [base: string, start: number, digits: number])[] = [
  ['BTC', 97_000, 2],
  ['ETH', 3300, 2],
  ['BNB', 890, 2],
  ['SOL', 140, 2],
  ['XRP', 2.2, 4],
  ['DOGE', 0.15, 5],
  ['ADA', 0.42, 4],
  ['TRX', 0.27, 4],
  ['AVAX', 14, 2],
  ['LINK', 13, 2],
];

interface Options {
  /** Trades of the busiest pair in an hour. */
  readonly perHour: number;
  /** Number of further pairs that are in the list alone. */
  readonly listedOnly: number;
  /** Hours before the start between which the venue was down: `[8, 5]`. */
  readonly down: readonly [from: number, to: number] | null;
}

const OPTIONS: Options = { perHour: 3600, listedOnly: 0, down: null };
const { perHour, down, ...start } = readStart({ days: 40, denseDays: 2, ...OPTIONS });
const hourMs = Math.floor(start.clock.now() / HOUR_MS) * HOUR_MS;
const markets = PAIRS.map(
  ([base, start, digits], i): TapeMarket => ({
    symbol: `${base}USDT`,
    base,
    quote: 'USDT',
    start,
    digits,
    perHour: Math.max(12, Math.round(perHour / (i + 1))),
  }),
);
const standIn = await createBinanceStandIn({
  ...start,
  markets,
  ...(down && {
    closures: [
      { fromMs: hourMs - down[0] * HOUR_MS, toMs: hourMs - down[1] * HOUR_MS, jump: 1.02 },
    ],
  }),
});
serveStandIn(standIn, FAULTS);
