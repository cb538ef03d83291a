import type { Bar } from '../bars/bar.ts';
import type { EngineOptions } from '../stream/options.ts';
import { DAY_MS } from '../time/resolution.ts';
import { type GeneratedMarket, generateMarket } from './generated-market.ts';

/** A generated series with the options of its engine. */
export interface Fixture {
  readonly name: string;
  readonly options: EngineOptions;
  readonly market: GeneratedMarket;
}

/** The category of a generated market by session and base. */
export const CATEGORIES = {
  forex: { '60': 'forex', '1D': 'forex' },
  continuous: { '60': 'crypto', '1D': 'crypto' },
  stock: { '60': 'nasdaq', '1D': 'index' },
} as const;

const START_MS = Date.UTC(2019, 0, 7);

function seriesOf(base: '60' | '1D') {
  return (
    name: string,
    session: GeneratedMarket['session'],
    seed: number,
    price: number,
    digits: number,
    volatility: number,
    bars: number,
  ): Fixture => ({
    name,
    options: { base, fx: session === 'forex', digits, category: CATEGORIES[session][base] },
    market: { seed, base, session, startMs: START_MS, bars, price, digits, volatility },
  });
}

const hourly = seriesOf('60');
const daily = seriesOf('1D');

/** Returns a stock whose trading sometimes stops for twelve days, so that whole weeks are missing. */
function halted(name: string, seed: number): Fixture {
  const { options, market } = hourly(name, 'stock', seed, 80, 4, 0.006, 6_000);
  return { name, options, market: { ...market, holes: 0.01, pauses: 0.01 } };
}

/** Series of every kind that the product knows. Every property of the engine is tested on each of them. */
export const FIXTURES: readonly Fixture[] = [
  hourly('forex hourly', 'forex', 11, 1.1, 5, 0.0012, 9_000),
  hourly('crypto hourly', 'continuous', 12, 30_000, 2, 0.006, 12_000),
  hourly('stock hourly', 'stock', 13, 150, 4, 0.006, 5_000),
  hourly('token hourly', 'continuous', 14, 1.2e-8, 12, 0.01, 6_000),
  daily('forex daily', 'forex', 15, 1.3, 5, 0.006, 2_500),
  daily('index daily', 'stock', 16, 4_000, 2, 0.011, 3_000),
  daily('crypto daily', 'continuous', 17, 700, 2, 0.03, 2_500),
  halted('halted stock hourly', 18),
];

/** Returns the bars of a fixture. */
export function fixtureBars(fixture: Fixture): Bar[] {
  return generateMarket(fixture.market);
}

/** Days of a shortened fixture. The first 182 have no forecasts. */
const SHORT_DAYS = { '60': 400, '1D': 728 } as const;

/**
 * Returns the bars of a fixture that open in its first 400 days, or 728 for a fixture of days, for tests that check
 * every forecast of every fixture: 150 to 900 in each.
 */
export function shortFixtureBars(fixture: Fixture): Bar[] {
  const { startMs, base } = fixture.market;
  const beforeMs = startMs + SHORT_DAYS[base] * DAY_MS;
  return fixtureBars(fixture).filter(({ openTimeMs }) => openTimeMs < beforeMs);
}
