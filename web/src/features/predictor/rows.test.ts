import assert from 'node:assert/strict';
import test from 'node:test';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { countNew, filterEntries } from './rows.ts';

const HOUR = 3_600_000;

const item = (symbol: string, way: boolean, datetime = 0): PredictorItem => ({
  tradeCondition: {
    symbol,
    way,
    datetime,
    active: true,
    price: 1,
    range: 0.1,
    sl: 0.9,
    tp1: 1.1,
    tp2: 1.2,
    setup: 'break',
    ended: null,
    tp1Hit: false,
  },
  last: null,
});

const ITEMS = [item('EURUSD', true), item('USDTRY', false), item('GBPUSD', true)];
const names = (items: readonly PredictorItem[]) => items.map((i) => i.tradeCondition.symbol);

test('the filter finds parts of symbols in any case and keeps the order', () => {
  assert.deepEqual(names(filterEntries(ITEMS, 'usd', 'all')), ['EURUSD', 'USDTRY', 'GBPUSD']);
  assert.deepEqual(names(filterEntries(ITEMS, 'tRy', 'all')), ['USDTRY']);
});

test('the direction filter applies', () => {
  assert.deepEqual(names(filterEntries(ITEMS, '', 'buy')), ['EURUSD', 'GBPUSD']);
  assert.deepEqual(names(filterEntries(ITEMS, 'usd', 'sell')), ['USDTRY']);
});

test('entries of the current UTC hour are new, not those of the last sixty minutes', () => {
  const now = 100 * HOUR + 5 * 60_000;
  const items = [
    item('A', true, 100 * HOUR),
    item('B', true, 100 * HOUR - 1),
    item('C', true, 76 * HOUR),
  ];
  assert.equal(countNew(items, now), 1);
});
