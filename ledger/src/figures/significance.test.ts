import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctVerdicts, type Judged, type Verdict } from './figures.ts';
import { chanceOf, passHolm, studentTails } from './significance.ts';

const near = (found: number | null, expected: number, within: number) =>
  assert.ok(Math.abs((found ?? Number.NaN) - expected) < within, `${found} for ${expected}`);

// Percentage points of Student's t, two-sided (Abramowitz and Stegun 1964, table 26.10).
const TABLE = [
  [1, 3.078, 0.2],
  [1, 12.706, 0.05],
  [1, 636.619, 0.001],
  [2, 2.92, 0.1],
  [2, 9.925, 0.01],
  [3, 3.182, 0.05],
  [4, 8.61, 0.001],
  [5, 4.032, 0.01],
  [10, 1.812, 0.1],
  [10, 4.587, 0.001],
  [15, 2.131, 0.05],
  [30, 2.75, 0.01],
  [30, 3.646, 0.001],
  [120, 1.98, 0.05],
] as const;

test("Student's tails are those of the printed table", () => {
  for (const [degrees, t, tails] of TABLE) {
    near(studentTails(t, degrees), tails, tails * 0.002);
    near(studentTails(-t, degrees), tails, tails * 0.002);
  }
  assert.equal(studentTails(0, 7), 1);
  // One degree of freedom is Cauchy's: a quarter of it lies beyond 1 on either side. Two: 1 - t / sqrt(2 + t²).
  near(studentTails(1, 1), 0.5, 1e-12);
  near(studentTails(1, 2), 1 - 1 / Math.sqrt(3), 1e-12);
});

test('a 95 % interval that ends at 0 has a chance of one in twenty, a farther interval a smaller chance', () => {
  for (const blocks of [2, 5, 12, 40]) {
    near(chanceOf({ value: 0.1, low: 0, high: 0.3 }, blocks), 0.05, 0.0003);
    near(chanceOf({ value: -0.1, low: -0.4, high: 0 }, blocks), 0.05, 0.0003);
    assert.ok(chanceOf({ value: 0.1, low: 0.01, high: 0.3 }, blocks)! < 0.05);
    assert.ok(chanceOf({ value: 0.1, low: -0.01, high: 0.3 }, blocks)! > 0.05);
  }
  // Eleven blocks, twice as far: 2 * 2.228 of ten degrees, printed between 0.002 (4.144) and 0.001 (4.587).
  const twice = chanceOf({ value: 0.2, low: 0.1, high: 0.5 }, 11)!;
  assert.ok(twice < 0.002 && twice > 0.001, String(twice));
  assert.equal(chanceOf(null, 0), null);
  assert.equal(chanceOf({ value: 0, low: 0, high: 0 }, 4), 1);
  assert.equal(chanceOf({ value: 0.1, low: 0.1, high: 0.1 }, 4), 0, 'blocks that all say the same');
});

test("Holm's steps equal those computed by hand", () => {
  // Against 0.05 / 4, / 3, / 2: 0.005 and 0.0125 pass, 0.03 fails, and so does every greater one.
  assert.deepEqual(passHolm([0.03, 0.005, 0.0125, 0.04]), [false, true, true, false]);
  // 0.01 / 4 passes alone, 0.02 > 0.05 / 3 does not, though it would against 0.05 / 2.
  assert.deepEqual(passHolm([0.01, 0.02, 0.022, 0.09]), [true, false, false, false]);
  assert.deepEqual(passHolm([0.05]), [true]);
  assert.deepEqual(passHolm([]), []);
});

test('a verdict among many needs a smaller chance than a single one', () => {
  const group = (chance: number | null, verdict: Verdict): Judged => ({ chance, verdict });
  const lone = group(0.03, 'interval-excludes-zero');
  assert.deepEqual(correctVerdicts([lone]), ['interval-excludes-zero']);
  const calm = group(0.6, 'undecided');
  assert.deepEqual(correctVerdicts([lone, calm]), ['undecided', 'undecided']);
  // Groups of few rows are not counted in the correction.
  const few = group(0.001, 'few');
  assert.deepEqual(correctVerdicts([few, lone, few]), ['few', 'interval-excludes-zero', 'few']);
  const strong = group(0.001, 'interval-excludes-zero');
  assert.deepEqual(correctVerdicts([calm, strong, lone]), [
    'undecided',
    'interval-excludes-zero',
    'undecided',
  ]);
});

test('of many random groups almost none differs after the correction, of which one in twenty differs before it', () => {
  let said = 0;
  let alone = 0;
  for (let family = 0; family < 200; family++) {
    // Thirteen uniform chances, as without any effect.
    const groups = Array.from({ length: 13 }, (_, at): Judged => {
      const chance = (((family * 13 + at) * 0.6180339887498949) % 1) + 1e-9;
      return { chance, verdict: chance < 0.05 ? 'interval-excludes-zero' : 'undecided' };
    });
    alone += groups.filter(({ verdict }) => verdict === 'interval-excludes-zero').length;
    said += correctVerdicts(groups).some((verdict) => verdict === 'interval-excludes-zero') ? 1 : 0;
  }
  assert.ok(alone > 100, String(alone));
  assert.ok(said <= 14, String(said));
});
