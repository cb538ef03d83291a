import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import type { PortfolioItem } from '../../api/calls/signals.ts';
import { createQueryClient } from '../../api/client/queries.ts';
import { liveSocket } from '../../api/live/live.ts';
import { plain, texts } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import PortfolioRoute from './route.tsx';

const AT = Date.UTC(2025, 2, 10, 14);
const HOUR_MS = 3_600_000;

const ITEMS: PortfolioItem[] = [
  { s: 'THYAO', t: 3, d: AT, way: true, p: 245, sl: 225 },
  { s: 'GARAN', t: 1, d: AT - HOUR_MS, way: false, p: 120, sl: 125 },
  { s: 'THYAO', t: 1, d: AT - 2 * HOUR_MS, way: false, p: 250, sl: 254 },
];
const symbolOf = (symbol: string, digits: number, type: SymbolEntry['type'] = 'bist') => ({
  symbol,
  type,
  digits,
  name: { tr: `${symbol} adı`, az: `${symbol} adı`, en: `${symbol} name` },
  source: 'file',
  delay: null,
  calendar: 'bist' as const,
  base: '60' as const,
  resolutions: ['60' as const],
});
const quote = (s: string, p: number, more: Partial<Quote> = {}): Quote => ({
  s,
  p,
  d: AT,
  previousClose: 250,
  dayOpen: null,
  dayHigh: null,
  dayLow: null,
  weekOpen: null,
  closes: [1, 2, 3],
  open: false,
  stale: false,
  ...more,
});
const QUOTES = { serverTime: AT, quotes: [quote('THYAO', 255, { stale: true })] };
const SYMBOLS = [symbolOf('THYAO', 2), symbolOf('AKBNK', 2), symbolOf('EURUSD', 5, 'forex')];

async function showPortfolio(
  t: TestContext,
  at = '/dashboard/portfolio/bist',
  { items = ITEMS, known = [], ...showing }: Showing & { readonly items?: unknown } = {},
) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: AT + 60_000 });
  // The page needs a real router, because it waits for pending navigation.
  const { calls, user } = await show(t, null, {
    ...showing,
    answers: {
      'GET /api/portfolio/bist': items,
      'GET /api/quotes/bist': QUOTES,
      'GET /api/symbols': SYMBOLS,
      ...showing.answers,
    },
  });
  const client = createQueryClient();
  for (const [key, value] of known) client.setQueryData(key, value);
  const router = createMemoryRouter(
    [
      { path: '/dashboard/portfolio/:type', element: <PortfolioRoute /> },
      { path: '*', element: null },
    ],
    { initialEntries: [at] },
  );
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  t.after(() => client.clear());
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { calls, user, router, address, leave: unmount };
}

test('every symbol is a card with its price, its change and its open boxes', async (t) => {
  const joined = t.mock.method(liveSocket, 'join');
  const { calls } = await showPortfolio(t);
  const list = await screen.findByRole('list', {
    name: 'BIST portföyü: açık kutu işlemi olan semboller, en yeni üstte',
  });
  await screen.findByText('255,00');
  await screen.findByText('1 yeni');
  assert.equal(document.title, 'Portföy, BIST · Rasat');
  assert.equal(plain(document.querySelector('h1')), 'Portföy');
  const [first, second] = list.children;
  // 255 is 2 per cent above the close of 250; what has no quote has neither price nor change.
  // Hayyam sold at 250 with the stop at 254; 144 bought at 245 with the stop at 225; the price is 255.
  assert.equal(
    plain(first),
    'THYAOYeni+%2,00255,00HayyamSatış, Giriş250,00−1,25 R144Alış, Giriş245,00+0,50 R',
  );
  assert.equal(plain(second), 'GARAN——HayyamSatış, Giriş120,00000—');
  assert.ok(screen.getByText(/sizin pozisyonlarınız değil/), 'the page says what it is');
  assert.equal(first?.querySelectorAll('svg[viewBox="0 0 84 26"]').length, 1, 'its thirty days');
  const links = [...(first?.querySelectorAll('a') ?? [])];
  assert.deepEqual(
    links.map((link) => [link.getAttribute('href'), link.title]),
    [
      ['/dashboard/symbol/THYAO', 'THYAO adı'],
      [
        `/record/find?symbol=THYAO&kind=box&setup=hayyam.short&time=${AT - 2 * HOUR_MS}`,
        'Yeniden hesapla: THYAO Hayyam kutusu, kısa vade, 10 Mar 15:00',
      ],
      [
        `/record/find?symbol=THYAO&kind=box&setup=144.short&time=${AT}`,
        'Yeniden hesapla: THYAO 144 kutusu, kısa vade, 10 Mar 17:00',
      ],
    ],
  );
  assert.match(
    screen.getByText('255,00').title,
    /^Son fiyat 17:00/,
    'its source reports that it is stale',
  );
  const status = screen.getByText('1 yeni').closest('[role=status]');
  // The list contains both symbols of the category.
  assert.equal(plain(status), '1 yeni·2 / 2 sembol');
  assert.match(screen.getByText('1 yeni').className, /text-brass/);
  const note = screen.getByText(/^Kutunun adına tıklayın/);
  assert.match(plain(note), / Sicil$/);
  assert.equal(note.querySelector('a')?.getAttribute('href'), '/record');
  const categories = screen.getByRole('navigation', { name: 'Kategoriler' });
  assert.deepEqual(
    [...categories.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    ['crypto', 'forex', 'bist', 'nasdaq', 'index'].map((type) => `/dashboard/portfolio/${type}`),
  );
  assert.equal(plain(categories.querySelector('[aria-current=page]')), 'BIST');
  assert.ok(calls.some(({ call }) => call === 'GET /api/portfolio/bist'));
  assert.deepEqual(joined.mock.calls[0]?.arguments, [{ kind: 'ticks', category: 'bist' }]);
});

test('the list shows the opening time of each trade', async (t) => {
  await showPortfolio(t, '/dashboard/portfolio/bist?view=list', { language: 'en' });
  const table = await screen.findByRole('table');
  await screen.findAllByText('255.00');
  assert.match(plain(table.querySelector('caption')), /^BIST/);
  const rows = [...table.querySelectorAll('tr')].map((row) => texts(row.children));
  assert.deepEqual(rows.slice(1), [
    ['THYAONewTHYAO name', '144', 'Buy', '245.00', '255.00', '+0.50 R', '+2.00%', '10 Mar 17:00'],
    ['GARAN', 'Hayyam', 'Sell', '120.00000', '—', '—', '—', '10 Mar 16:00'],
    ['THYAOTHYAO name', 'Hayyam', 'Sell', '250.00', '255.00', '−1.25 R', '+2.00%', '10 Mar 15:00'],
  ]);
  assert.deepEqual(rows[0]?.slice(0, 6), [
    'Symbol',
    'Box',
    'Direction',
    'Entry',
    'Last',
    'R so far',
  ]);
  assert.equal(table.querySelector('[aria-sort]')?.getAttribute('aria-sort'), 'descending');
  assert.equal(plain(table.querySelector('[aria-sort]')), rows[0]?.[7]);
  const [euro, other] = table.querySelectorAll('tbody tr');
  assert.equal(euro?.querySelector('a')?.getAttribute('href'), '/dashboard/symbol/THYAO');
  const time = euro?.querySelector('time');
  assert.deepEqual([time?.dateTime, time?.title], ['2025-03-10T14:00:00Z', '2025-03-10T14:00:00Z']);
  assert.deepEqual(
    [euro, other].map((row) => row?.firstElementChild?.className.includes('shadow-')),
    [true, false],
  );
});

test('the filters are read from the address, and the address follows the filters', async (t) => {
  const { user, address } = await showPortfolio(
    t,
    '/dashboard/portfolio/bist?box=1,9&q=thy&view=cards',
  );
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Sembol ara' });
  assert.equal(search.value, 'THY');
  await screen.findByText('THYAO');
  assert.equal(screen.queryByText('GARAN'), null);
  const boxes = screen.getByRole('combobox', { name: 'Kutuya göre süz' });
  assert.equal(plain(boxes), 'Hayyam');
  assert.equal(plain(screen.getByText(/sembol$/)), '1 / 2 sembol');
  assert.match(
    plain(screen.getByText(/yeni$/)),
    /^0 yeni$/,
    'the trade of this hour is of another box',
  );
  assert.doesNotMatch(screen.getByText('0 yeni').className, /text-brass/);
  await user.clear(search);
  await user.type(search, 'gar an');
  assert.equal(search.value, 'GARAN');
  await waitFor(() => assert.equal(address(), '/dashboard/portfolio/bist?box=1&q=GARAN'));
  const views = screen.getByRole('radiogroup', { name: 'Görünüm' });
  assert.deepEqual(texts(views.children), ['Kart', 'Liste']);
  assert.equal(within(views).getByLabelText<HTMLInputElement>('Kart').checked, true);
  await user.click(within(views).getByText('Liste'));
  assert.ok(screen.getByRole('table'));
  await waitFor(() => assert.equal(address(), '/dashboard/portfolio/bist?box=1&q=GARAN&view=list'));
  await user.click(within(views).getByText('Kart'));
  await user.click(screen.getByRole('button', { name: 'Süzgeci temizle' }));
  assert.equal(search.value, '');
  assert.equal(plain(boxes), 'Bütün kutular');
  assert.equal(screen.queryByRole('button', { name: 'Süzgeci temizle' }), null);
  await waitFor(() => assert.equal(address(), '/dashboard/portfolio/bist'));
});

test('the address is updated when typing pauses', async (t) => {
  const { router, address } = await showPortfolio(t);
  await screen.findByText('THYAO');
  const written = t.mock.method(router, 'navigate');
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  act(() => search.focus());
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'gar');
    search.dispatchEvent(new Event('input', { bubbles: true }));
  });
  act(() => t.mock.timers.tick(299));
  assert.equal(written.mock.callCount(), 0);
  act(() => t.mock.timers.tick(1));
  assert.equal(written.mock.callCount(), 1);
  const [, options] = written.mock.calls[0]?.arguments ?? [];
  assert.deepEqual(
    [Reflect.get(Object(options), 'replace'), Reflect.get(Object(options), 'preventScrollReset')],
    [true, true],
  );
  t.mock.timers.reset();
  await waitFor(() => assert.equal(address(), '/dashboard/portfolio/bist?q=GAR'));
});

test('an empty result offers to clear the filter; a category without trades links to the predictor', async (t) => {
  const first = await showPortfolio(t, '/dashboard/portfolio/bist?q=XYZ');
  const none = await screen.findByRole('heading', { level: 2, name: 'Bu süzgeçte sembol yok' });
  assert.equal(plain(none.nextElementSibling), 'Başka bir kutu veya sembol deneyin.');
  const clear = none.parentElement?.querySelector('button');
  assert.ok(clear);
  assert.equal(plain(clear), 'Süzgeci temizle');
  await first.user.click(clear);
  await screen.findByText('THYAO');
  first.leave();
  const second = await showPortfolio(t, undefined, { items: [] });
  const empty = await screen.findByRole('heading', {
    level: 2,
    name: 'Bu kategoride açık kutu işlemi yok',
  });
  assert.equal(plain(empty.nextElementSibling), 'Bir kutuda işlem açılınca sembol burada görünür.');
  const way = screen.getByRole('link', { name: 'Tahminciye bak' });
  assert.equal(way.getAttribute('href'), '/dashboard/predictor/bist');
  second.leave();
  const third = await showPortfolio(t, undefined, {
    items: () => Response.json({ code: 'bad-fields-400' }, { status: 400 }),
  });
  await screen.findByText('Portföy yüklenemedi');
  assert.equal(document.querySelector('.lbl[role=status]'), null, 'there is no count');
  third.leave();
  await showPortfolio(t, '/dashboard/portfolio/gold');
  assert.ok(screen.getByRole('heading', { name: 'Bu adreste sayfa yok' }));
});

test('boxes are chosen from a list that shows the number of their symbols', async (t) => {
  const { user } = await showPortfolio(t, '/dashboard/portfolio/bist?box=3');
  await screen.findByText('THYAO');
  const boxes = screen.getByRole('combobox', { name: 'Kutuya göre süz' });
  assert.equal(plain(boxes), '144');
  await user.click(boxes);
  const list = await screen.findByRole('listbox');
  assert.deepEqual(texts(within(list).getAllByRole('option', { hidden: true })), [
    'Hayyam2',
    '520',
    '1441',
    '360',
    'Crystal0',
  ]);
});

test('data that an overview loaded are shown before the list is answered', async (t) => {
  await showPortfolio(t, undefined, {
    items: () => new Promise(() => {}),
    known: [[['signals', 'portfolio', 'bist', 'overview'], ITEMS.slice(1, 2)]],
  });
  await screen.findByText('GARAN');
});
