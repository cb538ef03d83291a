import assert from 'node:assert/strict';
import test from 'node:test';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { countOpen, latestEntries, openDirections } from './board.ts';

const item = (symbol: string, datetime: number, way: boolean, active: boolean): PredictorItem => ({
  tradeCondition: {
    symbol,
    datetime,
    way,
    active,
    price: 1,
    range: 0.1,
    sl: 0.9,
    tp1: 1.1,
    tp2: 1.2,
    setup: 'pivot',
    ended: active ? null : 0,
    tp1Hit: false,
  },
  last: null,
});

test('only active conditions count as open', () => {
  const items = [item('A', 1, true, true), item('B', 1, true, false), item('C', 1, false, true)];
  assert.deepEqual(countOpen(items), { buys: 1, sells: 1 });
  assert.deepEqual(
    [...openDirections(items)],
    [
      ['A', true],
      ['C', false],
    ],
  );
});

test('the newest entries of all categories are listed, equal times by symbol', () => {
  const lists = [
    [item('BTCUSD', 5, true, true), item('ETHUSD', 1, true, true)],
    [item('AAPL', 5, true, true)],
    [],
    [item('THYAO', 3, false, false)],
  ];
  assert.deepEqual(
    latestEntries(lists, 3).map(({ tradeCondition }) => tradeCondition.symbol),
    ['AAPL', 'BTCUSD', 'THYAO'],
  );
});
