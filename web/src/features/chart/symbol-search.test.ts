import assert from 'node:assert/strict';
import test from 'node:test';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { listMatchingSymbols } from './symbol-search.ts';

const entry = (symbol: string, type: SymbolEntry['type'], tr: string): SymbolEntry => ({
  symbol,
  type,
  digits: 2,
  name: { tr, az: tr, en: tr },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'always',
  base: '60',
  resolutions: ['1D'],
});

const list = [
  entry('XU100', 'index', 'BIST 100'),
  entry('USDTRY', 'forex', 'ABD Doları / Türk Lirası'),
  entry('BTCUSD', 'crypto', 'Bitcoin / ABD Doları'),
  entry('ISCTR', 'bist', 'İş Bankası'),
];
const found = (search: string): string[] =>
  listMatchingSymbols(list, search).map(({ symbol }) => symbol);

test('without a search all symbols are listed by category', () => {
  assert.deepEqual(found(''), ['BTCUSD', 'USDTRY', 'ISCTR', 'XU100']);
});

test('names that begin with the search are before names that contain it', () => {
  assert.deepEqual(found('USD'), ['USDTRY', 'BTCUSD']);
});

test('names are found without their dots and hooks', () => {
  assert.deepEqual(found('IS BANK'), ['ISCTR']);
  assert.deepEqual(found('lirasi'), ['USDTRY']);
});

test('a text that matches no symbol finds nothing', () => {
  assert.deepEqual(found('QQQQ'), []);
});
