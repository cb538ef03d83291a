import assert from 'node:assert/strict';
import test from 'node:test';
import { MARKET_CATEGORIES } from './categories.ts';
import {
  coneWidths,
  mixedTouch,
  plainChance,
  stayInside,
  touchChance,
  touchCone,
  upperTail,
} from './chance.ts';
import { isTrialClass, TOUCH_CLASSES, touchClassOf, touchConstants } from './classes.ts';

// Expected numbers without another source: Python 3, `math.erfc`, the formulas typed from the rules for this test.

function assertNear(actual: number | null, expected: number, tolerance = 2e-7): void {
  const near = actual !== null && Math.abs(actual - expected) <= tolerance;
  assert.ok(near, `${actual} is not ${expected}`);
}

test('the upper tail of the normal distribution has seven correct places', () => {
  for (const [z, tail] of [
    [0, 0.5],
    [0.1, 0.460172162723],
    [0.5, 0.308537538726],
    [1, 0.158655253931],
    [1.96, 0.0249978951482],
    [3, 0.00134989803163],
    [5, 2.86651571879e-7],
  ] as const) {
    assertNear(upperTail(z), tail, 1e-7);
  }
  assert.ok(upperTail(0) <= 0.5);
  assert.ok(upperTail(37.9) > 0);
  assert.equal(upperTail(38), 0);
});

test('the chance of touch is twice the tail, averaged over the size of movement', () => {
  assertNear(mixedTouch(1, 0), 0.317310507863);
  assertNear(mixedTouch(2, 0), 0.0455002638964);
  assertNear(mixedTouch(1, 0.3), 0.318826148167);
  assertNear(mixedTouch(2, 0.53), 0.105531009508);
  assertNear(mixedTouch(0, 0.3), 1);
  assert.ok(mixedTouch(0, 0.3) <= 1);
});

test('the half-widths of the cone are those of the published table', () => {
  // Origin: the design of the model, four places.
  for (const [s, ...widths] of [
    [0.11, 1.15, 1.6619, 2.2958],
    [0.3, 1.1537, 1.7724, 2.6369],
    [0.33, 1.1543, 1.7988, 2.7181],
    [0.355, 1.1547, 1.8224, 2.7914],
    [0.4, 1.1553, 1.8685, 2.9367],
    [0.48, 1.156, 1.9606, 3.2391],
    [0.53, 1.156, 2.0241, 3.4568],
  ] as const) {
    const solved = coneWidths(s);
    for (const [at, width] of widths.entries()) {
      assertNear(solved[at]!, width, 5.1e-5);
      assertNear(stayInside(solved[at]!, s), [0.5, 0.8, 0.95][at]!, 1e-12);
    }
  }
});

test('the class follows from category and base, and the one of hourly shares is on trial', () => {
  const rows = MARKET_CATEGORIES.map((category) => [
    category,
    touchClassOf(category, '60'),
    touchClassOf(category, '1D'),
  ]);
  assert.deepEqual(rows, [
    ['crypto', 'crypto', 'crypto1D'],
    ['forex', 'fx', 'fx'],
    ['bist', 'share60', 'share'],
    ['nasdaq', 'share60', 'share'],
    ['index', 'share60', 'index'],
  ]);
  assert.deepEqual(TOUCH_CLASSES.filter(isTrialClass), ['share60']);
});

const VARIANCES = [0.0009, 0.0004, 0.0005, 0.0006] as const;

test('chances of every class equal worked numbers, below a day, within and near eight weeks', () => {
  for (const [touchClass, base, level, ...chances] of [
    ['fx', '60', 102, 0.00010489, 0.226068461, 0.751489041],
    ['fx', '1D', 102, 0.000017966, 0.192105002, 0.745700948],
    ['crypto', '60', 102, 0.000512214, 0.208930258, 0.722489477],
    ['crypto1D', '1D', 102, 0.000778644, 0.195947425, 0.731508551],
    ['share', '1D', 102, 0.000132678, 0.210878894, 0.757419132],
    ['share60', '60', 102, 0.000375396, 0.219175051, 0.755610004],
    ['index', '1D', 102, 0.000000156, 0.236248217, 0.81179519],
    ['index', '1D', 98, 0.001944284, 0.209266965, 0.685835845],
  ] as const) {
    const inputs = { touchClass, base, price: 100, variances: VARIANCES };
    for (const [at, weeks] of [0.02, 0.5, 8].entries()) {
      assertNear(touchChance(inputs, level, weeks), chances[at]!);
    }
  }
});

test('after a shock of the last hours a longer horizon is never narrower', () => {
  const [hours, ...days] = VARIANCES;
  const variances = [hours * 1e10, ...days] as const;
  const inputs = { touchClass: 'fx', base: '60', price: 1, variances } as const;
  const level = Math.exp(0.4);
  assertNear(touchChance(inputs, level, 0.02), 0.745349235);
  for (const weeks of [0.03, 0.2, 1, 8]) assertNear(touchChance(inputs, level, weeks), 0.790506964);
});

test('an edge of the cone nearer than the correction for jumps lies at the price', () => {
  const inputs = { touchClass: 'share', base: '1D', price: 100, variances: VARIANCES } as const;
  const { s, kappa } = touchConstants('share', 'up');
  assert.ok(kappa > 0);
  const cone = touchCone(inputs, 0.001)!;
  assert.deepEqual(cone[0], [100, 100]);
  assert.ok(cone[2]![0] < 100 && cone[2]![1] > 100);
  const [narrow] = touchCone(inputs, 1)!;
  assertNear(touchChance(inputs, narrow![1], 1), mixedTouch(coneWidths(s)[0]!, s), 1e-9);
});

test('a level that is not a positive number is refused', () => {
  const inputs = { touchClass: 'fx', base: '60', price: 1, variances: VARIANCES } as const;
  for (const level of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => touchChance(inputs, level, 1), RangeError);
  }
});

test('the plain chance follows from the average range of a day alone', () => {
  assertNear(plainChance(1.1, 1.12, 0.009, 1.102, 5), 0.115371699015);
  assertNear(plainChance(1.12, 1.1, 0.009, 1.102, 5), 0.115371699015);
  assertNear(plainChance(1.1, 1.1, 0.009, 1.102, 5), 1);
  assert.ok(plainChance(1.1, 1.1, 0.009, 1.102, 5)! <= 1);
  assert.equal(plainChance(1.1, 1.12, 0, 1.102, 5), null);
  assert.equal(plainChance(1.1, 1.12, 0.009, 0, 5), null);
  assert.equal(plainChance(1.1, 1.12, 0.009, 1.102, 0), null);
});
