import assert from 'node:assert/strict';
import test from 'node:test';
import { formatAge, formatSize, formatSpan, formatWaited } from './measures.ts';

const MINUTE = 60_000;

test('a size is shown in its largest unit', () => {
  assert.equal(formatSize('en', 1), '1 KB');
  assert.equal(formatSize('tr', 8_192), '8 KB');
  assert.equal(formatSize('tr', 5 * 1024 ** 2), '5 MB');
  assert.equal(formatSize('az', 5.25 * 1024 ** 2), '5,3 MB');
  assert.equal(formatSize('en', 312 * 1024 ** 2), '312 MB');
  assert.equal(formatSize('en', 2 * 1024 ** 3), '2 GB');
  assert.equal(formatSize('en', 1.44 * 1024 ** 3), '1.4 GB');
  assert.equal(formatSize('tr', 1.44 * 1024 ** 3), '1,4 GB');
  assert.equal(formatSize('tr', 1024 ** 2 - 1024), '1.023 KB');
  assert.equal(formatSize('tr', 1024 ** 2), '1 MB');
  assert.equal(formatSize('tr', 9.94 * 1024 ** 2), '9,9 MB');
  assert.equal(formatSize('tr', 10.4 * 1024 ** 2), '10 MB');
  assert.equal(formatSize('tr', 1024 ** 3), '1 GB');
  assert.equal(formatSize('tr', 0), '1 KB');
  assert.equal(formatSize('tr', 1536), '2 KB');
});

test('an age is shown in its largest unit', () => {
  assert.equal(formatAge('en', 200), 'now');
  assert.equal(formatAge('en', 999), 'now');
  assert.equal(formatAge('en', 1000), '1 sec ago');
  assert.equal(formatAge('en', 60 * MINUTE - 1), '59 min ago');
  assert.equal(formatAge('en', 60 * MINUTE), '1 hr ago');
  assert.equal(formatAge('en', 24 * 60 * MINUTE - 1), '23 hr ago');
  assert.equal(formatAge('en', 24 * 60 * MINUTE), 'yesterday');
  assert.equal(formatAge('en', 48 * 60 * MINUTE), '2 days ago');
  assert.equal(formatAge('az', 60 * MINUTE), '1 saat əvvəl');
  assert.equal(formatAge('az', 5000), '5 san əvvəl');
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

test('a wait is shown in minutes and hours for a day, then not at all', () => {
  assert.equal(formatWaited('en', 0), '1 min');
  assert.equal(formatWaited('en', -5 * MINUTE), '1 min');
  assert.equal(formatWaited('en', 59 * MINUTE), '59 mins');
  assert.equal(formatWaited('en', 60 * MINUTE), '1 hr');
  assert.equal(formatWaited('tr', 3 * 60 * MINUTE), '3 sa.');
  assert.equal(formatWaited('az', 59 * MINUTE), '59 dəq');
  assert.equal(formatWaited('az', 3 * 60 * MINUTE), '3 saat');
  assert.equal(formatWaited('tr', 24 * 60 * MINUTE - 1), '23 sa.');
  assert.equal(formatWaited('tr', 24 * 60 * MINUTE), null);
  assert.equal(formatWaited('en', 2 * MINUTE - 1), '1 min');
  assert.equal(formatWaited('en', 2 * MINUTE), '2 mins');
});

test('a length of time is shown in its two largest units', () => {
  const shown = (spanMs: number) => formatSpan('en', spanMs);
  assert.equal(shown(0), '0 ms');
  assert.equal(shown(-5), '0 ms');
  assert.equal(shown(84.6), '84 ms');
  assert.equal(shown(999), '999 ms');
  assert.equal(shown(1000), '1.0 s');
  assert.equal(shown(9999), '9.9 s');
  assert.equal(shown(10_000), '10 s');
  assert.equal(shown(59_999), '59 s');
  assert.equal(shown(MINUTE), '1 min');
  assert.equal(shown(16 * MINUTE + 21_900), '16 min 21 s');
  assert.equal(shown(60 * MINUTE - 1), '59 min 59 s');
  assert.equal(shown(60 * MINUTE), '1 h');
  assert.equal(shown(185 * MINUTE), '3 h 5 min');
  assert.equal(shown(24 * 60 * MINUTE), '1 d');
  assert.equal(shown((1234 * 24 + 3) * 60 * MINUTE), '1,234 d 3 h');
  assert.equal(formatSpan('tr', 1200), '1,2 s');
  assert.equal(formatSpan('tr', 902_000), '15 dk 2 s');
  assert.equal(formatSpan('az', 902_000), '15 dəq 2 san');
  assert.equal(formatSpan('az', 185 * MINUTE), '3 saat 5 dəq');
});
