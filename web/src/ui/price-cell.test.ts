import assert from 'node:assert/strict';
import test from 'node:test';
import { FLASH_GAP_MS, findFlash, newestPrice } from './price-cell.ts';

test('a cell shows the newer of its two prices', () => {
  const live = { price: 2, timeMs: 20 };
  const first = { price: 1, timeMs: 10 };
  assert.equal(newestPrice(live, first), live);
  assert.equal(newestPrice(null, first), first);
  assert.equal(
    newestPrice(live, { price: 3, timeMs: 30 })?.price,
    3,
    'the page read it again later',
  );
  assert.equal(newestPrice(null, null), null);
});

test('a change flashes in its direction, the first price and an equal one do not', () => {
  assert.equal(findFlash(1, 2, Infinity), 'up');
  assert.equal(findFlash(2, 1, Infinity), 'down');
  assert.equal(findFlash(1, 1, Infinity), null);
  assert.equal(findFlash(null, 1, Infinity), null);
  assert.equal(findFlash(1, null, Infinity), null);
});

test('a cell flashes four times a second at most', () => {
  assert.equal(findFlash(1, 2, FLASH_GAP_MS - 1), null);
  assert.equal(findFlash(1, 2, FLASH_GAP_MS), 'up');
});
