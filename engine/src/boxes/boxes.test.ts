import assert from 'node:assert/strict';
import test from 'node:test';
import type { Bar } from '../bars/bar.ts';
import { readGolden } from '../testing/shared.golden.ts';
import type { BoxPrices, BoxTimes } from './box.ts';
import {
  type CrystalRule,
  crystalBars,
  findClusters,
  forgetOldPivots,
  MEMORY_MS,
} from './crystal.ts';
import { boxPrices, boxRisk, boxTimes, isTooFlat, squareBox, timeFractions } from './geometry.ts';
import { BOX_KINDS, type BoxKind, boxTypeNumber, findBoxKind } from './kinds.ts';
import { simulateOutcome } from './outcome.ts';
import { openPosition, riskMultiple, touchPosition } from './position.ts';

test('kinds are numbered 1 to 5', () => {
  assert.deepEqual(
    BOX_KINDS.map((kind) => [boxTypeNumber(kind), kind]),
    [
      [1, 'hayyam'],
      [2, '52'],
      [3, '144'],
      [4, '36'],
      [5, 'crystal'],
    ],
  );
  assert.equal(findBoxKind(4), '36');
  assert.equal(findBoxKind(0), undefined);
  assert.equal(findBoxKind(6), undefined);
});

test('the 144 box of the worked example', () => {
  const frame = squareBox(1, 1.32936, 0, 0.0031466667, 144, 1, 5, 0)!;
  const prices = boxPrices(frame, 5);
  assert.deepEqual(
    [prices.bottom, prices.top, prices.middle, prices.middleUp, prices.upTrade, prices.downTrade],
    [1.32936, 1.36712, 1.34824, 1.35768, 1.3683, 1.32818],
  );
  assert.ok(Math.abs(boxRisk(frame) - 0.00944) < 1e-8);
});

test('hayyam divides at the leap years 8, 12, 16, 20, 24 of 33, the eighths of the cycle', () => {
  const years = [2, 3, 4, 5, 6].map((k) => Math.floor((33 * k) / 8));
  const { fQuarter, fHalf, middle, lHalf, lQuarter } = timeFractions('hayyam');
  assert.deepEqual(
    [fQuarter, fHalf, middle, lHalf, lQuarter],
    years.map((year) => [year, 33]),
  );
});

test('a box is not made when it is too flat, reaches zero, or ends before it is known', () => {
  assert.ok(isTooFlat(0.00015, 5));
  assert.ok(!isTooFlat(0.00017, 5));
  assert.equal(squareBox(1, 1, 0, 0.00002, 36, 100, 5, 0), null);
  assert.equal(squareBox(-1, 5, 0, 1, 36, 100, 2, 0), null, 'bottom would be -1');
  assert.equal(squareBox(-1, 6, 0, 1, 36, 100, 2, 0), null, 'bottom would be 0');
  assert.notEqual(squareBox(-1, 6.01, 0, 1, 36, 100, 2, 0), null);
  assert.equal(squareBox(1, 10, 0, 1, 36, 100, 2, 3_600), null, 'ends the moment it is known');
  assert.notEqual(squareBox(1, 10, 0, 1, 36, 100, 2, 3_599), null);
});

interface Geometry {
  bottom: number;
  top: number;
  digits: number;
  kind: BoxKind;
  start: number;
  end: number;
  p: BoxPrices;
  d: BoxTimes;
}

test('price and time lines equal the reference', (t) => {
  const golden = readGolden(t, 'box_geometry') as Geometry[] | undefined;
  if (golden === undefined) return;
  for (const { kind, digits, p, d, ...frame } of golden) {
    assert.deepEqual(boxPrices(frame, digits), p);
    assert.deepEqual(boxTimes(frame, kind), d);
  }
  t.diagnostic(`${golden.length} boxes`);
});

interface OutcomeCase {
  name: string;
  bars: [number, number, number, number][];
  entryBar: number;
  way: boolean;
  p: number;
  R: number;
  maxBars: number;
  expect: { o1: number; e1: number; o2: number; e2: number; b1: number };
}

test('outcomes equal the reference, in the engine and in the simulator', (t) => {
  const golden = readGolden(t, 'trade_outcome') as OutcomeCase[] | undefined;
  if (golden === undefined) return;
  for (const { name, bars, entryBar, way, p, R, maxBars, expect } of golden) {
    const sign = way ? 1 : -1;
    const series: Bar[] = bars.map(([open, high, low, close], at) => ({
      openTimeMs: at,
      open,
      high,
      low,
      close,
      volume: 0,
    }));
    const position = openPosition(sign, p, R, entryBar, entryBar + maxBars, 2);
    let firstBar = -1;
    for (const { openTimeMs, open, high, low, close } of series.slice(entryBar + 1)) {
      const decided = touchPosition(position, open, high, low, close, openTimeMs);
      if (decided % 2 === 1 && firstBar < 0) firstBar = openTimeMs;
    }
    const last = series.at(-1)!.close;
    const multiple = (closed: number, exit: number): number =>
      riskMultiple(sign, p, R, closed === 1 ? exit : last);
    assert.equal(position.status1, expect.o1, name);
    assert.equal(position.status2, expect.o2, name);
    assert.equal(firstBar, expect.b1, name);
    assert.ok(Math.abs(multiple(position.closed1, position.exit1) - expect.e1) < 1e-12, name);
    assert.ok(Math.abs(multiple(position.closed2, position.exit2) - expect.e2) < 1e-12, name);
    for (const [targets, status, r] of [
      [1, expect.o1, expect.e1],
      [2, expect.o2, expect.e2],
    ] as const) {
      const found = simulateOutcome(
        series,
        entryBar,
        {
          way: way ? 'up' : 'down',
          price: p,
          risk: R,
          stop: p - sign * R,
          target: p + sign * targets * R,
        },
        maxBars,
      );
      assert.equal(found.status, status, name);
      assert.ok(Math.abs(found.r - r) < 1e-12, name);
    }
  }
  t.diagnostic(`${golden.length} cases`);
});

test('the bar that reaches the expiry counts its touches, then closes the open legs', () => {
  const touched = openPosition(1, 100, 2, 0, 10, 2);
  assert.equal(touchPosition(touched, 100, 102, 99, 101, 10), 3);
  assert.deepEqual([touched.status1, touched.status2, touched.exit2], [1, 0, 101]);
  const open = openPosition(1, 100, 2, 0, 10, 2);
  assert.equal(touchPosition(open, 100, 101, 99, 100.5, 9), 0);
  assert.equal(touchPosition(open, 100, 101, 99, 100.5, 10), 3);
  assert.deepEqual([open.status1, open.exit1, open.closed1], [0, 100.5, 1]);
});

test('stop and targets are rounded when the position opens, and bars touch the rounded prices', () => {
  const position = openPosition(1, 1.00004, 0.000333, 0, 99, 4);
  assert.deepEqual([position.sl, position.tp1, position.tp2], [0.9997, 1.0004, 1.0007]);
  assert.equal(touchPosition(position, 1, 1.0004, 0.99971, 1, 1), 1, 'the target as rounded');
  assert.equal(touchPosition(position, 1, 1, 0.9997, 1, 2), 2, 'the stop as rounded');
});

test('clusters: the densest level on each side, the nearer and then the earlier of equals', () => {
  const pivot = (level: number, weight = 1): { level: number; weight: number } => ({
    level,
    weight,
  });
  // Close 100, daily range 1: candidates from 100.5 to 106.2 above and 99.5 to 94.2 below.
  const pivots = [pivot(103), pivot(103.1), pivot(105, 4), pivot(98), pivot(96), pivot(100.2, 9)];
  const twins = [pivot(104), pivot(98), pivot(98)];
  for (const rule of [1, 2] as const) {
    assert.deepEqual(findClusters(pivots, 100, 1, rule), { top: 2, bottom: 3 });
    assert.deepEqual(findClusters(twins, 100, 1, rule), { top: 0, bottom: 1 });
    assert.equal(findClusters([pivot(104), pivot(107)], 100, 1, rule), null, 'nothing below');
    assert.equal(findClusters(pivots, 100, 0, rule), null, 'no range');
  }
});

test('a pivot adds to the density around another, before it in the list or behind it', () => {
  // Close 100, daily range 2, width 0.005. Between 102.9 and 103 the decay is exp(-0.01887) = 0.98131 and the densities
  // are 1 + 2 * 0.98131 = 2.963 and 2 + 0.98131 = 2.981; 105 stands alone with 2.97.
  const below = { level: 97, weight: 1 };
  const [near, densest] = [
    { level: 102.9, weight: 1 },
    { level: 103, weight: 2 },
  ];
  const alone = { level: 105, weight: 2.97 };
  const both = [
    [below, near, densest, alone],
    [alone, densest, near, below],
  ];
  assert.deepEqual(
    both.map((pivots) => pivots[findClusters(pivots, 100, 2, 2)?.top ?? -1]),
    [densest, densest],
  );
  // A pivot too near to the close to be a cluster still adds to a density: 101.1 has 1 + 0.92 with 100.9, more than
  // 1.5.
  const mixed = [
    { level: 100.9, weight: 1 },
    { level: 101.1, weight: 1 },
    { level: 104, weight: 1.5 },
  ];
  for (const pivots of [
    [below, ...mixed],
    [...mixed.toReversed(), below],
  ]) {
    assert.equal(pivots[findClusters(pivots, 100, 2, 2)?.top ?? -1]?.level, 101.1);
  }
});

test('a density below the largest by up to a billionth is equal by rule 2 alone', () => {
  const below = { level: 97, weight: 1 };
  const topOf = (nearer: number, farther: number, rule: CrystalRule): number | undefined => {
    // Width 0.005, reach 0.02; ln(105 / 102) is 0.029, so each density is the pivot's own weight.
    const pivots = [below, { level: 105, weight: farther }, { level: 102, weight: nearer }];
    return pivots[findClusters(pivots, 100, 2, rule)?.top ?? -1]?.level;
  };
  const slightly = [1, 1 + 0.9e-9] as const;
  const clearly = [1, 1 + 1.1e-9] as const;
  assert.deepEqual([topOf(...slightly, 1), topOf(...slightly, 2)], [105, 102]);
  assert.deepEqual([topOf(...clearly, 1), topOf(...clearly, 2)], [105, 105]);
  // The limit is a share of the largest density.
  assert.equal(topOf(1000, 1000 + 0.9e-6, 2), 102);
  assert.equal(topOf(1000, 1000 + 1.1e-6, 2), 105);
});

test('equal densities are those equal to the largest, not each to the one before it', () => {
  const below = { level: 97, weight: 1 };
  // 105.8 has the largest density; 103.4 is within a billionth of it, 101.2 within a billionth of 103.4 alone.
  const pivots = [
    below,
    { level: 101.2, weight: 1 - 1.6e-9 },
    { level: 103.4, weight: 1 - 0.8e-9 },
    { level: 105.8, weight: 1 },
  ];
  for (const order of [pivots, pivots.toReversed()]) {
    assert.equal(order[findClusters(order, 100, 2, 2)?.top ?? -1]?.level, 103.4);
  }
});

test('of equal densities at one distance the earliest in the list wins', () => {
  const pivots = [97, 103, 103, 103].map((level) => ({ level, weight: 1 }));
  for (const rule of [1, 2] as const) assert.equal(findClusters(pivots, 100, 2, rule)?.top, 1);
});

test('a crystal box spans the squared height in ranges, between 24 and 288 bars', () => {
  assert.equal(crystalBars(10, 1), 100);
  assert.equal(crystalBars(1, 1), 24);
  assert.equal(crystalBars(100, 1), 288);
});

test('the memory counts 400 days from the confirmation and forgets the day after', () => {
  const nowMs = 5 * MEMORY_MS;
  const kept = { confirmedMs: nowMs - MEMORY_MS };
  const memory = [{ confirmedMs: kept.confirmedMs - 1 }, kept, { confirmedMs: nowMs }];
  forgetOldPivots(memory, nowMs);
  assert.deepEqual(memory, [kept, { confirmedMs: nowMs }]);
  forgetOldPivots(memory, nowMs + 2 * MEMORY_MS);
  assert.deepEqual(memory, []);
});
