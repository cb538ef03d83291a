import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SymbolEntry } from '../../../api/calls/market.ts';
import type { Feeds } from './calls.ts';
import { pickSamples } from './reader-samples.ts';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 20, 9);
const entry = (symbol: string, source: string, delay: SymbolEntry['delay']) =>
  ({ symbol, source, delay }) as SymbolEntry;
const REAL_TIME = { class: 'real-time', ms: 0 } as const;
const SYMBOLS = [
  entry('BTCUSDT', 'binance', REAL_TIME),
  entry('ETHUSDT', 'binance', REAL_TIME),
  entry('THYAO', 'laplace', { class: 'delayed', ms: 900_000 }),
  entry('XU100', 'eodhd', { class: 'end-of-day', ms: 0 }),
  entry('OLD', 'file', null),
];
const pick = (
  silent: readonly string[] = [],
  lagging: Feeds['lagging'] = [],
  names = ['binance', 'laplace', 'eodhd'],
) => {
  const sources = names.map((source) => ({
    source,
    silentSince: silent.includes(source) ? NOW : null,
  })) as Feeds['sources'];
  return pickSamples(SYMBOLS, { sources, lagging, serverTime: NOW }).map(({ symbol }) => symbol);
};

test('one symbol of each running source is shown, a delayed one first', () => {
  assert.deepEqual(pick(), ['THYAO', 'BTCUSDT', 'XU100']);
  assert.deepEqual(pick([], [], ['eodhd']), ['XU100']);
  assert.deepEqual(pick([], [], []), []);
});

test('a silent source comes first, and a price that has been stale for a minute is among them', () => {
  assert.deepEqual(pick(['binance']), ['BTCUSDT', 'THYAO', 'XU100']);
  const stale = { symbol: 'ETHUSDT', last: NOW - 60_001 };
  assert.deepEqual(pick([], [stale]), ['THYAO', 'ETHUSDT', 'BTCUSDT', 'XU100']);
  assert.deepEqual(pick([], [{ ...stale, last: NOW - 60_000 }]), ['THYAO', 'BTCUSDT', 'XU100']);
});
