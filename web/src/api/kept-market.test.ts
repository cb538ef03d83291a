import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from './error.ts';
import { listPersonal } from './farewell.ts';
import { cutToKeep, keptKey, keptPlace } from './kept-market.ts';
import { passesByItself } from './recovery.ts';

test('symbols, quotes and bars are kept, and nothing else that a page reads', () => {
  for (const key of [
    ['market', 'symbols'],
    ['market', 'quotes', 'forex'],
    ['market', 'pages', 'BRK.B', '1D'],
  ]) {
    const place = keptPlace(key);
    assert.ok(place !== null);
    assert.deepEqual(keptKey(place), key);
  }
  for (const key of [
    ['session'],
    ['account', 'favorites'],
    ['messages', 'platform'],
    ['signals', 'predictor', 'forex'],
    ['analysis', 'seer', 'EURUSD'],
    ['market', 'history', 'EURUSD', '1D', {}],
    ['market', 'quotes', { type: 'forex' }],
    [],
  ]) {
    assert.equal(keptPlace(key), null, JSON.stringify(key));
  }
});

test('of a chart the newest five hundred bars are kept, as its only page', () => {
  const bars = Array.from({ length: 1500 }, (_, d) => ({ d }));
  const data = { pages: [bars, [{ d: -1 }]], pageParams: [null, 0] };
  assert.deepEqual(cutToKeep(['market', 'pages', 'EURUSD', '1D'], data), {
    pages: [bars.slice(1000)],
    pageParams: [null],
  });
  const list = [{ symbol: 'EURUSD' }];
  assert.equal(cutToKeep(['market', 'symbols'], list), list);
});

test('after signing out settings stay, whatever was written goes', () => {
  const keys = ['rasat.theme', 'rasat.chartTheme', 'rasat.prices', 'rasat.keys', 'other'];
  const personal = ['rasat.unsaved', 'rasat.question', 'rasat.homework.3', 'rasat.admin.answer'];
  assert.deepEqual(listPersonal([...keys, ...personal]), personal);
});

test('only what a server that is away causes is asked for again by itself', () => {
  for (const [code, status] of [
    ['error.network', 0],
    ['unavailable-503', 503],
    ['500', 502],
  ] as const) {
    assert.equal(passesByItself(new ApiError(code, status)), true, code);
  }
  for (const [code, status] of [
    ['500', 500],
    ['forbidden-403', 403],
    ['rate-429', 429],
  ] as const) {
    assert.equal(passesByItself(new ApiError(code, status)), false, code);
  }
  assert.equal(passesByItself(new TypeError('a mistake')), false);
});
