import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Bar } from '../bars/bar.ts';
import { createStateReader, createStateWriter } from '../state/visitor.ts';
import { generateMarket, type Session } from '../testing/generated-market.ts';
import { DAY_MS, resolutionMs, WEEK_MS } from '../time/resolution.ts';
import { MARKET_CATEGORIES, type MarketCategory } from './categories.ts';
import { coneWidths, mixedTouch, type TouchInputs, touchChance, touchCone } from './chance.ts';
import { touchClassOf, touchConstants } from './classes.ts';
import { marketWeeks } from './market-time.ts';
import {
  createTouchMeasure,
  isTouchReady,
  rescaleTouchMeasure,
  type TouchMeasure,
  touchVariances,
  updateTouchMeasure,
  visitTouchMeasure,
} from './measure.ts';

interface Case {
  readonly category: MarketCategory;
  readonly base: '60' | '1D';
  readonly bars: readonly Bar[];
}

const SESSIONS: Readonly<Record<MarketCategory, Session>> = {
  forex: 'forex',
  crypto: 'continuous',
  bist: 'stock',
  nasdaq: 'stock',
  index: 'stock',
};
const WEEKLY_BARS = {
  '60': { continuous: 168, forex: 120, stock: 35 },
  '1D': { continuous: 7, forex: 5, stock: 5 },
};

/** Generated markets of every category and base, with missing bars, long enough for chances. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.integer(),
    category: fc.constantFrom(...MARKET_CATEGORIES),
    base: fc.constantFrom('60', '1D'),
    startDay: fc.integer({ min: -3_000, max: 20_000 }),
    weeks: fc.integer({ min: 28, max: 45 }),
    holes: fc.constantFrom(0, 0.02, 0.2),
    pauses: fc.constantFrom(0, 0, 0.005),
  })
  .map(({ seed, category, base, startDay, weeks, holes, pauses }) => {
    const session = SESSIONS[category];
    const bars = generateMarket({
      seed,
      base,
      session,
      holes,
      pauses,
      bars: weeks * WEEKLY_BARS[base][session],
      startMs: startDay * DAY_MS,
      price: 1.7,
      digits: 5,
      volatility: base === '60' ? 0.004 : 0.015,
    });
    return { category, base, bars };
  });

const parts = fc.double({ min: 0, max: 1, noNaN: true });
const NUM_RUNS = { numRuns: 20 };

function update(measure: TouchMeasure, bars: readonly Bar[]): TouchMeasure {
  for (const { openTimeMs, open, high, low, close } of bars) {
    updateTouchMeasure(measure, openTimeMs, open, high, low, close);
  }
  return measure;
}

const measureOf = ({ category, base }: Case, bars: readonly Bar[]): TouchMeasure =>
  update(createTouchMeasure(base, category === 'forex'), bars);

function cells(measure: TouchMeasure): Float64Array {
  const writer = createStateWriter();
  visitTouchMeasure(writer, measure);
  return writer.finish();
}

interface Moment {
  readonly inputs: TouchInputs;
  /** Returns the market weeks until so many days after the last bar. */
  readonly weeksAfter: (days: number) => number;
  /** Returns the price at a distance in typical weeks. */
  readonly levelAt: (distance: number) => number;
}

function momentOf({ category, base }: Case, measure: TouchMeasure): Moment {
  assert.ok(isTouchReady(measure));
  const { slots, weights, scalars } = measure;
  const variances = touchVariances(measure, category === 'crypto' ? 7 : 5);
  const price = scalars.previousClose;
  const fromMs = scalars.lastMs + resolutionMs[base];
  return {
    inputs: { touchClass: touchClassOf(category, base), base, price, variances },
    weeksAfter: (days) =>
      marketWeeks(slots, weights, scalars.total, fromMs, fromMs + days * DAY_MS),
    levelAt: (distance) => price * Math.exp(distance * Math.sqrt(variances[1])),
  };
}

const scaled = (bars: readonly Bar[], factor: number): Bar[] =>
  bars.map((bar) => ({
    ...bar,
    open: bar.open * factor,
    high: bar.high * factor,
    low: bar.low * factor,
    close: bar.close * factor,
  }));

const HORIZONS = Array.from({ length: 56 }, (_, at) => at + 1);
/** Distances from the price in typical weeks, nearest first. */
const DISTANCES = [0.01, 0.1, 0.3, 0.7, 1, 1.5, 2.5, 5, 20];

test('a chance is between 0 and 1, and smaller for every level farther away', () => {
  fc.assert(
    fc.property(cases, (each) => {
      const { inputs, weeksAfter, levelAt } = momentOf(each, measureOf(each, each.bars));
      for (const side of [-1, 1]) {
        for (const days of [3, 7, 28, 56]) {
          let nearer = 1;
          for (const distance of DISTANCES) {
            const chance = touchChance(inputs, levelAt(side * distance), weeksAfter(days))!;
            assert.ok(chance >= 0 && chance <= 1, `${chance}`);
            const isFlat = nearer === 1 || chance < 1e-9;
            assert.ok(isFlat ? chance <= nearer : chance < nearer, `${distance}: ${chance}`);
            nearer = chance;
          }
          assert.ok(nearer < 0.1, `no level is out of reach: ${nearer}`);
        }
      }
    }),
    NUM_RUNS,
  );
});

test('a chance rises with the horizon, and after a shock it never falls', () => {
  fc.assert(
    fc.property(cases, (each) => {
      const { inputs, weeksAfter, levelAt } = momentOf(each, measureOf(each, each.bars));
      const horizons = HORIZONS.map(weeksAfter);
      const [hours, days5, days50, days500] = inputs.variances;
      const rises = (now: TouchInputs, distance: number): void => {
        let before = 0;
        for (const weeks of horizons) {
          const chance = touchChance(now, levelAt(distance), weeks)!;
          // Market time itself is a quotient of sums, exact to about 1e-15.
          assert.ok(chance >= before - 1e-12, `${distance}, ${weeks}: ${chance} after ${before}`);
          before = chance;
        }
      };
      for (const distance of [-100, -20, -3, -1, -0.2, 0.2, 1, 3, 20, 100]) {
        rises(inputs, distance);
        rises({ ...inputs, variances: [hours * 1e10, days5, days50, days500] }, distance);
        rises({ ...inputs, variances: [hours, days5 * 1e6, days50, days500] }, distance);
      }
      for (const distance of [-1, 1]) {
        const [day, month] = [horizons[3], horizons[27]].map(
          (weeks) => touchChance(inputs, levelAt(distance), weeks!)!,
        );
        assert.ok(month! > day! + 0.1, `${day}, ${month}`);
      }
    }),
    NUM_RUNS,
  );
});

test('a chance is 1 at the price, 0 without market time and null beyond eight market weeks', () => {
  fc.assert(
    fc.property(cases, fc.constantFrom(-2, -0.1, 0.1, 2), (each, distance) => {
      const { inputs, weeksAfter, levelAt } = momentOf(each, measureOf(each, each.bars));
      const level = levelAt(distance);
      assert.equal(weeksAfter(56), 8);
      assert.equal(weeksAfter(0), 0);
      for (const weeks of [0, weeksAfter(7), 8, 9]) {
        assert.equal(touchChance(inputs, inputs.price, weeks), 1);
      }
      assert.equal(touchChance(inputs, level, 0), 0);
      assert.equal(typeof touchChance(inputs, level, 8), 'number');
      assert.equal(touchChance(inputs, level, weeksAfter(64)), null);
      const { price } = inputs;
      assert.deepEqual(touchCone(inputs, 0), [
        [price, price],
        [price, price],
        [price, price],
      ]);
      assert.equal(touchCone(inputs, 8)!.length, 3);
      assert.equal(touchCone(inputs, weeksAfter(64)), null);
    }),
    NUM_RUNS,
  );
});

test('each edge of a cone is touched with its one-sided chance, and a wider cone holds more', () => {
  fc.assert(
    fc.property(cases, (each) => {
      const { inputs, weeksAfter } = momentOf(each, measureOf(each, each.bars));
      const { price, touchClass } = inputs;
      for (const weeks of [weeksAfter(4), weeksAfter(7), weeksAfter(28)]) {
        let [lower, higher] = [price, price];
        for (const [at, [low, high]] of touchCone(inputs, weeks)!.entries()) {
          assert.ok(low < lower && high > higher, `${low}, ${high}`);
          [lower, higher] = [low, high];
          for (const side of ['down', 'up'] as const) {
            const { s } = touchConstants(touchClass, side);
            const chance = touchChance(inputs, side === 'up' ? high : low, weeks)!;
            const expected = mixedTouch(coneWidths(s)[at]!, s);
            assert.ok(Math.abs(chance - expected) < 1e-9, `${chance} is not ${expected}`);
          }
        }
      }
    }),
    NUM_RUNS,
  );
});

test('prices times 2^-10 have the same market time, chances and cones', () => {
  fc.assert(
    fc.property(cases, (each) => {
      const factor = 2 ** -10;
      const plain = momentOf(each, measureOf(each, each.bars));
      const small = momentOf(each, measureOf(each, scaled(each.bars, factor)));
      for (const days of [2.5, 7, 40]) {
        const weeks = small.weeksAfter(days);
        assert.ok(Math.abs(weeks - plain.weeksAfter(days)) < 1e-9);
        for (const distance of [-1, -0.2, 0.2, 1]) {
          const level = plain.levelAt(distance);
          const chance = touchChance(small.inputs, level * factor, weeks)!;
          assert.ok(Math.abs(chance - touchChance(plain.inputs, level, weeks)!) < 1e-9);
        }
        const cone = touchCone(plain.inputs, weeks)!.flat();
        for (const [at, edge] of touchCone(small.inputs, weeks)!.flat().entries()) {
          assert.ok(Math.abs(edge / factor / cone[at]! - 1) < 1e-9);
        }
      }
    }),
    NUM_RUNS,
  );
});

test('a split at any bar leaves the state of a series that always had the later prices', () => {
  fc.assert(
    fc.property(cases, parts, fc.constantFrom(0.5, 2), (each, part, factor) => {
      const cut = 1 + Math.floor(part * (each.bars.length - 1));
      const [before, after] = [each.bars.slice(0, cut), each.bars.slice(cut)];
      const measure = measureOf(each, before);
      rescaleTouchMeasure(measure, factor);
      // A power of two changes no digit of a price.
      assert.deepEqual(cells(measure), cells(measureOf(each, scaled(before, factor))));
      update(measure, scaled(after, factor));
      assert.deepEqual(cells(measure), cells(measureOf(each, scaled(each.bars, factor))));
      const [split, whole] = [measure, measureOf(each, each.bars)].map((m) => momentOf(each, m));
      for (const distance of [-0.5, 0.5]) {
        const level = whole!.levelAt(distance);
        assert.equal(
          touchChance(split!.inputs, level * factor, split!.weeksAfter(7)),
          touchChance(whole!.inputs, level, whole!.weeksAfter(7)),
        );
      }
    }),
    NUM_RUNS,
  );
});

test('a cut history gives the bits that the whole one had there, also beside another symbol', () => {
  fc.assert(
    fc.property(cases, cases, parts, (each, other, part) => {
      const cut = Math.floor(part * each.bars.length);
      const long = createTouchMeasure(each.base, each.category === 'forex');
      const beside = createTouchMeasure(other.base, other.category === 'forex');
      let then = cells(long);
      for (const [at, bar] of each.bars.entries()) {
        update(long, [bar]);
        update(beside, other.bars.slice(at, at + 1));
        if (at + 1 === cut) then = cells(long);
      }
      assert.deepEqual(cells(measureOf(each, each.bars.slice(0, cut))), then);
    }),
    NUM_RUNS,
  );
});

test('a snapshot at any bar restores to the same bits, and to the same later ones', () => {
  fc.assert(
    fc.property(cases, parts, (each, part) => {
      const cut = Math.floor(part * each.bars.length);
      const whole = measureOf(each, each.bars.slice(0, cut));
      const saved = cells(whole);
      const restored = createTouchMeasure(each.base, each.category === 'forex');
      const reader = createStateReader(saved);
      visitTouchMeasure(reader, restored);
      assert.equal(reader.remaining, 0);
      assert.deepEqual(cells(restored), saved);
      const rest = each.bars.slice(cut);
      assert.deepEqual(cells(update(restored, rest)), cells(update(whole, rest)));
    }),
    NUM_RUNS,
  );
});

test('bars moved by whole weeks, before 1970 too, give the same bits but for their times', () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: -3_000, max: 1_000 }), parts, (each, weeks, part) => {
      // The series begins before 1970 and ends after it, where a time of 0 could pass for none.
      const cut = Math.floor(part * (each.bars.length - 1));
      const nearMs = Math.floor(each.bars[cut]!.openTimeMs / WEEK_MS) * WEEK_MS;
      for (const byMs of [weeks * WEEK_MS, -nearMs, -nearMs - WEEK_MS]) {
        const plain = measureOf(each, each.bars);
        const moved = measureOf(
          each,
          each.bars.map((bar) => ({ ...bar, openTimeMs: bar.openTimeMs + byMs })),
        );
        for (const key of ['firstMs', 'learningMs', 'lastMs', 'dayMs'] as const) {
          const isUnused = key === 'dayMs' && each.base === '1D';
          moved.scalars[key] -= isUnused ? 0 : byMs;
        }
        assert.deepEqual(cells(moved), cells(plain));
      }
    }),
    NUM_RUNS,
  );
});
