import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { show } from '../../../testing/show.tsx';
import { bonesOf, factsOf, headsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import type { Feeds } from './calls.ts';
import FeedsRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
const GAP: Feeds['gaps'][number] = {
  source: 'binance',
  symbol: 'BTCUSDT',
  resolution: '15',
  // 17:30 to 18:30 of 20 November in Istanbul.
  from: Date.UTC(2026, 10, 20, 14, 30),
  to: Date.UTC(2026, 10, 20, 15, 30),
  state: 'open',
  expected: 4,
  inserted: 0,
  rows: 0,
  found: NOW,
  settled: null,
};
const FEEDS: Feeds = {
  serverTime: NOW,
  sources: [
    SOURCE,
    {
      ...SOURCE,
      source: 'binance',
      connected: false,
      lastPrint: null,
      delay: { class: 'real-time', ms: 0 },
      licence: 'personal',
      categories: ['crypto'],
      flow: { flowing: 0, stale: 9, closed: 0 },
      newest: null,
      minute: { ticks: 0, median: null, p95: null },
      hour: Array.from({ length: 60 }, () => null),
      day: { accepted: 0, refused: 0 },
    },
    {
      ...SOURCE,
      source: 'massive',
      silentSince: NOW - 16 * MINUTE,
      delay: { class: 'delayed', ms: 15 * MINUTE },
      licence: 'display',
      ticks: 'sampled',
      categories: ['nasdaq', 'index'],
      flow: { flowing: 0, stale: 1, closed: 0 },
      newest: NOW - 16 * MINUTE - 21_000,
      limit: 16 * MINUTE,
      minute: { ticks: 0, median: null, p95: null },
      day: { accepted: 512_880, refused: 204 },
    },
    {
      ...SOURCE,
      source: 'laplace',
      phase: 'filling',
      filled: 0.61,
      clockAlarm: true,
      delay: { class: 'delayed', ms: 15 * MINUTE },
      licence: 'display',
      categories: ['bist'],
      flow: { flowing: 9, stale: 0, closed: 0 },
      limit: 16 * MINUTE,
      minute: { ticks: 642, median: 15 * MINUTE + 2000, p95: 15 * MINUTE + 6000 },
      day: { accepted: 96_417, refused: 3 },
    },
  ],
  parts: [
    { name: 'record', ready: true, detail: 'all written' },
    { name: 'another', ready: false, detail: 'is starting' },
  ],
  alarms: [],
  refusals: [
    { source: 'simulated', reason: 'jump', count: 1200, last: NOW - 3_600_000 },
    { source: 'massive', reason: 'old', count: 300, last: NOW },
    { source: 'massive', reason: 'odd', count: 600, last: NOW },
    { source: 'massive', reason: 'jump', count: 300, last: NOW },
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
  gaps: [
    GAP,
    { ...GAP, symbol: 'ETHUSDT' },
    { ...GAP, symbol: 'SOLUSDT', state: 'filled', inserted: 4, rows: 3 },
    { ...GAP, symbol: 'XRPUSDT', from: GAP.from - 24 * HOUR, state: 'empty' },
  ],
  repair: [
    { source: 'binance', running: true, done: 4, all: 9 },
    { source: 'simulated', running: false, done: 0, all: 0 },
  ],
};
const panel = (title: string): string => {
  const section = screen.getByText(title, { selector: 'section h2' }).closest('section');
  return visibleText(section ?? document.body);
};

test('sources, refusals, gaps, parts and what is stale are shown', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': FEEDS } });
  assert.equal(bonesOf(document.body), 1);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  assert.equal(document.title, 'Veri akışları · Yönetim · Rasat');
  assert.ok(screen.getByText('22 Kas 12:00:00 TSİ, her 2 saniyede yenilenir'));
  const [sources, prints] = document.querySelectorAll('table');
  assert.ok(sources && prints);
  assert.equal(sources.querySelector('caption')?.textContent, 'Kaynaklar');
  assert.deepEqual(headsOf(sources), [
    'Kaynak',
    'Bağlantı',
    'Sınıf',
    '→ Fiyatın yaşı',
    'Son saat',
    '→ Son tik',
    '→ Sembol',
    '→ Kabul',
    '→ Ret',
    '→ Boşluk',
    '→ (İşlem)',
  ]);
  const inHour = 'Son saatte fiyatın yaşı 84 ms ile 84 ms arasında';
  assert.deepEqual(
    rowsOf(sources).map((cells) => cells.join(' | ')),
    [
      `simülasyon 5 kategori · üretilmiş fiyat | Bağlı | Simülasyon | 84 ms 210 ms | ${inHour} | 2 dk önce | 28 / 40 12 kapalı | 1.204.331 | 12 | 0 | ···`,
      'Binance Kripto · bütün işlemler · kişisel lisans | Bağlı değil | gerçek zamanlı | — — | Son saatte fiyat yok | hiç | 0 / 9 9 akmıyor | 0 | 0 | 4 | ···',
      `Massive NASDAQ, Endeks · seçilmiş işlemler · gösterim lisansı | Fiyat göndermiyor | 15 dk gecikmeli | 16 dk 21 s — | ${inHour} | 2 dk önce | 0 / 1 1 akmıyor | 512.880 | 204 | 0 | ···`,
      `Laplace BIST · bütün işlemler · gösterim lisansı | Doluyor %61 Saati yanlış | 15 dk gecikmeli | 15 dk 2 s 15 dk 6 s | ${inHour} | 2 dk önce | 9 / 9 | 96.417 | 3 | 0 | ···`,
    ],
  );
  assert.deepEqual(factsOf(screen.getByRole('region', { name: 'Özet' })), [
    ['Akan kaynak', '1 / 4'],
    ['Sembol', '59'],
    ['Tik, son dakika', '1.842'],
    ['Reddedilen, 24 sa', '219'],
    ['Boşluk, 30 gün', '4'],
  ]);
  assert.equal(
    visibleText(screen.getByRole('region', { name: 'Özet' })),
    'Akan kaynak 1 / 4 1 bağlı değil, 1 fiyat göndermiyor, 1 doluyor Sembol 59 10 akmıyor, 12 kapalı Tik, son dakika 1.842 p95 en çok 210 ms Reddedilen, 24 sa 219 %0,012 Boşluk, 30 gün 4 1 dolduruldu',
  );
  assert.equal(
    panel('Reddedilen fiyatlar'),
    'Reddedilen fiyatlar 24 saat · 2.400 Örnekler sıçrama 1.500 odd 600 çok eski 300 Reddedilen fiyat grafiğe, analize ve sinyale girmez.',
  );
  const bars = [...document.querySelectorAll<HTMLElement>('section li i')];
  assert.deepEqual(
    bars.map(({ style }) => style.width),
    ['100%', '40%', '20%'],
  );
  assert.equal(
    panel('Boşluklar ve doldurma'),
    'Boşluklar ve doldurma 30 gün Dolduruluyor Binance 4 / 9 boşluk Durdur Bekliyor Binance · 2 sembol 20 Kas 17:30 – 18:30 · 8 mum eksik Dolduruldu Binance · SOLUSDT 20 Kas 17:30 – 18:30 · 4 / 4 mum · 3 sicil satırı işaretlendi Kaynakta yok Binance · XRPUSDT 19 Kas 17:30 – 20 Kas 18:30 · 4 mum eksik',
  );
  assert.equal(screen.getByRole('progressbar').getAttribute('aria-valuenow'), '44');
  assert.equal(panel('Akmayan semboller'), 'Akmayan semboller EURUSD 5 dk önce GARAN hiç');
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

test('each source whose prices do not flow has a notice with its numbers and what the reader sees', async (t) => {
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': FEEDS } });
  const notices = await screen.findAllByRole('alert');
  assert.deepEqual(
    notices.map(({ parentElement }) => visibleText(parentElement ?? document.body)),
    [
      'Binance bağlı değil. Sunucu başladığından beri hiç fiyat gelmedi. Birkaç saniyede bir yeniden bağlanılıyor; kaçan mumlar bağlanınca alınır. Okuyucu 9 sembolde fiyatın yanında “akmıyor” ve fiyatın saatini görüyor.',
      'Massive fiyat göndermiyor. En yeni fiyat 16 dk 21 s yaşında: 16 dk sınırını 21 s aştı. Okuyucu 1 sembolde fiyatın yanında “akmıyor” ve fiyatın saatini görüyor. Her sayfanın başında kaynağın fiyat göndermediği yazıyor; yeni koşul açılmıyor.',
      'Laplace kaynağının saati bizimkinden farklı. Fiyatları, saati düzelene kadar reddediliyor. En yeni fiyat 2,0 s yaşında. Okuyucu henüz bir fark görmüyor.',
    ],
  );
});

test('a source whose prices come too late says how late', async (t) => {
  const late = { ...SOURCE, minute: { ticks: 5, median: 21_000, p95: 30_000 } };
  const answer = { ...FEEDS, sources: [{ ...late, flow: { flowing: 0, stale: 2, closed: 0 } }] };
  await show(t, <FeedsRoute />, { language: 'en', answers: { 'GET /api/admin/feeds': answer } });
  const notice = await screen.findByRole('alert');
  assert.equal(
    visibleText(notice.parentElement ?? document.body),
    'simulated is stale. The median age of the prices that come is 21 s: 6.0 s over the limit of 15 s. For 2 symbols the reader sees “stale” and the time of the price beside it.',
  );
});

test('where all stale symbols are those of a silent source, the list of stale symbols says so', async (t) => {
  const silent = { ...SOURCE, flow: { flowing: 0, stale: 10, closed: 0 } };
  const showSource = async (source: typeof SOURCE) => {
    const answer = { ...FEEDS, lagging: [], sources: [source] };
    const answers = { 'GET /api/admin/feeds': answer };
    return show(t, <FeedsRoute />, { language: 'en', answers });
  };
  const { leave } = await showSource(silent);
  assert.ok(
    await screen.findByText('Apart from the sources that send no prices, no symbol is stale.'),
  );
  leave();
  await showSource(SOURCE);
  assert.ok(await screen.findByText('No symbol in an open market is stale.'));
});

test('gaps are filled with the button of the head or of a source, and the filling stops', async (t) => {
  const { user, calls } = await show(t, <FeedsRoute />, {
    answers: {
      'GET /api/admin/feeds': FEEDS,
      'POST /api/admin/feeds/gaps/fill': {},
      'POST /api/admin/feeds/gaps/stop': {},
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Boşlukları doldur' }));
  await user.click(
    screen.getByRole('button', { name: 'Binance kaynağının doldurulmasını durdur' }),
  );
  const [menu] = screen.getAllByRole('button', { name: 'Binance işlemleri' });
  assert.ok(menu);
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: 'Boşlukları doldur' }));
  await waitFor(() =>
    assert.deepEqual(
      calls.flatMap(({ call, body }) => (call.startsWith('POST') ? [[call, body]] : [])),
      [
        ['POST /api/admin/feeds/gaps/fill', {}],
        ['POST /api/admin/feeds/gaps/stop', { source: 'binance' }],
        ['POST /api/admin/feeds/gaps/fill', { source: 'binance' }],
      ],
    ),
  );
});

test('a page that could not be renewed says since when', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  let answers = 0;
  await show(t, <FeedsRoute />, {
    answers: {
      'GET /api/admin/feeds': () => {
        answers += 1;
        return answers === 1 ? FEEDS : Response.json({ code: 'forbidden-403' }, { status: 403 });
      },
    },
  });
  await waitFor(() =>
    assert.ok(screen.getByText('22 Kas 12:00:00 TSİ, o zamandan beri yenilenemedi')),
  );
  assert.ok(screen.getByText('Laplace', { selector: 'table *' }), 'the old state stays');
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
  const empty: Feeds = {
    ...FEEDS,
    sources: [],
    refusals: [],
    prints: [],
    corrections: [],
    lagging: [],
    gaps: [],
    repair: [],
  };
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': empty } });
  assert.ok(await screen.findByText('Son 24 saatte reddedilen fiyat yok.'));
  assert.ok(screen.getByText('Son 30 günde boşluk bulunmadı.'));
  assert.equal(screen.queryByRole('button', { name: 'Örnekler' }), null);
  assert.ok(screen.getByText('Açık piyasalarda akmayan sembol yok.'));
  assert.ok(screen.getByText('Geç veya farklı gelen mum yok.'));
  assert.equal(document.querySelectorAll('table').length, 1);
  assert.equal(screen.queryByText(/kapalı günler/), null);
});

test('feeds that could not be read show an error', async (t) => {
  const refused = () => Response.json({ code: 'forbidden-403' }, { status: 403 });
  await show(t, <FeedsRoute />, { answers: { 'GET /api/admin/feeds': refused } });
  assert.ok(await screen.findByText('Veri akışlarının durumu yüklenemedi'));
});
