import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLength, readMinutes } from './length.ts';

test('a length is hours and minutes', () => {
  assert.equal(formatLength(125), '2:05');
  assert.equal(formatLength(6), '0:06');
  assert.equal(formatLength(120), '2:00');
});

test('minutes are a whole number within a day, or nothing at all', () => {
  assert.equal(readMinutes(''), null);
  assert.equal(readMinutes('  '), null);
  assert.equal(readMinutes(' 125 '), 125);
  assert.equal(readMinutes('1440'), 1440);
  for (const text of ['0', '1441', '2:05', '1.5', '-3', 'x', '99999']) {
    assert.equal(readMinutes(text), undefined, text);
  }
});
