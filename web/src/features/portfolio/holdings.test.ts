import assert from 'node:assert/strict';
import test from 'node:test';
import { countByBox, filterItems, groupHoldings, symbolText } from './holdings.ts';

const ITEMS = [
  { s: 'THYAO', t: 3, d: 50 },
  { s: 'GARAN', t: 1, d: 40 },
  { s: 'THYAO', t: 1, d: 30 },
  { s: 'AKBNK', t: 5, d: 20 },
];

test('a search is written in the capitals of symbols', () => {
  assert.equal(symbolText('thy ao'), 'THYAO');
  assert.equal(symbolText('sise'), 'SISE');
  assert.equal(symbolText('şişe'), 'SISE');
  assert.equal(symbolText('ısctr İ'), 'ISCTRI');
  assert.equal(symbolText('brk.b_1'), 'BRK.B_1');
  assert.equal(symbolText('a-b*'), 'AB');
});

test('no chosen box means all of them', () => {
  assert.equal(filterItems(ITEMS, { boxes: [], text: '' }).length, 4);
});

test('several boxes show symbols of any of them', () => {
  const found = filterItems(ITEMS, { boxes: [1, 5], text: '' });
  assert.deepEqual(
    found.map(({ s }) => s),
    ['GARAN', 'THYAO', 'AKBNK'],
  );
});

test('text and boxes hold together', () => {
  assert.deepEqual(filterItems(ITEMS, { boxes: [3], text: 'gar' }), []);
});

test('a symbol stands once, where its newest trade puts it, with all its boxes in their order and when each opened', () => {
  const thyao = [
    { kind: 'hayyam', openedMs: 30 },
    { kind: '144', openedMs: 50 },
  ];
  assert.deepEqual(groupHoldings(ITEMS, ITEMS), [
    { symbol: 'THYAO', boxes: thyao, openedMs: 50 },
    { symbol: 'GARAN', boxes: [{ kind: 'hayyam', openedMs: 40 }], openedMs: 40 },
    { symbol: 'AKBNK', boxes: [{ kind: 'crystal', openedMs: 20 }], openedMs: 20 },
  ]);
  const hayyam = groupHoldings(ITEMS, filterItems(ITEMS, { boxes: [1], text: '' }));
  assert.deepEqual(hayyam[1], { symbol: 'THYAO', boxes: thyao, openedMs: 30 });
});

test('each box tells how many symbols it would show', () => {
  const counts = countByBox(ITEMS, '');
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((type) => counts.get(type as 1)),
    [2, 0, 1, 0, 1],
  );
  assert.equal(countByBox(ITEMS, 'thy').get(1), 1);
});
