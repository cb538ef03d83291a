import assert from 'node:assert/strict';
import test from 'node:test';
import ln from '@stdlib/math-base-special-ln';
import type { Bar } from '../bars/bar.ts';
import { boxWord } from '../display/words.ts';
import type { CrystalBoxBasis } from '../explain/basis.ts';
import { explainCluster } from '../explain/explain-box.ts';
import { createHistory, followPosition, resolvePosition } from '../record/history.ts';
import { columnsOf } from '../testing/engine-record.ts';
import { justAbove, justBelow } from '../testing/neighbours.ts';
import { HOUR_MS } from '../time/resolution.ts';
import { crystalBars, findClusters } from './crystal.ts';
import { isTooFlat, squareBox } from './geometry.ts';
import type { DetectorName } from './kinds.ts';
import { simulateOutcome } from './outcome.ts';
import { openPosition, touchPosition } from './position.ts';

type Prices = readonly [open: number, high: number, low: number, close: number];

const barsOf = (rows: readonly Prices[]): Bar[] =>
  rows.map(([open, high, low, close], at) => ({
    openTimeMs: at * HOUR_MS,
    open,
    high,
    low,
    close,
    volume: 0,
  }));

/**
 * What a buy at 100 with a risk of 8 (stop 92, targets 108 and 116) comes to, by each of the three
 * implementations: the engine's, the record's over columns, and the simulator's, leg by leg. Upside
 * down it is the sale at 100 with stop 108 and targets 92 and 84; doubles between 64 and 128 are
 * evenly spaced, so that a price just beside a bound stays so.
 */
function outcomes(rows: readonly Prices[], expiryHours: number, way: 1 | -1): unknown[][] {
  const turned = ([open, high, low, close]: Prices): Prices =>
    way > 0 ? [open, high, low, close] : [200 - open, 200 - low, 200 - high, 200 - close];
  const bars = barsOf([[100, 100, 100, 100] as const, ...rows].map(turned));
  const made = () => openPosition(way, 100, 8, HOUR_MS, (1 + expiryHours) * HOUR_MS, 9);
  const streamed = made();
  for (const { openTimeMs, open, high, low, close } of bars.slice(1)) {
    touchPosition(streamed, open, high, low, close, openTimeMs + HOUR_MS);
  }
  const options = { base: '60', fx: false, digits: 9 } as const;
  const history = createHistory(columnsOf(bars), options);
  const followed = made();
  followPosition(history, followed, 0);
  const { r1, r2, status1, status2 } = resolvePosition(history, followed);
  const last = bars.at(-1)!.close;
  const multiple = (closed: number, exit: number) =>
    (way * ((closed === 1 ? exit : last) - 100)) / 8;
  const simulated = [1, 2].map((targets) => {
    const direction = way > 0 ? 'up' : 'down';
    const [stop, target] = [100 - 8 * way, 100 + 8 * targets * way];
    return simulateOutcome(
      bars,
      0,
      { way: direction, price: 100, risk: 8, stop, target },
      expiryHours,
    );
  });
  return [
    [
      streamed.status1,
      multiple(streamed.closed1, streamed.exit1),
      streamed.status2,
      multiple(streamed.closed2, streamed.exit2),
    ],
    [status1, r1, status2, r2],
    simulated.flatMap(({ status, r }) => [status, r]),
  ];
}

test('stop and targets are touched exactly, in either direction, by every implementation', () => {
  const cases: readonly [string, readonly Prices[], number, readonly number[]][] = [
    ['the first target exactly', [[100, 108, 93, 100]], 9, [1, 1, 0, 0]],
    ['just below the first target', [[100, justBelow(108), 93, 100]], 9, [0, 0, 0, 0]],
    ['the second target exactly', [[100, 116, 93, 100]], 9, [1, 1, 1, 2]],
    ['just below the second target', [[100, justBelow(116), 93, 100]], 9, [1, 1, 0, 0]],
    ['the stop exactly', [[100, 107, 92, 100]], 9, [-1, -1, -1, -1]],
    ['just above the stop', [[100, 107, justAbove(92), 100]], 9, [0, 0, 0, 0]],
    [
      'the stop exactly, and targets in the bar behind it',
      [
        [100, 107, 92, 100],
        [100, 116, 100, 116],
      ],
      9,
      [-1, -1, -1, -1],
    ],
    ['stop and target in one bar', [[100, 116, 92, 100]], 9, [-1, -1, -1, -1]],
    ['an open exactly on the stop', [[92, 107, 92, 100]], 9, [-1, -1, -1, -1]],
    ['an open beyond the stop fills there', [[88, 107, 88, 100]], 9, [-1, -1.5, -1, -1.5]],
    ['an open beyond a target fills at it', [[124, 124, 118, 120]], 9, [1, 1, 1, 2]],
    [
      'the first target, then the stop',
      [
        [100, 108, 100, 104],
        [104, 104, 92, 96],
      ],
      9,
      [1, 1, -1, -1],
    ],
    [
      'the second target, exactly, a bar after the first',
      [
        [100, 108, 100, 104],
        [104, 116, 104, 110],
      ],
      9,
      [1, 1, 1, 2],
    ],
    // The time limit of two hours ends with the second bar, whose touches still count.
    [
      'the bar that reaches the limit',
      [
        [100, 101, 99, 100],
        [100, 104, 96, 102],
        [102, 116, 102, 116],
      ],
      2,
      [0, 0.25, 0, 0.25],
    ],
    [
      'a touch in the bar that reaches the limit',
      [
        [100, 101, 99, 100],
        [100, 108, 96, 102],
        [102, 116, 102, 116],
      ],
      2,
      [1, 1, 0, 0.25],
    ],
    [
      'a limit one hour later',
      [
        [100, 101, 99, 100],
        [100, 104, 96, 102],
        [102, 116, 102, 116],
      ],
      3,
      [1, 1, 1, 2],
    ],
  ];
  for (const way of [1, -1] as const) {
    for (const [what, rows, hours, expected] of cases) {
      for (const found of outcomes(rows, hours, way)) {
        assert.deepEqual(
          found.map((value) => Number(value) + 0),
          expected,
          `${way}: ${what}`,
        );
      }
    }
  }
});

test('an expiry between two closes ends with the bar that jumps it', () => {
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
 * Clusters around a close of 1, whose logarithm is 0, so that the distance of a level is its own
 * logarithm: by the engine's search, and by the explanation of a box with these pivots.
 */
function clustersOf(atr1D: number, pivots: readonly Weighted[]): number[] | null {
  const found = findClusters(
    pivots.map(([level, , weight]) => ({ level, weight })),
    1,
    atr1D,
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
    // The largest of the densities of the candidates is that of the cluster which the engine chose.
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
