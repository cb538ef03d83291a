import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecordRow } from './row-calls.ts';
import { computeResult, findTrade, legState, speakTime } from './row-result.ts';

const ROW: RecordRow = {
  seq: 7,
  symbol: 'EURUSD',
  category: 'forex',
  digits: 5,
  source: 'simulated',
  origin: 'backfill',
  kind: 'box',
  setup: '36.short',
  engineVersion: '1.0.0',
  barTime: 0,
  createdAt: 0,
  hash: '',
  sealed: false,
  way: false,
  price: 1.1,
  range: 0.01,
  sl: 1.11,
  tp1: 1.09,
  tp2: 1.08,
  levels: null,
  forecast: null,
  entry: null,
  state: 'sl',
  legs: {
    tp1: { status: -1, price: 1.112, r: -1.2, time: 1 },
    tp2: null,
  },
  ended: null,
  cost: 0.1,
  baseline: {
    entries: 40,
    first: 0.5,
    second: 0.6,
    netFirst: -0.05,
    netSecond: 0.02,
    tp1: 19,
    coverage: 1,
    complete: true,
  },
  unmatched: null,
  touch: null,
  twinTouch: null,
};
const SEALED: RecordRow = { ...ROW, sealed: true, way: null, price: null, sl: null };
const near = (value: number | null, wanted: number) =>
  assert.ok(value !== null && Math.abs(value - wanted) < 1e-12, `${value}, not ${wanted}`);

test('costs are deducted from the result of a row, and the difference is that after costs on both sides', () => {
  const { gross, net, baseline, difference } = computeResult(ROW, 'tp1');
  assert.deepEqual([gross, baseline], [-1.2, -0.05]);
  near(net, -1.3);
  near(difference, -1.25);
});

test('a running leg has a baseline and no result', () => {
  assert.deepEqual(computeResult(ROW, 'tp2'), {
    gross: null,
    net: null,
    baseline: 0.02,
    difference: null,
  });
});

test('without a baseline there is no difference, without a cost no net result', () => {
  const { net, difference } = computeResult({ ...ROW, cost: null, baseline: null }, 'tp1');
  assert.deepEqual([net, difference], [null, null]);
});

test('the trade of a week is its entry; a sealed row shows no trade', () => {
  assert.equal(findTrade(ROW)?.sl, 1.11);
  assert.equal(findTrade(SEALED), null);
  const entry = { time: 1, way: true, price: 1.2, sl: 1.1, tp1: 1.3, tp2: 1.4, expiry: 9 };
  const week: RecordRow = { ...ROW, kind: 'levels', way: null, entry };
  assert.equal(findTrade(week)?.price, 1.2);
  assert.equal(findTrade({ ...week, entry: null }), null);
});

test('a leg ends at its stop, its target or its time, or runs', () => {
  const words = [{ status: -1 }, { status: 1 }, { status: 0 }, null].map(legState);
  assert.deepEqual(words, ['stop', 'target', 'expired', 'open']);
});

test('a delay is shown in the largest unit that keeps its count precise enough', () => {
  const said = [0, 4_900, 89_999, 90_000, 5_399_999, 5_400_000, 172_799_999, 172_800_000].map(
    (ms) => Object.values(speakTime(ms)).join(' '),
  );
  assert.deepEqual(said, [
    'seconds 0',
    'seconds 4',
    'seconds 89',
    'minutes 1',
    'minutes 89',
    'hours 1',
    'hours 47',
    'days 2',
  ]);
  assert.deepEqual(speakTime(-5), { unit: 'seconds', count: 0 });
});
