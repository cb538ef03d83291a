import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSimilarSymbols } from './similar-symbols.ts';

const symbols = ['EURUSD', 'EURGBP', 'GBPUSD', 'BTCUSD', 'AAPL', 'BRK.B'];

test('a misspelt symbol finds the intended one', () => {
  assert.deepEqual(listSimilarSymbols(symbols, 'EURUDS'), ['EURUSD']);
  assert.deepEqual(listSimilarSymbols(symbols, 'APPL'), ['AAPL']);
  assert.deepEqual(listSimilarSymbols(symbols, 'BRK-B'), ['BRK.B']);
});

test('a part of a name finds all symbols that contain it', () => {
  assert.deepEqual(listSimilarSymbols(symbols, 'EUR'), ['EURGBP', 'EURUSD']);
});

test('a word without a similar symbol finds nothing', () => {
  assert.deepEqual(listSimilarSymbols(symbols, 'ZZZZZZZZ'), []);
});
