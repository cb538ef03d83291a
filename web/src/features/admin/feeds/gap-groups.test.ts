import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupGaps } from './gap-groups.ts';

/** 17:31 in Istanbul. */
const FROM = Date.UTC(2026, 10, 20, 14, 31);
const gap = {
  source: 'binance',
  symbol: 'BTCUSDT',
  resolution: '15',
  from: FROM,
  to: FROM + 480_000,
  state: 'open',
  expected: 3,
  inserted: 0,
  rows: 0,
  found: FROM,
  settled: null,
} as const;

test('gaps of one source, span and state are one group, with the sum of their figures', () => {
  const groups = groupGaps([
    gap,
    { ...gap, symbol: 'ETHUSDT', expected: 4, inserted: 1, rows: 2 },
    { ...gap, resolution: '60', expected: 1 },
    { ...gap, symbol: 'ADAUSDT', to: FROM + 900_000 },
    { ...gap, symbol: 'XRPUSDT', state: 'filled', inserted: 3 },
    { ...gap, source: 'kraken' },
  ]);
  const one = { source: 'binance', state: 'open', fromMs: FROM, toMs: FROM + 480_000 };
  assert.deepEqual(groups, [
    { ...one, symbols: ['BTCUSDT', 'ETHUSDT'], expected: 8, inserted: 1, rows: 2 },
    { ...one, toMs: FROM + 900_000, symbols: ['ADAUSDT'], expected: 3, inserted: 0, rows: 0 },
    { ...one, state: 'filled', symbols: ['XRPUSDT'], expected: 3, inserted: 3, rows: 0 },
    { ...one, source: 'kraken', symbols: ['BTCUSDT'], expected: 3, inserted: 0, rows: 0 },
  ]);
  assert.deepEqual(groupGaps([]), []);
});
