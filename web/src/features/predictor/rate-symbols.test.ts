import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { pickRateSymbols } from './rate-symbols.ts';

const item = (symbol: string): PredictorItem => ({
  tradeCondition: {
    symbol,
    way: true,
    active: true,
    price: 1,
    range: 0.1,
    datetime: 0,
    sl: 0.9,
    tp1: 1.1,
    tp2: 1.2,
    setup: 'pivot',
    ended: null,
    tp1Hit: false,
  },
  last: null,
});
const items = ['EURUSD', 'GBPUSD', 'XAUUSD'].map(item);
const symbols = [
  { symbol: 'EURUSD', source: 'simulated' },
  { symbol: 'GBPUSD', source: 'simulated' },
  { symbol: 'XAUUSD', source: 'file' },
];

test('simulated and real prices never share one rate', () => {
  assert.deepEqual(pickRateSymbols(items, symbols), ['EURUSD', 'XAUUSD']);
  assert.deepEqual(pickRateSymbols(items.slice(0, 2), symbols), ['EURUSD']);
  assert.deepEqual(pickRateSymbols(items.slice(2), symbols), ['XAUUSD']);
});

test('before the symbols are known, the first entry represents all', () => {
  assert.deepEqual(pickRateSymbols(items, []), ['EURUSD']);
  assert.deepEqual(pickRateSymbols([], symbols), []);
});
