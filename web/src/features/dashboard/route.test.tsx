import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import { favoritesQuery } from '../../api/calls/favorites.ts';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import type { MessageEntry } from '../../api/calls/messages.ts';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { type SessionInfo, sessionQuery } from '../../api/session/session.ts';
import { textOf } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import { store } from '../../ui/browser-store.ts';
import { showOverlay, useOverlay } from '../../ui/overlay.ts';
import { OwnPanels } from './own-panels.tsx';
import DashboardRoute from './route.tsx';

const PERSON: SessionInfo = {
  logged: true,
  subscribed: false,
  id: 'RS1',
  student: false,
  admin: false,
  totp: null,
  name: 'Deniz',
  surname: 'Işık',
  email: 'deniz@example.com',
  texts: [],
  settings: null,
};
const SUBSCRIBER: SessionInfo = { ...PERSON, student: true, subscribed: true };
/** 21 November 2026, 12:30 in Istanbul. */
const NOW = Date.UTC(2026, 10, 21, 9, 30);
const HOUR = 3_600_000;

const entry = (symbol: string, type: SymbolEntry['type'], digits = 2): SymbolEntry => ({
  symbol,
  type,
  digits,
  name: { tr: `${symbol} adı`, az: `${symbol} ad`, en: `${symbol} name` },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'always',
  base: '60',
  resolutions: ['60'],
});
const quote = (s: string, p: number, previousClose: number): Quote => ({
  s,
  p,
  d: NOW,
  previousClose,
  dayOpen: p,
  dayHigh: p,
  dayLow: p,
  weekOpen: p,
  closes: [p, p + 1],
  open: false,
  stale: false,
});
const item = (
  symbol: string,
  way: boolean,
  datetime: number,
  ended: -1 | 0 | 2 | null = null,
): PredictorItem => ({
  tradeCondition: {
    symbol,
    datetime,
    way,
    active: ended === null,
    price: 100,
    range: 5,
    sl: 95,
    tp1: 105,
    tp2: 110,
    setup: 'pivot',
    ended,
    tp1Hit: false,
  },
  last: { p: 101, d: NOW },
});
const NASDAQ = Array.from({ length: 11 }, (_, at) => `NDQ${at}`);
const SYMBOLS = [
  entry('BTCUSD', 'crypto', 1),
  entry('EURUSD', 'forex', 5),
  entry('THYAO', 'bist'),
  ...NASDAQ.map((symbol) => entry(symbol, 'nasdaq')),
];
const EMPTY = { serverTime: NOW, quotes: [] };
const ANSWERS = {
  'GET /api/symbols': SYMBOLS,
  'GET /api/predictor/crypto': [item('BTCUSD', false, NOW - 20 * 60_000)],
  'GET /api/predictor/forex': [item('EURUSD', true, NOW - 2 * HOUR)],
  'GET /api/predictor/bist': [item('THYAO', true, NOW - 30 * HOUR, 2)],
  'GET /api/predictor/nasdaq': [
    item('NDQ0', true, NOW - 40 * HOUR),
    item('NDQ1', true, NOW - 50 * HOUR),
  ],
  'GET /api/predictor/index': [],
  'GET /api/quotes/crypto': { serverTime: NOW, quotes: [quote('BTCUSD', 90_000.5, 100_000)] },
  'GET /api/quotes/forex': { serverTime: NOW, quotes: [quote('EURUSD', 1.08452, 1.08452)] },
  'GET /api/quotes/bist': { serverTime: NOW, quotes: [quote('THYAO', 303, 300)] },
  'GET /api/quotes/nasdaq': { serverTime: NOW, quotes: NASDAQ.map((s) => quote(s, 10, 10)) },
  'GET /api/quotes/index': EMPTY,
  'GET /api/portfolio/views': [
    { type: 'forex', views: 1200 },
    { type: 'bist', views: 300 },
  ],
  'GET /api/portfolio/crypto': [],
  'GET /api/portfolio/forex': [
    { s: 'EURUSD', t: 1, d: NOW },
    { s: 'EURUSD', t: 2, d: NOW },
    { s: 'USDTRY', t: 1, d: NOW },
  ],
  'GET /api/portfolio/bist': [],
  'GET /api/portfolio/nasdaq': [],
  'GET /api/portfolio/index': [],
  'GET /api/account/messages/unread': { platform: 0, class: 0 },
};

function dashboard(t: TestContext, info = PERSON, showing: Showing = {}) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  store('rasat.tour', 'closed');
  return show(t, <DashboardRoute />, {
    at: '/dashboard',
    known: [[sessionQuery().queryKey, info]],
    ...showing,
    answers: { 'POST /api/auth/info': info, ...ANSWERS, ...showing.answers },
  });
}

const refusal = () => Response.json({ code: 'forbidden-403' }, { status: 403 });
const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('the newest conditions of all categories are listed first, each with its ladder', async (t) => {
  await dashboard(t);
  const latest = within(await screen.findByRole('region', { name: 'Son tahminci kayıtları' }));
  await waitFor(() => assert.equal(latest.getAllByRole('listitem').length, 4));
  const heads = latest
    .getAllByRole('listitem')
    .map((one) => textOf(one.querySelector('a')?.firstElementChild ?? null));
  assert.deepEqual(heads, [
    'BTCUSDSatışYeni12:10',
    'EURUSDAlış10:30',
    'THYAOAlışTP2 görüldü20 Kas 06:30',
    'NDQ0Alış19 Kas 20:30',
  ]);
  assert.ok(
    latest.getByRole('img', {
      name: 'Satış koşulu. Zarar durdur 95,0, giriş 100,0, birinci hedef 105,0, ikinci hedef 110,0, güncel fiyat 101,0.',
    }),
  );
  assert.equal(
    latest.getByRole('link', { name: /^BTCUSD/ }).getAttribute('href'),
    '/dashboard/symbol/BTCUSD',
  );
  assert.equal(latest.getByText('12:10').getAttribute('datetime'), '2026-11-21T09:10:00Z');
  assert.equal(
    latest.getByRole('link', { name: 'Tümü' }).getAttribute('href'),
    '/dashboard/predictor/forex',
  );
  assert.ok(latest.getByText('Bu saatin kayıtları yeni sayılır'));
  assert.ok(screen.getByText('3 açık alış koşulu'));
  assert.ok(screen.getByText('1 açık satış koşulu'));
  assert.equal(document.title, 'Panel · Rasat');
});

test('a category shows its symbols with price and change, and links to its lists', async (t) => {
  await dashboard(t, SUBSCRIBER);
  const crypto = await card('Kripto');
  await crypto.findByText('BTCUSD');
  assert.equal(textOf(crypto.getByRole('listitem')), 'BTCUSDBTCUSD adı90.000,5−%10,00');
  assert.ok(crypto.getByRole('img', { name: 'Açık satış koşulu' }));
  const forex = await card('Forex');
  assert.ok(await forex.findByRole('img', { name: 'Açık alış koşulu' }));
  assert.match(textOf(forex.getByRole('listitem')), /1,08452%0,00$/);
  await waitFor(() =>
    assert.deepEqual(
      forex.getAllByRole('link').map((link) => `${textOf(link)} ${link.getAttribute('href')}`),
      [
        ' /dashboard/chart?symbol=EURUSD',
        'Tahminci1 /dashboard/predictor/forex',
        'Portföy2 /dashboard/portfolio/forex',
        'EURUSDEURUSD adı1,08452%0,00 /dashboard/symbol/EURUSD',
      ],
    ),
  );
  assert.ok(forex.getByRole('link', { name: 'Forex grafiği' }));
  const bist = await card('BIST');
  assert.ok(bist.queryByRole('img') === null, 'an ended condition is not open');
  assert.ok(bist.getByText('303,00'));
  const index = await card('Endeks');
  assert.ok(await index.findByText('Bu kategoride sembol yok'));
  assert.equal(
    index.getByRole('link', { name: 'Endeks grafiği' }).getAttribute('href'),
    '/dashboard/chart',
  );
});

test('a closed market shows the time of its last price and its next opening', async (t) => {
  // Saturday, 12:30 in Istanbul: forex closed with Friday 17:00 in New York and opens on Sunday at 17:00.
  const closing = Date.UTC(2026, 10, 20, 21, 59, 58);
  await dashboard(t, SUBSCRIBER, {
    answers: {
      'GET /api/symbols': [
        { ...entry('EURUSD', 'forex', 5), calendar: 'forex' },
        entry('BTCUSD', 'crypto', 1),
        { ...entry('XU100', 'index'), calendar: 'bist' },
        { ...entry('DAX', 'index'), source: 'file' },
      ],
      'GET /api/quotes/forex': {
        serverTime: NOW,
        quotes: [{ ...quote('EURUSD', 1.08452, 1.08452), d: closing }],
      },
      'GET /api/quotes/index': { serverTime: NOW, quotes: [] },
    },
  });
  const forex = await card('Forex');
  assert.equal(
    textOf((await forex.findByText('Piyasa kapalı')).parentElement),
    'Piyasa kapalı · son fiyat 21 Kas 00:59 · açılış Pzt 01:00, 1 gün 12 sa sonra',
  );
  const crypto = await card('Kripto');
  assert.equal(textOf((await crypto.findByText('Piyasa açık')).parentElement), 'Piyasa açık');
  const index = await card('Endeks');
  assert.equal(
    textOf((await index.findByText('Piyasa kapalı')).parentElement),
    'Piyasa kapalı · açılış Pzt 10:00, 1 gün 21 sa sonra',
  );
  const title = screen.getByRole('heading', { level: 1 }).parentElement;
  assert.equal(
    textOf(title),
    'PanelSimülasyonİşletmecinin yüklediği',
    'a symbol from a file is not simulated',
  );
});

test('ten symbols of a category are shown until the button for all is pressed', async (t) => {
  const { user } = await dashboard(t);
  const nasdaq = await card('NASDAQ');
  const more = await nasdaq.findByRole('button', { name: 'Bütün NASDAQ sembolleri' });
  assert.equal(nasdaq.getAllByRole('listitem').length, 10);
  assert.equal(more.getAttribute('aria-expanded'), 'false');
  assert.ok(nasdaq.getByText('11'), 'how many there are');
  await user.click(more);
  assert.equal(nasdaq.getAllByRole('listitem').length, 11);
  const fewer = nasdaq.getByRole('button', { name: 'Daha az göster' });
  assert.equal(fewer.getAttribute('aria-expanded'), 'true');
  await user.click(fewer);
  assert.equal(nasdaq.getAllByRole('listitem').length, 10);
  assert.match(textOf(nasdaq.getByRole('link', { name: /^Portföy/ })), /^Portföy$/);
  assert.ok((await card('Forex')).queryByRole('button') === null);
});

function Over() {
  return <output>{useOverlay() ?? 'nothing'}</output>;
}

test('a category is chosen on a phone, and the search opens the palette', async (t) => {
  t.after(() => showOverlay(null));
  const { user } = await show(
    t,
    <>
      <DashboardRoute />
      <Over />
    </>,
    { known: [[sessionQuery().queryKey, PERSON]], answers: ANSWERS },
  );
  const choice = within(screen.getByRole('group', { name: 'Kategori seç' }));
  const pressed = () => textOf(choice.getByRole('button', { pressed: true }));
  const shown = () =>
    screen
      .getAllByRole('region')
      .filter(
        (region) => region.classList.contains('flex') && !/max-desk:hidden/.test(region.className),
      )
      .map((region) => textOf(region.querySelector('h2')));
  assert.equal(pressed(), 'Kripto');
  assert.ok(shown().includes('Kripto') && !shown().includes('BIST'));
  await user.click(choice.getByRole('button', { name: 'BIST' }));
  assert.equal(pressed(), 'BIST');
  assert.ok(shown().includes('BIST') && !shown().includes('Kripto'));
  await user.click(screen.getByRole('button', { name: /^Sembol ara: EURUSD/ }));
  assert.equal(document.querySelector('output')?.textContent, 'palette');
  assert.ok(screen.getByRole('heading', { name: 'Piyasalar' }));
  assert.ok(screen.getByText('Son fiyat, günlük değişim ve 30 günlük seyir'));
});

test('views of the week are bars relative to the largest', async (t) => {
  await dashboard(t);
  const views = within(await screen.findByRole('region', { name: 'Görüntülenme, bu hafta' }));
  await waitFor(() => assert.equal(views.getAllByRole('listitem').length, 5));
  const bars = views
    .getAllByRole('listitem')
    .map((row) => [textOf(row), row.querySelector<HTMLElement>('[style]')?.style.width]);
  assert.deepEqual(
    bars.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    [
      ['BIST300', '25%'],
      ['Endeks0', '0%'],
      ['Forex1.200', '100%'],
      ['Kripto0', '0%'],
      ['NASDAQ0', '0%'],
    ],
  );
});

test('a failed part shows a notice in its place and can be retried', async (t) => {
  let refused = true;
  const unless = (answer: unknown) => () => (refused ? refusal() : answer);
  const answers = {
    'GET /api/symbols': SYMBOLS,
    'GET /api/portfolio/views': unless([]),
    'GET /api/quotes/forex': unless(ANSWERS['GET /api/quotes/forex']),
    'GET /api/predictor/crypto': unless([]),
    'GET /api/predictor/forex': unless(ANSWERS['GET /api/predictor/forex']),
    'GET /api/predictor/bist': unless([]),
    'GET /api/predictor/nasdaq': unless([]),
    'GET /api/predictor/index': unless([]),
  };
  const { user } = await dashboard(t, PERSON, { answers });
  assert.ok(await screen.findByText('Tahminci kayıtları yüklenemedi'));
  assert.ok(await screen.findByText('Görüntülenmeler yüklenemedi'));
  const forex = await card('Forex');
  assert.ok(await forex.findByText('Fiyatlar yüklenemedi'));
  assert.ok(screen.queryByText(/açık alış koşulu/) === null, 'no condition is known');
  refused = false;
  await user.click(forex.getByRole('button', { name: 'Yeniden dene' }));
  assert.ok(await forex.findByText('1,08452'));
  const latest = within(screen.getByRole('region', { name: 'Son tahminci kayıtları' }));
  await user.click(latest.getByRole('button', { name: 'Yeniden dene' }));
  assert.ok(await latest.findByText('EURUSD'));
});

test('without any condition the list says that there is none', async (t) => {
  const none = Object.fromEntries(
    ['crypto', 'forex', 'bist', 'nasdaq', 'index'].map((type) => [
      `GET /api/predictor/${type}`,
      [],
    ]),
  );
  await dashboard(t, PERSON, { answers: none });
  assert.ok(await screen.findByRole('heading', { name: 'Henüz tahminci kaydı yok' }));
  assert.ok(screen.getByText('Koşul oluştukça burada görünür.'));
  assert.ok(screen.getByText('0 açık alış koşulu'));
});

test('a person without a subscription sees the next step until it is closed', async (t) => {
  store('rasat.step', null);
  t.after(() => store('rasat.step', null));
  const step = () => screen.queryByRole('region', { name: 'Sonraki adım' });
  const first = await dashboard(t);
  assert.match(
    textOf(step()),
    /^Panel, grafikteki fiyatlar ve tahminci size açık.*Adımlar ve ücretler$/,
  );
  assert.equal(
    screen.getByRole('link', { name: 'Adımlar ve ücretler' }).getAttribute('href'),
    '/account?selected=subscription',
  );
  await first.user.click(screen.getByRole('button', { name: 'Kapat' }));
  assert.ok(step() === null);
  first.leave();
  const again = await dashboard(t);
  assert.ok(step() === null, 'the step stays closed');
  again.leave();
  const student = await dashboard(t, { ...PERSON, student: true });
  assert.match(textOf(step()), /^Eğitim kaydınız var\..*Aboneliği incele$/, 'another step');
  student.leave();
  for (const info of [
    { ...PERSON, student: true, subscribed: true },
    { ...PERSON, student: true, admin: true },
    { ...PERSON, student: true, logged: false },
  ]) {
    const { leave } = await dashboard(t, info);
    assert.ok(step() === null);
    leave();
  }
});

test('the person’s own data are fetched when their row is near the view', async (t) => {
  let near: (entries: readonly { readonly isIntersecting: boolean }[]) => void = () => undefined;
  const options: unknown[] = [];
  let stopped = 0;
  standIn(t, globalThis, {
    IntersectionObserver: class {
      constructor(call: typeof near, how: unknown) {
        near = call;
        options.push(how);
      }
      observe(): void {}
      disconnect(): void {
        stopped += 1;
      }
    },
  });
  const { calls } = await dashboard(t, PERSON, {
    answers: { 'GET /api/account/platformMessages': [] },
  });
  assert.deepEqual(options, [{ rootMargin: '240px' }]);
  act(() => near([{ isIntersecting: false }]));
  assert.equal(calls.filter(({ call }) => call.includes('Messages')).length, 0);
  await act(async () => near([{ isIntersecting: false }, { isIntersecting: true }]));
  assert.ok(await screen.findByRole('region', { name: 'Mesajlar' }));
  assert.equal(stopped, 1);
});

const message = (id: number, text: string, datetime: number, unread = false): MessageEntry => ({
  id,
  message: text,
  datetime,
  unread,
});

function own(
  t: TestContext,
  info: SessionInfo,
  answers: Showing['answers'] = {},
  known: Showing['known'] = [],
) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  return show(t, <OwnPanels />, {
    known: [[sessionQuery().queryKey, info], ...known],
    answers: { ...ANSWERS, 'GET /api/account/platformMessages': [], ...answers },
  });
}

test('the three newest messages of both lists are shown, unread ones named', async (t) => {
  const { leave } = await own(t, SUBSCRIBER, {
    'GET /api/account/favorites': [],
    'GET /api/account/messages/unread': { platform: 1, class: 1 },
    'GET /api/account/platformMessages': [
      message(3, 'Bakım', NOW, true),
      message(2, 'Eski', NOW - 90 * HOUR),
    ],
    'GET /api/account/classMessages': [
      message(9, 'Ders', NOW - HOUR, true),
      message(8, 'Ödev', NOW - 2 * HOUR),
    ],
  });
  const panel = await card('Mesajlar');
  await panel.findByText('Ders');
  assert.deepEqual(panel.getAllByRole('listitem').map(textOf), [
    'Bakım21 Kas 12:30Yeni',
    'Ders21 Kas 11:30Yeni',
    'Ödev21 Kas 10:30',
  ]);
  assert.ok(await panel.findByText('2 yeni'));
  assert.equal(
    panel.getByRole('link', { name: 'Tümü' }).getAttribute('href'),
    '/dashboard/messages',
  );
  assert.equal(panel.getByText('21 Kas 12:30').title, '2026-11-21T09:30:00Z');
  leave();
  const none = await own(t, PERSON);
  assert.ok(await screen.findByText('Platformla ilgili haberler burada görünür.'));
  assert.ok(screen.queryByText(/\d+ yeni/) === null);
  assert.ok(none.calls.every(({ call }) => !call.includes('classMessages')));
  none.leave();
  await own(t, PERSON, { 'GET /api/account/platformMessages': refusal });
  assert.ok(await screen.findByText('Mesajlar şu anda okunamıyor.'));
});

test('favourites are listed with their prices; without any, a hint says how to add one', async (t) => {
  let list = ['THYAO', 'EURUSD', 'GONE'];
  const { user, calls, leave } = await own(t, SUBSCRIBER, {
    'GET /api/account/favorites': () => list,
    'GET /api/account/classMessages': [],
    'POST /api/account/favorites': () => {
      list = ['EURUSD'];
      return {};
    },
  });
  const panel = await card('Favoriler');
  await panel.findByText('1,08452');
  assert.deepEqual(panel.getAllByRole('listitem').map(textOf), [
    'THYAO303,00+%1,00',
    'EURUSD1,08452%0,00',
  ]);
  assert.ok(panel.getByText('3'), 'how many there are');
  assert.equal(
    panel.getByRole('link', { name: 'Tümü' }).getAttribute('href'),
    '/account?selected=favorites',
  );
  assert.equal(panel.getByRole('link', { name: /^THYAO/ }).title, 'THYAO adı');
  await user.click(panel.getByRole('button', { name: 'THYAO sembolünü favorilerden çıkar' }));
  await waitFor(() =>
    assert.deepEqual(calls.find(({ call }) => call.startsWith('POST'))?.body, { symbol: 'THYAO' }),
  );
  leave();
  const needs = await own(t, PERSON);
  const mine = await card('Favoriler');
  assert.match(
    textOf(mine.getByRole('paragraph')),
    /^Aboneler izledikleri.*Aboneliğe dahil olanlar$/,
  );
  assert.equal(mine.getByRole('link').getAttribute('href'), '/account?selected=subscription');
  needs.leave();
  await own(t, SUBSCRIBER, {}, [[favoritesQuery().queryKey, []]]);
  assert.ok(await screen.findByText(/^Bir sembolün sayfasındaki yıldıza basın/));
});

test('failed favourites show a small notice and can be retried', async (t) => {
  let refused = true;
  const { user, calls } = await own(t, SUBSCRIBER, {
    'GET /api/account/favorites': () => (refused ? refusal() : []),
    'GET /api/account/classMessages': [],
  });
  assert.ok(await screen.findByText('Favoriler yüklenemedi'));
  refused = false;
  const asked = (name: string) => calls.filter(({ call }) => call === name).length;
  const before = asked('GET /api/symbols');
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  assert.ok(await screen.findByText(/^Bir sembolün sayfasındaki yıldıza basın/));
  assert.equal(asked('GET /api/symbols'), before, 'loaded data are not requested again');
});
