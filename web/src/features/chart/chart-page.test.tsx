import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { SymbolEntry, WireBar } from '../../api/calls/market.ts';
import { openCanvases } from '../../charts/testing/canvas.ts';
import { BOX_PRICES, boxTimesAt } from '../../testing/box-places.ts';
import { MADE_CLOSE, MADE_CONES, MADE_NOW, madeTouch } from '../../testing/made-touch.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import { showOverlay } from '../../ui/overlay.ts';

const { ChartPage } = await import('./chart-page.tsx');

const HOUR = 3_600_000;
/** 18 November 2026, 12:00 in Istanbul. */
const T = Date.UTC(2026, 10, 18, 9);
const entry: SymbolEntry = {
  symbol: 'EURUSD',
  type: 'forex',
  digits: 2,
  name: { tr: 'Euro Dolar', az: 'Avro Dollar', en: 'Euro Dollar' },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60', '240', '1D'],
};
const gold: SymbolEntry = {
  ...entry,
  symbol: 'XAUUSD',
  type: 'index',
  name: { tr: 'Altın', az: 'Qızıl', en: 'Gold' },
};
const bars: WireBar[] = Array.from({ length: 60 }, (_, i) => ({
  d: T - (59 - i) * HOUR,
  o: 100,
  h: 110,
  l: 90,
  c: i === 59 ? 102 : 101,
  v: 1,
}));
const box: NonNullable<Reply<typeof ROUTES.boxChart>> = {
  kind: '144',
  term: 'short',
  resolution: '60',
  p: BOX_PRICES,
  d: boxTimesAt(T),
  created: T - 2 * HOUR,
  basis: {},
  computedAt: T,
  engineVersion: '7.1',
  inputHash: '',
  serverTime: T,
};
const session = { logged: true, subscribed: true, admin: false } as Reply<typeof ROUTES.authInfo>;
const ANSWERS: Showing['answers'] = {
  'GET /api/historical/EURUSD-60': bars,
  'GET /api/box/EURUSD/gann': [95, 100, 105],
  'GET /api/why/EURUSD/gann': null,
  'GET /api/seer/EURUSD': {
    seer: null,
    closeSeer: null,
    reverseSeer: null,
    tradeCondition: null,
    crystalSeer: null,
    atr: 4,
    computedAt: T,
    engineVersion: '7.1',
    inputHash: '',
    serverTime: T,
  },
  'GET /api/record/rates/EURUSD': [],
  'GET /api/touch/EURUSD': null,
};
async function open(
  t: TestContext,
  more: Partial<Parameters<typeof ChartPage>[0]> & {
    answers?: Showing['answers'];
    desk?: boolean;
    guest?: boolean;
  } = {},
) {
  const { answers = {}, desk = true, guest = false, ...props } = more;
  const canvases = openCanvases(t);
  standIn(t, globalThis, {
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), {
        media,
        matches: desk && media === '(min-width: 901px)',
        onchange: null,
      }),
  });
  standIn(t, Element.prototype, { getBoundingClientRect: () => new DOMRect(0, 0, 800, 400) });
  const chosen: string[] = [];
  const shown = await show(
    t,
    <ChartPage
      entry={entry}
      symbols={[gold, entry]}
      resolution="60"
      onSymbol={(symbol) => chosen.push(symbol)}
      onResolution={(resolution) => chosen.push(resolution)}
      {...props}
    />,
    {
      known: [[['session'], guest ? { ...session, subscribed: false } : session]],
      answers: { ...ANSWERS, ...answers },
    },
  );
  return { ...shown, canvases, chosen };
}

// Tests of a page of this size use selectors, since queries by role are slow.
const status = (): (string | null)[] =>
  [...document.querySelectorAll('[role="status"]')].map((place) => place.textContent);
const says = (words: string) => waitFor(() => assert.ok(status().includes(words), words));
const find = (selector: string, name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
const button = (name: string): HTMLElement => find('button', name) ?? assert.fail(name);
const area = (name: string): HTMLElement =>
  find('section, aside, fieldset', name) ?? assert.fail(name);
const pane = (): HTMLElement | null => document.querySelector('aside');
const foot = (): string => document.querySelector('footer')?.textContent ?? '';
/** The chart, once it is rendered. */
const chartOf = async (): Promise<HTMLElement> =>
  waitFor(() => document.querySelector<HTMLElement>('[role="application"]') ?? assert.fail());
/** The rows of a table by its caption, their cells joined. */
const rowsOf = (name: string): string[] => {
  const table = [...document.querySelectorAll('table')].find(
    ({ caption }) => caption?.textContent === name,
  );
  return [...(table?.rows ?? [])].map((row) =>
    [...row.cells].map((cell) => cell.textContent).join(' | '),
  );
};
const pressed = (name: string): string | null => button(name).getAttribute('aria-pressed');

test('the chart has a summary, its last bar in the legend, and instructions for its keys', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: T + 20 * 60_000 });
  const { calls } = await open(t);
  const chart = await chartOf();
  assert.equal(
    chart.getAttribute('aria-label'),
    'EURUSD saatlik mum grafiği. Son fiyat 102,00. Açık çizimler: yok.',
  );
  assert.deepEqual(calls[0]?.call, 'GET /api/historical/EURUSD-60?limit=1500');
  assert.match(
    document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    /^Sol ve sağ ok mumlar arasında/,
  );
  // 102 is 0.99 percent above the close of 101 before.
  await waitFor(() =>
    assert.match(
      chart.closest('main')?.textContent ?? '',
      /1s · simülasyonA 100,00Y 110,00D 90,00K 102,00\+%0,99/,
    ),
  );
  assert.equal(document.title, 'EURUSD grafiği · Rasat');
  // The next bar opens at 13:00; without a drawing there is no hint about reasons.
  assert.equal(
    foot(),
    'BağlanıyorSonraki mum 00:40:000 çizim açıkGrafik: TradingView Lightweight Charts™Tablo olarak gösterKısayollar ?12:20:00 Europe/Istanbul',
  );
});

test('the opening of a closed market is the same at every resolution', async (t) => {
  // Sunday, 22 November 2026, 12:30 in Istanbul; New York opens on Monday at 17:30 of Istanbul's clock.
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 22, 9, 30) });
  const share: SymbolEntry = { ...entry, symbol: 'AAPL', type: 'nasdaq', calendar: 'nasdaq' };
  for (const resolution of ['60', '240', '1D'] as const) {
    const { leave } = await open(t, {
      entry: share,
      resolution,
      answers: { [`GET /api/historical/AAPL-${resolution}`]: bars },
    });
    await chartOf();
    assert.ok(foot().includes('açılış Pzt 17:30, 1 gün 5 sa sonra'), `${resolution}: ${foot()}`);
    assert.ok(!foot().includes('Sonraki mum'));
    leave();
  }
  await open(t, {
    entry: share,
    desk: false,
    answers: { 'GET /api/historical/AAPL-60': bars },
  });
  const chart = await chartOf();
  assert.match(
    chart.closest('main')?.textContent ?? '',
    /Piyasa kapalı · açılış Pzt 17:30, 1 gün 5 sa sonra/,
  );
});

test('the header leads back, to the symbol and to another resolution', async (t) => {
  const { user, chosen } = await open(t);
  assert.equal(find('a', 'Panele dön')?.getAttribute('href'), '/dashboard');
  assert.equal(
    find('a', 'EURUSD sembol sayfası')?.getAttribute('href'),
    '/dashboard/symbol/EURUSD',
  );
  assert.equal(find('[role="radiogroup"]', 'Zaman aralığı')?.textContent, '1s4s1G');
  await user.keyboard('.');
  await user.keyboard(',');
  assert.deepEqual(chosen, ['240', '60'], 'there is none shorter than an hour');
});

test('a drawing is pressed on and off, by its button and by its key, one at a time', async (t) => {
  let answer: (prices: number[]) => void = () => {};
  const { user } = await open(t, {
    answers: {
      'GET /api/box/EURUSD/gann': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      'GET /api/box/EURUSD/chart/3': box,
    },
  });
  await chartOf();
  fireEvent.click(button('Gann tayfı'));
  assert.equal(button('Gann tayfı').getAttribute('aria-busy'), 'true');
  assert.equal(area('Çizim düğmeleri').getAttribute('aria-busy'), 'true');
  fireEvent.click(button('144 kutusu'));
  answer([95, 100, 105]);
  await says('Gann tayfı çizildi');
  assert.deepEqual([pressed('Gann tayfı'), pressed('144 kutusu')], ['true', 'false']);
  assert.equal(button('Gann tayfı').getAttribute('aria-busy'), 'false');
  await user.keyboard('3');
  await says('144 kutusu çizildi');
  assert.equal(
    (await chartOf()).getAttribute('aria-label'),
    'EURUSD saatlik mum grafiği. Son fiyat 102,00. Açık çizimler: Gann tayfı, 144 kutusu.',
  );
  assert.match(foot(), /2 çizim açıkBir çizgiye tıklayın: nedeni açılır/);
  await user.keyboard('n');
  await says('Gann tayfı kaldırıldı');
  assert.equal(pressed('Gann tayfı'), 'false');
});

test('a level is chosen, announced, explained and cleared by keyboard', async (t) => {
  const { user, canvases } = await open(t);
  const chart = await chartOf();
  fireEvent.click(button('Gann tayfı'));
  await says('Gann tayfı çizildi');
  chart.focus();
  await user.keyboard('{ArrowLeft}');
  await says('18 Kas 11:00. Açılış 100,00, en yüksek 110,00, en düşük 90,00, kapanış 101,00.');
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await says('18 Kas 01:00. Açılış 100,00, en yüksek 110,00, en düşük 90,00, kapanış 101,00.');
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await says('18 Kas 21:00. Henüz oluşmamış mum.');
  await user.keyboard('{Enter}');
  assert.equal(pane(), null, 'nothing is chosen');
  await user.keyboard('{ArrowUp}');
  await says('Gann tayfı, Gann tayfı 100,00');
  await user.keyboard('{ArrowUp}');
  await says('Gann tayfı, Gann tayfı 105,00');
  await user.keyboard('{ArrowDown}');
  await says('Gann tayfı, Gann tayfı 100,00');
  await user.keyboard('{Enter}');
  const why = await waitFor(() => pane() ?? assert.fail());
  assert.equal(why.getAttribute('aria-label'), 'Neden bu seviye');
  assert.match(why.textContent, /Gann tayfı100,00fiyata uzaklık 2,00 · 0,50 ATR/);
  assert.match(why.textContent, /Motor 7\.1/);
  // Every closed bar of the 60 but the first touches 100.
  assert.match(why.textContent, /Dokunma58/);
  canvases.run();
  assert.equal(document.activeElement?.textContent, 'Neden bu seviye');
  assert.doesNotMatch(foot(), /Bir çizgiye/);
  await user.keyboard('{Escape}');
  assert.equal(pane(), null);
  assert.equal(document.activeElement, chart, 'the focus is given back');
  await user.keyboard('{Enter}');
  await waitFor(() => assert.ok(pane(), 'the level is still chosen'));
  await user.keyboard('{Escape}{Escape}{Enter}');
  assert.equal(pane(), null, 'and now it is not');
});

test('the chart can be read as a table of levels and bars', async (t) => {
  const { user } = await open(t, { answers: { 'GET /api/box/EURUSD/chart/3': box } });
  await chartOf();
  fireEvent.click(button('Tablo olarak göster'));
  const table = area('Tablo olarak göster');
  assert.match(table.textContent, /^EURUSD · saatlik · tabloAçık çizim yok\./);
  const candles = rowsOf('Son 50 mum');
  assert.equal(candles.length, 51);
  assert.deepEqual(candles.slice(0, 3), [
    'Zaman | Açılış | En yüksek | En düşük | Kapanış',
    '18 Kas 12:00 | 100,00 | 110,00 | 90,00 | 102,00',
    '18 Kas 11:00 | 100,00 | 110,00 | 90,00 | 101,00',
  ]);
  await user.keyboard('3');
  await says('144 kutusu çizildi');
  const levels = rowsOf('Çizilmiş seviyeler');
  // Seven prices and seven times of a box.
  assert.equal(levels.length, 15);
  assert.deepEqual(levels.slice(0, 3), [
    'Seviye | Değer | Neden',
    '144 kutusu: 144Yukarı işlem | 124,75 | Neden',
    '144 kutusu: 144Aşağı işlem | 99,25 | Neden',
  ]);
  assert.ok(levels.includes('144 kutusu: 144Başlangıç | 16 Kas 10:00 | Neden'));
  fireEvent.click(button('Neden'));
  assert.match(pane()?.textContent ?? '', /144Yukarı işlem124,75/);
  assert.ok(table.isConnected, 'a wide screen has both');
  fireEvent.click(button('Grafiğe dön'));
  assert.equal(find('section', 'Tablo olarak göster'), undefined);
  fireEvent.click(button('Tablo olarak göster'));
  await user.keyboard('{Escape}');
  assert.equal(find('section', 'Tablo olarak göster'), undefined);
});

test('a drawing without data says why, also to a visitor without a subscription', async (t) => {
  const { user, leave } = await open(t, {
    entry: { ...entry, base: '1D' },
    answers: {
      'GET /api/box/EURUSD/gann': [],
      'GET /api/box/EURUSD/chart/3': null,
      'GET /api/historical/EURUSD/box': { shortTerm: [], longTerm: [] },
    },
  });
  await chartOf();
  const shown = (words: string): number => screen.getAllByText(words).length;
  fireEvent.click(button('Gann tayfı'));
  await says('Gann tayfı için henüz veri yok');
  assert.equal(shown('Gann tayfı için henüz veri yok'), 2, 'said and shown');
  fireEvent.click(button('144 kutusu'));
  const needsHours = '144 kutusu için saatlik veri gerekir';
  await screen.findAllByText(needsHours);
  assert.equal(pressed('144 kutusu'), 'false');
  await user.keyboard('{Escape}');
  // The announcement may stay, the notice does not.
  assert.ok(screen.queryAllByText(needsHours).length < 2, 'Escape takes the notice away');
  leave();
  const guest = await open(t, { guest: true });
  await chartOf();
  fireEvent.click(button('Gann tayfı'));
  await says('Çizimler aboneliğe dahildir. Fiyatlar aboneliksiz de görünür.');
  assert.ok(!guest.calls.some(({ call }) => call.includes('gann')));
  showOverlay(null);
});

/** Bars at the prices and times of the made chances. */
const near: WireBar[] = bars.map((_, i) => ({
  d: MADE_CLOSE - (59 - i) * HOUR,
  o: 1.142,
  h: 1.152,
  l: 1.132,
  c: 1.142,
  v: 1,
}));
const withTouch = {
  entry: { ...entry, digits: 5 },
  answers: {
    'GET /api/historical/EURUSD-60': near,
    'GET /api/touch/EURUSD': madeTouch({ cones: MADE_CONES }),
  },
};

test('cones are drawn with their words in the legend, and their edges are in the table until when they count', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: MADE_NOW });
  const { user } = await open(t, withTouch);
  const chart = await chartOf();
  await user.keyboard('k');
  await says('Koni çizildi');
  const legend =
    'Koni uzaklığı söyler, yönü söylemez · 1 gün: Perşembe 03:00’e kadar · 1 hafta: Pazar 03:00’e kadar';
  assert.ok(screen.getByText(legend));
  fireEvent.click(button('Tablo olarak göster'));
  assert.deepEqual(
    rowsOf('Çizilmiş seviyeler').map((row) => row.replace('Koni: ', '')),
    [
      'Seviye | Değer | Neden',
      '1 günlük koni %50, alt kenar, Perşembe 03:00’e kadar | 1,13651 | Neden',
      '1 günlük koni %50, üst kenar, Perşembe 03:00’e kadar | 1,14350 | Neden',
      '1 günlük koni %80, alt kenar, Perşembe 03:00’e kadar | 1,13464 | Neden',
      '1 günlük koni %80, üst kenar, Perşembe 03:00’e kadar | 1,14539 | Neden',
      '1 günlük koni %95, alt kenar, Perşembe 03:00’e kadar | 1,13203 | Neden',
      '1 günlük koni %95, üst kenar, Perşembe 03:00’e kadar | 1,14802 | Neden',
      '1 haftalık koni %50, alt kenar, Pazar 03:00’e kadar | 1,13190 | Neden',
      '1 haftalık koni %50, üst kenar, Pazar 03:00’e kadar | 1,14816 | Neden',
      '1 haftalık koni %80, alt kenar, Pazar 03:00’e kadar | 1,12758 | Neden',
      '1 haftalık koni %80, üst kenar, Pazar 03:00’e kadar | 1,15255 | Neden',
      '1 haftalık koni %95, alt kenar, Pazar 03:00’e kadar | 1,12158 | Neden',
      '1 haftalık koni %95, üst kenar, Pazar 03:00’e kadar | 1,15873 | Neden',
    ],
  );
  fireEvent.click(button('Grafiğe dön'));
  chart.focus();
  await user.keyboard('{ArrowUp}');
  // The line nearest to the price of 1.142.
  await says('Koni, 1 günlük koni %50, üst kenar, Perşembe 03:00’e kadar 1,14350');
  await user.keyboard('k');
  await says('Koni kaldırıldı');
  assert.equal(screen.queryByText(legend), null);
});

test('without enough history the button of the cones says so', async (t) => {
  const { leave } = await open(t);
  await chartOf();
  const words = 'Koni için yeterli geçmiş yok: en az altı aylık fiyat gerekir';
  fireEvent.click(button('Koni'));
  await says(words);
  assert.equal(screen.getAllByText(words).length, 2, 'said and shown');
  assert.equal(pressed('Koni'), 'false');
  leave();
  const cones = { day: null, week: null, slots: [] };
  await open(t, { answers: { 'GET /api/touch/EURUSD': madeTouch({ cones }) } });
  await chartOf();
  fireEvent.click(button('Koni'));
  await says(words);
});

test('the crosshair tells the chance of its price in the legend, and nothing beside the plot', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: MADE_NOW });
  const { canvases } = await open(t, withTouch);
  const chart = await chartOf();
  await waitFor(() => assert.ok(chart.closest('main')?.textContent.includes('K 1,14200')));
  const pane = chart.querySelectorAll('canvas')[1];
  assert.ok(pane);
  const move = (kind: string, y: number): void => {
    pane.dispatchEvent(
      new MouseEvent(kind, { clientX: 100, clientY: y, bubbles: true, cancelable: true }),
    );
    canvases.run();
  };
  const said = (): string => chart.closest('main')?.textContent ?? '';
  const line = /1,\d{5} seviyesine dokunma olasılığı \(şimdi, 17:00 kapanışı\): /;
  canvases.run();
  assert.doesNotMatch(said(), line);
  move('mouseenter', 60);
  move('mousemove', 60);
  await waitFor(() => assert.match(said(), line));
  assert.match(
    said(),
    /: gün, Perşembe 03:00’e kadar: %(1’den az|\d+) · hafta, Pazar 03:00’e kadar: %\d+/,
  );
  move('mouseleave', 60);
  await waitFor(() => assert.doesNotMatch(said(), line));
});

test('chances are read for subscribers alone', async (t) => {
  const { calls, leave } = await open(t, withTouch);
  await chartOf();
  await waitFor(() => assert.ok(calls.some(({ call }) => call === 'GET /api/touch/EURUSD')));
  leave();
  const guest = await open(t, { ...withTouch, guest: true });
  await chartOf();
  fireEvent.click(button('Koni'));
  await says('Çizimler aboneliğe dahildir. Fiyatlar aboneliksiz de görünür.');
  assert.ok(!guest.calls.some(({ call }) => call.includes('/touch/')));
  showOverlay(null);
});

test('levels of a box are those of its trade, of its triggers without one, of its long term by daily bars', async (t) => {
  const trade = {
    sl: 94,
    p: 100,
    tp1: 106,
    tp2: 112,
    status: 0,
    d: T,
    way: true,
    expiry: T,
    closed: false,
    exit: null,
    tp2Hit: false,
    tp2Closed: false,
    basis: {},
  };
  const levelsOf = async (base: '60' | '1D', answers: Showing['answers']): Promise<string[]> => {
    const { leave } = await open(t, { entry: { ...entry, base }, answers });
    await chartOf();
    fireEvent.click(button('144 seviyeleri'));
    await says('144 seviyeleri çizildi');
    fireEvent.click(button('Tablo olarak göster'));
    const rows = rowsOf('Çizilmiş seviyeler')
      .slice(1)
      .map((row) => row.replace('144 seviyeleri: ', '').replaceAll(' | ', ''));
    leave();
    return rows;
  };
  const chart = 'GET /api/box/EURUSD/chart/3';
  const newest = 'GET /api/box/EURUSD/trade/3';
  assert.deepEqual(await levelsOf('60', { [chart]: box, [newest]: trade }), [
    '144İşlem girişi100,00Neden',
    '144Zarar durdur94,00Neden',
    '144Kâr al 1106,00Neden',
    '144Kâr al 2112,00Neden',
  ]);
  assert.deepEqual(await levelsOf('60', { [chart]: box, [newest]: null }), [
    '144Yukarı işlem124,75Neden',
    '144Aşağı işlem99,25Neden',
  ]);
  const past = {
    shortTerm: [],
    longTerm: [
      { ...box, kind: '36', trade: null },
      { ...box, term: 'long', trade },
    ],
  };
  assert.deepEqual(
    (
      await levelsOf('1D', {
        [chart]: null,
        [newest]: null,
        'GET /api/historical/EURUSD/box': past,
      })
    )[0],
    '144 · uzun vadeİşlem girişi100,00Neden',
  );
});

test('targets are the weekly lists and the stop and targets of an active condition', async (t) => {
  const seer = ANSWERS?.['GET /api/seer/EURUSD'] as object;
  const condition = {
    symbol: 'EURUSD',
    way: true,
    active: true,
    price: 100,
    range: 4,
    datetime: T,
    sl: 96,
    tp1: 104,
    tp2: 108,
    expiry: T,
    setup: 'pivot',
    ended: null,
    tp1Hit: false,
    basis: {},
  };
  const levels = {
    d: T,
    anchor: 100,
    buy: [101, 102],
    sell: [99],
    basis: {},
    computedAt: T,
    engineVersion: '',
    inputHash: '',
    serverTime: T,
  };
  const { user } = await open(t, {
    answers: {
      'GET /api/levels/EURUSD': levels,
      'GET /api/seer/EURUSD': { ...seer, tradeCondition: condition },
    },
  });
  await chartOf();
  await user.keyboard('h');
  await says('TP seviyeleri çizildi');
  fireEvent.click(button('Tablo olarak göster'));
  assert.deepEqual(
    rowsOf('Çizilmiş seviyeler')
      .slice(1)
      .map((row) => row.replace('TP seviyeleri: ', '').replaceAll(' | ', '')),
    [
      'Haftalık giriş101,00Neden',
      'Haftalık TP1102,00Neden',
      'Haftalık giriş99,00Neden',
      'Zarar durdur96,00Neden',
      'Kâr al 1104,00Neden',
      'Kâr al 2108,00Neden',
    ],
  );
});

test('a phone has its buttons in a strip, and the reason in a sheet of three heights', async (t) => {
  const { user } = await open(t, { desk: false });
  const chart = await chartOf();
  const strip = area('Çizim düğmeleri');
  assert.deepEqual(
    [...strip.querySelectorAll('button')].map((toggle) => toggle.getAttribute('aria-label')),
    [
      'Hayyam kutusu',
      '52 kutusu',
      '144 kutusu',
      '36 kutusu',
      'Crystal kutusu',
      'Gann tayfı',
      'TP seviyeleri',
      'Crystal seviyeleri',
      'Koni',
      'Hayyam seviyeleri',
      '52 seviyeleri',
      '144 seviyeleri',
      '36 seviyeleri',
    ],
  );
  fireEvent.click(button('Gann tayfı'));
  await says('Gann tayfı çizildi');
  chart.focus();
  await user.keyboard('{ArrowUp}{Enter}');
  const sheet = await waitFor(() => area('Neden bu seviye'));
  assert.match(
    sheet.textContent,
    /Gann tayfı100,00Son ana dönüşün.*fiyata uzaklık 2,00 · 0,50 ATR/,
  );
  const handle = (): HTMLElement => sheet.querySelector('button') ?? sheet;
  standIn(t, HTMLElement.prototype, { setPointerCapture: () => {} });
  const isPeek = (): boolean => !sheet.textContent.includes('Girdiler');
  const pull = (from: number, to: number): void => {
    fireEvent(handle(), new MouseEvent('pointerdown', { bubbles: true, clientY: from }));
    fireEvent(handle(), new MouseEvent('pointerup', { bubbles: true, clientY: to }));
    fireEvent.click(handle(), { detail: 1 });
  };
  assert.equal(handle().getAttribute('aria-label'), 'Paneli büyüt');
  pull(500, 472);
  assert.equal(isPeek(), false, 'pulled by 28 pixels');
  pull(500, 528);
  assert.equal(isPeek(), true);
  pull(500, 473);
  assert.equal(isPeek(), false, 'a press alone is a step, too');
  pull(500, 500);
  assert.equal(handle().getAttribute('aria-label'), 'Paneli küçült');
  pull(500, 500);
  assert.equal(isPeek(), true, 'from the whole screen back to the peek');
  handle().focus();
  await user.keyboard('{Enter}');
  assert.equal(handle().getAttribute('aria-label'), 'Paneli büyüt');
  await user.keyboard(' ');
  assert.equal(handle().getAttribute('aria-label'), 'Paneli küçült');
  await user.keyboard('a');
  assert.equal(isPeek(), false);
  await user.keyboard('{Enter}');
  assert.equal(isPeek(), true);
  fireEvent.click(button('Neden bu seviye'));
  assert.equal(isPeek(), false);
  pull(500, 600);
  pull(500, 600);
  assert.equal(find('section', 'Neden bu seviye'), undefined, 'pulled off');
});

test('while older bars are still to come the chart says so, with their share', async (t) => {
  const health = { ready: true, behind: true, filled: 0.427, busy: false, serverTime: T };
  const answers = { 'GET /api/health': health };
  const { leave } = await open(t, { answers, entry: { ...entry, arriving: true } });
  assert.ok(await screen.findByText('Eski mumlar hâlâ geliyor: %42'));
  leave();
  await open(t, { answers });
  assert.ok(await chartOf());
  assert.equal(screen.queryByText(/Eski mumlar/), null);
});

test('the chart of a vendor has the line that its licence wants', async (t) => {
  const live = { source: 'twelvedata', delay: { class: 'real-time', ms: 0 } } as const;
  await open(t, { entry: { ...entry, ...live } });
  assert.ok(await screen.findByRole('link', { name: 'Data provided by Twelve Data' }));
});

test('the chart of a daily rate says that it has no analysis, and offers no drawings', async (t) => {
  const rate = { source: 'reference-tcmb', delay: { class: 'reference', ms: 0 } } as const;
  await open(t, { entry: { ...entry, ...rate } });
  assert.ok(await screen.findByText('Günlük referans kuru (TCMB): analiz yok'));
  assert.equal(screen.queryAllByRole('button', { name: /Gann tayfı|144 kutusu|Koni/ }).length, 0);
});

test('a chart without bars says so, a failed one can be retried, an unknown symbol gets suggestions', async (t) => {
  const { leave } = await open(t, {
    answers: {
      'GET /api/historical/EURUSD-60': [],
      'GET /api/health': { ready: true, behind: false, filled: 1, busy: false, serverTime: T },
    },
  });
  assert.ok(await screen.findByText('Bu zaman aralığında veri yok'));
  assert.equal(document.querySelector('[role="application"]'), null);
  leave();
  let tries = 0;
  await open(t, {
    answers: {
      'GET /api/historical/EURUSD-60': () => {
        tries += 1;
        return tries === 1
          ? Response.json({ errors: [{ code: 'invalid-400' }] }, { status: 400 })
          : bars;
      },
    },
  });
  assert.ok(await screen.findByText('Mumlar yüklenemedi'));
  fireEvent.click(button('Yeniden dene'));
  assert.ok(await chartOf());
});
