import assert from 'node:assert/strict';
import test from 'node:test';
import { type EntryRow, recordedEntry } from './entry.ts';

const CONDITION: EntryRow = {
  kind: 'condition',
  way: false,
  price: 1.1,
  range: 0.002,
  barTime: 1000,
  detail: { expiry: 5000 },
};
const LEVELS: EntryRow = {
  kind: 'levels',
  way: null,
  price: 100,
  range: null,
  barTime: 1000,
  detail: { d: 2000, buy: [103, 106], sell: [98, 95] },
};

test('a condition and a box trade are entries themselves', () => {
  const expected = { way: 'down', price: 1.1, risk: 0.002, openedMs: 1000, expiryMs: 5000 };
  assert.deepEqual(recordedEntry(CONDITION, null), expected);
  assert.deepEqual(recordedEntry({ ...CONDITION, kind: 'box', way: true }, null), {
    ...expected,
    way: 'up',
  });
});

test('a weekly set has an entry when it has that outcome; its risk is the distance of that side', () => {
  assert.equal(recordedEntry(LEVELS, null), null);
  const bought = { price: 103.4, barTime: 3000, detail: { way: true, expiry: 9000 } };
  const expected = { way: 'up', price: 103.4, risk: 3, openedMs: 3000, expiryMs: 9000 };
  assert.deepEqual(recordedEntry(LEVELS, bought), expected);
  const sold = { ...bought, price: 97, detail: { way: false, expiry: 9000 } };
  assert.deepEqual(recordedEntry(LEVELS, sold), { ...expected, way: 'down', price: 97, risk: 2 });
});

test('a row without the required fields has no entry', () => {
  assert.equal(recordedEntry({ ...CONDITION, detail: {} }, null), null);
  assert.equal(recordedEntry({ ...CONDITION, range: null }, null), null);
  const entry = { price: 103, barTime: 3000, detail: { way: true, expiry: 9000 } };
  assert.equal(recordedEntry({ ...LEVELS, detail: { d: 2000, buy: [], sell: [] } }, entry), null);
  assert.equal(recordedEntry({ ...LEVELS, detail: { d: 2000, buy: 'x', sell: [] } }, entry), null);
});
