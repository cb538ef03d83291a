import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { screen } from '@testing-library/react';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { show } from '../../testing/show.tsx';
import { SymbolHead } from './symbol-head.tsx';

const DAY = Date.UTC(2026, 10, 27);
const traded: SymbolEntry = {
  symbol: 'USDTRY',
  type: 'forex',
  digits: 4,
  name: { tr: 'ABD Doları', az: 'ABŞ dolları', en: 'US Dollar' },
  source: 'twelvedata',
  delay: { class: 'real-time', ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
};
const rate: SymbolEntry = {
  ...traded,
  source: 'reference-tcmb',
  delay: { class: 'reference', ms: 0 },
  calendar: 'bist-2',
  base: '1D',
  resolutions: ['1D'],
};
const quote = { s: 'USDTRY', p: 42.8819, d: DAY, previousClose: 42.8, open: false } as Quote;

async function open(t: TestContext, entry: SymbolEntry, language: 'tr' | 'az' | 'en' = 'en') {
  // A Sunday.
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 29, 12) });
  const state = { status: 'ready', data: quote, busy: false } as const;
  return show(t, <SymbolHead entry={entry} quote={state} atr={null} />, { language });
}

for (const [language, said] of [
  ['tr', '27 Kas · referans kuru'],
  ['az', '27 noy · istinad məzənnəsi'],
  ['en', '27 Nov · reference rate'],
] as const) {
  test(`a bank's rate has the day for which it holds, and no hours of a market: ${language}`, async (t) => {
    await open(t, rate, language);
    const text = document.body.textContent ?? '';
    assert.ok(text.includes(said), text);
    assert.doesNotMatch(text, /piyasa|bazar|market|TSİ|Istanbul/i);
    assert.equal(screen.queryAllByRole('link').length, 1, 'the chart, and no portfolio');
  });
}

test('a traded symbol of a closed market says when it opens, and leads to its portfolio', async (t) => {
  await open(t, traded);
  const text = document.body.textContent ?? '';
  assert.match(text, /market closed.*opens tomorrow 01:00/);
  assert.equal(screen.queryAllByRole('link').length, 2);
});
