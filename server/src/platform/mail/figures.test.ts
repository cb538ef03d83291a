import assert from 'node:assert/strict';
import test from 'node:test';
import { lira, longDay, longMoment } from './figures.ts';

const EVENING = Date.UTC(2026, 11, 5, 14, 0);

test('days and moments are those of Istanbul, in the words of each language', () => {
  assert.equal(longDay('tr', EVENING), '5 Aralık 2026');
  assert.equal(longDay('az', EVENING), '5 dekabr 2026');
  assert.equal(longDay('en', EVENING), '5 December 2026');
  assert.equal(longMoment('tr', EVENING), '5 Aralık 2026, 17:00');
  assert.equal(longMoment('az', EVENING), '5 dekabr 2026, 17:00');
  assert.equal(longMoment('en', EVENING), '5 December 2026, 17:00');
  assert.equal(longMoment('tr', Date.UTC(2026, 11, 31, 21, 5)), '1 Ocak 2027, 00:05');
});

test('an amount is grouped as its reader groups it', () => {
  assert.equal(lira('tr', 390_000), '3.900,00 TL');
  assert.equal(lira('az', 125_000_050), '1.250.000,50 TL');
  assert.equal(lira('en', 390_000), 'TRY 3,900.00');
});
