import assert from 'node:assert/strict';
import test from 'node:test';
import {
  countByBox,
  filterItems,
  groupHoldings,
  listTrades,
  normalizeSymbol,
  openR,
} from './holdings.ts';

const ITEMS = [
  { s: 'THYAO', t: 3, d: 50, way: true, p: 300, sl: 290 },
  { s: 'GARAN', t: 1, d: 40, way: false, p: 120, sl: 125 },
  { s: 'THYAO', t: 1, d: 30, way: false, p: 310, sl: 316 },
  { s: 'AKBNK', t: 5, d: 20, way: true, p: 60, sl: 59 },
];
const THYAO_144 = { kind: '144', openedMs: 50, isBuy: true, entry: 300, stop: 290 } as const;
const THYAO_HAYYAM = { kind: 'hayyam', openedMs: 30, isBuy: false, entry: 310, stop: 316 } as const;
const GARAN = { kind: 'hayyam', openedMs: 40, isBuy: false, entry: 120, stop: 125 } as const;
const AKBNK = { kind: 'crystal', openedMs: 20, isBuy: true, entry: 60, stop: 59 } as const;

test('a search text is converted to the capitals of symbols', () => {
  assert.equal(normalizeSymbol('thy ao'), 'THYAO');
  assert.equal(normalizeSymbol('sise'), 'SISE');
  assert.equal(normalizeSymbol('şişe'), 'SISE');
  assert.equal(normalizeSymbol('ısctr İ'), 'ISCTRI');
  assert.equal(normalizeSymbol('brk.b_1'), 'BRK.B_1');
  assert.equal(normalizeSymbol('a-b*'), 'AB');
});

test('without a chosen box all symbols are shown', () => {
  assert.equal(filterItems(ITEMS, { boxes: [], text: '' }).length, 4);
});

test('several boxes show the symbols of any of them', () => {
  const found = filterItems(ITEMS, { boxes: [1, 5], text: '' });
  assert.deepEqual(
    found.map(({ s }) => s),
    ['GARAN', 'THYAO', 'AKBNK'],
  );
});

test('the text filter and the box filter both apply', () => {
  assert.deepEqual(filterItems(ITEMS, { boxes: [3], text: 'gar' }), []);
});

test('a symbol is listed once, at the position of its newest trade, with all its trades in box order', () => {
  const trades = [THYAO_HAYYAM, THYAO_144];
  assert.deepEqual(groupHoldings(ITEMS, ITEMS), [
    { symbol: 'THYAO', trades, openedMs: 50 },
    { symbol: 'GARAN', trades: [GARAN], openedMs: 40 },
    { symbol: 'AKBNK', trades: [AKBNK], openedMs: 20 },
  ]);
  const hayyam = groupHoldings(ITEMS, filterItems(ITEMS, { boxes: [1], text: '' }));
  assert.deepEqual(hayyam[1], { symbol: 'THYAO', trades, openedMs: 30 });
});

test('the list has a row for each trade that passes the filter, newest first', () => {
  assert.deepEqual(listTrades(filterItems(ITEMS, { boxes: [1, 5], text: '' })), [
    { symbol: 'GARAN', trade: GARAN },
    { symbol: 'THYAO', trade: THYAO_HAYYAM },
    { symbol: 'AKBNK', trade: AKBNK },
  ]);
});

test('the unrealised result is the distance from the entry over the distance from the entry to the stop loss', () => {
  assert.equal(openR(THYAO_144, 305), 0.5);
  assert.equal(openR(THYAO_144, 290), -1);
  assert.equal(openR(GARAN, 110), 2);
  assert.equal(openR(GARAN, 122.5), -0.5);
  assert.equal(openR({ ...GARAN, stop: 120 }, 110), null);
});

test('each box shows how many symbols it would list', () => {
  const counts = countByBox(ITEMS, '');
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((type) => counts.get(type as 1)),
    [2, 0, 1, 0, 1],
  );
  assert.equal(countByBox(ITEMS, 'thy').get(1), 1);
});
