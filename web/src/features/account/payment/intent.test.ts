import assert from 'node:assert/strict';
import test from 'node:test';
import { createIntent } from './intent.ts';

function counting() {
  let made = 0;
  return createIntent(() => {
    made += 1;
    return `key ${made}`;
  });
}

const SIX = { product: '6-months', agreement: '1' };

test('a retry without an answer keeps its key', () => {
  const intent = counting();
  assert.equal(intent.keyOf(SIX), 'key 1');
  assert.equal(intent.keyOf({ ...SIX }), 'key 1');
});

test('a changed request gets a new key, even when it changes back', () => {
  const intent = counting();
  intent.keyOf(SIX);
  assert.equal(intent.keyOf({ ...SIX, product: '3-months' }), 'key 2');
  assert.equal(intent.keyOf(SIX), 'key 3');
});

test('after an answer, the same request gets a new key', () => {
  const intent = counting();
  intent.keyOf(SIX);
  intent.answered();
  assert.equal(intent.keyOf(SIX), 'key 2');
});
