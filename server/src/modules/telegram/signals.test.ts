import assert from 'node:assert/strict';
import test from 'node:test';
import type { LedgerRow } from '@rasat/ledger';
import { signalText } from './signals.ts';

const ROW = {
  symbol: 'XAUUSD',
  source: 'feed',
  way: false,
  price: 2345.5,
  sl: 2367.25,
  tp1: 2323.75,
  tp2: 2301.5,
  // 22:00 in London is one o'clock of the next day in Istanbul.
  barTime: Date.UTC(2026, 10, 21, 22),
} as LedgerRow;
const options = { digits: 3, baseUrl: 'https://rasat.example' } as const;

test('a condition is sent complete in each language: its way, each price by its name, its time in Istanbul', () => {
  const end = ['', 'https://rasat.example/dashboard/symbol/XAUUSD'];
  const wanted = {
    tr: [
      'Favorinizde yeni tahminci kaydı',
      '',
      'XAUUSD · Satış',
      'Fiyat 2.345,500',
      'SL 2.367,250 · TP1 2.323,750 · TP2 2.301,500',
      '22.11.2026 01:00 (TSİ)',
      ...end,
    ],
    az: [
      'Seçilmişinizdə yeni proqnoz qeydi',
      '',
      'XAUUSD · Satış',
      'Qiymət 2.345,500',
      'SL 2.367,250 · TP1 2.323,750 · TP2 2.301,500',
      '22.11.2026 01:00 (İstanbul vaxtı)',
      ...end,
    ],
    en: [
      'New predictor entry of a favourite',
      '',
      'XAUUSD · Sell',
      'Price 2,345.500',
      'SL 2,367.250 · TP1 2,323.750 · TP2 2,301.500',
      '22.11.2026 01:00 (Istanbul time)',
      ...end,
    ],
  } as const;
  for (const language of ['tr', 'az', 'en'] as const) {
    assert.deepEqual(signalText(ROW, { ...options, language }).split('\n'), wanted[language]);
  }
});

test('a buy is named as one, and simulated prices are marked', () => {
  const row: LedgerRow = { ...ROW, way: true, source: 'simulated' };
  for (const [language, way, word] of [
    ['tr', 'Alış', 'Fiyatlar simülasyondur.'],
    ['az', 'Alış', 'Qiymətlər simulyasiyadır.'],
    ['en', 'Buy', 'Prices are simulated.'],
  ] as const) {
    const lines = signalText(row, { ...options, language }).split('\n');
    assert.equal(lines[2], `XAUUSD · ${way}`);
    assert.equal(lines[6], word);
  }
});
