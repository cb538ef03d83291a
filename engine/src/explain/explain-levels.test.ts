import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LevelsBasis } from './basis.ts';
import type { Derivation } from './derivation.ts';
import { explainGannLevel, explainWeeklyLevel } from './explain-levels.ts';

const inputsOf = ({ inputs }: Derivation): unknown[][] =>
  inputs.map(({ name, value, timeMs }) => [name, value, ...(timeMs === undefined ? [] : [timeMs])]);

/** The root of 100 is 10; a step of 90 degrees is half a root, to 110.25 and 90.25. */
const LEVELS: LevelsBasis = {
  rule: 'levels',
  version: 1,
  computedAtMs: 7,
  digits: 2,
  anchor: 100,
  atr1W: 41,
  m: 0,
  beta: 90,
  scale: 1,
};

test('a weekly level is explained from the anchor and a quarter of the weekly range', () => {
  const explained = explainWeeklyLevel(LEVELS, 'buy', 1);
  assert.deepEqual(inputsOf(explained), [
    ['anchor', 100, 7],
    ['atr1W', 41, 7],
  ]);
  assert.deepEqual(
    explained.steps.map(({ name, result }) => [name, result]),
    [
      ['targetStep', 10.25],
      ['m', 0],
      ['beta', 90],
      ['power', 1],
      ['scaledAnchor', 100],
      ['root', 10],
      ['anchorAfterSplits', 100],
      ['roundedAnchor', 100],
      ['tick', 0.01],
      ['degrees1', 90],
      ['turn1', 0.5],
      ['movedRoot1', 10.5],
      ['squared1', 110.25],
      ['level1', 110.25],
      ['afterSplits1', 110.25],
      ['rounded1', 110.25],
      ['degrees2', 180],
      ['turn2', 1],
      ['movedRoot2', 11],
      ['squared2', 121],
      ['level2', 121],
      ['afterSplits2', 121],
      ['rounded2', 121],
      ['buy1', 121],
    ],
  );
  assert.equal(explainWeeklyLevel(LEVELS, 'sell', 0).result, 90.25);
  assert.equal(explainWeeklyLevel({ ...LEVELS, scale: 0.5 }, 'sell', 0).result, 45.13);
});

test('a level that is not published has no explanation', () => {
  assert.equal(explainWeeklyLevel(LEVELS, 'buy', 0).result, 110.25);
  // Nineteen half roots below 10 is a root of 0.5, twenty none.
  assert.equal(explainWeeklyLevel(LEVELS, 'sell', 18).result, 0.25);
  assert.throws(() => explainWeeklyLevel(LEVELS, 'sell', 19), RangeError);
});

test('a level that rounding puts on its neighbour moves out by a tick, and the explanation has that step', () => {
  // Steps of a fiftieth: all of them round to 4 where prices are whole.
  const gann = explainGannLevel(
    {
      rule: 'gann',
      version: 1,
      computedAtMs: 7,
      digits: 0,
      pivot: { detector: '144@1D', way: 'up', level: 4, openTimeMs: 3, confirmedMs: 5 },
      atr1D: 0.02,
      m: 0,
      beta: 45,
      scale: 1,
      close: 4,
    },
    2,
  );
  const moved = gann.steps.filter(({ name }) => /outward|movedOut/.test(name));
  assert.deepEqual(
    moved.map(({ name, result }) => [name, result]),
    [
      ['outward1', 5],
      ['movedOut1', 5],
      ['outward2', 6],
      ['movedOut2', 6],
    ],
  );
  assert.equal(gann.result, 6);
});
