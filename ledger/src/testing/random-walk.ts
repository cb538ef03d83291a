import { type Bar, HOUR_MS } from '@rasat/engine';
import { createRandom } from '../../../engine/src/testing/generated-market.ts';
import { computeFigures, type Figures } from '../figures/figures.ts';
import { mergeTallies, type RecordTally, tallyRows } from '../figures/tally.ts';
import { hashOf, recordEngine, rowsOf } from './engine-record.ts';

const FIRST_MS = Date.UTC(2019, 0, 7);

/**
 * Returns hourly bars of an unpredictable price with two digits: each hour is 32 coin tosses, each one step up or down.
 * Only the size of the steps has calm and volatile times.
 */
export function randomWalk(seed: number, count: number): Bar[] {
  const random = createRandom(seed);
  const bars: Bar[] = [];
  let price = 4_000_000;
  let step = 12;
  for (let at = 0; at < count; at++) {
    if (random() < 0.01) step = 6 + Math.floor(random() * 20);
    const coins = Math.floor(random() * 4_294_967_296);
    const open = price;
    let high = price;
    let low = price;
    for (let coin = 0; coin < 32; coin++) {
      price += ((coins >>> coin) & 1) === 1 ? step : -step;
      high = Math.max(high, price);
      low = Math.min(low, price);
    }
    bars.push({
      openTimeMs: FIRST_MS + at * HOUR_MS,
      open: open / 100,
      high: high / 100,
      low: low / 100,
      close: price / 100,
      volume: 0,
    });
  }
  return bars;
}

/** Groups of rows that are judged. */
const GROUPS: readonly string[] = [
  '36.short',
  'hayyam.short',
  '144.short',
  '52.short',
  'crystal.short',
  'pivot',
  'levels',
];

/** Returns the figures of every group over `symbols` random walks of `bars` hours. */
export function figuresOfRandomWalk(seed: number, symbols: number, bars: number): Figures[] {
  const tallies: RecordTally[][] = GROUPS.map(() => []);
  for (let symbol = 0; symbol < symbols; symbol++) {
    const walk = randomWalk(seed * 1_000 + symbol, bars);
    const { history, trades } = recordEngine(walk, { base: '60', fx: false, digits: 2 });
    const known = trades.filter(({ group }) => GROUPS.includes(group));
    const rows = rowsOf(history, known, () => 0);
    const groupOf = known.map(({ group }) => GROUPS.indexOf(group));
    for (const [at, tally] of tallyRows(rows, groupOf, GROUPS.length).entries()) {
      tallies[at]?.push(tally);
    }
  }
  return tallies.map((each) => computeFigures(mergeTallies(each), hashOf(seed)));
}
