import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RecordRate } from '@rasat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { type Showing, show } from '../../testing/show.tsx';

const { liveSocket } = await import('../../api/live/live.ts');
const { default: PredictorRoute } = await import('./route.tsx');

const AT = Date.UTC(2025, 2, 10, 14);

const item = (
  symbol: string,
  condition: Partial<PredictorItem['tradeCondition']> = {},
  last: PredictorItem['last'] = { p: 1.0855, d: AT },
): PredictorItem => ({
  tradeCondition: {
    symbol,
    way: true,
    active: true,
    price: 1.08452,
    range: 0.00321,
    datetime: AT,
    sl: 1.08131,
    tp1: 1.08773,
    tp2: 1.09094,
    setup: 'pivot',
    ended: null,
    tp1Hit: false,
    ...condition,
  },
  last,
});
const symbolOf = (symbol: string, digits: number, source: string): SymbolEntry => ({
  symbol,
  type: 'forex',
  digits,
  name: { tr: symbol, az: symbol, en: symbol },
  source,
  delay: { class: 'simulated', ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
});
const ITEMS = [
  item('EURUSD'),
  item(
    'XAUUSD',
    {
      way: false,
      setup: 'break',
      ended: -1,
      price: 2000.5,
      sl: 2010.25,
      tp1: 1990.75,
      tp2: 1981,
      datetime: AT - 3_600_000,
    },
    null,
  ),
];
const RATE: RecordRate = {
  kind: 'condition',
  setup: 'pivot',
  category: 'forex',
  source: 'simulated',
  origin: 'backfill',
  figures: {
    n: 900,
    tp1: 1,
    sl: 1,
    expired: 1,
    tp2: 1,
    voided: 0,
    matched: 1,
    quarters: 8,
    days: 300,
    chance: null,
    baseline: null,
    cost: null,
    hits: {
      n: 812,
      share: 0.546,
      baseline: 0.5,
      difference: { value: 0.046, low: 0.01, high: 0.08 },
    },
    first: {
      mean: null,
      net: null,
      baseline: null,
      difference: null,
      netBaseline: null,
      netDifference: null,
    },
    second: {
      mean: null,
      net: null,
      baseline: null,
      difference: null,
      netBaseline: null,
      netDifference: null,
    },
    verdict: 'interval-excludes-zero',
  },
};
const plain = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/[\u00a0\u2060]/g, ' ').trim();
const texts = (elements: Iterable<Element>): string[] => [...elements].map(plain);

/** Sets a wide screen until the test ends. */
function onDesk(t: TestContext): void {
  t.mock.method(globalThis, 'matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(min-width: 901px)' }),
  );
}
async function showPredictor(
  t: TestContext,
  { items = ITEMS, ...showing }: Showing & { readonly items?: unknown } = {},
) {
  t.mock.timers.enable({ apis: ['Date'], now: AT + 60_000 });
  return show(t, <PredictorRoute />, {
    at: '/dashboard/predictor/forex',
    path: '/dashboard/predictor/:type',
    ...showing,
    known: [
      [
        ['market', 'symbols'],
        [symbolOf('EURUSD', 5, 'simulated'), symbolOf('XAUUSD', 2, 'file')],
      ],
      [['record', 'rates', 'EURUSD'], [RATE]],
      [['record', 'rates', 'XAUUSD'], []],
      ...(showing.known ?? []),
    ],
    answers: { 'GET /api/predictor/forex': items, ...showing.answers },
  });
}

test('on a wide screen every entry is a row with direction, prices, time and links', async (t) => {
  onDesk(t);
  const joined = t.mock.method(liveSocket, 'join');
  const { calls } = await showPredictor(t);
  const table = await screen.findByRole('table');
  assert.equal(document.title, 'Tahminci, Forex · Rasat');
  assert.equal(plain(document.querySelector('h1')), 'Tahminci');
  assert.equal(plain(table.querySelector('caption')), 'Forex tahminci kayıtları, en yeni üstte');
  assert.deepEqual(
    [...table.querySelectorAll('tr')].map((row) => texts(row.children)),
    [
      [
        'Sembol',
        'Yön',
        'Sinyal türü',
        'Fiyat',
        'SL',
        'TP1',
        'TP2',
        'Güncel',
        'Yol',
        'Tarih (TSİ)',
        'Sicil, Grafik',
      ],
      [
        'EURUSDYeni',
        'Alış',
        'Dönüş teyidi',
        '1,08452',
        '1,08131',
        '1,08773',
        '1,09094',
        '1,08550',
        '',
        '10 Mar 17:00',
        '',
      ],
      [
        'XAUUSD',
        'SatışZarar durdur görüldü',
        'Kırılma',
        '2.000,50',
        '2.010,25',
        '1.990,75',
        '1.981,00',
        '—',
        '',
        '10 Mar 16:00',
        '',
      ],
    ],
  );
  assert.equal(table.querySelector('[aria-sort]')?.getAttribute('aria-sort'), 'descending');
  const [, euro, gold] = table.querySelectorAll('tr');
  assert.deepEqual(
    [...(euro?.querySelectorAll('a') ?? [])].map((link) => [
      link.getAttribute('href'),
      link.getAttribute('aria-label') ?? plain(link),
    ]),
    [
      ['/dashboard/symbol/EURUSD', 'EURUSD'],
      [
        `/record/find?symbol=EURUSD&kind=condition&setup=pivot&time=${AT}`,
        'Yeniden hesapla: EURUSD işlem koşulu, 10 Mar 17:00',
      ],
      ['/dashboard/chart?symbol=EURUSD', 'EURUSD grafiği'],
    ],
  );
  assert.equal(euro?.querySelector('[title="EURUSD grafiği"]')?.tagName, 'A');
  const time = euro?.querySelector('time');
  assert.deepEqual([time?.dateTime, time?.title], ['2025-03-10T14:00:00Z', '2025-03-10T14:00:00Z']);
  const ladder = (row: Element | undefined) =>
    row?.querySelector('[role=img]')?.getAttribute('aria-label');
  assert.equal(
    ladder(euro),
    'Alış koşulu. Zarar durdur 1,08131, giriş 1,08452, birinci hedef 1,08773, ikinci hedef 1,09094, güncel fiyat 1,08550.',
  );
  assert.match(
    ladder(gold) ?? '',
    /^Satış koşulu, sona erdi: Zarar durdur görüldü\..*1\.981,00\.$/,
  );
  const marked = [euro, gold].map((row) => row?.firstElementChild?.className.includes('shadow-'));
  assert.deepEqual(marked, [true, false], 'the entry of this hour is marked');
  assert.equal(screen.queryByRole('list'), null);
  assert.equal(calls[0]?.call, 'GET /api/predictor/forex');
  assert.deepEqual(joined.mock.calls[0]?.arguments, [{ kind: 'ticks', category: 'forex' }]);
});

test('the page shows the state of its market, the time of its prices, and that they are simulated', async (t) => {
  const closed = { ...symbolOf('EURUSD', 5, 'simulated'), calendar: 'nasdaq' as const };
  // Sunday, 12:30 in Istanbul.
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 22, 9, 30) });
  await show(t, <PredictorRoute />, {
    at: '/dashboard/predictor/forex',
    path: '/dashboard/predictor/:type',
    known: [[['market', 'symbols'], [closed]]],
    answers: {
      'GET /api/predictor/forex': ITEMS.slice(0, 1).map((item) => ({
        ...item,
        tradeCondition: { ...item.tradeCondition, symbol: 'EURUSD' },
        last: { p: 1.01, d: Date.UTC(2026, 10, 20, 20, 59, 59) },
      })),
    },
  });
  await waitFor(() =>
    assert.equal(
      plain(screen.getByText('Piyasa kapalı').parentElement),
      'Piyasa kapalı · son fiyat 20 Kas 23:59 · açılış Pzt 17:30, 1 gün 5 sa sonra',
    ),
  );
  assert.ok(screen.getByText('Simülasyon'));
});

test('without the rules of entries the table has no column for them', async (t) => {
  onDesk(t);
  const { setup: _, ...entry } = item('EURUSD').tradeCondition;
  await showPredictor(t, { items: [{ tradeCondition: entry, last: null }] });
  const table = await screen.findByRole('table');
  const [head, row] = [...table.querySelectorAll('tr')].map((one) => texts(one.children));
  assert.deepEqual(head?.slice(0, 4), ['Sembol', 'Yön', 'Fiyat', 'SL']);
  assert.equal(row?.length, head?.length);
  assert.deepEqual(row?.slice(1, 4), ['Alış', '1,08452', '1,08131']);
  assert.equal(
    table.querySelector('a[href^="/record/find"]')?.getAttribute('href'),
    `/record/find?symbol=EURUSD&kind=condition&time=${AT}`,
  );
});

test('the list shows the number of entries, the legend of the marks, and the rates of such signals', async (t) => {
  onDesk(t);
  await showPredictor(t);
  const status = await screen.findByText('2 kayıt, 1 yeni');
  assert.deepEqual(texts(status.parentElement?.children ?? []), [
    '2 kayıt, 1 yeni',
    'Bu saatin kaydı',
    'Güncel fiyatın giriş ile hedef arasındaki yeri',
    'SL ve TP1 fiyattan bir aralık, TP2 iki aralık uzaktadır',
  ]);
  const rates = screen.getByRole('region', { name: 'Sicil' });
  // One symbol with simulated prices and one with real prices represent all.
  assert.deepEqual(texts(rates.querySelectorAll('dt')), [
    'Dönüş teyidi',
    'Kırılma',
    'Dönüş teyidi',
    'Kırılma',
  ]);
  const [pivot, ...others] = [...rates.querySelectorAll('dd')];
  assert.deepEqual(texts(pivot?.children ?? []), [
    'Benzer 812 koşulda önce TP1 görülme oranı %54,6 (aralık %51,0– %58,0); eşlenmiş girişlerde %50,0. Geriye dönük test: simülasyon fiyatları.',
    'Forex',
  ]);
  assert.deepEqual(
    others.map((each) => texts(each.children)),
    [1, 2, 3].map(() => ['Sicilde yeterli sonuçlanmış sinyal yok']),
  );
  assert.match(plain(rates), /Karar isabet oranına değil, R cinsinden farka göredir\. Sicil$/);
  assert.equal(rates.querySelector('a')?.getAttribute('href'), '/record');
});

test('the place of the rates is empty until they are loaded', async (t) => {
  await showPredictor(t, {
    items: [item('GBPUSD')],
    answers: { 'GET /api/record/rates/GBPUSD': () => new Promise(() => {}) },
  });
  const rates = await screen.findByRole('region', { name: 'Sicil' });
  assert.deepEqual(texts(rates.querySelectorAll('dd')), ['', '']);
  assert.ok(screen.getByText('1,08452'), 'a symbol that the list does not name has five decimals');
});

test('on a phone every entry is a ladder', async (t) => {
  await showPredictor(t, { language: 'en' });
  const list = await screen.findByRole('list', { name: /^Forex/ });
  assert.equal(screen.queryByRole('table'), null);
  const [euro, gold] = list.children;
  assert.match(plain(euro), /^EURUSDBuyNew.+ · 10 Mar 17:00/);
  assert.match(plain(gold), /^XAUUSDSellStop loss.+ · 10 Mar 16:00/);
  assert.doesNotMatch(plain(gold), /New/);
  assert.deepEqual(
    [euro, gold].map((tile) => tile?.className.includes('shadow-')),
    [true, false],
  );
  assert.equal(euro?.querySelector('a')?.getAttribute('href'), '/dashboard/symbol/EURUSD');
  assert.equal(
    euro?.querySelectorAll('a')[1]?.getAttribute('href'),
    `/record/find?symbol=EURUSD&kind=condition&setup=pivot&time=${AT}`,
  );
  assert.equal(euro?.querySelector('time')?.dateTime, '2025-03-10T14:00:00Z');
  assert.match(
    euro?.querySelector('[role=img]')?.getAttribute('aria-label') ?? '',
    /1\.08131.*1\.08452.*1\.08773.*1\.09094.*1\.08550/,
  );
});

test('entries are filtered by symbol and direction; a filter without a result can be cleared', async (t) => {
  onDesk(t);
  const { user } = await showPredictor(t);
  await screen.findByRole('table');
  const symbols = () => texts(document.querySelectorAll('tbody th a'));
  const ways = screen.getByRole('radiogroup', { name: 'Yöne göre süz' });
  assert.deepEqual(texts(ways.children), ['Tümü', 'Alış', 'Satış']);
  await user.click(within(ways).getByText('Satış'));
  assert.deepEqual(symbols(), ['XAUUSD']);
  await user.click(within(ways).getByText('Alış'));
  assert.deepEqual(symbols(), ['EURUSD']);
  assert.ok(screen.getByText('1 kayıt, 1 yeni'));
  await user.type(screen.getByRole('searchbox', { name: 'Sembol süz' }), 'xau');
  const none = screen.getByRole('heading', { name: 'Bu süzgeçte kayıt yok' });
  assert.equal(plain(none.nextElementSibling), 'Başka bir sembol veya yön deneyin.');
  await user.click(screen.getByRole('button', { name: 'Süzgeci temizle' }));
  assert.deepEqual(symbols(), ['EURUSD', 'XAUUSD']);
});

test('a category without entries links to its portfolio', async (t) => {
  const { leave } = await showPredictor(t, { items: [] });
  const none = await screen.findByRole('heading', { name: 'Bu kategoride kayıt yok' });
  assert.equal(plain(none.nextElementSibling), 'Koşul oluştukça burada görünür.');
  const way = screen.getByRole('link', { name: 'Portföye bak' });
  assert.equal(way.getAttribute('href'), '/dashboard/portfolio/forex');
  leave();
  t.mock.timers.reset();
  const failed = await showPredictor(t, {
    items: () => Response.json({ code: 'bad-fields-400' }, { status: 400 }),
  });
  await screen.findByText('Tahminci kayıtları yüklenemedi');
  failed.leave();
  t.mock.timers.reset();
  await showPredictor(t, { at: '/dashboard/predictor/gold' });
  assert.ok(screen.getByRole('heading', { name: 'Bu adreste sayfa yok' }));
});

test('categories link to each other; data that an overview loaded are shown at once', async (t) => {
  const { calls } = await showPredictor(t, {
    known: [[['signals', 'predictor', 'forex', 'overview'], ITEMS.slice(1)]],
  });
  assert.ok(screen.getByText('XAUUSD'), 'before the call is answered');
  const categories = screen.getByRole('navigation', { name: 'Kategoriler' });
  assert.deepEqual(
    [...categories.querySelectorAll('a')].map(
      (link) =>
        `${plain(link)} ${link.getAttribute('href')} ${link.getAttribute('aria-current') ?? ''}`,
    ),
    [
      'Kripto /dashboard/predictor/crypto ',
      'Forex /dashboard/predictor/forex page',
      'BIST /dashboard/predictor/bist ',
      'NASDAQ /dashboard/predictor/nasdaq ',
      'Endeks /dashboard/predictor/index ',
    ],
  );
  await screen.findByText('EURUSD');
  assert.equal(calls[0]?.call, 'GET /api/predictor/forex');
});
