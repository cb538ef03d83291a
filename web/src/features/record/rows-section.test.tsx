import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { plain } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import type { RecordState } from './calls.ts';
import type { RecordRow } from './row-calls.ts';

const { RowsSection } = await import('./rows-section.tsx');

const BAR = Date.UTC(2025, 2, 10, 14);

const TRADE: RecordRow = {
  seq: 4321,
  symbol: 'EURUSD',
  category: 'forex',
  digits: 5,
  source: 'simulated',
  origin: 'backfill',
  kind: 'box',
  setup: '36.short',
  engineVersion: '2.1.0',
  barTime: BAR,
  createdAt: BAR,
  hash: '',
  sealed: false,
  way: false,
  price: 1.1,
  range: 0.01,
  sl: 1.11,
  tp1: 1.09,
  tp2: 1.08,
  levels: null,
  forecast: null,
  entry: null,
  state: 'sl',
  legs: { tp1: { status: -1, price: 1.112, r: -1.2, time: 1 }, tp2: null },
  ended: null,
  cost: 0.1,
  baseline: {
    entries: 40,
    first: 0.5,
    second: 0.6,
    netFirst: -0.05,
    netSecond: 0.02,
    tp1: 19,
    coverage: 1,
    complete: true,
  },
  unmatched: null,
  touch: null,
  twinTouch: null,
};
const SEALED: RecordRow = {
  ...TRADE,
  seq: 4320,
  source: 'file',
  origin: 'live',
  sealed: true,
  state: 'open',
  way: null,
  price: null,
  range: null,
  sl: null,
  tp1: null,
  tp2: null,
  legs: { tp1: null, tp2: null },
  ended: null,
  cost: null,
  baseline: null,
};
const WEEK: RecordRow = {
  ...SEALED,
  seq: 4319,
  symbol: 'XAUUSD',
  digits: 2,
  kind: 'levels',
  setup: 'weekly',
  sealed: false,
  state: 'waiting',
  levels: { d: BAR, buy: [2010.5, 2020], sell: [1990, 1980] },
};
const ROWS = [TRADE, SEALED, WEEK];

const symbolOf = (symbol: string, tr: string, en: string): SymbolEntry => ({
  symbol,
  type: 'forex',
  digits: 5,
  name: { tr, az: tr, en },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
});
const SYMBOLS = [
  symbolOf('EURUSD', 'Euro / Dolar', 'Euro / Dollar'),
  symbolOf('GBPUSD', 'Sterlin / Dolar', 'Pound / Dollar'),
  symbolOf('USDTRY', 'Dolar / Lira', 'Dollar / Lira'),
  symbolOf('USDJPY', 'Dolar / Yen', 'Dollar / Yen'),
  symbolOf('AUDUSD', 'Avustralya', 'Australia'),
  symbolOf('NZDUSD', 'Yeni Zelanda', 'New Zealand'),
  symbolOf('USDCHF', 'Dolar / Frank', 'Dollar / Franc'),
];
const STATE: RecordState = {
  computing: null,
  run: { finished: BAR, engineVersion: '2', rows: 1, outcomes: 1, seed: '', costs: [] },
  head: null,
  certificate: null,
  parts: [
    {
      source: 'file',
      origin: 'live',
      rows: 1,
      from: 0,
      to: 1,
      whole: null,
      primary: null,
      periods: ['all', '12m', '2024'],
    },
    {
      source: 'simulated',
      origin: 'live',
      rows: 1,
      from: 0,
      to: 1,
      whole: null,
      primary: null,
      periods: ['all', '12m', '2024', '2025'],
    },
  ],
};

const [PART = null] = STATE.parts;

const page = (rows: readonly RecordRow[], next: string | null = null) => ({ rows, next });
const choiceOf = (name: string): HTMLSelectElement =>
  screen.getByLabelText(name, { selector: 'select' });
const optionsOf = (name: string): string[] =>
  [...choiceOf(name).options].map((option) => `${option.value} ${option.text}`);
const chosenIn = (name: string): string => choiceOf(name).value;

/** Makes the screen as wide as a desktop until the test ends. */
function onDesk(t: TestContext): void {
  t.mock.method(globalThis, 'matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(min-width: 901px)' }),
  );
}

async function showRows(
  t: TestContext,
  { part = PART, ...showing }: Showing & { readonly part?: typeof PART } = {},
) {
  const shown = await show(t, <RowsSection of={{ source: 'file', origin: 'live', part }} />, {
    at: '/record',
    ...showing,
    known: [
      [['market', 'symbols'], SYMBOLS],
      [['record', 'state'], STATE],
      ...(showing.known ?? []),
    ],
    answers: {
      'GET /api/record/rows': page(ROWS),
      ...showing.answers,
    },
  });
  return shown;
}
const listed = (call: string) => decodeURIComponent(call.replace('GET /api/record/rows', ''));

test('on a desktop rows are listed in a table with their results', async (t) => {
  onDesk(t);
  await showRows(t);
  const table = await screen.findByRole('table', { name: 'Sicil satırları, en yeni üstte' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(plain));
  assert.deepEqual(rows, [
    [
      'No',
      'Zaman (TSİ)',
      'Sembol',
      'Sinyal',
      'Yön',
      'Giriş',
      'SL',
      'TP1',
      'TP2',
      'Sonuç',
      'R',
      'Net R',
      'Taban, net R',
      'Yayım',
    ],
    [
      '4.321',
      '10 Mar 2025 17:00',
      'EURUSD',
      '36 kutusu, kısa vade',
      'Satış',
      '1,10000',
      '1,11000',
      '1,09000',
      '1,08000',
      'Zarar durdur görüldü',
      '−1,20',
      '−1,30',
      '−0,05',
      'Simülasyon, geriye dönük test',
    ],
    [
      '4.320',
      '10 Mar 2025 17:00',
      'EURUSD',
      '36 kutusu, kısa vade',
      'MühürlüYönü ve fiyatları sonuçlanınca açılır',
      'Sürüyor',
      '—',
      '—',
      '—',
      'İşletmecinin yüklediği, canlı',
    ],
    [
      '4.319',
      '10 Mar 2025 17:00',
      'XAUUSD',
      'Haftalık seviyeler',
      '—',
      'Alış girişi 2.010,50 · satış girişi 1.990,00',
      'Bekliyor',
      '—',
      '—',
      '—',
      'İşletmecinin yüklediği, canlı',
    ],
  ]);
  const spans = within(table)
    .getAllByRole('row')
    .map((row) =>
      [...row.children].reduce((sum, cell) => sum + (cell as HTMLTableCellElement).colSpan, 0),
    );
  assert.deepEqual(spans, [14, 14, 14, 14], 'every row is as wide as the head');
  assert.ok(screen.getByRole('region', { name: 'Sicil satırları, en yeni üstte' }));
  const titles = within(table)
    .getAllByRole('columnheader')
    .map((head) => head.title)
    .filter((title) => title !== '');
  assert.deepEqual(titles, [
    'R, maliyet öncesi',
    'R, maliyet sonrası',
    'Eşlenmiş girişlerin maliyet sonrası ortalaması, R',
  ]);
  const figures = within(table)
    .getAllByRole('columnheader')
    .filter((head) => head.className.includes('text-right'))
    .map(plain);
  assert.deepEqual(figures, ['Giriş', 'SL', 'TP1', 'TP2', 'R', 'Net R', 'Taban, net R']);
  const link = within(table).getByRole('link', {
    name: 'EURUSD 4.321: satırı aç ve yeniden hesapla',
  });
  assert.equal(link.getAttribute('href'), '/record/4321');
  const tone = (text: string) =>
    /text-(\w+)/.exec(within(table).getAllByText(text)[0]?.className ?? '')?.[1];
  assert.deepEqual([tone('−1,20'), tone('−1,30'), tone('−0,05')], ['down', 'down', 'ink']);
  const bold = within(table).getByText('1,10000').className;
  assert.match(bold, /font-semi/, 'the entry stands out');
  assert.doesNotMatch(within(table).getByText('1,11000').className, /font-semi/);
  assert.equal(screen.queryByRole('list'), null);
});

test('on a phone rows are listed below each other, with the same figures', async (t) => {
  await showRows(t);
  const list = await screen.findByRole('list', { name: 'Sicil satırları, en yeni üstte' });
  assert.equal(screen.queryByRole('table'), null);
  const cards = within(list)
    .getAllByRole('listitem')
    .map((card) => [...card.children].map((part) => [...part.children].map(plain)));
  assert.deepEqual(cards, [
    [
      ['EURUSD 4.321', '10 Mar 2025 17:00'],
      ['36 kutusu, kısa vade', 'Satış', 'Zarar durdur görüldü'],
      ['Giriş1,10000', 'SL1,11000', 'TP11,09000', 'TP21,08000'],
      ['R−1,20', 'Net R−1,30', 'Taban, net R−0,05', 'YayımSimülasyon, geriye dönük test'],
    ],
    [
      ['EURUSD 4.320', '10 Mar 2025 17:00'],
      ['36 kutusu, kısa vade', 'Sürüyor', 'Mühürlü'],
      [],
      ['R—', 'Net R—', 'Taban, net R—', 'Yayımİşletmecinin yüklediği, canlı'],
    ],
    [
      ['XAUUSD 4.319', '10 Mar 2025 17:00'],
      ['Haftalık seviyeler', '—', 'Bekliyor'],
      [],
      ['R—', 'Net R—', 'Taban, net R—', 'Yayımİşletmecinin yüklediği, canlı'],
    ],
  ]);
  const [first, sealed, week] = within(list).getAllByRole('listitem');
  assert.equal(plain(sealed?.children[2]), 'Yönü ve fiyatları sonuçlanınca açılır');
  assert.equal(plain(week?.children[2]), 'Alış girişi 2.010,50 · satış girişi 1.990,00');
  assert.equal(
    first?.querySelector('a')?.getAttribute('aria-label'),
    'EURUSD 4.321: satırı aç ve yeniden hesapla',
  );
  const ends = [...(first?.querySelectorAll('dl:last-child > div') ?? [])].map((pair) =>
    pair.className.includes('text-right'),
  );
  assert.deepEqual(ends, [false, false, false, true]);
  const tones = [...(first?.querySelectorAll('dl:last-child .num') ?? [])].map(
    (figure) => /text-(down-text|ink-2|up)/.exec(figure.className)?.[1],
  );
  assert.deepEqual(tones, ['down-text', 'down-text', 'ink-2']);
});

test('the panel shows its title, the number of rows and the end of the list', async (t) => {
  onDesk(t);
  await showRows(t);
  await screen.findByText('3 satır gösteriliyor · Listenin sonu');
  const panel = screen.getByRole('region', { name: 'Bütün satırlar' });
  assert.ok(within(panel).getByText('Kazanan da kaybeden de, en yeni üstte'));
  assert.ok(within(panel).getByText(/^R sütunları ilk hedefteki çıkışa göredir/));
  const file = within(panel).getByRole('link', { name: 'CSV indir' });
  assert.equal(file.getAttribute('href'), '/api/record/rows.csv?source=file&origin=live');
  assert.equal(within(panel).queryByRole('button', { name: 'Daha fazla satır' }), null);
  assert.equal(within(panel).queryByRole('button', { name: 'Süzgeci temizle' }), null);
});

test('the next rows follow the loaded ones; if they fail to load, the page says so', async (t) => {
  let broken = true;
  const { user, calls } = await showRows(t, {
    answers: {
      'GET /api/record/rows': (_: unknown, address: URL) => {
        if (!address.searchParams.has('after')) return page([TRADE], '9-9');
        return broken ? Response.json({ code: 'bad-fields-400' }, { status: 400 }) : page([WEEK]);
      },
    },
  });
  await screen.findByText('1 satır gösteriliyor');
  await user.click(screen.getByRole('button', { name: 'Daha fazla satır' }));
  await screen.findByText('Sonraki satırlar yüklenemedi');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  await screen.findByText('2 satır gösteriliyor · Listenin sonu');
  assert.equal(screen.queryByText('Sonraki satırlar yüklenemedi'), null);
  assert.deepEqual(
    calls.map(({ call }) => listed(call)),
    ['', '&after=9-9', '&after=9-9'].map(
      (after) => `?source=file&origin=live&state=decided${after}`,
    ),
  );
});

test('a failed list, an empty one, and one without matches each show a notice', async (t) => {
  const refused = await showRows(t, {
    answers: {
      'GET /api/record/rows': () => Response.json({ code: 'bad-fields-400' }, { status: 400 }),
    },
  });
  await screen.findByText('Sicil satırları yüklenemedi');
  assert.equal(screen.queryByText(/gösteriliyor/), null);
  refused.leave();
  const none = await showRows(t, {
    part: null,
    answers: { 'GET /api/record/rows': page([]) },
  });
  await screen.findByRole('heading', { name: 'Henüz canlı satır yok' });
  assert.ok(screen.getByText('İlk sinyal yayımlanınca burada görünür.'));
  assert.equal(screen.queryByText(/gösteriliyor/), null);
  none.leave();
  const { user, address } = await showRows(t, {
    at: '/record?state=sl&kept=1',
    answers: {
      'GET /api/record/rows': (_: unknown, asked: URL) =>
        page(asked.searchParams.get('state') === 'sl' ? [] : ROWS),
    },
  });
  const nothing = await screen.findByRole('heading', { name: 'Bu süzgeçte satır yok' });
  assert.equal(plain(nothing.nextElementSibling), 'Süzgeçlerden birini kaldırın.');
  const clear = nothing.parentElement?.querySelector('button');
  assert.ok(clear);
  assert.equal(plain(clear), 'Süzgeci temizle');
  await user.click(clear);
  await screen.findByText('3 satır gösteriliyor · Listenin sonu');
  assert.equal(address(), '/record?state=any&kept=1', 'what others keep in the address stays');
});

test('every filter offers the available values and shows the chosen one', async (t) => {
  onDesk(t);
  const { calls } = await showRows(t, {
    at: '/record?period=2024&kind=box&setup=36.long&category=forex&state=tp1&symbol=EURUSD',
  });
  const group = await screen.findByRole('group', { name: 'Süzgeçler' });
  assert.equal(group.closest('details'), null);
  assert.deepEqual(optionsOf('Grup'), [
    ' Tüm sinyaller',
    'condition İşlem koşulu',
    'box Kutu işlemi',
    'levels Haftalık seviyeler',
    'forecast Dokunma olasılığı',
  ]);
  assert.deepEqual(optionsOf('Sinyal türü').slice(0, 4), [
    ' Tümü',
    'hayyam.short Hayyam, kısa vade',
    'hayyam.long Hayyam, uzun vade',
    '52.short 52, kısa vade',
  ]);
  assert.equal(optionsOf('Sinyal türü').length, 11);
  assert.deepEqual(optionsOf('Kategori'), [
    ' Tümü',
    'crypto Kripto',
    'forex Forex',
    'bist BIST',
    'nasdaq NASDAQ',
    'index Endeks',
  ]);
  assert.deepEqual(optionsOf('Sonuç'), [
    ' Tümü',
    'decided Sonuçlanan',
    'tp1 TP1 görüldü',
    'sl Zarar durdur görüldü',
    'expired Süresi doldu',
    'void Sonuçsuz',
    'open Sürüyor',
    'waiting Bekliyor',
    'untouched Tetiklenmedi',
  ]);
  assert.deepEqual(optionsOf('Dönem'), [' Tümü', '12m Son 12 ay', '2024 2024']);
  const names = ['Grup', 'Sinyal türü', 'Kategori', 'Sonuç', 'Dönem'];
  assert.deepEqual(names.map(chosenIn), ['box', '36.long', 'forex', 'tp1', '2024']);
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Sembol' });
  assert.deepEqual([search.value, search.placeholder], ['EURUSD', 'Sembol veya ad']);
  assert.equal(search.getAttribute('aria-describedby'), null);
  assert.equal(plain(search.closest('fieldset')?.querySelector('[aria-hidden] + label')), 'Sembol');
  const query =
    '?source=file&origin=live&kind=box&setup=36.long&category=forex&symbol=EURUSD&state=tp1&from=1704067200000&before=1735689600000';
  assert.equal(listed(calls[0]?.call ?? ''), query);
  const file = screen.getByRole('link', { name: 'CSV indir' }).getAttribute('href');
  assert.equal(file, `/api/record/rows.csv${query}`);
});

test('a choice narrows the list and is in the address; another kind clears the setup', async (t) => {
  onDesk(t);
  const { user, address, calls } = await showRows(t, { at: '/record?kept=1' });
  await screen.findByText(/^4[.,]321$/);
  const choose = (name: string, value: string) => user.selectOptions(choiceOf(name), value);
  await choose('Grup', 'box');
  await choose('Sinyal türü', '52.long');
  assert.equal(address(), '/record?kept=1&kind=box&setup=52.long');
  await choose('Kategori', 'bist');
  assert.equal(address(), '/record?kept=1&kind=box&setup=52.long&category=bist');
  await choose('Grup', 'condition');
  assert.equal(address(), '/record?kept=1&kind=condition&category=bist');
  assert.deepEqual(optionsOf('Sinyal türü'), [' Tümü', 'pivot Dönüş teyidi', 'break Kırılma']);
  await choose('Grup', 'levels');
  assert.equal(screen.queryByLabelText('Sinyal türü'), null);
  await choose('Grup', '');
  await choose('Kategori', '');
  assert.equal(address(), '/record?kept=1');
  assert.equal(optionsOf('Sinyal türü').at(-1), 'weekly Haftalık');
  assert.ok(
    calls.some(({ call }) => listed(call) === '?source=file&origin=live&kind=box&setup=52.long'),
  );
  await choose('Sonuç', 'sl');
  await user.click(screen.getByRole('button', { name: 'Süzgeci temizle' }));
  assert.equal(address(), '/record?kept=1');
  assert.equal(chosenIn('Sonuç'), '');
});

test('while other rows load, the last ones stay and are marked as old', async (t) => {
  onDesk(t);
  let answer: (value: unknown) => void = () => {};
  const { user } = await showRows(t, {
    answers: {
      'GET /api/record/rows': (_: unknown, asked: URL) =>
        asked.searchParams.has('state')
          ? new Promise((resolve) => {
              answer = resolve;
            })
          : page(ROWS),
    },
  });
  const table = await screen.findByRole('table');
  const busy = () => table.closest('[aria-busy]')?.getAttribute('aria-busy');
  assert.equal(busy(), 'false');
  await user.selectOptions(choiceOf('Sonuç'), 'open');
  await waitFor(() => assert.equal(busy(), 'true'));
  await act(async () => answer(page([SEALED])));
  await screen.findByText('1 satır gösteriliyor · Listenin sonu');
});

test('a phone begins with resolved rows; its filters are folded behind a line with the number of active ones', async (t) => {
  const { leave } = await showRows(t);
  const fold = screen.getByText('Süzgeçler (1 etkin)', { selector: 'summary' });
  assert.equal(fold.closest('details')?.open, false);
  leave();
  await showRows(t, { at: '/record?state=sl&kind=box' });
  assert.ok(screen.getByText('Süzgeçler (2 etkin)'));
});

test('a symbol is searched by code or name, and chosen once only one matches', async (t) => {
  onDesk(t);
  const { user, address } = await showRows(t);
  await screen.findByText(/^4[.,]321$/);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Sembol' });
  const hint = (): string => {
    const id = field.getAttribute('aria-describedby');
    return id === null ? '' : plain(document.getElementById(id));
  };
  const offered = (): string[] =>
    [...(field.closest('div')?.querySelectorAll('button') ?? [])].map(
      (button) => `${plain(button)} ${button.title}`,
    );
  await user.type(field, 'usd');
  assert.equal(hint(), '7 sembol uyuyor');
  assert.deepEqual(offered(), [
    'USDTRY Dolar / Lira',
    'USDJPY Dolar / Yen',
    'USDCHF Dolar / Frank',
    'EURUSD Euro / Dolar',
    'GBPUSD Sterlin / Dolar',
    'AUDUSD Avustralya',
  ]);
  assert.equal(address(), '/record');
  await user.tab();
  assert.equal(field.value, 'usd', 'what may mean several stays as it was typed');
  await user.click(screen.getByRole('button', { name: 'USDJPY' }));
  assert.equal(address(), '/record?symbol=USDJPY');
  assert.equal(field.value, 'USDJPY');
  assert.deepEqual([hint(), offered()], ['', []]);
  await user.clear(field);
  assert.equal(address(), '/record', 'an empty field narrows nothing');
  assert.deepEqual([hint(), offered()], ['', []]);
  await user.type(field, 'sterl');
  assert.equal(address(), '/record?symbol=GBPUSD');
  assert.equal(field.value, 'sterl');
  assert.deepEqual([hint(), offered()], ['', []]);
  await user.tab();
  assert.equal(field.value, 'GBPUSD', 'the name gives way to the symbol');
  await user.clear(field);
  await user.type(field, 'xyz');
  assert.equal(hint(), 'Listede böyle bir sembol yok');
  assert.deepEqual(offered(), []);
  assert.equal(address(), '/record');
});

test('a single symbol is offered with its name in the language of the page', async (t) => {
  onDesk(t);
  const { user } = await showRows(t, { language: 'en' });
  await screen.findByText(/^4[.,]321$/);
  await user.type(screen.getByRole('searchbox', { name: 'Symbol' }), 'pou');
  await screen.findByText(/^4[.,]321$/);
  assert.equal(screen.queryByText(/symbols match/), null);
  assert.ok(screen.getByText('3 rows shown · End of the list'));
  assert.ok(screen.getByText('−1.30'));
});

test('an address that changes elsewhere overrides the choice on the page', async (t) => {
  onDesk(t);
  const { user, address } = await showRows(t, { at: '/record?kind=box' });
  await screen.findByText(/^4[.,]321$/);
  await user.selectOptions(choiceOf('Sinyal türü'), '52.short');
  await user.selectOptions(choiceOf('Sonuç'), 'sl');
  assert.equal(address(), '/record?kind=box&setup=52.short&state=sl');
  assert.deepEqual([chosenIn('Sinyal türü'), chosenIn('Sonuç')], ['52.short', 'sl']);
});
