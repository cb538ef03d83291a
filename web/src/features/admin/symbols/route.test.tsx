import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { bonesOf, headsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import type { AdminSymbol, AdminSymbols, FoundInstruments, OfferedInstrument } from './calls.ts';
import SymbolsRoute from './route.tsx';

const GOLD: AdminSymbol = {
  symbol: 'XAUUSD',
  category: 'forex',
  digits: 2,
  name: { tr: 'Altın', az: 'Qızıl', en: 'Gold' },
  calendar: 'forex',
  source: 'simulated',
  sourceSymbol: 'XAUUSD',
  base: '60',
  epoch: 3,
  bars: 12_345,
  first: Date.UTC(2020, 0, 1),
  last: Date.UTC(2026, 10, 22),
};
const THYAO: AdminSymbol = {
  ...GOLD,
  symbol: 'THYAO',
  category: 'bist',
  name: { tr: 'Türk Hava Yolları', az: 'THY', en: 'Turkish Airlines' },
  calendar: 'bist',
  source: 'file',
  sourceSymbol: 'THYAO',
  epoch: 1,
  bars: 0,
  first: null,
  last: null,
};
const SYMBOLS: AdminSymbols = {
  symbols: [
    GOLD,
    THYAO,
    {
      ...THYAO,
      symbol: 'BTCUSD',
      source: 'binance',
      sourceSymbol: 'BTCUSDT',
      last: 1,
      first: null,
    },
  ],
  sources: ['simulated', 'file', 'binance'],
};

const offered = (instrument: string, listed: string | null = null): OfferedInstrument => ({
  source: 'binance',
  instrument,
  category: 'crypto',
  name: { tr: `${instrument} adı`, az: `${instrument} ad`, en: `${instrument} name` },
  listed,
});
const FOUND: FoundInstruments = {
  sources: [
    { source: 'simulated', available: true },
    { source: 'binance', available: true },
  ],
  total: 1234,
  instruments: [
    offered('BTCUSDT', 'BTCUSD'),
    offered('ETHUSDT', 'ETHUSDT'),
    { ...offered('SOLUSDT'), source: 'simulated' },
    offered('THYAO'),
  ],
};

async function open(t: TestContext, showing: Showing = {}) {
  takeNotices();
  const done = { done: true };
  const shown = await show(t, <SymbolsRoute />, {
    ...showing,
    answers: {
      'GET /api/admin/symbols': SYMBOLS,
      'GET /api/admin/corporate-actions': { serverTime: 0, actions: [] },
      'GET /api/admin/instruments': FOUND,
      'GET /api/admin/symbols/XAUUSD/open-signals': { signals: 1234 },
      'POST /api/admin/symbols': done,
      'PUT /api/admin/symbols/XAUUSD': done,
      'POST /api/admin/symbols/XAUUSD/digits': done,
      'POST /api/admin/symbols/XAUUSD/source': done,
      'POST /api/admin/symbols/XAUUSD/split': done,
      'POST /api/admin/symbols/XAUUSD/retire': done,
      ...showing.answers,
    },
  });
  assert.equal(bonesOf(document.body), 16 * 4 + 1);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => !call.startsWith('GET'));
  const reads = () => shown.calls.filter(({ call }) => call === 'GET /api/admin/symbols').length;
  return { ...shown, sent, reads };
}
const table = (): HTMLElement => {
  const found = document.querySelector('table');
  assert.ok(found);
  return found;
};
const found = (selector: string): Promise<HTMLElement> =>
  waitFor(() => {
    const element = document.querySelector<HTMLElement>(selector);
    assert.ok(element, selector);
    return element;
  });
const gone = (selector: string) =>
  waitFor(() => assert.equal(document.querySelectorAll(selector).length, 0));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const noticed = (title: string, text?: string) =>
  waitFor(() => {
    const last = takeNotices().at(-1);
    assert.deepEqual([last?.title, last?.text], [title, text]);
  });
/** Chooses from the menu of the first symbol. */
const choose = async (action: string): Promise<HTMLElement> => {
  const trigger = screen.getByLabelText('XAUUSD işlemleri');
  fireEvent.mouseDown(trigger);
  fireEvent.click(trigger, { detail: 1 });
  fireEvent.click(within(await found('[role="menu"]')).getByText(action));
  const window = await found('[role="dialog"]');
  await gone('[role="menu"]');
  return window;
};
const press = (window: HTMLElement, name: string) => {
  const [button] = within(window).getAllByText(name, { selector: 'button' });
  assert.ok(button);
  fireEvent.click(button);
};

test('the listed symbols stand in a table with their history', async (t) => {
  await open(t);
  assert.equal(document.title, 'Semboller · Yönetim · Rasat');
  assert.deepEqual(headsOf(table()), [
    'Sembol',
    'Ad',
    'Kategori',
    'Kaynak',
    '→ Ondalık',
    '→ Mum',
    'Kapsam',
    '→ Dönem',
    '(İşlem)',
  ]);
  assert.equal(table().querySelector('caption')?.textContent, 'Listelenen semboller');
  assert.deepEqual(rowsOf(table()), [
    [
      'XAUUSD',
      'Altın Forex',
      'Forex',
      'simülasyon',
      '2',
      '12.345',
      '1 Oca 2020 – 22 Kas 2026',
      '3',
      '···',
    ],
    ['THYAO', 'Türk Hava Yolları BIST', 'BIST', 'dosya', '2', 'Henüz mum yok', '—', '1', '···'],
    [
      'BTCUSD',
      'Türk Hava Yolları BIST',
      'BIST',
      'Binance BTCUSDT',
      '2',
      'Henüz mum yok',
      '—',
      '1',
      '···',
    ],
  ]);
  assert.equal(table().querySelector('a')?.getAttribute('href'), '/dashboard/symbol/XAUUSD');
  assert.deepEqual(
    [...table().querySelectorAll('th')]
      .map(({ classList }) => classList.contains('pl-6'))
      .slice(5, 8),
    [false, true, false],
    'the reach stands apart from the figures before it',
  );
  fireEvent.keyDown(document.body, { key: 'j' });
  assert.equal(document.activeElement?.textContent, 'XAUUSD');
});

test('without splits and new names a sentence says so', async (t) => {
  await open(t);
  assert.ok(screen.getByText('Kaynakların bildirdiği bir bölünme veya ad değişikliği yok.'));
});

test('symbols are found by their names in every language', async (t) => {
  await open(t);
  const search = (value: string) => type('Sembol veya ad ara', value);
  const names = () => rowsOf(table()).map(([symbol]) => symbol);
  search(' QIZIL');
  assert.deepEqual(names(), ['XAUUSD']);
  search('airlines');
  assert.deepEqual(names(), ['THYAO', 'BTCUSD']);
  search('btcusdt');
  assert.deepEqual(names(), ['BTCUSD']);
  fireEvent.keyDown(screen.getByLabelText('Sembol veya ad ara'), { key: 'ArrowDown' });
  assert.equal(document.activeElement?.textContent, 'BTCUSD');
  search('zzz');
  assert.ok(screen.getByText('Aramaya uyan sembol yok'));
  fireEvent.click(screen.getByText('Aramayı temizle'));
  assert.equal(names().length, 3);
});

test('names are changed, and the trading hours of the history are shown', async (t) => {
  const { sent, reads } = await open(t);
  const window = await choose('Adlar');
  assert.ok(within(window).getByText('XAUUSD · Adlar'));
  assert.ok(within(window).getByText('Kaynak bundan sonra bu adları değiştirmez.'));
  assert.equal(within(window).queryByLabelText('İşlem saatleri'), null);
  assert.match(
    visibleText(window),
    /İşlem saatleri: Döviz piyasası\. Her geçmiş dönemi, başladığı işlem saatlerini korur\./,
  );
  type('Azerbaycanca ad', '');
  press(window, 'Adlar');
  assert.equal((await within(window).findAllByText('Bu alanı doldurun')).length, 1);
  const first = within(window).getByLabelText('Türkçe ad');
  assert.equal(first.getAttribute('aria-invalid'), 'true');
  type('Azerbaycanca ad', 'Qızıl 2');
  type('İngilizce ad', 'Gold 2');
  press(window, 'Adlar');
  await noticed('Adlar kaydedildi');
  await gone('[role="dialog"]');
  assert.deepEqual(sent(), [
    {
      call: 'PUT /api/admin/symbols/XAUUSD',
      body: { name: { tr: 'Altın', az: 'Qızıl 2', en: 'Gold 2' } },
    },
  ]);
  await waitFor(() => assert.equal(reads(), 2));
});

test('the decimals are changed, 0 to 12', async (t) => {
  const { sent } = await open(t);
  const window = await choose('Ondalık hane sayısı');
  assert.ok(within(window).getByText('XAUUSD · Ondalık hane sayısı'));
  assert.ok(within(window).getByText(/^Aynı mumlarla yeni bir geçmiş dönemi başlar/));
  assert.match(window.className, /420px/, 'one field needs no wide window');
  const digits = within(window).getByLabelText<HTMLInputElement>('Ondalık');
  assert.deepEqual([digits.value, digits.min, digits.max], ['2', '0', '12']);
  for (const wrong of ['13', '-1', '']) {
    type('Ondalık', wrong);
    press(window, 'Ondalık hane sayısı');
    assert.ok(await within(window).findByText('0 – 12'), wrong);
  }
  type('Ondalık', '12');
  type('Doğrulama kodu', '123456');
  press(window, 'Ondalık hane sayısı');
  await noticed('Yeni dönem başladı');
  assert.deepEqual(sent()[0], {
    call: 'POST /api/admin/symbols/XAUUSD/digits',
    body: { digits: 12, code: '123456' },
  });
});

const resultsOf = (window: HTMLElement): string[] =>
  [...window.querySelectorAll('ul[aria-label="Bulunan semboller"] > li')].map(visibleText);
/** Chooses an instrument once the results are there. */
const pick = async (window: HTMLElement, symbol: string): Promise<void> => {
  const name = await within(window).findByText(symbol);
  const button = name.closest('button');
  assert.ok(button, symbol);
  fireEvent.click(button);
};

test('another source is an instrument of the same category, after it is said what becomes of open signals', async (t) => {
  const { sent, calls } = await open(t);
  const window = await choose('Kaynak değiştir');
  assert.ok(within(window).getByText('XAUUSD · Kaynak değiştir'));
  assert.ok(within(window).getByText(/^Yeni kaynakla yeni bir geçmiş dönemi başlar/));
  assert.ok(within(window).getByText('Şimdiki kaynak: simülasyon'));
  await within(window).findByText(
    'Açık sinyal: 1.234. Açık sinyallerin henüz belli olmayan hedefleri sonuçsuz biter, sicilde öyle kalır ve hiçbir istatistiğe girmez.',
  );
  press(window, 'Kaynak değiştir');
  assert.ok(await within(window).findByText('Listeden bir sembol seçin.'));
  await pick(window, 'THYAO');
  assert.equal(within(window).queryByText('Listeden bir sembol seçin.'), null);
  type('Doğrulama kodu', '123456');
  press(window, 'Kaynak değiştir');
  await noticed('Kaynak değişti');
  assert.deepEqual(sent(), [
    {
      call: 'POST /api/admin/symbols/XAUUSD/source',
      body: { source: 'binance', instrument: 'THYAO', code: '123456' },
    },
  ]);
  assert.ok(calls.some(({ call }) => call === 'GET /api/admin/instruments?category=forex'));
});

test('files are a source as well, and without open signals nothing is left without a result', async (t) => {
  const { sent } = await open(t, {
    answers: { 'GET /api/admin/symbols/XAUUSD/open-signals': { signals: 0 } },
  });
  const window = await choose('Kaynak değiştir');
  await within(window).findByText('Bu sembolün açık sinyali yok; sonuçsuz kalacak hedef de yok.');
  fireEvent.click(within(window).getByLabelText('Dosyalar için'));
  assert.equal(within(window).queryByRole('searchbox'), null);
  type('Doğrulama kodu', '123456');
  press(window, 'Kaynak değiştir');
  await noticed('Kaynak değişti');
  assert.deepEqual(sent()[0]?.body, { source: 'file', code: '123456' });
});

test('a split has a factor from 0.0001 to 10,000 and a moment in Istanbul', async (t) => {
  const { sent } = await open(t);
  const window = await choose('Bölünme işle');
  assert.ok(within(window).getByText('XAUUSD · Bölünme işle'));
  assert.ok(within(window).getByText(/^Tarihten önceki bütün mumların fiyatı katsayıya bölünür/));
  const factor = within(window).getByLabelText('Katsayı');
  for (const wrong of ['', 'x', '0,00009', '10000,1']) {
    type('Katsayı', wrong);
    press(window, 'Bölünme işle');
    await waitFor(() => assert.equal(factor.getAttribute('aria-invalid'), 'true', wrong));
    assert.match(
      within(window).getByText(/^Bir eski pay için yeni pay/).className,
      /text-bad/,
      'the hint is the fault',
    );
  }
  for (const right of ['0,0001', '10000']) {
    type('Katsayı', right);
    press(window, 'Bölünme işle');
    assert.ok(await within(window).findByText('Bu alanı doldurun'), right);
    assert.notEqual(factor.getAttribute('aria-invalid'), 'true', right);
  }
  type('Katsayı', ' 0,1 ');
  type('Bölünme sonrası ilk an (TSİ)', '2026-11-23T10:00');
  type('Doğrulama kodu', '123456');
  press(window, 'Bölünme işle');
  await noticed('Bölünme işlendi');
  assert.deepEqual(sent()[0], {
    call: 'POST /api/admin/symbols/XAUUSD/split',
    body: { factor: 0.1, at: Date.UTC(2026, 10, 23, 7), code: '123456' },
  });
});

test('a symbol is taken off the list with a fresh code; a refusal is told where it is asked for', async (t) => {
  let refused = true;
  const { sent, reads } = await open(t, {
    answers: {
      'POST /api/admin/symbols/XAUUSD/retire': () =>
        refused ? Response.json({ code: 'not-found-404' }, { status: 404 }) : { done: true },
    },
  });
  const window = await choose('Listeden çıkar');
  assert.ok(within(window).getByText('XAUUSD listeden çıkarılsın mı?'));
  assert.ok(within(window).getByText(/^Sayfası, canlı fiyatı ve yeni analizleri durur/));
  assert.ok(within(window).getByLabelText('Kapat'));
  press(window, 'Vazgeç');
  await gone('[role="dialog"]');
  assert.deepEqual(sent(), []);
  const again = await choose('Listeden çıkar');
  press(again, 'XAUUSD sembolünü çıkar');
  assert.ok(await within(again).findByText('6 haneli kodu girin'));
  assert.deepEqual(sent(), []);
  type('Doğrulama kodu', '123456');
  press(again, 'XAUUSD sembolünü çıkar');
  assert.ok(await within(again).findByText('not-found-404'));
  assert.equal(reads(), 1);
  refused = false;
  press(again, 'XAUUSD sembolünü çıkar');
  await noticed('Sembol listeden çıkarıldı');
  await gone('[role="dialog"]');
  assert.deepEqual(sent().at(-1), {
    call: 'POST /api/admin/symbols/XAUUSD/retire',
    body: { code: '123456' },
  });
  await waitFor(() => assert.equal(reads(), 2));
});

for (const [action, path, fill] of [
  ['Ondalık hane sayısı', 'digits', () => type('Ondalık', '3')],
  ['Kaynak değiştir', 'source', () => fireEvent.click(screen.getByLabelText('Dosyalar için'))],
  [
    'Bölünme işle',
    'split',
    () => {
      type('Katsayı', '2');
      type('Bölünme sonrası ilk an (TSİ)', '2026-11-23T10:00');
    },
  ],
] as const) {
  test(`a wrong code is said beside its field, and the form stays (${path})`, async (t) => {
    const answer = { code: 'token-not-match-400', field: 'code' };
    const { reads } = await open(t, {
      answers: {
        [`POST /api/admin/symbols/XAUUSD/${path}`]: () => Response.json(answer, { status: 400 }),
      },
    });
    const window = await choose(action);
    fill();
    type('Doğrulama kodu', '111111');
    press(window, action);
    await within(window).findByText(
      'Kod doğru değil veya daha önce kullanıldı. Sıradaki kodu bekleyin.',
    );
    const code = within(window).getByLabelText<HTMLInputElement>('Doğrulama kodu');
    assert.deepEqual(
      [code.getAttribute('aria-invalid'), code.autocomplete, code.value],
      ['true', 'one-time-code', '111111'],
    );
    assert.equal(reads(), 1);
  });
}

const add = async (): Promise<HTMLElement> => {
  fireEvent.click(screen.getByText('Sembol ekle'));
  return found('[role="dialog"]');
};

test('an instrument is searched at its source and listed under its own name', async (t) => {
  const { sent, reads, calls } = await open(t);
  const window = await add();
  assert.ok(within(window).getByText(/^Kaynaktan eklenen sembolün geçmişi hemen doldurulur/));
  const kinds = window.querySelector('[role="radiogroup"]');
  assert.equal(kinds?.getAttribute('aria-label'), 'Kaynak');
  assert.equal(visibleText(kinds ?? window), 'Kaynaktan Dosyalar için');
  await within(window).findByText('Bulunan: 1.234. İlk 4 gösteriliyor; aramayı daraltın.');
  assert.deepEqual(resultsOf(window), [
    'BTCUSDT BTCUSDT adı Binance Listede: BTCUSD',
    'ETHUSDT ETHUSDT adı Binance Listede',
    'SOLUSDT SOLUSDT adı simülasyon',
    'THYAO THYAO adı Binance',
  ]);
  assert.equal(window.querySelectorAll('li button').length, 2, 'what is listed cannot be chosen');

  const search = within(window).getByRole('searchbox');
  for (const text of ['s', 'so', ' sol ']) fireEvent.change(search, { target: { value: text } });
  type('Aranacak kaynak', 'simulated');
  await waitFor(() =>
    assert.deepEqual(
      calls.flatMap(({ call }) => (call.includes('/instruments') ? [call] : [])),
      [
        'GET /api/admin/instruments',
        'GET /api/admin/instruments?source=simulated',
        'GET /api/admin/instruments?search=sol&source=simulated',
      ],
      'one search after the last key press',
    ),
  );
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  const focused = () => document.activeElement?.textContent ?? '';
  assert.match(focused(), /^SOLUSDT/);
  fireEvent.keyDown(document.activeElement ?? window, { key: 'ArrowDown' });
  assert.match(focused(), /^THYAO/);
  fireEvent.keyDown(document.activeElement ?? window, { key: 'ArrowUp' });
  assert.match(focused(), /^SOLUSDT/);

  press(window, 'Sembol ekle');
  assert.ok(await within(window).findByText('Listeden bir sembol seçin.'));
  await pick(window, 'SOLUSDT');
  await waitFor(() => assert.equal(focused(), 'Başkasını seç'));
  assert.equal(within(window).getByLabelText<HTMLInputElement>('Sembol').value, 'SOLUSDT');
  press(window, 'Sembol ekle');
  await noticed('Sembol eklendi');
  await gone('[role="dialog"]');
  assert.deepEqual(sent(), [
    {
      call: 'POST /api/admin/symbols',
      body: { source: 'simulated', instrument: 'SOLUSDT', symbol: 'SOLUSDT' },
    },
  ]);
  await waitFor(() => assert.equal(reads(), 2));
});

test('an instrument is listed under another name, and a refusal is said where it is asked for', async (t) => {
  const refusals = [
    [409, { code: 'conflict-409', field: 'instrument' }],
    [404, { code: 'not-found-404', field: 'instrument' }],
    [503, { code: 'unavailable-503', field: 'instrument' }],
    [409, { code: 'conflict-409', field: 'symbol' }],
  ] as const;
  let at = 0;
  const { sent } = await open(t, {
    answers: {
      'POST /api/admin/symbols': () => {
        const refusal = refusals[at++];
        return refusal ? Response.json(refusal[1], { status: refusal[0] }) : { done: true };
      },
    },
  });
  const window = await add();
  await pick(window, 'THYAO');
  const symbol = within(window).getByLabelText<HTMLInputElement>('Sembol');
  assert.equal(symbol.value, '', 'another source has a symbol with its name');
  assert.ok(within(window).getByText(/^THYAO başka bir kaynaktan listede\./));
  for (const [wrong, fault] of [
    ['a-b', 'Büyük harf, rakam, nokta ve alt çizgi, en çok 20.'],
    ['xauusd', 'Bu sembol zaten listede.'],
  ] as const) {
    type('Sembol', wrong);
    press(window, 'Sembol ekle');
    assert.ok(await within(window).findByText(fault), wrong);
    assert.equal(symbol.getAttribute('aria-invalid'), 'true');
  }
  type('Sembol', ' thy ');
  type('İngilizce ad', 'Airlines');
  for (const fault of [
    'Kaynak bu sembolle zaten listedeki bir sembolü besliyor.',
    'Kaynakta artık böyle bir sembol yok.',
    'Kaynak bu sembol için şu anda yanıt vermiyor. Daha sonra yeniden deneyin.',
    'Bu sembol zaten listede.',
  ]) {
    press(window, 'Sembol ekle');
    assert.ok(await within(window).findByText(fault), fault);
  }
  type('Sembol', 'thy2');
  press(window, 'Sembol ekle');
  await noticed('Sembol eklendi');
  assert.deepEqual(sent().at(-1)?.body, {
    source: 'binance',
    instrument: 'THYAO',
    symbol: 'THY2',
    name: { tr: 'THYAO adı', az: 'THYAO ad', en: 'Airlines' },
  });
});

test('a source that is away is said with a retry, beside what the others offer, and never as an empty list', async (t) => {
  let away = ['binance'];
  const { calls } = await open(t, {
    answers: {
      'GET /api/admin/instruments': () => ({
        sources: FOUND.sources.map(({ source }) => ({ source, available: !away.includes(source) })),
        total: away.length === 2 ? 0 : 1,
        instruments: away.length === 2 ? [] : FOUND.instruments.slice(2, 3),
      }),
    },
  });
  const window = await add();
  await within(window).findByText(/yanıt vermiyor, sembolleri gösterilemiyor: Binance\./);
  assert.deepEqual(resultsOf(window), ['SOLUSDT SOLUSDT adı simülasyon']);
  away = ['simulated', 'binance'];
  press(window, 'Yeniden dene');
  await within(window).findByText(/gösterilemiyor: simülasyon, Binance\./);
  assert.deepEqual(resultsOf(window), []);
  assert.equal(within(window).queryByText('Aramaya uyan sembol yok'), null);
  away = [];
  await waitFor(() => press(window, 'Yeniden dene'));
  await within(window).findByText('Bulunan: 1');
  assert.equal(within(window).queryByText(/yanıt vermiyor/), null);
  assert.equal(calls.filter(({ call }) => call === 'GET /api/admin/instruments').length, 3);
});

test('a symbol for files is listed with its names', async (t) => {
  const { sent } = await open(t, {
    answers: { 'GET /api/admin/symbols': { ...SYMBOLS, sources: ['file'] } },
  });
  const window = await add();
  assert.equal(window.querySelector('[role="radiogroup"]'), null, 'there is no other source');
  const symbol = within(window).getByLabelText<HTMLInputElement>('Sembol');
  assert.equal(symbol.getAttribute('spellcheck'), 'false');
  const lists = [...window.querySelectorAll('select')].map((select) => ({
    value: select.value,
    texts: [...select.options].map(({ text }) => text),
  }));
  assert.deepEqual(lists.slice(0, 2), [
    { value: 'crypto', texts: ['Kripto', 'Forex', 'BIST', 'NASDAQ', 'Endeks'] },
    { value: '60', texts: ['Saatlik', 'Günlük'] },
  ]);
  press(window, 'Sembol ekle');
  assert.ok(await within(window).findByText('Büyük harf, rakam, nokta ve alt çizgi, en çok 20.'));
  assert.equal(symbol.getAttribute('aria-invalid'), 'true');
  type('Sembol', ' garan ');
  const digits = within(window).getByLabelText<HTMLInputElement>('Ondalık');
  assert.deepEqual([digits.value, digits.min, digits.max], ['2', '0', '12']);
  type('Ondalık', '13');
  press(window, 'Sembol ekle');
  assert.ok(await within(window).findByText('0 – 12'));
  type('Ondalık', '3');
  press(window, 'Sembol ekle');
  await waitFor(() =>
    assert.equal(within(window).getByLabelText('Türkçe ad').getAttribute('aria-invalid'), 'true'),
  );
  for (const label of ['Türkçe ad', 'Azerbaycanca ad', 'İngilizce ad']) type(label, 'Garanti');
  type('Kategori', 'bist');
  type('Temel mum', '1D');
  const hours = within(window).getByLabelText<HTMLSelectElement>('İşlem saatleri');
  assert.deepEqual(
    [...hours.options].map(({ text, value }) => `${text} ${value}`),
    [
      'Her zaman always',
      'Döviz piyasası forex',
      'Borsa İstanbul bist-2',
      'New York nasdaq',
      'Frankfurt xetra',
    ],
  );
  type('İşlem saatleri', 'bist-2');
  press(window, 'Sembol ekle');
  await noticed('Sembol eklendi');
  assert.deepEqual(sent()[0]?.body, {
    source: 'file',
    symbol: 'GARAN',
    category: 'bist',
    digits: 3,
    base: '1D',
    name: { tr: 'Garanti', az: 'Garanti', en: 'Garanti' },
    calendar: 'bist-2',
  });
});

test('while symbols are read, and when they cannot be, none is added', async (t) => {
  await open(t, {
    answers: {
      'GET /api/admin/symbols': () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(screen.getByText('Semboller yüklenemedi'));
  assert.equal(screen.getByText<HTMLButtonElement>('Sembol ekle').disabled, true);
});
