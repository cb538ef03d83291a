import type { Category } from '@rasat/contract';
import type { Instrument } from '../connector.ts';
import { instrumentName, pairName } from '../vendor-wire/instrument-names.ts';

/**
 * Calendar of a simulated market. Its bars are a function of the calendar, so that a market keeps the version with which
 * it began.
 */
export type SimulatedCalendar = 'always' | 'forex' | 'bist' | 'nasdaq' | 'xetra';

/** A rate derived from two others: their product, or with sign -1 the first divided by the second. */
export interface Cross {
  readonly first: string;
  readonly second: string;
  readonly sign: 1 | -1;
}

/** An instrument with the parameters of its simulated market. */
export interface SimulatedInstrument extends Instrument {
  readonly calendar: SimulatedCalendar;
  /** Price at the start of simulated time. */
  readonly start: number | Cross;
  /**
   * Yearly standard deviation of the logarithm of the price. It is low enough that years stay within a factor of about
   * 3.
   */
  readonly volatility: number;
  /** Correlation with the common factor of its calendar. */
  readonly factor: number;
  /** Usual volume of a slot of fifteen minutes, in whole lots. */
  readonly volume: number;
  /** Usual number of ticks in a minute. */
  readonly ticksPerMinute: number;
}

/** Symbol, digits, start, volatility, factor, volume, ticks per minute. */
type Row = readonly [
  symbol: string,
  digits: number,
  start: number | Cross,
  volatility: number,
  factor: number,
  volume: number,
  ticksPerMinute: number,
];

function markets(
  category: Category,
  calendar: SimulatedCalendar,
  rows: readonly Row[],
  optional = false,
): readonly SimulatedInstrument[] {
  return rows.map(([symbol, digits, start, volatility, factor, volume, ticksPerMinute]) => ({
    symbol,
    category,
    calendar,
    digits,
    start,
    volatility,
    factor,
    volume,
    ticksPerMinute,
    name:
      category === 'crypto' || category === 'forex'
        ? pairName(symbol.slice(0, -3), symbol.slice(-3))
        : instrumentName(symbol, symbol),
    base: '60',
    ...(optional && { optional }),
  }));
}

const OPTIONAL_CRYPTO: readonly Row[] = [
  ['DOTUSD', 3, 6.4, 0.34, 0.7, 48000, 26],
  ['LINKUSD', 3, 14.2, 0.34, 0.7, 32000, 26],
];
const OPTIONAL_BIST: readonly Row[] = [
  ['FROTO', 2, 98, 0.27, 0.6, 800000, 9],
  ['SAHOL', 2, 92, 0.27, 0.75, 1300000, 10],
];
const OPTIONAL_NASDAQ: readonly Row[] = [
  ['ADBE', 2, 512, 0.26, 0.65, 260000, 12],
  ['INTC', 2, 24, 0.3, 0.65, 2600000, 16],
];

/**
 * Every simulated market. The tickers are those of real instruments, and prices have a realistic size and tick size
 * (shares and indices in hundredths); nothing else is real.
 */
export const SIMULATED_INSTRUMENTS: readonly SimulatedInstrument[] = [
  ...markets('crypto', 'always', [
    ['BTCUSD', 2, 68000, 0.3, 0.85, 2400, 48],
    ['ETHUSD', 2, 3400, 0.32, 0.85, 5200, 42],
    ['BNBUSD', 2, 610, 0.29, 0.7, 3100, 30],
    ['SOLUSD', 2, 165, 0.34, 0.75, 9000, 36],
    ['XRPUSD', 5, 1.15, 0.34, 0.65, 260000, 32],
    ['ADAUSD', 5, 0.62, 0.34, 0.7, 310000, 28],
    ['DOGEUSD', 6, 0.19, 0.34, 0.65, 900000, 30],
    ['AVAXUSD', 3, 29, 0.34, 0.7, 21000, 26],
    ['LTCUSD', 2, 88, 0.31, 0.7, 6400, 26],
  ]),
  ...markets('forex', 'forex', [
    ['EURUSD', 5, 1.085, 0.07, -0.75, 1500, 30],
    ['GBPUSD', 5, 1.272, 0.08, -0.7, 1200, 26],
    ['USDJPY', 3, 149.5, 0.09, 0.6, 1300, 26],
    ['USDCHF', 5, 0.888, 0.07, 0.65, 800, 18],
    ['AUDUSD', 5, 0.662, 0.09, -0.6, 900, 18],
    ['USDCAD', 5, 1.362, 0.06, 0.55, 850, 18],
    ['USDTRY', 4, 38.5, 0.1, 0.2, 600, 14],
    ['EURTRY', 4, { first: 'EURUSD', second: 'USDTRY', sign: 1 }, 0, 0, 420, 12],
    ['EURGBP', 5, { first: 'EURUSD', second: 'GBPUSD', sign: -1 }, 0, 0, 520, 14],
    ['USDAZN', 5, 1.7, 0.015, 0.1, 120, 8],
    ['XAUUSD', 2, 2650, 0.14, -0.35, 1900, 24],
    ['XAGUSD', 3, 31.2, 0.24, -0.35, 900, 14],
  ]),
  ...markets('bist', 'bist', [
    ['THYAO', 2, 290, 0.28, 0.7, 1900000, 16],
    ['GARAN', 2, 122, 0.29, 0.75, 1500000, 14],
    ['AKBNK', 2, 61, 0.29, 0.75, 2600000, 14],
    ['ASELS', 2, 78, 0.28, 0.6, 1800000, 12],
    ['EREGL', 2, 48, 0.26, 0.65, 2900000, 12],
    ['KCHOL', 2, 195, 0.26, 0.75, 900000, 10],
    ['SISE', 2, 43, 0.27, 0.65, 1700000, 10],
    ['BIMAS', 2, 520, 0.24, 0.5, 310000, 9],
    ['TUPRS', 2, 152, 0.27, 0.6, 1200000, 11],
  ]),
  ...markets('nasdaq', 'nasdaq', [
    ['AAPL', 2, 226, 0.22, 0.75, 1900000, 26],
    ['MSFT', 2, 425, 0.21, 0.75, 800000, 22],
    ['NVDA', 2, 132, 0.3, 0.7, 7800000, 30],
    ['AMZN', 2, 192, 0.25, 0.7, 1500000, 22],
    ['GOOG', 2, 174, 0.23, 0.7, 800000, 18],
    ['META', 2, 565, 0.27, 0.65, 520000, 18],
    ['TSLA', 2, 252, 0.32, 0.6, 3600000, 28],
    ['AMD', 2, 148, 0.3, 0.65, 1700000, 18],
    ['NFLX', 2, 705, 0.27, 0.55, 140000, 12],
  ]),
  ...markets('index', 'nasdaq', [
    ['SPX', 2, 5820, 0.15, 0.97, 92000, 20],
    ['NDX', 2, 20350, 0.18, 0.96, 64000, 20],
    ['DJI', 2, 42600, 0.13, 0.9, 41000, 16],
  ]),
  ...markets('index', 'bist', [
    ['XU100', 2, 9850, 0.2, 0.97, 5200000, 16],
    ['XU030', 2, 10900, 0.21, 0.96, 4100000, 14],
  ]),
  ...markets('index', 'xetra', [['DAX', 2, 19250, 0.16, 0.9, 58000, 14]]),
  ...markets('crypto', 'always', OPTIONAL_CRYPTO, true),
  ...markets('forex', 'forex', [['NZDUSD', 5, 0.603, 0.09, -0.6, 700, 14]], true),
  ...markets('bist', 'bist', OPTIONAL_BIST, true),
  ...markets('nasdaq', 'nasdaq', OPTIONAL_NASDAQ, true),
];
