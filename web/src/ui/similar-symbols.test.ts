import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSimilarSymbols } from './similar-symbols.ts';

const symbols = ['EURUSD', 'EURGBP', 'GBPUSD', 'BTCUSD', 'AAPL', 'BRK.B'];

test('a misspelt symbol finds what was meant', () => {
  assert.deepEqual(listSimilarSymbols(symbols, 'EURUDS'), ['EURUSD']);
  assert.deepEqual(listSimilarSymbols(symbols, 'APPL'), ['AAPL']);
  assert.deepEqual(listSimilarSymbols(symbols, 'BRK-B'), ['BRK.B']);
});

test('a part of a name finds all that contain it', () => {
  assert.deepEqual(listSimilarSymbols(symbols, 'EUR'), ['EURGBP', 'EURUSD']);
});

test('a word that resembles nothing finds nothing', () => {
  assert.deepEqual(listSimilarSymbols(symbols, 'ZZZZZZZZ'), []);
});
