import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrices } from './typed-prices.ts';

const products = [
  { product: '3-months', amount: 225_000, from: 1, next: null },
  { product: '6-months', amount: 390_000, from: 1, next: { amount: 420_000, from: 1000 } },
  { product: 'lesson', amount: 1_250_000, from: 1, next: null },
] as const;

test('only what was typed and differs is a change', () => {
  assert.deepEqual(readPrices(products, {}, null), { changes: [], wrong: [] });
  const typed = { '3-months': '2.250,00', '6-months': '4.200', lesson: '12,5,0' };
  assert.deepEqual(readPrices(products, typed, null), {
    changes: [{ product: '6-months', previous: 390_000, amount: 420_000 }],
    wrong: ['lesson'],
  });
});

test('a price from later on is held against the one that would count then', () => {
  assert.deepEqual(readPrices(products, { '6-months': '4.200' }, 1000).changes, []);
  assert.deepEqual(readPrices(products, { '6-months': '3.900' }, 1000).changes, [
    { product: '6-months', previous: 420_000, amount: 390_000 },
  ]);
  assert.deepEqual(readPrices(products, { '6-months': '3.900' }, 999).changes, []);
});
