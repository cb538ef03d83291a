import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, WEEK_MS } from '@rasat/engine';
import {
  addCone,
  addLevel,
  addTally,
  coneFigures,
  createConeTally,
  createLevelTally,
  type LevelTally,
  levelFigures,
  type Measured,
  meanErrorOf,
  type ResolvedLevel,
} from './calibration.ts';

const MONDAY_MS = Date.UTC(1970, 0, 5);

function near(found: number | null | undefined, expected: number, within = 1e-12): void {
  assert.ok(Math.abs((found ?? Number.NaN) - expected) < within, `${found} for ${expected}`);
}

function nearBoth(found: Measured | null | undefined, value: number, halfWidth: number): void {
  near(found?.value, value);
  near(found?.halfWidth, halfWidth);
}

/** Returns 528 levels in 44 weeks, with weeks left out; chances are too low and too high for four weeks in turn. */
function someLevels(): ResolvedLevel[] {
  return Array.from({ length: 600 }, (_, i) => {
    const week = 2800 + Math.floor(i / 12);
    const hundredths = (i * 37) % 101;
    return {
      timeMs: MONDAY_MS + week * WEEK_MS + ((i * 37) % 144) * HOUR_MS,
      chance: hundredths / 100,
      plain: i % 5 === 0 ? null : ((i * 5279) % 10001) / 10_000,
      touched: ((i * 29) % 100) + (week % 8 < 4 ? 15 : -15) < hundredths ? 1 : 0,
    } as const;
  }).filter(({ timeMs }) => Math.floor((timeMs - MONDAY_MS) / WEEK_MS) % 9 !== 4);
}

function tallyOf(levels: readonly ResolvedLevel[]): LevelTally {
  const tally = createLevelTally();
  for (const level of levels) addLevel(tally, level);
  return tally;
}

/** Returns one level a week for some weeks, with a chance of a half; the first `touched` ones are touched. */
function oneAWeek(weeks: number, touched: number): LevelTally {
  return tallyOf(
    Array.from({ length: weeks }, (_, week) => ({
      timeMs: MONDAY_MS + week * WEEK_MS,
      chance: 0.5,
      plain: 0.5,
      touched: week < touched ? 1 : 0,
    })),
  );
}

test('the figures of three levels equal those computed by hand', () => {
  const timeMs = MONDAY_MS;
  const figures = levelFigures(
    tallyOf([
      { timeMs, chance: 0.8, plain: 0.6, touched: 1 },
      { timeMs, chance: 0.3, plain: 0.5, touched: 0 },
      { timeMs, chance: 0.25, plain: null, touched: 0 },
    ]),
    1.96,
  );
  assert.ok(figures !== null);
  const { n, weeks, error, calibrationError, brier, plain, bins } = figures;
  assert.deepEqual([n, weeks, error.halfWidth], [3, 1, null]);
  near(error.value, (-0.2 + 0.3 + 0.25) / 3);
  near(calibrationError, (0.2 + 0.3 + 0.25) / 3);
  near(brier, (0.04 + 0.09 + 0.0625) / 3);
  assert.equal(plain?.n, 2);
  near(plain.brier, (0.04 + 0.09) / 2);
  near(plain.plainBrier, (0.16 + 0.25) / 2);
  near(plain.skill?.value, 1 - 0.13 / 0.41);
  assert.deepEqual(
    bins.map((bin) => bin && [bin.n, bin.forecast, bin.seen.value]),
    [null, null, [1, 0.25, 0], [1, 0.3, 0], null, null, null, null, [1, 0.8, 1], null],
  );
});

test('a positive error says that the chances were too high', () => {
  const level = { timeMs: MONDAY_MS, chance: 0.7, plain: null } as const;
  assert.equal(meanErrorOf(tallyOf([{ ...level, touched: 0 }]), 1)?.value, 0.7);
  near(meanErrorOf(tallyOf([{ ...level, touched: 1 }]), 1)?.value, -0.3);
});

// Computed by a program of its own in Python, with fractions, from the sums over all calendar weeks.
test('figures with weekly intervals equal those of an independent computation', () => {
  const tally = tallyOf(someLevels());
  const figures = levelFigures(tally, 1);
  assert.ok(figures !== null);
  assert.deepEqual([figures.n, figures.weeks], [528, 44]);
  // Without lags the half-width is 0.0226, with 12 of them 0.0126.
  nearBoth(figures.error, 0.011571969696969697, 0.010615503205029483);
  near(figures.calibrationError, 0.03702651515151515);
  near(figures.brier, 0.1739475378787879);
  assert.equal(figures.plain?.n, 422);
  near(figures.plain.brier, 0.1777867298578199);
  near(figures.plain.plainBrier, 0.33715330087677725);
  nearBoth(figures.plain.skill, 0.472682814033022, 0.021795578571524084);
  nearBoth(meanErrorOf(tally, 1, 1, 3), -0.008932038834951457, 0.021514859678376762);
  nearBoth(meanErrorOf(tally, 1, 5, 8), 0.010379746835443038, 0.015292323472132292);
  const { bins } = figures;
  assert.deepEqual(
    bins.map((bin) => bin?.n),
    [53, 51, 52, 52, 52, 53, 52, 53, 52, 58],
  );
  near(bins[3]?.forecast, 0.34423076923076923);
  nearBoth(bins[3]?.seen, 0.2692307692307692, 0.036697977610076066);
  nearBoth(bins[6]?.seen, 0.6730769230769231, 0.03091914405131772);
  // 4 and 9 of the first two are touched, 6 of the last are not, 10 of the last but one.
  assert.deepEqual(
    bins.map((bin) => bin?.seen.halfWidth === null),
    [true, true, false, false, false, false, false, false, false, true],
  );
});

test('an interval is z standard errors to both sides', () => {
  const tally = tallyOf(someLevels());
  near(levelFigures(tally, 3)?.error.halfWidth, 3 * 0.010615503205029483);
  near(levelFigures(tally, 1.97)?.bins[3]?.seen.halfWidth, 1.97 * 0.036697977610076066);
  near(levelFigures(tally, 3)?.plain?.skill?.halfWidth, 3 * 0.021795578571524084);
});

test('an interval needs 26 weeks, 10 touched and 10 untouched levels', () => {
  const hasInterval = (tally: LevelTally): boolean => {
    return levelFigures(tally, 1)?.error.halfWidth !== null;
  };
  assert.ok(hasInterval(oneAWeek(26, 10)));
  assert.ok(hasInterval(oneAWeek(26, 16)));
  assert.ok(!hasInterval(oneAWeek(25, 12)), '25 weeks');
  assert.ok(!hasInterval(oneAWeek(26, 9)), '9 touched');
  assert.ok(!hasInterval(oneAWeek(26, 17)), '9 untouched');
  assert.ok(levelFigures(oneAWeek(26, 0), 1)?.plain?.skill?.halfWidth !== null, 'of the skill');
  assert.equal(levelFigures(oneAWeek(25, 12), 1)?.plain?.skill?.halfWidth, null);
  const tally = oneAWeek(25, 12);
  addLevel(tally, { timeMs: MONDAY_MS + 25 * WEEK_MS, chance: 0.2, plain: null, touched: 1 });
  assert.ok(hasInterval(tally));
  assert.equal(levelFigures(tally, 1)?.bins[5]?.seen.halfWidth, null, 'the weeks of a bin');
  assert.equal(levelFigures(tally, 1)?.plain?.skill?.halfWidth, null, 'the compared weeks');
});

test('a chance on the edge of two bins is in the upper one, and 1 is in the last', () => {
  const binOf = (chance: number): number => {
    const tally = tallyOf([{ timeMs: MONDAY_MS, chance, plain: null, touched: 0 }]);
    return levelFigures(tally, 1)?.bins.findIndex((bin) => bin !== null) ?? -1;
  };
  const edges = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
  assert.deepEqual(edges.map(binOf), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(
    edges.map((edge) => binOf(Math.round(edge * 1e4 + 999) / 1e4)),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.equal(binOf(1), 9);
});

test('a week begins on Sunday, so that the weekly sets of all markets are in the same one', () => {
  const weekOf = (timeMs: number): number | undefined => {
    return tallyOf([{ timeMs, chance: 0.5, plain: null, touched: 0 }]).weeks[0];
  };
  assert.equal(weekOf(MONDAY_MS), 0);
  assert.equal(weekOf(MONDAY_MS - DAY_MS), 0);
  assert.equal(weekOf(MONDAY_MS - DAY_MS - 1), -1);
  assert.equal(weekOf(MONDAY_MS + 6 * DAY_MS - 1), 0);
  assert.equal(weekOf(MONDAY_MS + 6 * DAY_MS), 1);
  // Monday, 30 November 2026, is 2,969 weeks after the first one.
  assert.equal(weekOf(Date.UTC(2026, 10, 30)), 2969);
  assert.equal(weekOf(Date.UTC(2026, 10, 29)), 2969);
});

test('neither the order of levels nor the way they are put together has an effect', () => {
  const levels = someLevels();
  const whole = tallyOf(levels);
  assert.deepEqual(tallyOf(levels.toReversed()), whole);
  const parts = [1, 0, 2].map((part) => tallyOf(levels.filter((_, at) => at % 3 === part)));
  const merged = createLevelTally();
  for (const part of parts) addTally(merged, part);
  assert.deepEqual(merged, whole);
  const later = tallyOf(levels.slice(300));
  addTally(later, tallyOf(levels.slice(0, 300)));
  assert.deepEqual(later, whole);
  const earlier = tallyOf(levels.slice(0, 300));
  addTally(earlier, tallyOf(levels.slice(300)));
  assert.deepEqual(earlier, whole);
  assert.deepEqual(parts[0], tallyOf(levels.filter((_, at) => at % 3 === 1)), 'parts stay');
});

test('a tally holds whole numbers and is the same after JSON', () => {
  const tally = tallyOf(someLevels());
  const copy: LevelTally = JSON.parse(JSON.stringify(tally));
  assert.deepEqual(copy, tally);
  assert.ok([...tally.weeks, ...tally.sums].every(Number.isSafeInteger));
  assert.equal(tally.sums.length, 44 * tally.width);
  assert.deepEqual(
    tally.weeks,
    tally.weeks.toSorted((one, other) => one - other),
  );
});

// Computed by the program of the test of levels.
test('shares inside a cone equal those of an independent computation', () => {
  const tally = createConeTally();
  const odd = createConeTally();
  for (let i = 0; i < 200; i++) {
    const week = 2800 + Math.floor(i / 4);
    const place = (i * 61 + (week % 6 < 2 ? 20 : 0)) % 100;
    const timeMs = MONDAY_MS + week * WEEK_MS + (i % 4) * DAY_MS;
    addCone(i % 2 === 0 ? tally : odd, {
      timeMs,
      inside: [place < 50, place < 80, place < 95],
    });
  }
  addTally(tally, odd);
  const figures = coneFigures(tally, 1);
  assert.deepEqual([figures?.n, figures?.weeks], [200, 50]);
  nearBoth(figures?.inside[0], 0.49, 0.008633820541501726);
  nearBoth(figures?.inside[1], 0.8, 0.00806225774829855);
  assert.deepEqual(figures?.inside[2], { value: 0.955, halfWidth: null }, '9 are outside');
});

test('nothing has no figures, and an impossible chance is refused', () => {
  assert.equal(levelFigures(createLevelTally(), 1), null);
  assert.equal(coneFigures(createConeTally(), 1), null);
  const tally = tallyOf([{ timeMs: MONDAY_MS, chance: 0, plain: 0, touched: 0 }]);
  assert.equal(meanErrorOf(tally, 1, 1), null);
  assert.equal(levelFigures(tally, 1)?.plain?.skill, null, 'the plain chance is never wrong');
  const none = tallyOf([{ timeMs: MONDAY_MS, chance: 0, plain: null, touched: 0 }]);
  assert.equal(levelFigures(none, 1)?.plain, null);
  for (const [chance, plain] of [
    [1.01, null],
    [-0.01, null],
    [Number.NaN, null],
    [0.5, 1.01],
  ] as const) {
    assert.throws(
      () => addLevel(none, { timeMs: MONDAY_MS + WEEK_MS, chance, plain, touched: 0 }),
      RangeError,
    );
  }
  assert.deepEqual(none.weeks, [0], 'a refused level adds nothing');
});
