import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAge } from './age.ts';

test('an age is told in its largest unit', () => {
  assert.equal(formatAge('en', 200), 'now');
  assert.equal(formatAge('en', -5000), 'now');
  assert.equal(formatAge('en', 59_999), '59 sec. ago');
  assert.equal(formatAge('en', 60_000), '1 min. ago');
  assert.equal(formatAge('en', 26 * 3_600_000), 'yesterday');
  assert.match(formatAge('tr', 120_000), /^2 dk\. önce$/);
});
