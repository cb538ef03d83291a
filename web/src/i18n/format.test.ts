import assert from 'node:assert/strict';
import test from 'node:test';
import {
  formatChange,
  formatClock,
  formatCount,
  formatDate,
  formatDay,
  formatHour,
  formatIsoUtc,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatSigned,
  formatUntil,
} from './format.ts';

const NOON = Date.UTC(2026, 11, 31, 14, 0, 8);
const SAME_YEAR = Date.UTC(2026, 6, 1);

test('prices have the decimals of the symbol, grouped by the rules of the language', () => {
  assert.equal(formatPrice('tr', 1234.5, 2), '1.234,50');
  assert.equal(formatPrice('az', 1234.5, 2), '1.234,50');
  assert.equal(formatPrice('en', 1234.5, 2), '1,234.50');
  assert.equal(formatPrice('tr', 1.14607, 5), '1,14607');
  assert.equal(formatPrice('tr', 64_253, 0), '64.253');
});

test('a price of an unknown symbol has five decimals', () => {
  assert.equal(formatPrice('en', 0.5), '0.50000');
});

test('a value that does not exist is a dash', () => {
  assert.equal(formatPrice('tr', null, 2), '—');
  assert.equal(formatChange('tr', Number.NaN), '—');
  assert.equal(formatPercent('en', null), '—');
  assert.equal(formatSigned('en', Number.POSITIVE_INFINITY), '—');
  assert.equal(formatMoment('tr', null), '—');
});

test('the minus is a real minus sign, and a value that rounds to zero has none', () => {
  assert.equal(formatNumber('en', -2.5, 1), '−2.5');
  assert.equal(formatNumber('tr', -0.001, 2), '0,00');
  assert.equal(formatNumber('tr', -0, 2), '0,00');
});

test('the percent sign is before the figure in Turkish, after it in other languages', () => {
  assert.equal(formatPercent('tr', 0.42), '%0,42');
  assert.equal(formatPercent('az', 0.42), '0,42\u00a0%');
  assert.equal(formatPercent('en', 0.42), '0.42%');
  assert.equal(formatPercent('tr', -3), '−%3,00');
});

test('a change always shows its sign, and none when it rounds to zero', () => {
  assert.equal(formatChange('tr', 0.19), '+%0,19');
  assert.equal(formatChange('tr', -1.26), '−%1,26');
  assert.equal(formatChange('az', -1.26), '−1,26\u00a0%');
  assert.equal(formatChange('en', 1.88), '+1.88%');
  assert.equal(formatChange('en', 0.004), '0.00%');
  assert.equal(formatChange('en', -0.004), '0.00%');
});

test('multiples of the range show their sign and two decimals', () => {
  assert.equal(formatSigned('tr', 1.25), '+1,25');
  assert.equal(formatSigned('en', -0.4), '−0.40');
  assert.equal(formatSigned('en', 0), '0.00');
});

test('counts are grouped', () => {
  assert.equal(formatCount('tr', 4812), '4.812');
  assert.equal(formatCount('en', 4812), '4,812');
});

test('times are those of Istanbul', () => {
  assert.equal(formatMoment('tr', NOON, SAME_YEAR), '31 Ara 17:00');
  assert.equal(formatMoment('az', NOON, SAME_YEAR), '31 dek 17:00');
  assert.equal(formatMoment('en', NOON, SAME_YEAR), '31 Dec 17:00');
  assert.equal(formatClock(NOON), '17:00:08');
});

test('the last moment of a validity has its suffix in Azerbaijani', () => {
  assert.equal(formatUntil('az', Date.UTC(2026, 11, 10, 8), SAME_YEAR), '10 dekabradək, 11:00');
  assert.equal(formatUntil('az', Date.UTC(2026, 3, 1, 8), SAME_YEAR), '1 aprelədək, 11:00');
  assert.equal(formatUntil('az', NOON, Date.UTC(2027, 0, 2)), '2026, 31 dekabradək, 17:00');
  assert.equal(formatUntil('tr', NOON, SAME_YEAR), '31 Ara 17:00');
  assert.equal(formatUntil('en', NOON, SAME_YEAR), '31 Dec 17:00');
});

test('a date in another year shows the year', () => {
  assert.equal(formatMoment('tr', NOON, Date.UTC(2027, 0, 2)), '31 Ara 2026 17:00');
});

test('the evening of 31 December in UTC is the new year in Istanbul', () => {
  const late = Date.UTC(2026, 11, 31, 22, 30);
  assert.equal(formatMoment('tr', late, Date.UTC(2027, 0, 2)), '1 Oca 01:30');
});

test('summer time, which Istanbul had until 2016, is respected', () => {
  assert.equal(formatMoment('en', Date.UTC(2015, 6, 1, 12), NOON), '1 Jul 2015 15:00');
  assert.equal(formatMoment('en', Date.UTC(2015, 0, 1, 12), NOON), '1 Jan 2015 14:00');
});

test('summer time begins and ends at the correct hour, and does not exist since September 2016', () => {
  // On 29 March 2015 at 01:00 UTC the clock went from 03:00 to 04:00.
  assert.equal(formatClock(Date.UTC(2015, 2, 29, 0, 59, 59)), '02:59:59');
  assert.equal(formatClock(Date.UTC(2015, 2, 29, 1)), '04:00:00');
  assert.equal(formatHour(Date.UTC(2015, 2, 29, 1, 30)), '04:30');
  // On 8 November 2015 at 01:00 UTC it went from 04:00 back to 03:00.
  assert.equal(formatClock(Date.UTC(2015, 10, 8, 0, 59, 59)), '03:59:59');
  assert.equal(formatClock(Date.UTC(2015, 10, 8, 1)), '03:00:00');
  for (const [timeMs, clock] of [
    [Date.UTC(2016, 8, 6, 20, 59, 59), '23:59:59'],
    [Date.UTC(2016, 8, 6, 21), '00:00:00'],
    [Date.UTC(2016, 11, 1, 12), '15:00:00'],
  ] as const) {
    assert.equal(formatClock(timeMs), clock);
  }
});

test('a day in another year shows its year', () => {
  assert.equal(formatDay('tr', NOON, SAME_YEAR), '31 Ara');
  assert.equal(formatDay('az', NOON, Date.UTC(2025, 0, 1)), '31 dek 2026');
  assert.equal(formatDay('en', Date.now()).split(' ').length, 2, 'now is of this year');
  assert.equal(formatMoment('en', Date.now()).split(' ').length, 3);
});

test('a value that rounds to the last decimal keeps its sign', () => {
  assert.equal(formatPercent('en', -0.004), '0.00%');
  assert.equal(formatPercent('en', -0.005), '−0.01%');
  assert.equal(formatPercent('tr', 12.34, 1), '%12,3');
  assert.equal(formatSigned('en', 0.04, 1), '0.0');
  assert.equal(formatSigned('en', -0.06, 1), '−0.1');
  assert.equal(formatIsoUtc(null), '—');
  assert.equal(formatIsoUtc(Number.NaN), '—');
  assert.equal(formatMoment('en', Number.NaN), '—');
  assert.equal(formatChange('en', null), '—');
  assert.equal(formatSigned('en', null), '—');
  assert.equal(formatNumber('en', Number.NEGATIVE_INFINITY, 0), '—');
});

test('the tooltip gives the moment in UTC', () => {
  assert.equal(formatIsoUtc(NOON), '2026-12-31T14:00:08Z');
});

test('an amount has two decimals and the currency where the language puts it', () => {
  assert.equal(formatMoney('tr', 390_000), '3.900,00\u00a0TL');
  assert.equal(formatMoney('az', 65_000), '650,00\u00a0TL');
  assert.equal(formatMoney('en', 1_250_000), 'TRY\u00a012,500.00');
  assert.equal(formatMoney('tr', -390_000), '−3.900,00\u00a0TL');
});

test('a short amount leaves out the decimals of whole lira, and only those', () => {
  assert.equal(formatMoney('tr', 225_000, true), '2.250\u00a0TL');
  assert.equal(formatMoney('tr', 65_050, true), '650,50\u00a0TL');
});

test('a date on a receipt always has its year, by the calendar of Istanbul', () => {
  assert.equal(formatDate('tr', Date.UTC(2026, 11, 31, 20, 59)), '31 Ara 2026');
  assert.equal(formatDate('en', Date.UTC(2026, 11, 31, 21, 0)), '1 Jan 2027');
});
