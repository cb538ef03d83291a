import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber } from '../../../i18n/format.ts';
import { readLira } from './lira.ts';

test('a price is read as Turkish, Azerbaijani and English readers type it', () => {
  const typed = {
    '3.900,50': 390_050,
    '3,900.50': 390_050,
    '3900.5': 390_050,
    '3900,5': 390_050,
    '3 900,50': 390_050,
    '3\u00a0900': 390_000,
    '3900': 390_000,
    '3.900': 390_000,
    '3,900': 390_000,
    '12.500,00': 1_250_000,
    '1.000.000': 100_000_000,
    ' 2.250,00 TL ': 225_000,
    'TRY 3,900.00': 390_000,
    '₺12,5': 1250,
    '1': 100,
    '9,99': 999,
    '0.99': null,
  };
  for (const [text, kurus] of Object.entries(typed)) assert.equal(readLira(text), kurus, text);
});

test('what is no price, or could be two, is refused', () => {
  const wrong = [
    '',
    '  ',
    'abc',
    '-5',
    '+5',
    '1e3',
    'Infinity',
    '0x10',
    '3.900.50',
    '3,900,5',
    '39.00,50',
    '3900.505',
    '3.9000',
    '0.500',
    '007',
    '12,',
    ',50',
    '3..900',
    '1 2',
    '3 9000',
    '٣',
    '1.000.000,01',
    '99999999999999999999',
  ];
  for (const text of wrong) assert.equal(readLira(text), null, text);
});

test('a price that the screen writes is read as what it was', () => {
  for (const language of ['tr', 'az', 'en'] as const) {
    for (const kurus of [100, 101, 999, 100_000, 225_000, 390_050, 1_250_007, 100_000_000]) {
      assert.equal(readLira(formatNumber(language, kurus / 100, 2)), kurus, language);
    }
  }
});
