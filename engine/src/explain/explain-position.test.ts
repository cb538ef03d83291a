import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeerBasis, TradeBasis } from './basis.ts';
import type { Derivation } from './derivation.ts';
import { explainSeer, explainTrade, explainTradeExpiry } from './explain-position.ts';

const inputsOf = ({ inputs }: Derivation): unknown[][] =>
  inputs.map(({ name, value, timeMs }) => [name, value, ...(timeMs === undefined ? [] : [timeMs])]);

test("a seer's level is explained with the line that the close had to reach", () => {
  const basis: SeerBasis = {
    rule: 'seer',
    version: 1,
    computedAtMs: 9,
    digits: 2,
    n: 144,
    resolution: '1D',
    pivot: { detector: '144@1D', way: 'up', level: 50, openTimeMs: 3, confirmedMs: 9 },
    atr: 2,
    close: 63,
  };
  const explained = explainSeer(basis);
  assert.deepEqual(inputsOf(explained), [
    ['extreme', 50, 3],
    ['close', 63, 9],
    ['atr', 2, 9],
    ['n', 144],
  ]);
  // Half a root of 144 is six ranges, a distance of 12; the close is 13 away.
  assert.deepEqual(
    explained.steps.map(({ name, result }) => [name, result]),
    [
      ['rootN', 12],
      ['kappa', 6],
      ['reversal', 12],
      ['line', 62],
      ['beyondLine', 1],
      ['level', 50],
    ],
  );
  const down = explainSeer({ ...basis, close: 36, pivot: { ...basis.pivot, way: 'down' } });
  assert.equal(down.steps.find(({ name }) => name === 'line')?.result, 38);
});

const TRADE: TradeBasis = {
  rule: 'trade',
  version: 1,
  computedAtMs: 20,
  digits: 1,
  way: 'up',
  close: 112.5,
  previousClose: 111,
  bottom: 100,
  top: 112,
  startMs: 2,
  endMs: 12,
  boxCreatedMs: 8,
};

test('a price of a trade is explained from the close and a quarter of the box', () => {
  const stepsOf = (basis: TradeBasis) =>
    explainTrade(basis, 'tp2').steps.map(({ name, result }) => [name, result]);
  assert.deepEqual(inputsOf(explainTrade(TRADE, 'tp2')), [
    ['close', 112.5, 20],
    ['top', 112, 8],
    ['bottom', 100, 8],
  ]);
  assert.deepEqual(stepsOf(TRADE), [
    ['height', 12],
    ['risk', 3],
    ['doubleRisk', 6],
    ['price', 118.5],
    ['tp2', 118.5],
  ]);
  assert.deepEqual(stepsOf({ ...TRADE, way: 'down' }).slice(-1), [['tp2', 106.5]]);
});

test('the expiry of a trade is explained as its entry plus half the time of the box', () => {
  const explained = explainTradeExpiry(TRADE);
  assert.deepEqual(inputsOf(explained), [
    ['openedTime', 20, 20],
    ['startTime', 2, 8],
    ['endTime', 12, 8],
  ]);
  assert.deepEqual(
    explained.steps.map(({ name, result }) => [name, result]),
    [
      ['duration', 10],
      ['half', 5],
      ['expiry', 25],
    ],
  );
});
