import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConditionBasis, TouchView, Trade, TradeCondition } from '@rasat/engine';
import * as z from 'zod/mini';
import { tradeCondition } from './routes/index.ts';
import { trade } from './wire.ts';
import { toWireCondition, toWireTouch, toWireTrade, withLegs } from './wire-analysis.ts';

const condition = {
  id: 'condition.pivot.1000',
  setup: 'pivot',
  way: 'up',
  price: 1.3695,
  range: 0.00707,
  sl: 1.36243,
  tp1: 1.37657,
  tp2: 1.38364,
  datetime: 1000,
  expiry: 2000.4,
  active: true,
  tp1Hit: false,
  endedBy: null,
  endedMs: null,
  exit: null,
  basis: { rule: 'condition' } as ConditionBasis,
} satisfies TradeCondition;

test('a condition has the number of its end', () => {
  const ended = (endedBy: TradeCondition['endedBy']) =>
    toWireCondition('EURUSD', { ...condition, active: endedBy === null, endedBy }).ended;
  assert.deepEqual(
    [null, 'stop', 'expiry', 'target'].map((by) => ended(by as never)),
    [null, -1, 0, 2],
  );
});

test('an ended condition has its time and price; a stored one without a price has none', () => {
  const over = { ...condition, active: false, endedBy: 'stop', endedMs: 1500, exit: 1.36 } as const;
  const { endedAt, exit } = toWireCondition('EURUSD', over);
  assert.deepEqual([endedAt, exit], [1500, 1.36]);
  const { exit: _exit, ...kept } = over;
  assert.equal(toWireCondition('EURUSD', kept as TradeCondition).exit, null);
});

test('a condition fits its schema, its times whole milliseconds', () => {
  const wire = toWireCondition('EURUSD', condition);
  assert.deepEqual(z.parse(tradeCondition, wire), wire);
  assert.equal(wire.expiry, 2000);
  assert.equal(wire.way, true);
});

const opened = {
  id: 'trade.36.short.1000',
  way: 'down',
  sl: 1.2,
  p: 1.1,
  tp1: 1,
  tp2: 0.9,
  status: 0,
  d: 1000,
  expiry: 5000,
  closed: false,
  exit: null,
  tp2Hit: false,
  tp2Closed: false,
  basis: { rule: 'trade' } as Trade['basis'],
} satisfies Trade;

test('a trade takes its state from the results of its legs', () => {
  const state = (...legs: Parameters<typeof withLegs>[1]) => {
    const { status, closed, exit, tp2Hit, tp2Closed } = toWireTrade(withLegs(opened, legs));
    return { status, closed, exit, tp2Hit, tp2Closed };
  };
  const first = { leg: 'tp1', status: 1, exit: 1, r: 1 } as const;
  const stop = { leg: 'tp2', status: -1, exit: 1.2, r: -1 } as const;
  const open = { status: 0, closed: false, exit: null, tp2Hit: false, tp2Closed: false };
  assert.deepEqual(state(), open);
  assert.deepEqual(state(first), { ...open, status: 1, closed: true, exit: 1 });
  assert.deepEqual(state(first, stop), {
    status: 1,
    closed: true,
    exit: 1,
    tp2Hit: false,
    tp2Closed: true,
  });
  const target = { leg: 'tp2', status: 1, exit: 0.9, r: 2 } as const;
  assert.equal(state(first, target).tp2Hit, true);
  const wire = toWireTrade(withLegs(opened, [first]));
  assert.deepEqual(z.parse(trade, wire), wire);
});

test('chances have their base, and the shares of the week in its order', () => {
  const none = { short: null, long: null };
  const slots = [19_000, 20_000, 20_500, 19_500, 21_000, 0, 0];
  const view: TouchView = {
    touchClass: 'index',
    base: '1D',
    levels: null,
    boxes: { hayyam: none, '52': none, '144': none, '36': none, crystal: none },
    cones: { day: null, week: null, slots },
  };
  const wire = toWireTouch(view, null);
  assert.deepEqual(wire.cones, {
    day: null,
    week: null,
    slots: [19_000, 20_000, 20_500, 19_500, 21_000, 0, 0],
  });
  assert.deepEqual([wire.class, wire.base, wire.boxes, wire.now], ['index', '1D', [], null]);
});
