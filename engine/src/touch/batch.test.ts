import assert from 'node:assert/strict';
import test from 'node:test';
import type { Bar } from '../bars/bar.ts';
import {
  type BatchMoment,
  batchChance,
  batchConeEdge,
  batchMoments,
  batchWeeks,
} from '../testing/batch-touch.ts';
import { type GeneratedMarket, generateMarket, type Session } from '../testing/generated-market.ts';
import { readSeries } from '../testing/shared.golden.ts';
import { DAY_MS, HOUR_MS, resolutionMs, WEEK_MS } from '../time/resolution.ts';
import type { MarketCategory } from './categories.ts';
import { CONE_SHARES, touchChance, touchCone } from './chance.ts';
import { touchClassOf } from './classes.ts';
import { dayEndAfter, marketWeeks } from './market-time.ts';
import {
  createTouchMeasure,
  isTouchReady,
  rescaleTouchMeasure,
  touchVariances,
  updateTouchMeasure,
} from './measure.ts';

interface Series {
  readonly category: MarketCategory;
  readonly base: '60' | '1D';
  readonly bars: readonly Bar[];
  /** Factor by which prices are multiplied from a bar on, without a change of value. */
  readonly split?: { readonly at: number; readonly factor: number };
}

const DISTANCES = [-1.1, -0.35, -0.02, 0.05, 0.4, 1];
/** Factors of the newest variance: a shock needs the running maximum over the nodes, and levels far away. */
const SHOCKS = [
  [1, 1],
  [1e10, 20],
] as const;

function generated(
  category: MarketCategory,
  base: '60' | '1D',
  seed: number,
  more: Partial<GeneratedMarket> = {},
): Series {
  const session: Session =
    category === 'forex' ? 'forex' : category === 'crypto' ? 'continuous' : 'stock';
  const market = { seed, base, session, price: 80, digits: 5, startMs: Date.UTC(2019, 0, 9) };
  // More than a year, after which a visit weighs no less; the many hours of forex and crypto are expensive.
  const weeks = base === '60' && session !== 'stock' ? 36 : 70;
  const perWeek = { continuous: 168, forex: 120, stock: 35 }[session];
  const bars = weeks * (base === '60' ? perWeek : session === 'continuous' ? 7 : 5);
  const volatility = base === '60' ? 0.004 : 0.015;
  return { category, base, bars: generateMarket({ ...market, bars, volatility, ...more }) };
}

const scaled = (bar: Bar, factor: number): Bar => ({
  ...bar,
  open: bar.open * factor,
  high: bar.high * factor,
  low: bar.low * factor,
  close: bar.close * factor,
});

/** Returns the series with one price in the bars that open before `untilMs`. */
function flatUntil(series: Series, untilMs: number): Series {
  const price = series.bars.find((bar) => bar.openTimeMs >= untilMs)?.open ?? 1;
  const bars = series.bars.map((bar) =>
    bar.openTimeMs < untilMs ? { ...bar, open: price, high: price, low: price, close: price } : bar,
  );
  return { ...series, bars };
}

/** Returns the series with `closed` slots without trade before each of the bars `at`: later bars move. */
function closedBefore(series: Series, at: readonly number[], closed: number): Series {
  const length = resolutionMs[series.base];
  let later = 0;
  const bars = series.bars.map((bar, position) => {
    if (at.includes(position)) later += closed * length;
    return { ...bar, openTimeMs: bar.openTimeMs + later };
  });
  return { ...series, bars };
}

function splitAt(series: Series, at: number, factor: number): Series {
  const bars = series.bars.map((bar, position) => (position < at ? bar : scaled(bar, factor)));
  return { ...series, bars, split: { at, factor } };
}

/** Ends of the horizons after an instant, and of one that lies inside of a slot. */
function endsAfter({ category, base }: Series, closedMs: number): number[] {
  const ends = [dayEndAfter(category, closedMs), closedMs + WEEK_MS, closedMs + 54 * DAY_MS];
  const odd = closedMs + 3.7 * DAY_MS;
  return base === '60' ? [closedMs + 4 * HOUR_MS, odd, ...ends] : [odd, ...ends];
}

function assertNear(actual: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
}

/** Compares chances and cones after every `step`th bar; returns how many chances. */
function compare(series: Series, step: number): number {
  const { category, base, bars, split } = series;
  const wanted = bars.flatMap((_, at) => (at % step === step - 1 ? [at] : []));
  // The array implementation knows no split: it reads all bars in the prices after it.
  const flat = bars.map((bar, at) => (split && at < split.at ? scaled(bar, split.factor) : bar));
  const moments = new Map(batchMoments(series, flat, wanted).map((each, i) => [wanted[i], each]));
  const measure = createTouchMeasure(base, category === 'forex');
  let compared = 0;
  for (const [at, { openTimeMs, open, high, low, close }] of bars.entries()) {
    if (split?.at === at) rescaleTouchMeasure(measure, split.factor);
    updateTouchMeasure(measure, openTimeMs, open, high, low, close);
    const moment = moments.get(at);
    if (moment === undefined) continue;
    assert.equal(isTouchReady(measure), moment.isReady, `ready after bar ${at}`);
    if (!moment.isReady) continue;
    const price = split && at < split.at ? close * split.factor : close;
    const variances = touchVariances(measure, category === 'crypto' ? 7 : 5);
    for (const [i, variance] of variances.entries()) {
      if (base === '1D' && i === 0) continue;
      assertNear(variance / moment.variances[i]!, 1, 1e-9, `variance ${i} after bar ${at}`);
    }
    const { slots, weights, scalars } = measure;
    for (const endMs of endsAfter(series, moment.closedMs)) {
      const weeks = marketWeeks(slots, weights, scalars.total, moment.closedMs, endMs);
      assertNear(weeks, batchWeeks(series, moment, moment.closedMs, endMs), 1e-9, `weeks ${at}`);
      if (weeks === 0) continue;
      for (const [factor, farther] of SHOCKS) {
        const [hours, days5, ...days] = variances;
        const shocked =
          base === '60' ? [hours * factor, days5, ...days] : [hours, days5 * factor, ...days];
        const distances = DISTANCES.map((each) => each * farther * Math.sqrt(days5));
        const what = `after bar ${at} until ${endMs}, shock ${factor}`;
        const now = { ...moment, price, variances: shocked };
        compared += compareChances(series, now, distances, weeks, what);
      }
    }
  }
  return compared;
}

function compareChances(
  series: Series,
  moment: BatchMoment,
  distances: readonly number[],
  weeks: number,
  what: string,
): number {
  const { category, base } = series;
  const { price } = moment;
  const [hours = 0, days5 = 0, days50 = 0, days500 = 0] = moment.variances;
  const variances = [hours, days5, days50, days500] as const;
  const inputs = { touchClass: touchClassOf(category, base), base, price, variances };
  for (const distance of distances) {
    const level = price * Math.exp(distance);
    const expected = batchChance(series, moment, level, weeks);
    assert.ok(expected !== null, what);
    assertNear(touchChance(inputs, level, weeks)!, expected, 1e-6, `${distance} ${what}`);
  }
  const cone = touchCone(inputs, weeks)!;
  for (const [at, share] of CONE_SHARES.entries()) {
    const [low, high] = cone[at]!;
    const { down, up } = batchConeEdge(series, moment, share, weeks);
    if (low > 0) assertNear(Math.log(price / low), down, 1e-6 * down, `low edge ${what}`);
    if (high < Infinity) assertNear(Math.log(high / price), up, 1e-6 * up, `high edge ${what}`);
  }
  return distances.length;
}

const shares = generated('nasdaq', '60', 3);
const coin = generated('crypto', '60', 2);
const daily = generated('bist', '1D', 6);

const CASES: readonly (readonly [name: string, series: Series])[] = [
  ['hours of forex with holes', generated('forex', '60', 1, { holes: 0.02 })],
  ['hours of crypto', coin],
  ['hours of shares with pauses', generated('nasdaq', '60', 3, { pauses: 0.005, holes: 0.01 })],
  ['days of forex', generated('forex', '1D', 4)],
  ['days of crypto with holes', generated('crypto', '1D', 5, { holes: 0.3 })],
  ['days of shares with pauses', generated('bist', '1D', 6, { pauses: 0.02 })],
  ['days of an index', generated('index', '1D', 7)],
  ['hours before 1970', generated('index', '60', 8, { startMs: Date.UTC(1969, 5, 1) })],
  ['learning that starts again', flatUntil(shares, Date.UTC(2019, 2, 20))],
  [
    'days of crypto, learning that starts again',
    flatUntil(generated('crypto', '1D', 9), Date.UTC(2019, 5, 1)),
  ],
  ['hours with gaps of a week', closedBefore(coin, [700, 3_000, 5_200], 168)],
  ['hours with gaps of a week and an hour', closedBefore(coin, [700, 3_000, 5_200], 169)],
  ['days with gaps of a week', closedBefore(generated('crypto', '1D', 10), [30, 100, 250], 7)],
  ['days with gaps of eight days', closedBefore(generated('crypto', '1D', 10), [30, 100, 250], 8)],
  ['hours with a split', splitAt(shares, 1_403, 0.25)],
  ['days with a split', splitAt(daily, 200, 3)],
];

for (const [name, series] of CASES) {
  test(`${name}: chances and cones equal those of an array implementation`, (t) => {
    const compared = compare(series, series.base === '60' ? 193 : 17);
    assert.ok(compared > 50);
    t.diagnostic(`${compared} chances`);
  });
}

for (const [category, symbol, base] of [
  ['forex', 'EURUSD', '60'],
  ['crypto', 'BTCUSD', '1D'],
  ['nasdaq', 'AAPL', '1D'],
] as const) {
  test(`${symbol} ${base}: chances and cones equal those of an array implementation`, (t) => {
    const bars = readSeries(t, category, symbol, base)?.slice(-10_000);
    if (bars === undefined) return;
    t.diagnostic(`${compare({ category, base, bars }, 401)} chances`);
  });
}
