import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { NoAnalysis, NoAnalysisNote } from './reference-note.tsx';

const RATE = {
  symbol: 'USDTRY',
  name: { tr: 'ABD Doları / Türk Lirası', az: 'ABŞ dolları / Türk lirəsi', en: 'Dollar / Lira' },
  type: 'forex',
  digits: 5,
  calendar: 'bist-2',
  source: 'reference-tcmb',
  delay: { class: 'reference', ms: 0 },
  base: '1D',
  resolutions: ['1D', '1W'],
} as const;

const TITLES = {
  tr: 'Günlük referans kuru (TCMB): analiz yok',
  az: 'Gündəlik istinad məzənnəsi (TCMB): təhlil yoxdur',
  en: 'Daily reference rate of TCMB: no analysis',
} as const;

for (const language of ['tr', 'az', 'en'] as const) {
  test(`a daily rate says in place of its analysis that it has none, and whose it is: ${language}`, async (t) => {
    const { leave } = await show(t, <NoAnalysis entry={RATE} look="panel" />, { language });
    assert.ok(await screen.findByRole('heading', { name: TITLES[language] }));
    leave();
    await show(t, <NoAnalysis entry={RATE} look="line" />, { language });
    assert.ok(await screen.findByText(TITLES[language]));
  });
}

test('a list names its daily rates by bank, and says nothing of other symbols', async (t) => {
  const of = (symbol: string, source: string) => ({
    ...RATE,
    symbol,
    source,
    resolutions: [...RATE.resolutions],
  });
  const live = { ...of('EURUSD', 'twelvedata'), delay: { class: 'real-time', ms: 0 } as const };
  const symbols = [
    of('USDTRY', 'reference-tcmb'),
    live,
    of('USDAZN', 'reference-cbar'),
    of('EURTRY', 'reference-tcmb'),
  ];
  const { leave } = await show(t, <NoAnalysisNote symbols={symbols} />, { language: 'en' });
  await screen.findByText('USDTRY, EURTRY: daily reference rate of TCMB, no analysis');
  assert.deepEqual(
    screen.getAllByRole('listitem').map(({ textContent }) => textContent),
    [
      'USDTRY, EURTRY: daily reference rate of TCMB, no analysis',
      'USDAZN: daily reference rate of CBAR, no analysis',
    ],
  );
  leave();
  await show(t, <NoAnalysisNote symbols={[live]} />, { language: 'en' });
  assert.equal(document.querySelector('li'), null);
});
