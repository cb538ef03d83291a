import assert from 'node:assert/strict';
import test from 'node:test';
import {
  countFilters,
  FILTERS,
  listMatchingSymbols,
  listSetups,
  listStates,
  readRowsFilter,
  toRowsQuery,
} from './rows-filter.ts';

const NOW = Date.parse('2026-11-18T13:20:00Z');
const read = (search: string) => readRowsFilter(new URLSearchParams(search));

test('an address without filters lists all rows', () => {
  const filter = read('');
  assert.equal(countFilters(filter), 0);
  assert.deepEqual(toRowsQuery(filter, NOW), {});
});

test('every filter of an address becomes a filter of the call', () => {
  const search = 'period=1998&kind=box&setup=36.short&category=forex&symbol=EURUSD&state=sl';
  const filter = read(search);
  assert.equal(countFilters(filter), FILTERS.length);
  assert.deepEqual(toRowsQuery(filter, NOW), {
    kind: 'box',
    setup: '36.short',
    category: 'forex',
    symbol: 'EURUSD',
    state: 'sl',
    from: String(Date.parse('1998-01-01T00:00:00Z')),
    before: String(Date.parse('1999-01-01T00:00:00Z')),
  });
});

test('the last twelve months begin at the start of a day, so that the list is stable for a day', () => {
  const { from, before } = toRowsQuery(read('period=12m'), NOW);
  assert.equal(from, String(Date.parse('2025-11-18T00:00:00Z')));
  assert.equal(before, undefined);
  assert.deepEqual(toRowsQuery(read('period=12m'), NOW + 3_600_000), { from });
});

test('an unknown value of a filter is ignored', () => {
  const words = 'period=1969&kind=all&setup=37.short&category=gold&symbol=eur%20usd&state=won';
  assert.equal(countFilters(read(words)), 0);
});

test('a setup belongs to its kind', () => {
  assert.equal(read('kind=condition&setup=36.short').setup, null);
  assert.equal(read('kind=condition&setup=break').setup, 'break');
  assert.equal(read('setup=crystal.long').setup, 'crystal.long');
  assert.equal(listSetups('levels').length, 0);
});

const SYMBOLS = [
  { symbol: 'EURUSD', name: 'Euro / Dolar' },
  { symbol: 'EURGBP', name: 'Euro / Sterlin' },
  { symbol: 'ISCTR', name: 'İş Bankası' },
  { symbol: 'SISE', name: 'Şişecam' },
  { symbol: 'EUR', name: 'Euro' },
];
const found = (text: string) => listMatchingSymbols(SYMBOLS, text).map(({ symbol }) => symbol);

test('a symbol is found by its code or name, in upper or lower case, with or without dots', () => {
  assert.deepEqual(found('eurusd'), ['EURUSD']);
  assert.deepEqual(found('ısctr'), ['ISCTR']);
  assert.deepEqual(found('iş bankası'), ['ISCTR']);
  assert.deepEqual(found('SISECAM'), ['SISE']);
  assert.deepEqual(found('eur'), ['EUR']);
  assert.deepEqual(found('eurg'), ['EURGBP']);
  assert.deepEqual(found('usd'), ['EURUSD']);
  assert.deepEqual(found('s'), ['SISE', 'EURUSD', 'EURGBP', 'ISCTR']);
  assert.deepEqual(found('  '), []);
  assert.deepEqual(found('xyz'), []);
});

test('a list that begins with decided rows does so until the address says otherwise', () => {
  const begin = (search: string) => readRowsFilter(new URLSearchParams(search), 'decided').state;
  assert.equal(begin(''), 'decided');
  assert.equal(begin('kind=box'), 'decided');
  assert.equal(begin('state=any'), null);
  assert.equal(begin('state=open'), 'open');
  assert.deepEqual(toRowsQuery(readRowsFilter(new URLSearchParams(), 'decided'), NOW), {
    state: 'decided',
  });
});

test('forecasts have states and setups of their own', () => {
  assert.deepEqual(listStates('forecast'), ['ended', 'void', 'open']);
  assert.ok(!listStates(null).includes('ended') && listStates('levels').includes('waiting'));
  assert.equal(read('kind=forecast&state=sl').state, null);
  assert.equal(read('kind=forecast&state=ended').state, 'ended');
  assert.equal(read('state=ended').state, null, 'a list without a kind has no forecast');
  assert.equal(read('kind=forecast&setup=cone.4w').setup, 'cone.4w');
  assert.equal(read('kind=box&setup=cone.4w').setup, null);
  const begin = (search: string) => readRowsFilter(new URLSearchParams(search), 'decided').state;
  assert.equal(begin('kind=forecast'), 'ended');
  assert.equal(begin('kind=forecast&state=any'), null);
  assert.equal(begin('kind=forecast&state=open'), 'open');
});
