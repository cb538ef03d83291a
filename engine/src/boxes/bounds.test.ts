import assert from 'node:assert/strict';
import test from 'node:test';
import ln from '@stdlib/math-base-special-ln';
import { boxWord } from '../display/words.ts';
import type { CrystalBoxBasis } from '../explain/basis.ts';
import { explainCluster } from '../explain/explain-box.ts';
import { justAbove, justBelow } from '../testing/neighbours.ts';
import { HOUR_MS } from '../time/resolution.ts';
import { crystalBars, findClusters } from './crystal.ts';
import { isTooFlat, squareBox } from './geometry.ts';
import { openPosition, touchPosition } from './position.ts';
import type { DetectorName } from './slots.ts';

test('a position expires at the first close after an expiry between two closes', () => {
  const closed = (endMs: number): number =>
    touchPosition(openPosition(1, 100, 8, 0, 1_000.5, 9), 100, 101, 99, 100, endMs);
  assert.deepEqual([1_000, 1_000.5, 1_001].map(closed), [0, 3, 3]);
});

test('a box is made from two ticks for an eighth of its height on', () => {
  // Digits 0: a tick is 1, so that the least height is 16.
  assert.equal(isTooFlat(16, 0), false);
  assert.equal(isTooFlat(justBelow(16), 0), true);
  // The height is the range times the root of n.
  assert.deepEqual(squareBox(1, 100, 0, 4, 16, 1, 0, 1), {
    bottom: 100,
    top: 116,
    start: 0,
    end: 16,
  });
  assert.equal(squareBox(1, 100, 0, justBelow(4), 16, 1, 0, 1), null);
  assert.equal(squareBox(-1, 16, 0, 4, 16, 1, 0, 1), null, 'a bottom of 0');
  assert.equal(squareBox(-1, 17, 0, 4, 16, 1, 0, 1)?.bottom, 1);
  assert.equal(squareBox(1, 100, 0, 4, 16, 1, 0, 16), null, 'an end that is now');
  assert.equal(squareBox(1, 100, 0, 4, 16, 1, 0, 15)?.end, 16);
});

test('a box whose trade starts at its own target is no bullish one', () => {
  assert.equal(boxWord({ p: 1, tp1: justAbove(1) }), 'bullish');
  assert.equal(boxWord({ p: 1, tp1: 1 }), 'bearish');
});

test('the bars of a crystal box are rounded to the nearest, from 24 to 288', () => {
  // 5.25 and 5.75 squared are 27.5625 and 33.0625; 16.75 squared 280.5625, 17 squared 289.
  assert.deepEqual(
    [4, 4.5, 5, 5.25, 5.75, 16.75, 17, 40].map((height) => crystalBars(height, 1)),
    [24, 24, 25, 28, 33, 281, 288, 288],
  );
  // 24.5025 and 287.3025.
  assert.deepEqual([crystalBars(4.95, 1), crystalBars(16.95, 1)], [25, 287]);
});

type Weighted = readonly [level: number, detector: DetectorName, weight: number];

/**
 * Returns the clusters around a close of 1, by the engine's search and by the explanation of a box with these pivots.
 * The logarithm of 1 is 0, so the distance of a level is its own logarithm.
 */
function clustersOf(atr1D: number, pivots: readonly Weighted[]): number[] | null {
  const found = findClusters(
    pivots.map(([level, , weight]) => ({ level, weight })),
    1,
    atr1D,
    1,
  );
  if (found === null) return null;
  const basis: CrystalBoxBasis = {
    rule: 'crystal',
    version: 1,
    computedAtMs: 0,
    digits: 9,
    kind: 'crystal',
    term: 'short',
    resolution: '240',
    close: 1,
    atr1D,
    atr: atr1D,
    spacingMs: HOUR_MS,
    pivots: pivots.map(([level, detector]) => ({
      detector,
      way: 'up',
      level,
      openTimeMs: 0,
      confirmedMs: 0,
    })),
  };
  for (const side of ['top', 'bottom'] as const) {
    const { result, steps } = explainCluster(basis, side);
    assert.equal(result, Number(pivots[found[side]]![0].toFixed(9)));
    const stepOf = (name: string): number | undefined =>
      steps.find((step) => step.name === name)?.result;
    // The engine chose the candidate with the largest density.
    assert.notEqual(stepOf(`${side}Density`), undefined);
    assert.equal(stepOf(`density${found[side]}`), stepOf(`${side}Density`));
    assert.equal(stepOf(`${side}Sum`), stepOf(`${side}Density`), 'the terms add up to it');
  }
  return [found.top, found.bottom];
}

test('a cluster lies from half a daily range to six away, both bounds included', () => {
  const far: Weighted = [0.9, '33@240', 1];
  const level = 1.1;
  const distance = ln(level);
  // Half of twice a number is that number to the last bit.
  assert.deepEqual(clustersOf(2 * distance, [[level, '33@240', 1], far]), [0, 1]);
  assert.equal(clustersOf(justAbove(2 * distance), [[level, '33@240', 1], far]), null);
  // A level whose logarithm is exactly six times a double.
  let edge = 1.5;
  while (6 * (ln(edge) / 6) !== ln(edge)) edge = justAbove(edge);
  const sixth = ln(edge) / 6;
  assert.deepEqual(clustersOf(sixth, [[edge, '33@240', 1], far]), [0, 1]);
  assert.equal(clustersOf(justBelow(sixth), [[edge, '33@240', 1], far]), null);
});

test('a pivot adds to a density up to four widths away, that distance included', () => {
  // One daily range is four widths. The levels lie 1.5, about 3 and about 4 ranges above the close.
  const [near, far, neighbour] = [1.15, 1.32, 1.448] as const;
  const range = ln(neighbour) - ln(far);
  const bottom: Weighted = [0.88, '33@240', 1];
  const pivots: readonly Weighted[] = [
    [near, '52@1D', 3],
    [far, '52@1D', 3],
    [neighbour, '33@240', 1],
    bottom,
  ];
  // exp(-8) of the neighbour makes the farther of two equal clusters the denser one.
  assert.deepEqual(clustersOf(range, pivots), [1, 3]);
  assert.deepEqual(
    clustersOf(justBelow(range), pivots),
    [0, 3],
    'out of reach, so the nearer wins',
  );
});

test('a side may be the first pivot of the memory, and one side alone makes no box', () => {
  const [up, down]: Weighted[] = [
    [1.05, '33@240', 1],
    [0.95, '33@240', 1],
  ];
  assert.deepEqual(clustersOf(0.02, [up!, down!]), [0, 1]);
  assert.deepEqual(clustersOf(0.02, [down!, up!]), [1, 0]);
  assert.equal(clustersOf(0.02, [up!]), null);
  assert.equal(clustersOf(0.02, [down!]), null);
});

test('the weights of the detectors are 1, 2, 2, 3 and 4, the others are not in the memory', () => {
  // Two candidates above the close, far from each other: the heavier one wins, of equals the nearer.
  const wins = (near: Weighted, far: Weighted): number =>
    clustersOf(0.02, [near, far, [0.95, '33@240', 1]])![0]!;
  const weights: readonly (readonly [DetectorName, number])[] = [
    ['33@240', 1],
    ['144@240', 2],
    ['33@1D', 2],
    ['52@1D', 3],
    ['144@1D', 4],
  ];
  for (const [near, nearWeight] of weights) {
    for (const [far, farWeight] of weights) {
      const found = wins([1.03, near, nearWeight], [1.08, far, farWeight]);
      assert.equal(found, farWeight > nearWeight ? 1 : 0, `${near} ${far}`);
    }
  }
});
