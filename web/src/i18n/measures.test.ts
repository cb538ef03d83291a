import assert from 'node:assert/strict';
import test from 'node:test';
import { formatAge, formatSize, formatWaited } from './measures.ts';

const MINUTE = 60_000;

test('a size is told in its largest unit', () => {
  assert.equal(formatSize('en', 1), '1 KB');
  assert.equal(formatSize('tr', 8_192), '8 KB');
  assert.equal(formatSize('tr', 5 * 1024 ** 2), '5 MB');
  assert.equal(formatSize('az', 5.25 * 1024 ** 2), '5,3 MB');
  assert.equal(formatSize('en', 312 * 1024 ** 2), '312 MB');
  assert.equal(formatSize('en', 2 * 1024 ** 3), '2 GB');
  assert.equal(formatSize('en', 1.44 * 1024 ** 3), '1.4 GB');
  assert.equal(formatSize('tr', 1.44 * 1024 ** 3), '1,4 GB');
});

test('an age is told in its largest unit', () => {
  assert.equal(formatAge('en', 200), 'now');
  assert.equal(formatAge('en', -5000), 'now');
  assert.equal(formatAge('en', 59_999), '59 sec ago');
  assert.equal(formatAge('en', MINUTE), '1 min ago');
  assert.equal(formatAge('en', 26 * 60 * MINUTE), 'yesterday');
  assert.equal(formatAge('tr', 2 * MINUTE), '2 dk. önce');
  assert.equal(formatAge('tr', 200), 'şimdi');
  assert.equal(formatAge('az', 200), 'indi');
  assert.equal(formatAge('az', 2 * MINUTE), '2 dəq əvvəl');
  assert.equal(formatAge('az', 26 * 60 * MINUTE), 'dünən');
  assert.equal(formatAge('az', 3 * 24 * 60 * MINUTE), '3 gün əvvəl');
});

test('a wait is told in minutes and hours for a day, then no more', () => {
  assert.equal(formatWaited('en', 0), '1 min');
  assert.equal(formatWaited('en', -5 * MINUTE), '1 min');
  assert.equal(formatWaited('en', 59 * MINUTE), '59 mins');
  assert.equal(formatWaited('en', 60 * MINUTE), '1 hr');
  assert.equal(formatWaited('tr', 3 * 60 * MINUTE), '3 sa.');
  assert.equal(formatWaited('az', 59 * MINUTE), '59 dəq');
  assert.equal(formatWaited('az', 3 * 60 * MINUTE), '3 saat');
  assert.equal(formatWaited('tr', 24 * 60 * MINUTE), null);
});
