import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDeadline, formatRecent } from './deadline.ts';

// Istanbul is three hours ahead of UTC. 24 November 2026 is a Tuesday.
const NOW = Date.UTC(2026, 10, 24, 9);
const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour - 3, minute);

test('a deadline within six days is named by its weekday', () => {
  assert.equal(formatDeadline('tr', at(27, 21), NOW), 'Cuma 21:00’e kadar');
  assert.equal(formatDeadline('az', at(27, 21), NOW), 'cümə günü 21:00-dək');
  assert.equal(formatDeadline('en', at(27, 21), NOW), 'Friday 21:00');
  assert.equal(formatDeadline('tr', at(24, 23), NOW), 'Salı 23:00’e kadar');
  assert.equal(formatDeadline('tr', at(30, 3), NOW), 'Pazartesi 03:00’e kadar');
  assert.equal(formatDeadline('az', at(25, 3), NOW), 'çərşənbə günü 03:00-dək');
  // In UTC it is still Friday.
  assert.equal(formatDeadline('tr', at(28, 1), NOW), 'Cumartesi 01:00’e kadar');
  assert.equal(formatDeadline('en', Date.UTC(2026, 11, 3, 22), NOW), '4 December 01:00');
});

test('a deadline of the same weekday next week, or a past one, is named by its date', () => {
  assert.equal(formatDeadline('tr', Date.UTC(2026, 11, 1, 6), NOW), '1 Aralık 09:00’a kadar');
  assert.equal(formatDeadline('az', Date.UTC(2026, 11, 9, 18, 16), NOW), '9 dekabr 21:16-dək');
  assert.equal(formatDeadline('en', at(23, 10), NOW), '23 November 10:00');
  assert.equal(formatDeadline('en', at(24, 11), NOW), '24 November 11:00', 'an hour ago');
  assert.equal(
    formatDeadline('tr', Date.UTC(2027, 0, 9, 17, 21), NOW),
    '9 Ocak 2027 20:21’e kadar',
  );
});

test('the Turkish suffix follows the word that is read last', () => {
  // From the numerals: sıfır’a, bir’e, iki’ye, üç’e, dört’e, beş’e, altı’ya, yedi’ye, sekiz’e, dokuz’a, on’a, yirmi’ye.
  const hours = ['a', 'e', 'ye', 'e', 'e', 'e', 'ya', 'ye', 'e', 'a', 'a'];
  hours.forEach((suffix, hour) => {
    assert.match(formatDeadline('tr', at(26, hour), NOW), new RegExp(`:00’${suffix} kadar$`));
  });
  assert.match(formatDeadline('tr', at(26, 16), NOW), /16:00’ya kadar$/);
  assert.match(formatDeadline('tr', at(26, 20), NOW), /20:00’ye kadar$/);
  const minutes = { 5: 'e', 10: 'a', 16: 'ya', 20: 'ye', 30: 'a', 39: 'a', 40: 'a', 50: 'ye' };
  for (const [minute, suffix] of Object.entries(minutes)) {
    assert.match(
      formatDeadline('tr', at(26, 21, Number(minute)), NOW),
      new RegExp(`21:\\d\\d’${suffix} kadar$`),
    );
  }
});

test('a recent moment has its day only when it is not today', () => {
  assert.equal(formatRecent('tr', at(24, 11), NOW), '11:00');
  assert.equal(formatRecent('tr', at(21, 1), NOW), 'Cmt 01:00');
  assert.equal(formatRecent('az', at(23, 10), NOW), 'B.e. 10:00');
  assert.equal(formatRecent('en', at(18, 23), NOW), 'Wed 23:00');
  assert.equal(formatRecent('en', at(17, 23), NOW), '17 Nov 23:00', 'seven days ago');
  assert.equal(formatRecent('en', at(25, 1), NOW), '25 Nov 01:00', 'not a moment of the past');
});
