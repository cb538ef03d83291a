import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, screen } from '@testing-library/react';
import type { SymbolEntry } from '../../api/calls/market.ts';
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
