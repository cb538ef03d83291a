import { generateMarket } from '../../../engine/src/testing/generated-market.ts';
import type { BarColumns } from '../bars/bars-codec.ts';
import type { SeriesRules } from '../rows/series-run.ts';
import { barColumns } from './published-rows.ts';
import { randomWalk } from './random-walk.ts';

/** A series with its rules. */
interface TestMarket {
  readonly name: string;
  readonly rules: SeriesRules;
  readonly columns: BarColumns;
}

const shape = { startMs: Date.UTC(2019, 0, 7), holes: 0.03, pauses: 0.0005 };

/** Series with nights, weekends, missing hours and halts of twelve days, and one without a break. */
export const MARKETS: readonly TestMarket[] = [
  {
    name: 'a random walk without a break',
    rules: { base: '60', fx: false, digits: 2, category: 'crypto' },
    columns: barColumns(randomWalk(5, 16_000)),
  },
  generated(
    'currencies',
    { base: '60', fx: true, digits: 5, category: 'forex' },
    'forex',
    16_000,
    1.1,
    0.0012,
  ),
  generated(
    'shares',
    { base: '60', fx: false, digits: 2, category: 'nasdaq' },
    'stock',
    9_000,
    80,
    0.006,
  ),
  generated(
    'few ticks',
    { base: '60', fx: false, digits: 2, category: 'crypto' },
    'continuous',
    12_000,
    3,
    0.008,
  ),
  generated(
    'days',
    { base: '1D', fx: true, digits: 4, category: 'forex' },
    'forex',
    4_000,
    1.1,
    0.006,
  ),
];

function generated(
  name: string,
  rules: SeriesRules,
  session: 'continuous' | 'forex' | 'stock',
  bars: number,
  price: number,
  volatility: number,
): TestMarket {
  const { base, digits } = rules;
  const market = { ...shape, seed: 3, base, session, bars, price, digits, volatility };
  return { name, rules, columns: barColumns(generateMarket(market)) };
}
