import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { screen } from '@testing-library/react';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { TradeLadder } from './trade-ladder.tsx';

const entry: SymbolEntry = {
  symbol: 'EURUSD',
  type: 'forex',
  digits: 5,
  name: { tr: 'Euro / Dolar', az: 'Avro / Dollar', en: 'Euro / Dollar' },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
};
const quote: Quote = {
  s: 'EURUSD',
  p: 1.0855,
  d: Date.UTC(2025, 2, 10, 14),
  previousClose: 1.08,
  dayOpen: 1.081,
  dayHigh: 1.09,
  dayLow: 1.075,
  weekOpen: 1.07,
  closes: [],
  open: true,
  stale: false,
};
const prices = { sl: 1.08131, p: 1.08452, tp1: 1.08773, tp2: 1.09094 };

/** The description of the drawing, and its mark. */
async function read(
  t: TestContext,
  more: Partial<Parameters<typeof TradeLadder>[0]>,
  showing: Showing = {},
) {
  const props = { entry, quote, way: true, prices, end: null, size: 'full' as const, ...more };
  const { leave } = await show(t, <TradeLadder {...props} />, showing);
  const drawing = screen.getByRole('img');
  const answer = {
    sentence: drawing.getAttribute('aria-label'),
    ring: drawing.querySelector('.border-brass') !== null,
    cross: drawing.querySelector('svg.text-down') !== null,
    dot: drawing.querySelector('.rounded-full:not(.border-brass)') !== null,
    words: (drawing.textContent ?? '').replace(/\s+/g, ' '),
  };
  leave();
  return answer;
}

test('a ladder names the direction of its trade, its four prices, and the last one', async (t) => {
  const buy = await read(t, {});
  assert.equal(
    buy.sentence,
    'Alış koşulu. Zarar durdur 1,08131, giriş 1,08452, birinci hedef 1,08773, ikinci hedef 1,09094, güncel fiyat 1,08550.',
  );
  assert.deepEqual([buy.ring, buy.cross, buy.dot], [true, false, false]);
  assert.match(buy.words, /SL.*1,08131.*Giriş.*1,08452.*TP1.*1,08773.*TP2.*1,09094/);
  const sell = await read(t, { way: false, size: 'bare' }, { language: 'en' });
  assert.equal(
    sell.sentence,
    'Sell condition. Stop loss 1.08131, entry 1.08452, first target 1.08773, second target 1.09094, last price 1.08550.',
  );
  assert.equal(sell.words, '', 'the small one has no words');
});

test('an ended trade has a mark instead of the ring: a cross at its stop, a dot anywhere else', async (t) => {
  const stop = { word: 'Zarar durdur görüldü', price: 1.08773, stopped: true };
  const over = await read(t, { way: false, end: stop });
  assert.equal(
    over.sentence,
    'Satış, sona erdi: Zarar durdur görüldü, 1,08773. Zarar durdur 1,08131, giriş 1,08452, birinci hedef 1,08773, ikinci hedef 1,09094.',
  );
  assert.deepEqual([over.ring, over.cross, over.dot], [false, true, false]);
  const target = { word: '2. hedef görüldü', price: 1.09094, stopped: false };
  const reached = await read(t, { end: target });
  assert.deepEqual([reached.ring, reached.cross, reached.dot], [false, false, true]);
  assert.match(reached.sentence ?? '', /^Alış, sona erdi: 2\. hedef görüldü, 1,09094\./);
});

test('without a price there is no mark, and the description says so', async (t) => {
  const { sentence, ring } = await read(t, { quote: null });
  assert.match(sentence ?? '', /ikinci hedef 1,09094\. Güncel fiyat yok\.$/);
  assert.equal(ring, false);
  const unknown = await read(t, { end: { word: 'Süresi doldu', price: null, stopped: false } });
  assert.match(unknown.sentence ?? '', /^Alış koşulu, sona erdi: Süresi doldu\. Zarar durdur/);
  assert.deepEqual([unknown.ring, unknown.cross, unknown.dot], [false, false, false]);
});
