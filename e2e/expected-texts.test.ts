import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, expectedTexts, hourText, isoText, oneLine } from './expected-texts.ts';

// Other tests compare screens with these texts, so this file tests each format with literals.

const tr = expectedTexts('tr');
const az = expectedTexts('az');
const en = expectedTexts('en');
/** 31 December 2026, 17:00:08 in Istanbul. */
const NEW_YEARS_EVE = Date.UTC(2026, 11, 31, 14, 0, 8);
const NOW = Date.UTC(2026, 10, 22);

test('a number has exactly its decimals, grouped as the language writes it', () => {
  assert.deepEqual(
    [tr, az, en].map((say) => say.price(1_234_567.891, 2)),
    ['1.234.567,89', '1.234.567,89', '1,234,567.89'],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((digits) => en.price(1234.56789, digits)),
    ['1,235', '1,234.6', '1,234.57', '1,234.568', '1,234.5679', '1,234.56789'],
  );
  assert.equal(tr.price(0.00012, 5), '0,00012');
  assert.equal(tr.price(1.2e-7, 5), '0,00000');
  assert.equal(tr.price(1e21, 0), '1.000.000.000.000.000.000.000');
  assert.equal(tr.price(999.9996, 3), '1.000,000');
  assert.equal(en.price(1.005, 2), '1.01');
  assert.equal(en.count(4812), '4,812');
  assert.equal(tr.price(null, 2), '—');
});

test('the minus is U+2212, and a value that rounds to zero has no sign', () => {
  assert.equal(tr.number(-2.5, 1), '−2,5');
  assert.equal(tr.number(-0.004, 2), '0,00');
  assert.equal(tr.number(-0.005, 2), '−0,01');
  assert.deepEqual(
    [1.25, -0.4, 0, -0.001].map((value) => en.signed(value)),
    ['+1.25', '−0.40', '0.00', '0.00'],
  );
});

test('the sign of per cent stands where the language puts it, a plus or minus before everything', () => {
  assert.deepEqual(
    [tr, az, en].map((say) => say.percent(42.5)),
    ['%42,50', '42,50\u00a0%', '42.50%'],
  );
  assert.deepEqual(
    [tr, az, en].map((say) => say.percent(-3, 0)),
    ['−%3', '−3\u00a0%', '−3%'],
  );
  assert.deepEqual(
    [tr, az, en].map((say) => say.change(0.19)),
    ['+%0,19', '+0,19\u00a0%', '+0.19%'],
  );
  assert.deepEqual(
    [tr, az, en].map((say) => say.change(-1.26)),
    ['−%1,26', '−1,26\u00a0%', '−1.26%'],
  );
  assert.equal(en.change(-0.004), '0.00%');
  assert.equal(en.change(null), '—');
});

test('money stands with its currency behind a no-break space', () => {
  assert.deepEqual(
    [tr, az, en].map((say) => say.money(390_050)),
    ['3.900,50\u00a0TL', '3.900,50\u00a0TL', 'TRY\u00a03,900.50'],
  );
});

test('times are those of Istanbul, with the year when it is not the current one', () => {
  assert.deepEqual(
    [tr, az, en].map((say) => say.moment(NEW_YEARS_EVE, NOW)),
    ['31 Ara 17:00', '31 dek 17:00', '31 Dec 17:00'],
  );
  assert.equal(tr.moment(NEW_YEARS_EVE, Date.UTC(2027, 0, 2)), '31 Ara 2026 17:00');
  assert.equal(tr.moment(null, NOW), '—');
  // 22:30 in London is half past one of the next day, month and year in Istanbul.
  assert.equal(en.day(Date.UTC(2026, 11, 31, 22, 30), Date.UTC(2027, 0, 2)), '1 Jan');
  // Istanbul had summer time until 2016.
  assert.equal(en.moment(Date.UTC(2015, 0, 1, 12), NOW), '1 Jan 2015 14:00');
  assert.equal(en.moment(Date.UTC(2015, 6, 1, 12), NOW), '1 Jul 2015 15:00');
  assert.equal(tr.date(Date.UTC(2026, 7, 9)), '9 Ağu 2026');
  assert.equal(hourText(NEW_YEARS_EVE), '17:00');
  assert.equal(clockText(NEW_YEARS_EVE), '17:00:08');
  assert.equal(clockText(Date.UTC(2026, 0, 1, 21)), '00:00:00');
  assert.equal(isoText(NEW_YEARS_EVE), '2026-12-31T14:00:08Z');
});

test('a direction is a buy or a sell in the words of the language', () => {
  assert.deepEqual(
    [tr, az, en].map((say) => [say.way(true), say.way(false)]),
    [
      ['Alış', 'Satış'],
      ['Alış', 'Satış'],
      ['Buy', 'Sell'],
    ],
  );
});

test('a text of several lines is compared as one', () => {
  assert.equal(oneLine(' 1,25\n\t 42\u00a0%  a\u2060b '), '1,25 42\u00a0% ab');
});
