import assert from 'node:assert/strict';
import test from 'node:test';
import type { WireTouch } from '@rasat/contract';
import { TOUCH, WEEK_END_MS, WEEK_START_MS } from '../testing/touch-reply.ts';
import { nowChance, nowInputs, type TouchNowWire, weekChance, weekOf } from './now-chance.ts';

// Chances were computed apart from the engine, from the formulas of docs/analysis.md, in double precision.

const { now } = TOUCH;
assert.ok(now);
const withNow = (more: Partial<TouchNowWire>): WireTouch => ({
  ...TOUCH,
  now: { ...now, ...more },
});
const near = (chance: unknown, expected: number): void => {
  assert.ok(typeof chance === 'number');
  assert.ok(Math.abs(chance - expected) < 1e-6, `${chance} instead of ${expected}`);
};

test('the chance of the newest bar follows from its price, its variances and the market weeks', () => {
  const inputs = nowInputs('fx', now);
  near(nowChance(inputs, 1.105, 0.5), 0.578225);
  near(nowChance(inputs, 1.095, 0.5), 0.576547);
  near(nowChance(inputs, 1.102, 0.05), 0.465743);
  assert.equal(nowChance(inputs, 1.105, 0), 'closed');
  assert.equal(nowChance(inputs, 1.105, 8.1), null);
});

test('seven slots of a week are those of daily bars', () => {
  const daily = nowInputs('index', {
    ...now,
    price: 5000,
    variances: [1e-14, 4e-4, 4e-4, 4e-4],
    slots: [0.2, 0.2, 0.2, 0.2, 0.2, 0, 0],
  });
  near(nowChance(daily, 5050, 1), 0.634343);
  near(nowChance(daily, 4950, 1), 0.539928);
});

test('a weekly level has its present chance until the end of its week', () => {
  near(weekChance(TOUCH, WEEK_START_MS, 'buy', 1.105), 0.578225);
  near(weekChance(TOUCH, WEEK_START_MS, 'sell', 1.095), 0.576547);
});

test('a level is reached once a bar touched it, before its set was published, and when the price is beyond it', () => {
  const reached = (side: 'buy' | 'sell', level: number, touch = TOUCH): boolean =>
    weekChance(touch, WEEK_START_MS, side, level) === 'reached';
  assert.ok(reached('buy', 1.099), 'touched on Tuesday');
  assert.ok(reached('sell', 1.12), 'not in the published set');
  assert.ok(!reached('buy', 1.105));
  assert.ok(reached('buy', 1.105, withNow({ price: 1.105 })));
  assert.ok(!reached('buy', 1.105, withNow({ price: 1.10499 })));
  assert.ok(reached('sell', 1.095, withNow({ price: 1.095 })));
  assert.ok(!reached('sell', 1.095, withNow({ price: 1.09501 })));
  assert.ok(reached('buy', 1.099, withNow({ levels: 0 })), 'also while the market is closed');
});

test('while no market time is left the market is closed, and after the week there is no chance', () => {
  const chance = (touch: WireTouch | null, startMs: number | null = WEEK_START_MS) =>
    weekChance(touch, startMs, 'buy', 1.105);
  assert.equal(chance(withNow({ levels: 0 })), 'closed');
  assert.equal(chance(withNow({ at: WEEK_END_MS })), null);
  assert.equal(typeof chance(withNow({ at: WEEK_END_MS - 1 })), 'number');
  assert.equal(chance(withNow({ levels: null })), null);
  assert.equal(chance({ ...TOUCH, now: null }), null);
  assert.equal(chance({ ...TOUCH, levels: null }), null);
  assert.equal(chance(null), null);
  assert.equal(chance(TOUCH, null), null);
});

test('chances of another week than that of the levels are none', () => {
  const WEEK = 604_800_000;
  assert.ok(weekOf(TOUCH, WEEK_END_MS - WEEK), 'a set ends at most a week after its start');
  assert.equal(weekOf(TOUCH, WEEK_END_MS - WEEK - 1), null);
  assert.ok(weekOf(TOUCH, WEEK_END_MS - 1));
  assert.equal(weekOf(TOUCH, WEEK_END_MS), null);
  assert.deepEqual(weekOf(TOUCH, WEEK_START_MS), {
    levels: TOUCH.levels?.levels,
    untilMs: WEEK_END_MS,
    now,
    weeks: 0.5,
  });
});
