import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, screen, waitFor } from '@testing-library/react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { livePrices } from '../../api/live/live.ts';
import { show } from '../../testing/show.tsx';
import { createBarStore } from './bar-store.ts';
import { Legend } from './legend.tsx';

const ENTRY: SymbolEntry = {
  symbol: 'BTCUSDT',
  name: { tr: 'Bitcoin', az: 'Bitkoin', en: 'Bitcoin' },
  type: 'crypto',
  digits: 2,
  calendar: 'always',
  source: 'binance',
  delay: { class: 'real-time', ms: 0 },
  base: '60',
  resolutions: ['15', '60', '240', '1D', '1W'],
};
const BAR = { openTimeMs: 0, open: 100, high: 110, low: 95, close: 105, volume: 1 };

test('the legend shows the bar with its change, and says that a missing bar is missing', async (t) => {
  const store = createBarStore();
  await show(t, <Legend entry={ENTRY} resolution="60" store={store} />, { language: 'tr' });
  assert.equal(screen.queryByText('Mum yok'), null, 'no bar is known yet');
  act(() => store.set({ bar: BAR, previousClose: 100 }));
  assert.ok(screen.getByText('105,00'));
  assert.ok(screen.getByText('+%5,00'));
  act(() => store.set({ bar: null, previousClose: 105 }));
  assert.ok(screen.getByText('Mum yok'));
  assert.equal(screen.queryByText('105,00'), null);
});

/** 24 November 2026, 14:00:00 UTC: 17:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 24, 14);

test('on a phone the legend says since when the price is stale', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const store = createBarStore();
  const say = async (): Promise<string> => {
    const part = <Legend entry={ENTRY} resolution="60" store={store} />;
    const { leave } = await show(t, part, { language: 'en' });
    const said = document.body.textContent;
    leave();
    return said;
  };
  const receive = async (timeMs: number): Promise<void> => {
    livePrices.apply([{ s: 'BTCUSDT', d: timeMs, p: 100 }]);
    await waitFor(() => assert.equal(livePrices.get('BTCUSDT')?.timeMs, timeMs));
  };
  // The price of a crypto pair may be 15 seconds old.
  await receive(NOW - 16_000);
  assert.match(await say(), /stale 16:59$/);
  await receive(NOW - 15_000);
  assert.doesNotMatch(await say(), /stale/);
});

test('without a price since the chart was opened the legend says that it is stale, and no time', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const store = createBarStore();
  const entry = { ...ENTRY, symbol: 'ETHUSDT' };
  await show(t, <Legend entry={entry} resolution="60" store={store} />, { language: 'en' });
  assert.match(document.body.textContent, /real time$/);
  t.mock.timers.setTime(NOW + 16_000);
  assert.ok(await screen.findByText('stale'));
});
