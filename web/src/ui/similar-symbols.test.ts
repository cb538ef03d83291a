import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSimilar } from './similar-symbols.ts';

const symbols = ['EURUSD', 'EURGBP', 'GBPUSD', 'BTCUSD', 'AAPL', 'BRK.B'];

test('a misspelt symbol finds what was meant', () => {
  assert.deepEqual(findSimilar(symbols, 'EURUDS'), ['EURUSD']);
  assert.deepEqual(findSimilar(symbols, 'APPL'), ['AAPL']);
  assert.deepEqual(findSimilar(symbols, 'BRK-B'), ['BRK.B']);
});

test('a part of a name finds all that contain it', () => {
  assert.deepEqual(findSimilar(symbols, 'EUR'), ['EURGBP', 'EURUSD']);
});

test('a word that resembles nothing finds nothing', () => {
  assert.deepEqual(findSimilar(symbols, 'ZZZZZZZZ'), []);
});
