import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKept, writeKept } from './kept.ts';

function store() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('a draft is restored for its author only', () => {
  const tab = store();
  writeKept(tab, 'a', 'P1', { text: 'half an ans' });
  assert.deepEqual(readKept(tab, 'a', 'P1'), { text: 'half an ans' });
  assert.equal(readKept(tab, 'a', 'P2'), null);
  assert.equal(readKept(tab, 'b', 'P1'), null);
  writeKept(tab, 'a', 'P1', null);
  assert.equal(tab.kept.size, 0);
});

test('a tab that keeps nothing, or something odd, is no obstacle', () => {
  const tab = store();
  for (const odd of ['', '{', '7', '"x"', '[]', '{"person":"P1"}']) {
    tab.kept.set('a', odd);
    assert.equal(readKept(tab, 'a', 'P1'), null, odd);
  }
  const closed = {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('denied');
    },
  };
  writeKept(closed, 'a', 'P1', 'text');
  assert.equal(readKept(closed, 'a', 'P1'), null);
});
