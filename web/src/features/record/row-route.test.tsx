import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GUEST_SESSION } from '@rasat/contract';
import type { RecomputeStep } from '@rasat/ledger';
import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { plain } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import type { RecomputeMessage } from './recompute-message.ts';
import type { RecordRow, RecordRowDetail } from './row-calls.ts';

const { default: RecordRowRoute, clientLoader } = await import('./row-route.tsx');

const BAR = Date.UTC(2025, 2, 10, 14);

/** A live buy that reached its first target and then fell back to its stop. */
const TRADE: RecordRow = {
  seq: 12_345,
  symbol: 'EURUSD',
  category: 'forex',
  digits: 5,
  source: 'simulated',
  origin: 'live',
  kind: 'condition',
  setup: 'break',
  engineVersion: '2.1.0',
  barTime: BAR,
  createdAt: BAR + 95_000,
  hash: 'aa11',
  sealed: false,
  way: true,
  price: 1.08452,
  range: 0.00321,
  sl: 1.08131,
  tp1: 1.08773,
  tp2: 1.09094,
  levels: null,
  forecast: null,
  entry: null,
  state: 'tp1',
  legs: {
    tp1: { status: 1, price: 1.08773, r: 1, time: BAR + 3_600_000 },
    tp2: { status: -1, price: 1.0812, r: -1.03, time: BAR + 7_200_000 },
  },
  ended: null,
  cost: 0.12,
  baseline: {
    entries: 40,
    first: 0.28,
    second: -0.4,
    netFirst: 0.22,
    netSecond: -0.5,
    tp1: 19,
    coverage: 0.426,
    complete: false,
  },
  unmatched: null,
  touch: null,
  twinTouch: null,
};
const HEAD = {
  day: '2025-03-11',
  size: 12_999,
  hash: 'bb22',
  root: 'cc33',
  outcomes: 9000,
  outcomesHash: 'dd44',
  outcomesRoot: 'ee55',
  created: BAR,
};
const ENTRIES = { first: [-1000, 1000, 1000, 130], second: [-1000, 2000, -1000, -250] };
const AUDIENCE = { audience: 'anyone' } as const;
const DETAIL: RecordRowDetail = { ...AUDIENCE, row: TRADE, entries: ENTRIES, head: HEAD };

/** A week whose first level broke, with its entry. */
const WEEK: RecordRow = {
  ...TRADE,
  kind: 'levels',
  setup: 'weekly',
  symbol: 'XAUUSD',
  digits: 2,
  origin: 'backfill',
  source: 'file',
  createdAt: BAR + 3 * 86_400_000,
  way: null,
  price: null,
  range: null,
  sl: null,
  tp1: null,
  tp2: null,
  levels: { d: Date.UTC(2025, 2, 10, 12), buy: [2010.5, 2020.25, 2030], sell: [1990, 1980] },
  entry: {
    time: BAR + 60_000,
    way: false,
    price: 1990,
    sl: 2000.5,
    tp1: 1980.25,
    tp2: 1970,
    expiry: BAR + 9,
  },
  state: 'sl',
  legs: { tp1: { status: -1, price: 2000.5, r: -1, time: BAR + 3_600_000 }, tp2: null },
  ended: null,
  cost: null,
  baseline: {
    entries: 40,
    first: 0.1,
    second: 0.2,
    netFirst: 0.04,
    netSecond: 0.12,
    tp1: 19,
    coverage: 1,
    complete: true,
  },
  unmatched: null,
  touch: -1,
  twinTouch: 1,
};

const panel = (name: string): HTMLElement => screen.getByRole('region', { name });
/** Names and values, a list a line. */
const facts = (element: HTMLElement): string[] =>
  [...element.querySelectorAll('dl > div')].map((pair) => [...pair.children].map(plain).join(': '));
const table = (name: string): string[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(plain).join(' | '));

/** Heads of the right-aligned columns of a table. */
const figuresOf = (name: string): string[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('columnheader')
    .filter((head) => head.className.includes('text-right'))
    .map(plain);

async function showRow(t: TestContext, detail: RecordRowDetail, showing: Showing = {}) {
  const shown = await show(t, <RecordRowRoute />, {
    at: `/record/${detail.row.seq}`,
    path: '/record/:seq',
    ...showing,
    known: [[['record', 'row', String(detail.row.seq)], detail], ...(showing.known ?? [])],
  });
  return shown;
}

test('a row shows its published content, time and delay', async (t) => {
  await showRow(t, DETAIL);
  assert.equal(plain(screen.getByRole('heading', { level: 1 })), 'Sicil satırı 12.345');
  await waitFor(() => assert.equal(document.title, 'Sicil satırı 12.345 · Rasat'));
  const back = within(screen.getByRole('navigation', { name: 'Sicil' })).getByRole('link');
  assert.deepEqual([plain(back), back.getAttribute('href')], ['Sicile dön', '/record']);
  const line = screen.getByText('EURUSD').parentElement;
  assert.deepEqual([...(line?.children ?? [])].map(plain), [
    'EURUSD',
    'İşlem koşulu, kırılma',
    'Alış',
    'TP1 görüldü',
    'Canlı',
    'Simülasyon',
    '10 Mar 2025 17:00',
  ]);
  const moment = line?.querySelector('time');
  assert.equal(moment?.dateTime, '2025-03-10T14:00:00Z');
  assert.equal(moment?.title, '2025-03-10T14:00:00Z');
  assert.match(plain(line?.nextElementSibling), /^Gerçek zamanlı|simülasyon/i);
  assert.deepEqual(facts(panel('Ne yayımlandı')), [
    'Yön: Alış',
    'Giriş: 1,08452',
    'Risk (1 R): 0,00321',
    'Zarar durdur: 1,08131',
    'TP1: 1,08773',
    'TP2: 1,09094',
    'Mumun kapanışı: 10 Mar 2025 17:00 TSİ',
    'Yayım zamanı: 10 Mar 2025 17:01 TSİ',
    'Yayım gecikmesi: 1 dk: Beş dakika içinde yayımlandı: canlı.',
    'Motor sürümü: 2.1.0',
  ]);
  assert.equal(within(panel('Ne yayımlandı')).queryByRole('table'), null);
});

test('a row shows the result of each of its exits with its matched entries', async (t) => {
  await showRow(t, DETAIL);
  assert.equal(plain(screen.getByRole('heading', { name: 'Ne oldu' })), 'Ne oldu');
  assert.deepEqual(table('Çıkışlara göre sonuç'), [
    'Çıkış | TP1 çıkışı | TP2 çıkışı',
    'Sonuç | Hedef görüldü | Zarar durdur görüldü',
    'Fiyat | 1,08773 | 1,08120',
    'Bitiş | 10 Mar 2025 18:00 | 10 Mar 2025 19:00',
    'R, maliyet öncesi | +1,00 | −1,03',
    'Maliyet, R | −0,12 | −0,12',
    'R, maliyet sonrası | +0,88 | −1,15',
    'Taban, net R, tamam değil | +0,22 | −0,50',
    'Maliyet sonrası fark, R | +0,66 | −0,65',
  ]);
  const tone = (text: string) => screen.getAllByText(text)[0]?.className.match(/text-\S+/)?.[0];
  // A gain is green and a loss red; other results have neither colour.
  assert.deepEqual(['+1,00', '−1,03', '+0,22', '−0,50'].map(tone), [
    'text-up',
    'text-down-text',
    'text-ink-2',
    'text-ink-2',
  ]);
  assert.deepEqual(figuresOf('Çıkışlara göre sonuç'), ['TP1 çıkışı', 'TP2 çıkışı']);
  assert.ok(within(panel('Ne oldu')).getByText(/^Tek bir satırın tabandan farkı/));
  assert.equal(within(panel('Ne oldu')).queryByText('İlk görülen seviye'), null);
});

test('a row shows its place in the chain and the head of its day', async (t) => {
  await showRow(t, DETAIL);
  const chain = panel('Zincirdeki yeri');
  assert.ok(within(chain).getByText('Her satırın özeti kendinden öncekini de kapsar'));
  assert.deepEqual(facts(chain), [
    'Sıra: 12.345. satır',
    'Satırın özeti (SHA-256): aa11',
    'Kapsayan günün özeti: 11 Mar 2025 (UTC), 12.999 satır',
    'Son satırın özeti: bb22',
    'Ağacın kökü: cc33',
  ]);
});

test('a week shows its levels, its entry and the outcome of the first level', async (t) => {
  await showRow(t, { ...AUDIENCE, row: WEEK, entries: ENTRIES, head: null });
  assert.equal(screen.queryByText(/simülasyon/i), null);
  assert.deepEqual([...(screen.getByText('XAUUSD').parentElement?.children ?? [])].map(plain), [
    'XAUUSD',
    'Haftalık seviyeler',
    'Satış',
    'Zarar durdur görüldü',
    'Geriye dönük test',
    'İşletmecinin yüklediği',
    '10 Mar 2025 17:00',
  ]);
  assert.deepEqual(table('Haftalık seviyeler'), [
    'Seviye | Alış | Satış',
    'Giriş | 2.010,50 | 1.990,00',
    'TP1 | 2.020,25 | 1.980,00',
    'TP2 | 2.030,00 | —',
  ]);
  assert.deepEqual(figuresOf('Haftalık seviyeler'), ['Alış', 'Satış']);
  const entered = screen.getByRole('heading', { name: 'Hafta içindeki giriş' });
  assert.deepEqual([...(entered.nextElementSibling?.children ?? [])].map(plain), [
    'Satış',
    '1.990,00',
    'SL 2.000,50 · TP1 1.980,25 · TP2 1.970,00',
    '10 Mar 2025 17:01',
  ]);
  assert.deepEqual(facts(panel('Ne yayımlandı')), [
    'Hafta: 10 Mar 2025',
    'Mumun kapanışı: 10 Mar 2025 17:00 TSİ',
    'Yayım zamanı: 13 Mar 2025 17:00 TSİ',
    'Yayım gecikmesi: 3 gün: Beş dakikadan geç: geriye dönük test. Canlı satırlarla aynı sayıya girmez.',
    'Motor sürümü: 2.1.0',
  ]);
  assert.deepEqual(table('Çıkışlara göre sonuç').slice(1), [
    'Sonuç | Zarar durdur görüldü | Sürüyor',
    'Fiyat | 2.000,50 | —',
    'Bitiş | 10 Mar 2025 18:00 | —',
    'R, maliyet öncesi | −1,00 | —',
    'Maliyet, R | — | —',
    'R, maliyet sonrası | — | —',
    'Taban, net R | +0,04 | +0,12',
    'Maliyet sonrası fark, R | — | —',
  ]);
  assert.deepEqual(facts(panel('Ne oldu')), [
    'İlk görülen seviye: Kırıldı',
    'Kaydırılmış ikizinde: Tuttu',
  ]);
  assert.deepEqual(facts(panel('Zincirdeki yeri')).slice(2), [
    'Kapsayan günün özeti: Bu satırı kapsayan günün özeti henüz yayımlanmadı; her gece bir tane yayımlanır.',
  ]);
  assert.ok(screen.getByText('Taban tamam: yıl ve son süre bitti, bir daha değişmez.'));
});

test('a week without an entry says whether one is still possible, and has no direction', async (t) => {
  const none = {
    ...WEEK,
    entry: null,
    legs: { tp1: null, tp2: null },
    ended: null,
    baseline: null,
    unmatched: 'none',
  } as const;
  const waiting = { ...none, state: 'waiting', touch: 0, twinTouch: null } as const;
  const { again, leave } = await showRow(t, {
    ...AUDIENCE,
    row: waiting,
    entries: null,
    head: null,
  });
  assert.ok(screen.getByText('Henüz hiçbir fiyat giriş seviyesini geçmedi.'));
  assert.equal(plain(screen.getByText('XAUUSD').parentElement?.children[2]), 'Bekliyor');
  assert.match(table('Çıkışlara göre sonuç')[1] ?? '', /^Sonuç \| Bekliyor \| Bekliyor$/);
  assert.match(table('Çıkışlara göre sonuç')[7] ?? '', /^Taban, net R \| — \| —$/);
  assert.deepEqual(facts(panel('Ne oldu')), [
    'İlk görülen seviye: İkisi de olmadı',
    'Kaydırılmış ikizinde: Henüz bilinmiyor',
  ]);
  const entries = panel('Eşlenmiş girişler');
  assert.equal(
    plain(within(entries).getByRole('heading', { level: 3 })),
    'Bu satırın tabanı henüz yok',
  );
  assert.ok(within(entries).getByText('Giriş olmayan bir haftanın tabanı olmaz.'));
  assert.equal(entries.querySelector('svg'), null);
  assert.ok(again);
  leave();
  const over = { ...none, seq: 7, state: 'untouched' } as const;
  await showRow(t, { ...AUDIENCE, row: over, entries: null, head: null });
  assert.ok(screen.getByText('Hafta, hiçbir fiyat giriş seviyesini geçmeden bitti.'));
  assert.ok(screen.getByText('Giriş olmayan bir haftanın tabanı olmaz.'));
});

test('matched entries without a mean are not drawn', async (t) => {
  await showRow(t, { ...DETAIL, row: { ...TRADE, baseline: null } });
  assert.ok(screen.getByText('Bu satırın tabanı henüz yok'));
});

test('a row without matched entries says why', async (t) => {
  const title = {
    wait: 'Bu satırın tabanı henüz yok',
    never: 'Bu satırın tabanı yok ve olmayacak',
  };
  for (const [unmatched, head, text] of [
    ['wait', title.wait, /^Eşlenmiş girişler için satırdan sonra aynı saatte yirmi mum gerekir/],
    ['days', title.never, /^Eşlenmiş girişlerin mesafesi, satırdan önceki yirmi günün/],
    ['few', title.never, /^Satırı izleyen yıl bitti ve aynı saatte yirmiden az mumu var/],
  ] as const) {
    const row = { ...TRADE, baseline: null, unmatched };
    const { leave } = await showRow(t, { ...DETAIL, row, entries: null });
    const entries = within(panel('Eşlenmiş girişler'));
    assert.equal(plain(entries.getByRole('heading', { level: 3 })), head);
    assert.ok(entries.getByText(text));
    leave();
  }
});

test('the texts of the page are loaded before it is painted', async (t) => {
  await showRow(t, DETAIL);
  i18next.removeResourceBundle('tr', 'record');
  await clientLoader();
  assert.ok(i18next.exists('record:row.title'));
});

test('a signal is named by its setup, or by its kind if the setup has no name', async (t) => {
  const pivot = await showRow(t, { ...DETAIL, row: { ...TRADE, setup: 'pivot' } });
  assert.equal(plain(screen.getByText('EURUSD').nextElementSibling), 'İşlem koşulu, dönüş teyidi');
  pivot.leave();
  await showRow(t, { ...DETAIL, row: { ...TRADE, kind: 'box', setup: '37.short' } });
  assert.equal(plain(screen.getByText('EURUSD').nextElementSibling), 'Kutu işlemi, 37.short');
});

test('on a wide screen the rule of matched entries is 640 wide', async (t) => {
  t.mock.method(globalThis, 'matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(min-width: 901px)' }),
  );
  const own = { ...TRADE.legs, tp1: { status: -1, price: 1, r: -1.3, time: BAR } };
  await showRow(t, { ...DETAIL, row: { ...TRADE, legs: own } });
  const strip = within(panel('Eşlenmiş girişler')).getByRole('img');
  assert.equal(strip.getAttribute('viewBox'), '0 0 640 124');
  // From −2 to 1.5 R over 612 from 14 on: −1.3 R is at 0.2 of it.
  const mark = within(strip).getByText('Bu satır −1,30');
  assert.equal(Math.round(Number(mark.getAttribute('x'))), 136);
  assert.equal(mark.getAttribute('y'), '12');
});

test('a sealed row shows the reason, its place in the chain, and no button to recompute', async (t) => {
  const sealed: RecordRow = {
    ...TRADE,
    kind: 'box',
    setup: '36.long',
    sealed: true,
    state: 'open',
    entry: null,
    way: null,
    legs: { tp1: null, tp2: null },
    ended: null,
  };
  const { leave } = await showRow(t, { ...AUDIENCE, row: sealed, entries: null, head: null });
  assert.deepEqual([...(screen.getByText('EURUSD').parentElement?.children ?? [])].map(plain), [
    'EURUSD',
    '36 kutusu, uzun vade',
    'Sürüyor',
    'Canlı',
    'Simülasyon',
    '10 Mar 2025 17:00',
  ]);
  const why = panel('Bu satır mühürlü');
  assert.match(plain(why), /İşlem sürüyor; yönünü ve fiyatlarını/);
  assert.match(plain(why), /Yeniden hesaplamak için gereken dosya da o zaman açılır\.$/);
  assert.ok(panel('Zincirdeki yeri'));
  assert.equal(screen.queryByRole('button', { name: 'Yeniden hesapla' }), null);
  assert.equal(screen.queryByText('Ne yayımlandı'), null);
  leave();
  await showRow(t, {
    ...AUDIENCE,
    row: { ...sealed, kind: 'levels', setup: 'weekly' },
    entries: null,
    head: null,
  });
  assert.match(plain(panel('Bu satır mühürlü')), /Haftası sürüyor; seviyeleri/);
});

test('a visitor without access to the bars of a row sees who has it, with a link', async (t) => {
  const box = () => within(panel('Bu satırı yeniden hesapla'));
  const at = async (audience: RecordRowDetail['audience'], session: object) => {
    const known = [[['session'], { ...GUEST_SESSION, ...session }]] as Showing['known'];
    return showRow(t, { ...DETAIL, audience }, { ...(known && { known }) });
  };
  const forPeople = await at('signed-in', {});
  assert.match(plain(panel('Bu satırı yeniden hesapla')), /mumları üyelere açıktır/);
  const signIn = box().getByRole('link', { name: 'Giriş' });
  assert.equal(signIn.getAttribute('href'), '/auth/login?redirect=%2Frecord%2F12345');
  assert.equal(box().queryByRole('button', { name: 'Yeniden hesapla' }), null);
  forPeople.leave();
  const licensed = await at('subscribers', { logged: true });
  assert.match(plain(panel('Bu satırı yeniden hesapla')), /yalnız abonelere açıktır/);
  assert.equal(
    box().getByRole('link', { name: 'Abonelik' }).getAttribute('href'),
    '/account?selected=subscription',
  );
  licensed.leave();
  for (const [audience, session] of [
    ['anyone', {}],
    ['signed-in', { logged: true }],
    ['subscribers', { logged: true, subscribed: true }],
    ['subscribers', { logged: true, admin: true }],
  ] as const) {
    const { leave } = await at(audience, session);
    assert.ok(box().getByRole('button', { name: 'Yeniden hesapla' }), audience);
    leave();
  }
});

test('an address without a valid number, and a number without a row, show a notice', async (t) => {
  const at = async (address: string, showing: Showing = {}) =>
    show(t, <RecordRowRoute />, { at: address, path: '/record/:seq', ...showing });
  for (const seq of ['0', '01', 'x', '1x', '12345678901234567']) {
    const { leave, calls } = await at(`/record/${seq}`);
    assert.equal(plain(screen.getByRole('heading', { level: 1 })), 'Bu adreste sayfa yok', seq);
    assert.deepEqual(calls, []);
    leave();
  }
  const { leave, calls } = await at('/record/99', {
    answers: {
      'GET /api/record/rows/99': () => Response.json({ code: 'not-found-404' }, { status: 404 }),
    },
  });
  await screen.findByRole('heading', { name: 'Sicilde bu numarada satır yok' });
  await waitFor(() => assert.equal(document.title, 'Sicil satırı 99 · Rasat'));
  assert.ok(screen.getByText(/^Numaralar 1’den başlar/));
  assert.equal(screen.getByRole('link', { name: 'Sicile dön' }).getAttribute('href'), '/record');
  assert.deepEqual(
    calls.map(({ call }) => call),
    ['GET /api/record/rows/99'],
  );
  leave();
  await at('/record/98', {
    answers: { 'GET /api/record/rows/98': () => Response.json({ code: '500' }, { status: 500 }) },
  });
  await screen.findByText('Sicil satırı yüklenemedi');
  assert.equal(plain(screen.getByRole('heading', { level: 1 })), 'Sicil satırı 98');
});

test('matched entries are rings over a rule, beside the row and their mean', async (t) => {
  await showRow(t, DETAIL);
  const entries = panel('Eşlenmiş girişler');
  assert.ok(within(entries).getByText(/^Aynı sembol, yön, mesafe, süre/));
  assert.ok(within(entries).getByText(/^Her halka bir giriştir/));
  assert.ok(
    within(entries).getByText(
      'Taban tamam değil: izleyen yılın %43 kadarı geçti. Yeni mumlarla değişir.',
    ),
  );
  // The mean of −1, 1, 1 and 0.13 is 0.2825.
  const strip = within(entries).getByRole('img', {
    name: 'Eşlenmiş girişlerin sonuçları, R olarak. Ortalamaları +0,28. Bu satırın sonucu +1,00.',
  });
  // 340 wide on a phone: the rule of −1.5 to 1.5 R takes 312 of it from 14 on, so that 1 R is 104.
  assert.equal(strip.getAttribute('viewBox'), '0 0 340 124');
  const rings = [...strip.querySelectorAll('circle')].map((ring) => [
    Math.round(Number(ring.getAttribute('cx'))),
    Number(ring.getAttribute('cy')),
  ]);
  assert.deepEqual(rings, [
    [66, 77],
    [196, 77],
    [268, 77],
    [280, 77],
  ]);
  const marks = [...strip.querySelectorAll('text')].map((mark) => [
    plain(mark),
    Math.round(Number(mark.getAttribute('x'))),
    Number(mark.getAttribute('y')),
    mark.getAttribute('text-anchor'),
  ]);
  assert.deepEqual(marks, [
    ['−1', 66, 99, 'middle'],
    ['0', 170, 99, 'middle'],
    ['+1', 274, 99, 'middle'],
    ['Taban +0,28', 199, 117, 'middle'],
    ['Bu satır +1,00', 274, 12, 'end'],
  ]);
  const whole = (path: Element) =>
    (path.getAttribute('d') ?? '').replace(/\d+\.\d+/g, (n) => String(Math.round(Number(n))));
  assert.deepEqual([...strip.querySelectorAll('path')].map(whole), [
    'M66 34V84',
    'M170 34V84',
    'M274 34V84',
    'M14 84H326',
    'M199 24V104',
    'M274 26V84',
    'M274 18l7 7l-7 7l-7 -7z',
  ]);
  const strokes = [...strip.querySelectorAll('path')].map((path) => path.getAttribute('stroke'));
  assert.deepEqual(strokes.slice(0, 3), [
    'var(--chart-grid)',
    'var(--line-ctl)',
    'var(--chart-grid)',
  ]);
});

test('the second exit has entries of its own, and both stand in a table', async (t) => {
  const row: RecordRow = {
    ...TRADE,
    legs: { ...TRADE.legs, tp2: null },
    baseline: {
      entries: 40,
      first: 0.28,
      second: -0.06,
      netFirst: 0.22,
      netSecond: -0.5,
      tp1: 19,
      coverage: 0.00426,
      complete: false,
    },
  };
  const { user } = await showRow(t, { ...DETAIL, row });
  const entries = within(panel('Eşlenmiş girişler'));
  assert.ok(entries.getByText(/izleyen yılın %0,43 kadarı/), 'a small share keeps its decimals');
  const exits = entries.getByRole('radiogroup', { name: 'Hangi hedefteki çıkış' });
  assert.deepEqual([...exits.children].map(plain), ['TP1', 'TP2']);
  assert.equal(within(exits).getByRole<HTMLInputElement>('radio', { name: 'TP1' }).checked, true);
  await user.click(within(exits).getByRole('radio', { name: 'TP2' }));
  const strip = entries.getByRole('img', {
    name: 'Eşlenmiş girişlerin sonuçları, R olarak. Ortalamaları −0,06. Bu satır henüz sonuçlanmadı.',
  });
  // The mean is less than 11 from the middle: the 0 there would be struck through.
  assert.deepEqual([...strip.querySelectorAll('text')].map(plain), [
    '−1',
    '+1',
    '+2',
    'Taban −0,06',
  ]);
  assert.equal(strip.querySelectorAll('path').length, 6);
  const toggle = entries.getByRole('button', { name: 'Tablo olarak göster' });
  assert.equal(toggle.getAttribute('aria-pressed'), 'false');
  await user.click(toggle);
  assert.equal(toggle.getAttribute('aria-pressed'), 'true');
  assert.equal(entries.queryByRole('img'), null);
  assert.equal(entries.queryByText(/^Her halka/), null);
  assert.deepEqual(table('Eşlenmiş girişlerin sonuçları, R'), [
    'No | TP1 çıkışı, R | TP2 çıkışı, R',
    '1 | −1,00 | −1,00',
    '2 | +1,00 | +2,00',
    '3 | +1,00 | −1,00',
    '4 | +0,13 | −0,25',
  ]);
  assert.deepEqual(figuresOf('Eşlenmiş girişlerin sonuçları, R'), [
    'TP1 çıkışı, R',
    'TP2 çıkışı, R',
  ]);
});

/** A worker that the test controls. */
class Thread extends EventTarget {
  static made: Thread[] = [];
  readonly asked: unknown[] = [];
  ended = 0;
  readonly address: string;
  readonly options: unknown;
  constructor(address: URL, options: unknown) {
    super();
    this.address = address.href;
    this.options = options;
    Thread.made.push(this);
  }
  postMessage(message: unknown): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.ended += 1;
  }
  tell(...messages: readonly RecomputeMessage[]): void {
    act(() => {
      for (const data of messages) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }
}

const step = (name: RecomputeStep['name'], more: Partial<RecomputeStep> = {}): RecomputeStep => ({
  name,
  state: 'equal',
  reason: null,
  compared: [],
  ...more,
});

async function showRecompute(t: TestContext, showing: Showing = {}) {
  Thread.made = [];
  standIn(t, globalThis, { Worker: Thread });
  const shown = await showRow(t, DETAIL, showing);
  const title = showing.language === 'en' ? 'Recompute this row' : 'Bu satırı yeniden hesapla';
  return { ...shown, panel: panel(title) };
}
const thread = (at = 0): Thread => {
  const made = Thread.made[at];
  assert.ok(made, `worker ${at}`);
  return made;
};

test('a row is recomputed step by step, in a worker', async (t) => {
  const { user, panel: area, leave } = await showRecompute(t);
  const box = within(area);
  assert.ok(box.getByText(/^Tarayıcınız yayımlanan mumları indirir/));
  const file = box.getByRole('link', { name: 'Dosyayı indir' });
  assert.equal(file.getAttribute('href'), '/api/record/rows/12345/file');
  assert.equal(file.getAttribute('download'), 'rasat-record-12345.json');
  assert.ok(box.getByText('npm run rasat -- verify --offline rasat-record-12345.json'));
  assert.ok(box.getByText('Başka bir makinede, programın bir kopyasıyla ve ağ olmadan:'));
  const status = box.getByRole('status');
  assert.equal(plain(status), '');
  const button = box.getByRole('button', { name: 'Yeniden hesapla' });
  assert.equal(button.getAttribute('aria-disabled'), 'false');
  await user.click(button);
  assert.deepEqual(thread().asked, [{ address: '/api/record/rows/12345/file' }]);
  assert.match(thread().address, /recompute-worker\.ts$/);
  assert.deepEqual(thread().options, { type: 'module' });
  assert.equal(plain(status), 'Mumlar indiriliyor');
  assert.equal(button.getAttribute('aria-disabled'), 'true');
  assert.ok(button.querySelector('.spin'));
  await user.click(button);
  assert.equal(Thread.made.length, 1, 'it runs already');
  assert.equal(box.queryByRole('list', { name: 'Adımlar' }), null);
  thread().tell({ kind: 'loaded', ms: 80 });
  assert.equal(plain(status), 'Hesaplanıyor');
  thread().tell(
    {
      kind: 'step',
      ms: 1234.6,
      step: step('row', {
        compared: [
          { what: 'price', published: 1.5, computed: 1.5, equal: true },
          { what: 'note', published: 'a', computed: null, equal: true },
        ],
      }),
    },
    { kind: 'step', ms: 2, step: step('twin', { state: 'unknown', reason: 'not-stored' }) },
    { kind: 'step', ms: 3, step: step('corrections') },
  );
  const steps = box.getByRole('list', { name: 'Adımlar' });
  assert.deepEqual(
    [...steps.querySelectorAll('summary')].map((line) => [...line.children].map(plain)),
    [
      ['', 'Satırın özeti', '1.235 ms', 'Eşit'],
      ['', 'Haftanın kaydırılmış ikizi', '2 ms', '?Bilinmiyor'],
      ['', 'Fiyat kaynağının düzeltmeleri', '3 ms', 'Eşit'],
    ],
  );
  const [first, second, third] = steps.querySelectorAll('details');
  assert.deepEqual([first?.open, second?.open, third?.open], [false, false, false]);
  assert.ok(first && second && third);
  assert.ok(
    within(first).getByRole('region', { name: 'Satırın özeti: İki değeri göster', hidden: true }),
  );
  assert.deepEqual(
    [...first.querySelectorAll('tr')].map((row) => [...row.children].map(plain).join(' | ')),
    ['Alan | Yayımlanan | Hesaplanan', 'price | 1.5 | 1.5', 'note | a | yok'],
  );
  assert.equal(plain(first.querySelector('caption')), 'Satırın özeti');
  assert.doesNotMatch(plain(first), /daha/);
  assert.match(
    plain(second),
    /Gece hesaplaması bu satıra henüz ulaşmadı\.Karşılaştırılan değer yok\.$/,
  );
  assert.match(plain(third), /Kaynağın gönderdiği bir düzeltme yok\.$/);
  thread().tell({ kind: 'done', verdict: 'equal', bars: 1900, ms: 2345 });
  assert.match(
    plain(status),
    /^Denetlenebilen her şey eşit\. Henüz bilinemeyen adımlar: Haftanın kaydırılmış ikizi\.Toplam 2,35 sn · 1\.900 mum okundu$/,
  );
  assert.equal(thread().ended, 1, 'the thread is over');
  assert.equal(plain(button), 'Bir daha hesapla');
  assert.equal(button.getAttribute('aria-disabled'), 'false');
  assert.equal(button.querySelector('.spin'), null);
  assert.equal(steps.querySelectorAll('summary').length, 3, 'the steps stay');
  await user.click(button);
  assert.deepEqual([Thread.made.length, thread(0).ended, thread(1).ended], [2, 2, 0]);
  leave();
  assert.equal(thread(1).ended, 1, 'it ends with its page');
});

test('a broken row opens the step that found it, differences first', async (t) => {
  const { user, panel: area } = await showRecompute(t);
  const equal = Array.from({ length: 31 }, (_, at) => ({
    what: `e${at}`,
    published: at,
    computed: at,
    equal: true,
  }));
  await user.click(within(area).getByRole('button', { name: 'Yeniden hesapla' }));
  thread().tell(
    {
      kind: 'step',
      ms: 1,
      step: step('bars', {
        state: 'differs',
        reason: 'damaged-bars',
        compared: [...equal, { what: 'hash', published: ['x'], computed: 2, equal: false }],
      }),
    },
    { kind: 'step', ms: 1, step: step('signal', { state: 'differs' }) },
    { kind: 'step', ms: 1, step: step('file', { compared: equal.slice(0, 30) }) },
    { kind: 'done', verdict: 'differs', bars: 1, ms: 10 },
  );
  const status = within(area).getByRole('status');
  assert.match(
    plain(status),
    /^Bu satır bozuk: dosyadaki veri yayımlananı vermiyor\. Fark olan adımlar: Mumların özeti, Motorun aynı mumlardan ürettiği satır\.Toplam 0,01 sn · 1 mum okundu$/,
  );
  const [broken, , whole] = area.querySelectorAll('details');
  assert.ok(broken && whole);
  assert.equal(broken.open, true);
  assert.match(plain(broken.querySelector('summary')), /Farklı$/);
  assert.match(plain(broken), /Dosyadaki mumlardan bir bölümü bozuk\./);
  const rows = [...broken.querySelectorAll('tbody tr')];
  assert.equal(rows.length, 31, 'thirty that are equal, and the one that is not');
  assert.deepEqual([...(rows[0]?.children ?? [])].map(plain), ['hash', '["x"]', '2']);
  assert.ok(rows[0]?.querySelector('svg'), 'it is marked');
  assert.equal(rows[1]?.querySelector('svg'), null);
  assert.match(plain(broken), /1 eşit değer daha$/);
  assert.equal(whole.querySelectorAll('tbody tr').length, 30);
  assert.doesNotMatch(plain(whole), /daha/);
});

test('a correction by the vendor is no fault of the row', async (t) => {
  const { user, panel: area } = await showRecompute(t);
  await user.click(within(area).getByRole('button', { name: 'Yeniden hesapla' }));
  thread().tell(
    { kind: 'step', ms: 1, step: step('corrections', { state: 'differs', reason: 'vendor' }) },
    { kind: 'step', ms: 1, step: step('bars', { state: 'differs' }) },
    { kind: 'done', verdict: 'vendor', bars: 5, ms: 10 },
  );
  const status = within(area).getByRole('status');
  assert.match(plain(status), /^Satır, yayımlandığı andaki mumlarla eşit\./);
  const tones = [...area.querySelectorAll('summary > span:last-child')].map(
    (word) => /text-(warn|bad|ok)/.exec(word.className)?.[1],
  );
  assert.deepEqual(tones, ['warn', 'bad'], 'the colour of a warning, not of a fault');
});

test('a correct row is shown as equal, in English too', async (t) => {
  const { panel: area } = await showRecompute(t, { language: 'en' });
  assert.deepEqual(facts(panel('What was published')).slice(0, 2), [
    'Direction: Buy',
    'Entry: 1.08452',
  ]);
  assert.match(table('Result by exit')[4] ?? '', /\+1\.00 \| −1\.03$/);
  const [button] = within(area).getAllByRole('button');
  assert.ok(button);
  act(() => button.click());
  thread().tell(
    { kind: 'step', ms: 1, step: step('row') },
    { kind: 'done', verdict: 'equal', bars: 12_345, ms: 10 },
  );
  assert.equal(
    plain(within(area).getByRole('status')),
    'Everything is equal: the candles it was published on give the same row again.0.01 s in total · 12,345 candles read',
  );
});

test('a failed computation shows the reason of its code', async (t) => {
  const { user, panel: area } = await showRecompute(t);
  const box = within(area);
  const status = box.getByRole('status');
  const start = async (): Promise<void> =>
    user.click(box.getByRole('button', { name: 'Yeniden hesapla' }));
  await start();
  thread(0).tell({ kind: 'failed', failure: { of: 'call', code: 'not-found-404' } });
  assert.match(plain(status), /^Yeniden hesaplanamadı\. .+not-found-404$/);
  assert.equal(thread(0).ended, 1);
  await start();
  thread(1).tell({ kind: 'failed', failure: { of: 'file', code: 'bad-field', field: 'row.seq' } });
  assert.equal(
    plain(status),
    'Yeniden hesaplanamadı. Gelen dosya bir sicil satırının dosyası değil.bad-field: row.seq',
  );
  await start();
  thread(2).tell({ kind: 'failed', failure: { of: 'file', code: 'no-json', field: null } });
  assert.match(plain(status), /no-json$/);
  await start();
  act(() => {
    thread(3).dispatchEvent(new Event('error'));
  });
  assert.equal(
    plain(status),
    'Yeniden hesaplanamadı. Tarayıcı hesabı başlatamadı veya yarıda kesti.',
  );
  assert.equal(thread(3).ended, 1);
  assert.equal(box.queryByRole('list', { name: 'Adımlar' }), null);
});
