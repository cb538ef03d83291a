import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, lira, liraInWords } from './words.ts';

test('amounts are written as Turkish readers write them', () => {
  assert.equal(lira(1), '0,01 TL');
  assert.equal(lira(390_000), '3.900,00 TL');
  assert.equal(lira(1_250_050), '12.500,50 TL');
  assert.equal(lira(100_000_000), '1.000.000,00 TL');
});

test('numbers are said in Turkish', () => {
  const said: Readonly<Record<number, string>> = {
    0: 'sıfır',
    1: 'bir',
    10: 'on',
    100: 'yüz',
    101: 'yüz bir',
    250: 'iki yüz elli',
    1000: 'bin',
    1001: 'bin bir',
    2018: 'iki bin on sekiz',
    12500: 'on iki bin beş yüz',
    100000: 'yüz bin',
    1000000: 'bir milyon',
    1001000: 'bir milyon bin',
    10000000: 'on milyon',
    999999999: 'dokuz yüz doksan dokuz milyon dokuz yüz doksan dokuz bin dokuz yüz doksan dokuz',
  };
  for (const [value, words] of Object.entries(said)) assert.equal(inWords(Number(value)), words);
  assert.equal(liraInWords(225_000), 'Yalnız iki bin iki yüz elli Türk lirası');
  assert.equal(liraInWords(1_250_050), 'Yalnız on iki bin beş yüz Türk lirası elli kuruş');
});
