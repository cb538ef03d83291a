import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrystalBoxBasis, SquareBoxBasis } from './basis.ts';
import { type Derivation, verifyDerivation } from './derivation.ts';
import {
  explainBoxPrice,
  explainBoxTime,
  explainCluster,
  explainCrystalSeer,
} from './explain-box.ts';

const HOUR = 3_600_000;
const namesOf = ({ steps }: Derivation): string[] => steps.map(({ name }) => name);
const inputsOf = ({ inputs }: Derivation): unknown[][] =>
  inputs.map(({ name, value, timeMs }) => [name, value, ...(timeMs === undefined ? [] : [timeMs])]);

/** A resistance at 124 with a range of 2: a box of 36 is six ranges high, from 112 to 124. */
const SQUARE: SquareBoxBasis = {
  rule: 'box',
  version: 1,
  computedAtMs: 50 * HOUR,
  digits: 2,
  kind: '36',
  term: 'short',
  resolution: '60',
  n: 36,
  pivot: {
    detector: '36@60',
    way: 'down',
    level: 124,
    openTimeMs: 40 * HOUR,
    confirmedMs: 50 * HOUR,
  },
  atr: 2,
  spacingMs: HOUR,
};

test('a line of a box is explained from its pivot, average range and count of bars', () => {
  const explained = explainBoxPrice(SQUARE, 'middleDown');
  assert.deepEqual(inputsOf(explained), [
    ['pivotLevel', 124, 40 * HOUR],
    ['atr', 2, 50 * HOUR],
    ['n', 36],
  ]);
  assert.deepEqual(
    explained.steps.map(({ name, result }) => [name, result]),
    [
      ['rootN', 6],
      ['squareHeight', 12],
      ['lowerEdge', 112],
      ['height', 12],
      ['fraction', 0.25],
      ['part', 3],
      ['price', 115],
      ['middleDown', 115],
    ],
  );
  const up = explainBoxPrice({ ...SQUARE, pivot: { ...SQUARE.pivot, way: 'up' } }, 'top');
  assert.deepEqual(namesOf(up), ['rootN', 'squareHeight', 'upperEdge', 'top']);
  assert.equal(up.result, 136);
  assert.deepEqual(
    [explained.rule, explained.version, explained.target, explained.computedAtMs],
    ['box', 1, 'middleDown', 50 * HOUR],
  );
});

test('a time of a box is explained from its pivot, spacing and count of bars', () => {
  const explained = explainBoxTime(SQUARE, 'fHalf');
  assert.deepEqual(inputsOf(explained), [
    ['n', 36],
    ['pivotTime', 40 * HOUR, 40 * HOUR],
    ['spacing', HOUR, 50 * HOUR],
  ]);
  // 36 hours from hour 40 on; three eighths of them are 13.5.
  assert.deepEqual(
    explained.steps.map(({ name, result }) => [name, result]),
    [
      ['span', 36 * HOUR],
      ['endTime', 76 * HOUR],
      ['duration', 36 * HOUR],
      ['fraction', 0.375],
      ['part', 13.5 * HOUR],
      ['time', 53.5 * HOUR],
      ['fHalf', 53.5 * HOUR],
    ],
  );
});

/** A close of 100 with a daily range of 1; one pivot above and two below, 99 the nearer of these. */
const CRYSTAL: CrystalBoxBasis = {
  rule: 'crystal',
  version: 1,
  computedAtMs: 90 * HOUR,
  digits: 2,
  kind: 'crystal',
  term: 'short',
  resolution: '240',
  close: 100,
  atr1D: 1,
  atr: 0.5,
  spacingMs: 4 * HOUR,
  pivots: [
    { detector: '33@240', way: 'down', level: 103, openTimeMs: HOUR, confirmedMs: 2 * HOUR },
    { detector: '33@240', way: 'up', level: 99, openTimeMs: 3 * HOUR, confirmedMs: 4 * HOUR },
    { detector: '33@240', way: 'up', level: 96, openTimeMs: 5 * HOUR, confirmedMs: 6 * HOUR },
    // Too near to the close for a cluster; half a range from 99, so it adds to the density of 99.
    { detector: '52@1D', way: 'up', level: 99.7, openTimeMs: 7 * HOUR, confirmedMs: 8 * HOUR },
  ],
};

test('a cluster is explained with the distance and density of every candidate, and the terms of the winner', () => {
  const explained = explainCluster(CRYSTAL, 'bottom');
  assert.deepEqual(inputsOf(explained), [
    ['close', 100, 90 * HOUR],
    ['atr1D', 1, 90 * HOUR],
    ['pivot0', 103, HOUR],
    ['pivot1', 99, 3 * HOUR],
    ['pivot2', 96, 5 * HOUR],
    ['pivot3', 99.7, 7 * HOUR],
  ]);
  assert.deepEqual(namesOf(explained), [
    'relativeRange',
    'logClose',
    'width',
    'nearest',
    'farthest',
    'logPrice0',
    'logPrice1',
    'logPrice2',
    'logPrice3',
    'offset1',
    'distance1',
    'density1',
    'bottomDistance1',
    'bottomScaled1',
    'bottomSquared1',
    'bottomPower1',
    'bottomFade1',
    'bottomTerm1',
    'bottomDistance3',
    'bottomScaled3',
    'bottomSquared3',
    'bottomPower3',
    'bottomFade3',
    'bottomTerm3',
    'bottomSum',
    'offset2',
    'distance2',
    'density2',
    'bottomDensity',
    'bottomCluster',
    'bottom',
  ]);
  assert.equal(explained.result, 99);
  // One pivot lies above, so it is the cluster.
  const above = explainCluster(CRYSTAL, 'top');
  assert.equal(above.result, 103);
  assert.ok(namesOf(above).includes('distance0') && !namesOf(above).includes('distance1'));
});

test('a basis without a pivot on either side has no explanation', () => {
  assert.throws(() => explainCluster({ ...CRYSTAL, pivots: [] }, 'top'), RangeError);
  assert.throws(() => explainCluster({ ...CRYSTAL, atr1D: 0 }, 'top'), RangeError);
});

test('the bars of a crystal box are explained from its height in ranges', () => {
  // 103 less 99 is 4, or 8 ranges of 0.5; 64 bars of four hours are 256.
  const explained = explainBoxTime(CRYSTAL, 'end');
  const found = new Map(explained.steps.map(({ name, result }) => [name, result]));
  assert.deepEqual(
    ['height', 'ranges', 'squaredRanges', 'wholeBars', 'bars', 'span'].map((name) =>
      found.get(name),
    ),
    [4, 8, 64, 64, 64, 256 * HOUR],
  );
  assert.equal(explained.result, (90 + 256) * HOUR);
  assert.deepEqual(inputsOf(explained).slice(-3), [
    ['atr', 0.5, 90 * HOUR],
    ['createdTime', 90 * HOUR, 90 * HOUR],
    ['spacing', 4 * HOUR, 90 * HOUR],
  ]);
});

test('the crystal seer is explained with both distances; of equal distances the upper cluster wins', () => {
  const explained = explainCrystalSeer(CRYSTAL);
  assert.deepEqual(
    explained.steps.slice(-5).map(({ name, result }) => [name, result]),
    [
      ['distanceBelow', 1],
      ['distanceAbove', 3],
      ['nearer', 1],
      ['cluster', 99],
      ['level', 99],
    ],
  );
  assert.ok(verifyDerivation(explained));
  const [above, below] = CRYSTAL.pivots;
  assert.ok(above && below);
  const even = { ...CRYSTAL, pivots: [{ ...above, level: 101 }, below] };
  assert.equal(explainCrystalSeer(even).result, 101);
});
