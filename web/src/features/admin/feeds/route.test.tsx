import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { show } from '../../../testing/show.tsx';
import { bonesOf, headsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import type { Feeds } from './calls.ts';
import FeedsRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const MINUTE = 60_000;

const SOURCE: Feeds['sources'][number] = {
  source: 'simulated',
  phase: 'live',
  filled: 0.5,
  symbols: 40,
  connected: true,
  lastPrint: NOW - 2 * MINUTE,
  accepted: 12_345,
  refused: { old: 3, jump: 4 },
  clockAlarm: false,
  silentSince: null,
  delay: { class: 'simulated', ms: 0 },
  licence: null,
  ticks: 'complete',
  categories: ['crypto', 'forex', 'bist', 'nasdaq', 'index'],
  flow: { flowing: 28, stale: 0, closed: 12 },
  newest: NOW - 2000,
  limit: 15_000,
  minute: { ticks: 1200, median: 84, p95: 210 },
  hour: Array.from({ length: 60 }, () => 84),
  day: { accepted: 1_204_331, refused: 12 },
};
const FEEDS: Feeds = {
  serverTime: NOW,
  sources: [
    SOURCE,
    {
      ...SOURCE,
      source: 'binance',
      connected: false,
      clockAlarm: true,
      lastPrint: null,
      refused: {},
    },
    { ...SOURCE, source: 'kraken', silentSince: 1_790_000_000_000 },
    { ...SOURCE, source: 'file', phase: 'waiting', connected: false, filled: 1 },
  ],
  parts: [
    { name: 'record', ready: true, detail: 'all written' },
    { name: 'another', ready: false, detail: 'is starting' },
  ],
  alarms: [],
  refusals: [
    { source: 'simulated', reason: 'jump', count: 1200, last: NOW - 3_600_000 },
    { source: 'binance', reason: 'odd', count: 2, last: NOW },
  ],
  prints: [
    { source: 'binance', symbol: 'BTCUSD', reason: 'old', price: 12.5, d: NOW, seen: NOW - MINUTE },
  ],
  corrections: [{ symbol: 'XAUUSD', reason: 'late', count: 1500, last: NOW - MINUTE }],
  lagging: [
    { symbol: 'EURUSD', last: NOW - 5 * MINUTE },
    { symbol: 'GARAN', last: null },
  ],
  calendars: [],
};
const panel = (title: string): string => {
  const section = screen.getByText(title, { selector: 'section h2' }).closest('section');
  return visibleText(section ?? document.body);
};

test('sources, refusals, parts and what lags are shown', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': FEEDS } });
  assert.equal(bonesOf(document.body), 1);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  assert.equal(document.title, 'Veri akışları · Yönetim · Rasat');
  const [sources, prints] = document.querySelectorAll('table');
  assert.ok(sources && prints);
  assert.equal(sources.querySelector('caption')?.textContent, 'Kaynaklar');
  assert.deepEqual(headsOf(sources), [
    'Kaynak',
    'Durum',
    'Geçmiş',
    'Sembol',
    'Son fiyat',
    'Kabul',
    'Ret',
  ]);
  assert.deepEqual(rowsOf(sources), [
    ['simülasyon', 'Canlı', '%50', '40', '2 dk. önce', '12.345', '7'],
    ['Binance', 'Canlı Bağlı değil Saati yanlış', '%50', '40', 'hiç', '12.345', '0'],
    ['kraken', 'Canlı Fiyat göndermiyor', '%50', '40', '2 dk. önce', '12.345', '7'],
    ['dosya', 'Yeniden deneniyor', '%100', '40', '2 dk. önce', '12.345', '7'],
  ]);
  assert.equal(
    panel('Son 24 saatte reddedilen fiyatlar'),
    'Son 24 saatte reddedilen fiyatlar simülasyon sıçrama 1.200 1 sa. önce Binance odd 2 şimdi',
  );
  assert.equal(panel('Geciken semboller'), 'Geciken semboller EURUSD 5 dk. önce GARAN hiç');
  assert.equal(
    panel('Sunucunun parçaları'),
    'Sunucunun parçaları Sicil Hazır all written another Hazır değil is starting',
  );
  assert.deepEqual(
    ['Hazır', 'Hazır değil'].map((text) => screen.getByText(text).className.includes('bg-warn-bg')),
    [false, true],
  );
  assert.ok(screen.getByText('Son reddedilenler', { selector: 'h2' }));
  assert.equal(prints.querySelector('caption')?.textContent, 'Son reddedilenler');
  assert.deepEqual(headsOf(prints), ['Zaman', 'Sembol', 'Fiyat', 'Neden', 'Kaynak']);
  assert.deepEqual(rowsOf(prints), [['22 Kas 11:59', 'BTCUSD', '12.5', 'çok eski', 'Binance']]);
  assert.equal(
    panel('Son 30 günün geç veya farklı mumları'),
    'Son 30 günün geç veya farklı mumları XAUUSD mumu kapanmış 1.500 22 Kas 11:59',
  );
});

test('calendars that end soon are named with their last day, and with what to do', async (t) => {
  // 24:00 of 31 December 2027 in Istanbul and in New York, where it is 08:00 of the next day in Istanbul.
  const calendars: Feeds['calendars'] = [
    { calendar: 'bist-2', endsMs: Date.UTC(2027, 11, 31, 21) },
    { calendar: 'nasdaq', endsMs: Date.UTC(2028, 0, 1, 5) },
  ];
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': { ...FEEDS, calendars } } });
  const [first, second] = await screen.findAllByText(/kapalı günler/);
  assert.equal(
    first?.textContent,
    'Borsa İstanbul (bist-2): kapalı günler 31 Ara 2027 gününe kadar biliniyor.',
  );
  assert.equal(second?.textContent, 'New York: kapalı günler 31 Ara 2027 gününe kadar biliniyor.');
  assert.ok(screen.getByText(/Sonraki yılı içeren sürümü kurun\.$/));
});

test('empty tables of the feeds say so', async (t) => {
  const empty: Feeds = { ...FEEDS, refusals: [], prints: [], corrections: [], lagging: [] };
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': empty } });
  assert.ok(await screen.findByText('Son 24 saatte reddedilen fiyat yok.'));
  assert.ok(screen.getByText('Açık piyasalarda geciken sembol yok.'));
  assert.ok(screen.getByText('Geç veya farklı gelen mum yok.'));
  assert.equal(document.querySelectorAll('table').length, 1);
  assert.equal(screen.queryByText(/kapalı günler/), null);
});

test('feeds that could not be read show an error', async (t) => {
  const refused = () => Response.json({ code: 'forbidden-403' }, { status: 403 });
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': refused } });
  assert.ok(await screen.findByText('Veri akışlarının durumu yüklenemedi'));
});
