import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Language, PricedSymbol } from '@rasat/contract';
import { act, screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { PriceAgeTag, type Sourced, SourceNote, SourceTag, useAgeWords } from './price-source.tsx';
import { SilentSources } from './silent-sources.tsx';

/** 24 November 2026, a Tuesday, 14:00:00 UTC: 17:00 in Istanbul; every market but New York's is open. */
const NOW = Date.UTC(2026, 10, 24, 14);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const CRYPTO: PricedSymbol = {
  source: 'binance',
  type: 'crypto',
  calendar: 'always',
  delay: { class: 'real-time', ms: 0 },
};
const SHARE: PricedSymbol = {
  source: 'laplace',
  type: 'bist',
  calendar: 'bist-2',
  delay: { class: 'delayed', ms: 15 * MINUTE },
};
const INDEX: PricedSymbol = {
  source: 'eodhd',
  type: 'index',
  calendar: 'nasdaq',
  delay: { class: 'end-of-day', ms: 0 },
};

/** Returns what a list says beside a price of this age, and beside one that is moved to a later time. */
async function sayAge(
  t: TestContext,
  entry: PricedSymbol,
  ageMs: number,
  language: Language = 'en',
): Promise<string> {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const source = { get: () => null, subscribe: () => () => {} };
  const first = { price: 100, timeMs: NOW - ageMs };
  const shown = await show(t, <PriceAgeTag entry={entry} source={source} first={first} />, {
    language,
  });
  const said = document.body.textContent ?? '';
  shown.leave();
  t.mock.timers.reset();
  return said;
}

test('a narrow row says the word alone, and the time in a title', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const source = { get: () => null, subscribe: () => () => {} };
  const say = async (entry: PricedSymbol, ageMs: number): Promise<(string | null)[]> => {
    const first = { price: 100, timeMs: NOW - ageMs };
    const tag = <PriceAgeTag entry={entry} source={source} first={first} narrow />;
    const { leave } = await show(t, tag, { language: 'en' });
    const element = document.querySelector('[data-age]');
    const said = [element?.textContent ?? null, element?.getAttribute('title') ?? null];
    leave();
    return said;
  };
  assert.deepEqual(await say(CRYPTO, 16 * SECOND), ['stale', 'stale 16:59']);
  // The words are for screen readers; a clock alone is seen.
  assert.deepEqual(await say(SHARE, 15 * MINUTE), ['15 min delayed', 'Laplace · 15 min delayed']);
  assert.deepEqual(await say(CRYPTO, 15 * SECOND), [null, null]);
});

test('a live price has no label until it is older than its category allows', async (t) => {
  assert.equal(await sayAge(t, CRYPTO, 15 * SECOND), '');
  assert.equal(await sayAge(t, CRYPTO, 16 * SECOND), 'stale 16:59');
  assert.equal(await sayAge(t, CRYPTO, 16 * SECOND, 'tr'), 'akmıyor 16:59');
  assert.equal(await sayAge(t, CRYPTO, 16 * SECOND, 'az'), 'axmır 16:59');
  // Yesterday's price says its day.
  assert.match(await sayAge(t, CRYPTO, 24 * HOUR), /^stale 23 Nov.* 17:00$/);
});

test('a label follows the clock', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW });
  const source = { get: () => null, subscribe: () => () => {} };
  const first = { price: 100, timeMs: NOW };
  await show(t, <PriceAgeTag entry={CRYPTO} source={source} first={first} />, { language: 'en' });
  act(() => t.mock.timers.tick(15 * SECOND));
  assert.equal(document.body.textContent, '');
  act(() => t.mock.timers.tick(SECOND));
  assert.equal(document.body.textContent, 'stale 17:00');
});

test('a delayed price says its delay, and is stale a minute beyond it', async (t) => {
  // The short form is for the eye, the long one for a screen reader.
  const delayed = '15 min15 min delayed';
  assert.equal(await sayAge(t, SHARE, 16 * MINUTE), delayed);
  assert.equal(await sayAge(t, SHARE, 16 * MINUTE + SECOND), 'stale 16:43');
  assert.equal(await sayAge(t, SHARE, 15 * MINUTE, 'tr'), '15 dk15 dk gecikmeli');
  assert.equal(await sayAge(t, SHARE, 15 * MINUTE, 'az'), '15 dəq15 dəq gecikmə ilə');
});

test('the close of a day says its day and is never stale', async (t) => {
  assert.equal(await sayAge(t, INDEX, 18 * HOUR), '23 Nov');
  assert.equal(await sayAge(t, INDEX, 30 * 24 * HOUR), '25 Oct');
});

test('a price of a closed market is not stale', async (t) => {
  // New York opens at 14:30 UTC.
  const share: PricedSymbol = { ...CRYPTO, type: 'nasdaq', calendar: 'nasdaq' };
  assert.equal(await sayAge(t, share, 17 * HOUR), '');
});

const BINANCE: Sourced = { source: 'binance', delay: { class: 'real-time', ms: 0 } };
const SIMULATED: Sourced = { source: 'simulated', delay: { class: 'simulated', ms: 0 } };
const LAPLACE: Sourced = { source: 'laplace', delay: { class: 'delayed', ms: 15 * MINUTE } };

async function labels(
  t: TestContext,
  symbols: readonly Sourced[],
  language: Language,
): Promise<string[]> {
  const shown = await show(t, <SourceTag symbols={symbols} />, { language });
  const texts = Array.from(document.querySelectorAll('.badge, [class*="rounded"]'), (tag) =>
    (tag.textContent ?? '').trim(),
  );
  shown.leave();
  return texts;
}

test('a title names each source with its delay, once', async (t) => {
  assert.deepEqual(await labels(t, [BINANCE, BINANCE], 'en'), ['Binance · real time']);
  assert.deepEqual(await labels(t, [SIMULATED, BINANCE], 'tr'), [
    'Simülasyon',
    'Binance · gerçek zamanlı',
  ]);
  assert.deepEqual(await labels(t, [LAPLACE], 'az'), ['Laplace · 15 dəq gecikmə ilə']);
  assert.deepEqual(await labels(t, [{ source: 'file', delay: null }], 'en'), [
    'Imported by the operator',
  ]);
});

test('a note has the line that the licence of a vendor wants, once and as a link', async (t) => {
  const delay = { class: 'real-time', ms: 0 } as const;
  const live: Sourced = { source: 'twelvedata', delay };
  const daily: Sourced = { source: 'twelvedata-eod', delay: { class: 'end-of-day', ms: 0 } };
  for (const language of ['tr', 'az', 'en'] as const) {
    const note = <SourceNote symbols={[live, daily]} />;
    const { leave } = await show(t, note, { language });
    const link = await screen.findByRole('link', { name: 'Data provided by Twelve Data' });
    assert.equal(link.getAttribute('href'), 'https://twelvedata.com');
    leave();
  }
  await show(t, <SourceNote symbols={[{ source: 'binance', delay }]} />, { language: 'en' });
  assert.equal(screen.queryByRole('link'), null);
});

test('a title with many sources counts them and names them on request', async (t) => {
  await show(t, <SourceTag symbols={[SIMULATED, BINANCE, LAPLACE]} />, { language: 'en' });
  assert.equal(screen.getByText('Partly simulated').tagName, 'SPAN');
  assert.equal(
    screen.getByText('3 sources').closest('[title]')?.getAttribute('title'),
    'Simulated, Binance · real time, Laplace · 15 min delayed',
  );
});

/** Shows prices of these ages. */
function Ages({ agesMs }: { readonly agesMs: readonly number[] }) {
  const words = useAgeWords();
  return agesMs.map((ageMs) => words(NOW - ageMs)).join(', ');
}

test('an age is told in the largest whole unit', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  // A price may come from a clock that is slightly ahead.
  const agesMs = [-SECOND, 0, SECOND, 59_999, MINUTE, HOUR - 1, HOUR, 24 * HOUR, 50 * HOUR];
  await show(t, <Ages agesMs={agesMs} />, { language: 'en' });
  assert.equal(
    document.body.textContent,
    '0 seconds ago, 0 seconds ago, 1 second ago, 59 seconds ago, 1 minute ago, 59 minutes ago, 1 hour ago, 1 day ago, 2 days ago',
  );
});

test('silent sources are told with the time of their last price', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const shown = await show(
    t,
    <SilentSources
      sources={[
        { source: 'binance', since: NOW - 20 * SECOND },
        { source: 'simulated', since: NOW - 2 * MINUTE },
      ]}
    />,
    { language: 'tr' },
  );
  const status = screen.getByRole('status');
  assert.deepEqual(
    Array.from(status.querySelectorAll('p'), (p) => p.textContent),
    [
      'Binance fiyat göndermiyor, son fiyat 16:59. Fiyatları duruyor; yeni koşul açılmaz.',
      'Simülasyon fiyat göndermiyor, son fiyat 16:58. Fiyatları duruyor; yeni koşul açılmaz.',
    ],
  );
  shown.again(<SilentSources sources={[]} />);
  assert.equal(screen.queryByRole('status'), null);
});
