import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecordRate, Reply, ROUTES } from '@rasat/contract';
import type { Bar, Basis, PivotInput } from '@rasat/engine';
import { fireEvent, screen, within } from '@testing-library/react';
import { BOX_PRICES, boxTimesAt } from '../testing/box-places.ts';
import { MADE_CLOSE, MADE_NOW, MADE_UNTIL, madeTouch } from '../testing/made-touch.ts';
import { show } from '../testing/show.tsx';
import type { ChanceState } from '../ui/chance-state.ts';
import {
  type WhySubject,
  whyBoxPrice,
  whyBoxTime,
  whyChance,
  whyCluster,
  whyCondition,
  whyConeEdge,
  whyCycle,
  whyGann,
  whyLevel,
  whySeer,
  whyTrade,
} from './subject.ts';
import { WhyPanel, type WhyPanelProps } from './why-panel.tsx';

// The figures are round ones: a square box of 144 bars with a range of 2 is 24 high, its quarters are 6.

const HOUR = 3_600_000;
/** 18 November 2026, 12:00 in Istanbul. */
const T = Date.UTC(2026, 10, 18, 9);
const pivot: PivotInput = {
  detector: '144@240',
  way: 'up',
  level: 100,
  openTimeMs: T - 50 * HOUR,
  confirmedMs: T - 2 * HOUR,
};
type Wire = Parameters<typeof whyCluster>[0]['basis'];
const wire = (basis: Basis): Wire => ({ ...basis });
const box: Parameters<typeof whyBoxPrice>[0] & Parameters<typeof whyBoxTime>[0] = {
  kind: '144',
  term: 'long',
  p: BOX_PRICES,
  d: boxTimesAt(T),
  basis: wire({
    rule: 'box',
    version: 3,
    computedAtMs: T - HOUR,
    digits: 2,
    kind: '144',
    term: 'long',
    resolution: '60',
    n: 144,
    pivot,
    atr: 2,
    spacingMs: HOUR,
  }),
};
const condition = whyCondition(
  {
    symbol: 'EURUSD',
    way: false,
    active: true,
    price: 110,
    range: 4,
    datetime: T - 3 * HOUR,
    sl: 114,
    tp1: 106,
    tp2: 102,
    expiry: T,
    setup: 'break',
    ended: null,
    endedAt: null,
    exit: null,
    tp1Hit: false,
    basis: wire({
      rule: 'condition',
      version: 2,
      computedAtMs: T,
      digits: 2,
      setup: 'break',
      way: 'down',
      close: 110,
      previousClose: 111,
      atr1D: 4,
      spacingMs: HOUR,
      pivot: { ...pivot, way: 'down', level: 112 },
      seer: pivot,
    }),
  },
  'tp2',
);
const gannBasis = wire({
  rule: 'gann',
  version: 1,
  computedAtMs: T,
  digits: 2,
  pivot,
  atr1D: 4,
  m: 1,
  beta: 45,
  scale: 1,
  close: 118,
});
const gannOf = (place: number): WhySubject =>
  whyGann([90, 95, 100, 105], gannBasis, place) ?? assert.fail();
const cycle = whyCycle({
  value: -0.42,
  positive: false,
  basis: wire({
    rule: 'cycle',
    version: 1,
    computedAtMs: T,
    digits: 2,
    dateMs: T,
    close: 100,
    previousClose: 101,
    highPass: 0.1,
    filtered1: 0.2,
    filtered2: 0.3,
  }),
});
const rates: readonly RecordRate[] = [
  {
    kind: 'condition',
    setup: 'break',
    category: 'forex',
    source: 'simulated',
    origin: 'backfill',
    figures: {
      n: 200,
      tp1: 110,
      sl: 80,
      expired: 10,
      tp2: 40,
      voided: 0,
      matched: 200,
      quarters: 8,
      days: 300,
      chance: null,
      baseline: { tp1: 0.5, sl: 0.45, tp2: 0.2 },
      cost: 0.02,
      hits: {
        n: 1190,
        share: 0.55,
        baseline: 0.51,
        difference: { value: 0.05, low: -0.02, high: 0.12 },
      },
      first: {
        mean: 0,
        net: null,
        baseline: 0,
        difference: null,
        netBaseline: null,
        netDifference: null,
      },
      second: {
        mean: 0,
        net: null,
        baseline: 0,
        difference: null,
        netBaseline: null,
        netDifference: null,
      },
      verdict: 'undecided',
    },
  },
];

const propsOf = (subject: WhySubject, more: Partial<WhyPanelProps> = {}): WhyPanelProps => ({
  subject,
  symbol: 'EURUSD',
  source: 'simulated',
  rates: null,
  digits: 2,
  base: '60',
  lastPrice: 118.5,
  atr: 4,
  bars: null,
  resolution: '60',
  engineVersion: '7.1',
  nowMs: T,
  onClose: () => {},
  ...more,
});
type Test = Parameters<typeof show>[0];
const showWhy = (
  t: Test,
  subject: WhySubject,
  more: Partial<WhyPanelProps> = {},
  language?: 'az' | 'en',
) => show(t, <WhyPanel {...propsOf(subject, more)} />, language ? { language } : {});

/** The rows of a part by its title, `name: value`. */
const rowsOf = (title: string): string[] => {
  const part = screen.getByRole('region', { name: title });
  const values = [...part.querySelectorAll('dd')];
  return [...part.querySelectorAll('dt')].map(
    (name, i) => `${name.textContent}: ${values[i]?.textContent}`,
  );
};
const HISTORY = 'Bu seviyenin geçmişi, son 60 gün';
const RATE = 'Aynı tür sinyal';
/** What stands above the first titled part: tags, value, distance; then the rule and its arithmetic. */
const headOf = (): readonly string[] =>
  [...document.querySelectorAll('section:not([aria-label]):not([aria-labelledby])')].map(
    (part) => part.textContent,
  );

test('an edge of a box is told with its tags, its figure, its distance, its rule and its arithmetic', async (t) => {
  await showWhy(t, whyBoxPrice(box, 'top'));
  const [head, rule] = headOf();
  // 124 is 5.50 from 118.50, at a range of 4 a little more than one and a third.
  assert.equal(head, '144 · uzun vadeÜst kenar124,00fiyata uzaklık 5,50 · 1,38 ATR');
  assert.match(rule ?? '', /^Dönüş fiyatından bir kutu boyu uzaktadır\./);
  assert.doesNotMatch(rule ?? '', /Geometrik/);
  const arithmetic = screen.getByRole('region', { name: 'Hesap' });
  assert.deepEqual(
    [...arithmetic.children].map((line) => line.textContent),
    [
      'kök n = √ n 144 = 12',
      'boy = ATR 2,00 × kök n 12 = 24,00',
      'üst kenar = dönüş 100,00 + boy 24,00 = 124,00',
      'üst = üst kenar 124,00 ≈ 124,00',
    ],
  );
  assert.deepEqual(
    [...arithmetic.querySelectorAll('b')].map((result) => result.textContent),
    ['124,00'],
    'the value stands out, and it alone',
  );
  assert.deepEqual(rowsOf('Girdiler'), [
    'Kutu aralığı: 16 Kas – 22 Kas',
    'Dönüş mumu: 16 Kas 10:00 · D 100,00',
    'ATR: 18 Kas 11:00 · 2,00',
    'Mum sayısı: 144',
    'Kesinleşti: 18 Kas 10:00',
    'Kural sürümü: box 3 · Motor 7.1',
    'Hesaplandı: 18 Kas 11:00:00 TSİ',
  ]);
  assert.ok(screen.getByTitle('2026-11-18T08:00:00Z'));
  assert.ok(screen.getByRole('heading', { level: 2, name: 'Neden bu seviye' }));
});

test('the other edge is the turning point itself; the lines between are parts of the height', async (t) => {
  const { again } = await showWhy(t, whyBoxPrice(box, 'bottom'));
  assert.match(headOf()[1] ?? '', /^Kutuyu başlatan dönüşün fiyatıdır\./);
  again(<WhyPanel {...propsOf(whyBoxPrice(box, 'upTrade'))} />);
  assert.match(headOf()[1] ?? '', /1\/32’si kadar üstüdür\. Saatlik kapanış bu çizgiyi/);
  again(<WhyPanel {...propsOf(whyBoxPrice(box, 'downTrade'), { base: '1D' })} />);
  assert.match(headOf()[0] ?? '', /Aşağı işlem99,25/);
  assert.match(headOf()[1] ?? '', /1\/32’si kadar altıdır\. Günlük kapanış bu çizgiyi/);
  again(<WhyPanel {...propsOf(whyBoxPrice(box, 'middle'))} />);
  assert.match(headOf()[1] ?? '', /^Alt ve üst kenarın tam ortasıdır\./);
  assert.match(headOf()[1] ?? '', /oran = 1 ÷ 2 = 0,5pay = oran 0,5 × boy 24,00 = 12,00/);
});

test('a time of a box is a moment, how long until it or since, and its share of the length', async (t) => {
  const { again } = await showWhy(t, whyBoxTime(box, 'end'));
  // 94 hours are 3.92 days.
  assert.equal(headOf()[0], '144 · uzun vadeBitiş22 Kas 10:003,92 gün sonra');
  assert.match(headOf()[1] ?? '', /^Başlangıçtan 144 mum sonrasıdır\. .*Geometrik bir gelenektir/);
  assert.match(headOf()[1] ?? '', /süre = n 144 × mum süresi 60,0 dk = 6,00 gün/);
  const head = (line: 'start' | 'lQuarter' | 'fQuarter' | 'middle', nowMs = T): string => {
    again(<WhyPanel {...propsOf(whyBoxTime(box, line), { nowMs })} />);
    return headOf().join(' | ');
  };
  assert.match(
    head('start'),
    /Başlangıç16 Kas 10:002,08 gün önce \| Kutuyu başlatan dönüşün ucundaki/,
  );
  assert.match(
    head('middle'),
    /Orta zaman19 Kas 10:0022,00 saat sonra \| Kutu süresinin 1\/2 noktasıdır/,
  );
  assert.match(head('middle', T + 22 * HOUR), /10:000,0 dk önce/, 'now is not to come any more');
  assert.match(head('fQuarter'), /noktasıdır\.Geometrik/);
  assert.match(
    head('lQuarter'),
    /Kutu süresinin 3\/4 noktasıdır\. Bu andan sonra kutuda yeni işlem açılmaz\./,
  );
  again(<WhyPanel {...propsOf(whyBoxTime({ ...box, kind: 'hayyam' }, 'middle'))} />);
  assert.match(headOf()[1] ?? '', /1\/2 noktasıdır: 33’lük döngüde/);
  assert.deepEqual(
    rowsOf(HISTORY).map((row) => row.split(': ')[1]),
    ['hesaplanmadı', 'hesaplanmadı', 'hesaplanmadı'],
  );
});

test('a condition names its two turning points, its signal and how its like fared', async (t) => {
  await showWhy(t, condition, { rates });
  assert.equal(headOf()[0], 'Kâr al 2102,00fiyata uzaklık 16,50 · 4,13 ATR');
  assert.match(headOf()[1] ?? '', /^Koşul fiyatından koşul yönünde günlük ATR’nin iki katıdır\./);
  assert.match(headOf()[1] ?? '', /en küçük adım = 10 \^ −2 = 0,01/);
  assert.match(headOf()[1] ?? '', /aralık = max \(aralık 4,00; en az aralık 0,02\) = 4,00/);
  assert.deepEqual(rowsOf('Girdiler'), [
    'kapanış: 18 Kas 12:00 · 110,00',
    'günlük ATR: 18 Kas 12:00 · 4,00',
    'Sinyal dönüşü: 16 Kas 10:00 · Y 112,00',
    'Ana seer: 16 Kas 10:00 · D 100,00',
    'Kesinleşti: 18 Kas 10:00',
    'Kural sürümü: condition 2 · Motor 7.1',
    'Hesaplandı: 18 Kas 12:00:00 TSİ',
  ]);
  assert.deepEqual(rowsOf(RATE), [
    'TP1 önce: %55,0',
    '%95 aralık: %49,0–%63,0',
    'Taban: %51,0',
    'Örnek: 1.190',
  ]);
  const rate = within(screen.getByRole('region', { name: RATE }));
  assert.ok(rate.getByText(/^Forex · Simülasyon · Geriye dönük test\./i));
  assert.equal(rate.getByRole('link', { name: 'Yöntem' }).getAttribute('href'), '/record');
  assert.ok(
    rate.getByRole('link', {
      name: 'Yeniden hesapla: EURUSD işlem koşulu, 18 Kas 09:00',
    }),
  );
  assert.ok(document.querySelector('section [aria-hidden="true"] .rounded-full'), 'the strip');
});

test('a rate of too few signals states no share, an unknown one says that it is unknown', async (t) => {
  const [known] = rates;
  assert.ok(known?.figures.hits);
  const few = {
    ...known,
    category: null,
    figures: { ...known.figures, hits: { ...known.figures.hits, n: 14 }, verdict: 'few' as const },
  };
  const { again } = await showWhy(t, condition, { rates: [few] });
  assert.deepEqual(rowsOf(RATE), [
    'TP1 önce: az',
    '%95 aralık: az',
    'Taban: az',
    'Örnek: 14',
    'Karar: az',
  ]);
  assert.ok(screen.getByText(/^Bütün kategoriler · Simülasyon/i));
  const values = (): string[] => rowsOf(RATE).map((row) => row.split(': ')[1] ?? '');
  again(<WhyPanel {...propsOf(condition, { rates: [] })} />);
  assert.deepEqual(values(), ['az', 'az', 'az', 'az', 'az']);
  assert.ok(screen.getByText(/^Sonuçlanmış sinyaller birikince/));
  again(<WhyPanel {...propsOf(condition)} />);
  assert.deepEqual(
    values(),
    Array.from({ length: 5 }, () => 'hesaplanmadı'),
  );
  again(<WhyPanel {...propsOf(whyBoxPrice(box, 'top'), { rates })} />);
  assert.equal(screen.queryByRole('link', { name: /^Yeniden hesapla/ }), null, 'no signal yet');
});

test('a level of the spectrum counts its steps, folds what repeats, and is no signal', async (t) => {
  const { again } = await showWhy(t, gannOf(3));
  assert.equal(headOf()[0], 'Gann tayfı105,00fiyata uzaklık 13,50 · 3,38 ATR');
  assert.match(
    headOf()[1] ?? '',
    /^Son ana dönüşün fiyatından dokuzun karesinde 1 adım yukarıdadır\..*Geometrik bir gelenektir/,
  );
  const arithmetic = screen.getByRole('region', { name: 'Hesap' });
  const folded = within(arithmetic).getByRole('group');
  assert.equal(folded.querySelector('summary')?.textContent, '4 ara adım');
  assert.deepEqual(
    [...folded.querySelectorAll('summary + div > div')].map((line) => line.textContent),
    [
      'bölünme sonrası = çıkış 100,00 × 1 = 100,00',
      'yuvarlanmış çıkış = bölünme sonrası 100,00 ≈ 100,00',
      'en küçük adım = 10 ^ −2 = 0,01',
      'bölünme sonrası = seviye 103,1873 × 1 = 103,1873',
    ],
  );
  assert.equal(folded.querySelector('b'), null);
  assert.match(headOf()[1] ?? '', /ölçek = çıkış 100,00; günlük ATR 4,00 ile seçilir = 1açı/);
  assert.match(
    screen.getByRole('region', { name: RATE }).textContent,
    /^Aynı tür sinyalBu çizgi bir sinyal değildir; sicilde satırı ve isabet oranı yoktur\. Yöntem$/,
  );
  again(<WhyPanel {...propsOf(gannOf(0))} />);
  assert.match(headOf()[1] ?? '', /2 adım aşağıdadır/);
  again(<WhyPanel {...propsOf(gannOf(2))} />);
  assert.match(headOf()[1] ?? '', /^Tayfın çıkış çizgisidir/);
});

test('weekly levels, seers, trades, clusters and the cycle have sentences of their own', async (t) => {
  const levels = {
    buy: [101, 103],
    sell: [99],
    d: T,
    basis: wire({
      rule: 'levels',
      version: 1,
      computedAtMs: T,
      digits: 2,
      anchor: 100,
      atr1W: 8,
      m: 1,
      beta: 45,
      scale: 1,
    }),
  };
  const { again } = await showWhy(t, whyLevel(levels, 'buy', 1) ?? assert.fail());
  assert.match(
    headOf().join(' | '),
    /^Haftalık TP1103,00.* \| .*karesinde 2 adım ötededir\.Geometrik/,
  );
  const head = (subject: WhySubject | null): string => {
    again(<WhyPanel {...propsOf(subject ?? assert.fail())} />);
    return headOf().join(' | ');
  };
  assert.match(
    head(whyLevel(levels, 'sell', 0)),
    /^Haftalık giriş99,00.* \| Geçen haftanın kapanışından .*bir adım/,
  );
  assert.match(
    head(
      whySeer('closeSeer', {
        way: true,
        level: 100,
        basis: wire({
          rule: 'seer',
          version: 1,
          computedAtMs: T,
          digits: 2,
          n: 33,
          resolution: '1D',
          pivot,
          atr: 2,
          close: 113,
        }),
      }),
    ),
    /^Yakın seer100,00.* \| Yakın dönüşlerin sonuncusudur\..*onay çizgisi = uç 100,00 \+ dönüş payı 5,7446 = 105,7446/,
  );
  const trade = {
    sl: 94,
    p: 100,
    tp1: 106,
    tp2: 112,
    d: T - 5 * HOUR,
    way: true,
    basis: wire({
      rule: 'trade',
      version: 1,
      computedAtMs: T,
      digits: 2,
      way: 'up',
      close: 100,
      previousClose: 99,
      bottom: 76,
      top: 100,
      startMs: T,
      endMs: T,
      boxCreatedMs: T,
    }),
  } as Parameters<typeof whyTrade>[1];
  const tradeText = head(whyTrade({ kind: '52', term: 'short' }, trade, 'sl'));
  assert.match(tradeText, /^52Zarar durdur94,00.*SL = fiyat 94,00 ≈ 94,00$/);
  assert.ok(!rowsOf('Girdiler').some((row) => row.startsWith('Kutu aralığı')));
  assert.ok(
    screen.getByRole('link', {
      name: 'Yeniden hesapla: EURUSD 52 kutusu, kısa vade, 18 Kas 07:00',
    }),
  );
  assert.match(head(cycle), /^Döngü−0,42 \| Son tamamlanan güne kadarki/);
  assert.match(
    head(whyCluster({ top: 130, bottom: 90, basis: {} }, 'top')),
    /^CrystalCrystal üst130,00/,
  );
});

/** A cone of a day at a price of 100; its edges were computed apart from the engine. */
const coneEdge = (): WhySubject => {
  const untilMs = T + 12 * HOUR;
  const edges = [
    [97.45, 102.62],
    [95.91, 104.26],
    [93.65, 106.78],
  ] as const;
  const basis = {
    rule: 'touch',
    version: 1,
    computedAtMs: T,
    digits: 2,
    touchClass: 'crypto',
    base: '60',
    price: 100,
    variances: [4e-3, 3e-3, 2e-3, 1e-3],
    weeks: 0.2,
    untilMs,
  } as const;
  return whyConeEdge({ untilMs, edges, basis }, 'day', 'high', 1) ?? assert.fail();
};

test('an edge of a cone is told with its share and end, as how far and not which way, with its inputs', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: T });
  await showWhy(t, coneEdge());
  const [head, rule] = headOf();
  assert.equal(
    head,
    '1 günlük koni %80, üst kenar, Perşembe 00:00’a kadar104,26fiyata uzaklık 14,24 · 3,56 ATR',
  );
  assert.match(
    rule ?? '',
    /^Her 100 günün yaklaşık 80 gününde fiyatın bütün yolu, en yüksek ve en düşükler dahil, iki kenarın arasında kalmalı; bu koni Perşembe 00:00’a kadar geçerli\. Kenarlar .* uzaklığı söyler, yönü söylemez\./,
  );
  const lines = [...screen.getByRole('region', { name: 'Hesap' }).children];
  // The steps of single nodes are folded.
  assert.match(lines[0]?.textContent ?? '', /^\d+ ara adım/);
  const said = lines.map(({ textContent }) => textContent);
  assert.ok(
    said.includes(
      'yarı genişlik k = içinde kalan yolların payı 0,8 olan genişlik; yayılım 0,4 = 1,868502',
    ),
    said.join('\n'),
  );
  assert.equal(said.at(-1), 'yuvarlanmış = kesin değer 104,2648 ≈ 104,26');
  assert.deepEqual(rowsOf('Girdiler'), [
    'fiyat: 100,00',
    'piyasa haftası: 0,2',
    'varyans, son saatler: 0,004',
    'varyans, 5 gün: 0,003',
    'varyans, 50 gün: 0,002',
    'varyans, 500 gün: 0,001',
    'Sınıf: kripto, saatlik',
    'Kural sürümü: touch 1 · Motor 7.1',
    'Hesaplandı: 18 Kas 12:00:00 TSİ',
  ]);
});

/** The published chance of buy 1.145, as it is shown. */
const chanceOf = (now: ChanceState, trial = false): WhySubject => {
  const { levels } = madeTouch();
  return whyChance(levels ?? assert.fail(), 1.145, { now, trial }) ?? assert.fail();
};
const NOW_CHANCE: ChanceState = {
  state: 'chance',
  chance: 0.483759,
  untilMs: MADE_UNTIL,
  of: 'now',
  atMs: MADE_CLOSE,
};
const around = { digits: 5, nowMs: MADE_NOW, lastPrice: 1.142, atr: 0.006 } as const;

test('a chance is told as published, with what it is now, its rule, its arithmetic and its inputs', async (t) => {
  await showWhy(t, chanceOf(NOW_CHANCE), around);
  const [head, rule] = headOf();
  assert.equal(
    head,
    'Dokunma olasılığı%47Fiyatın Pazar 03:00’e kadar 1,14500 seviyesine dokunma olasılığı: %47; Paz 03:00 hesaplandışimdi, 17:00 kapanışı: %48fiyata uzaklık 0,00300 · 0,50 ATR',
  );
  assert.match(
    rule ?? '',
    /^Seviyenin fiyata uzaklığı, .*son saatlerden.*Ne kadar uzağa gidileceğini/,
  );
  assert.doesNotMatch(rule ?? '', /Deneme|Geometrik/);
  const arithmetic = screen.getByRole('region', { name: 'Hesap' });
  const folded = within(arithmetic).getByRole('group');
  assert.match(folded.textContent, /ln varyans = ln varyans, son saatler 0,00005 = /);
  assert.match(folded.textContent, /terim = ağırlık 0,15 × ln varyans/);
  const lines = [...arithmetic.querySelectorAll(':scope > div')].map((line) => line.textContent);
  // ln (1.145 / 1.14) = 0.004376; the chance with four decimals is the published one.
  assert.deepEqual(lines.slice(-3, -2), [
    'hareket sayısı = toplam uzaklık 0,004376 ÷ tipik hareket 0,006179 = 0,708249',
  ]);
  assert.match(
    lines.at(-2) ?? '',
    /^kesin değer = hareket sayısı 0,708249 uzaklığa değen yolların payı; yayılım 0,3 = %47,/,
  );
  assert.match(lines.at(-1) ?? '', /^olasılık = kesin değer %47,\d+ ≈ %47,04$/);
  assert.deepEqual(rowsOf('Girdiler'), [
    'seviye: 1,14500',
    'fiyat: 22 Kas 03:00 · 1,14000',
    'piyasa haftası: 22 Kas 03:00 · 1',
    'varyans, son saatler: 0,00005',
    'varyans, 5 gün: 0,00003',
    'varyans, 50 gün: 0,00004',
    'varyans, 500 gün: 0,00005',
    'Sınıf: forex ve madenler',
    'Kural sürümü: touch 1 · Motor 7.1',
    'Hesaplandı: 22 Kas 03:00:00 TSİ',
  ]);
  assert.equal(screen.queryByRole('region', { name: RATE }), null, 'a chance is no signal');
});

test('a chance on trial says so; a reached or closed level says so instead of a chance of now', async (t) => {
  const reachedAt = Date.UTC(2026, 10, 24, 9);
  const { again } = await showWhy(t, chanceOf({ state: 'reached', atMs: reachedAt }, true), around);
  assert.match(headOf()[0] ?? '', /hesaplandıdeneme1,14500 seviyesi Sal 12:00 görüldü/);
  assert.match(headOf()[1] ?? '', /Deneme: saatlik hisse ve endekslerde/);
  again(<WhyPanel {...propsOf(chanceOf({ state: 'closed', untilMs: MADE_UNTIL }), around)} />);
  assert.match(headOf()[0] ?? '', /Pazar 03:00’e kadar işlem yok/);
  again(<WhyPanel {...propsOf(chanceOf({ ...NOW_CHANCE, of: 'published' }), around)} />);
  assert.doesNotMatch(headOf()[0] ?? '', /şimdi/);
});

type Calibration = Reply<typeof ROUTES.recordCalibration>;
type Bin = NonNullable<Calibration['scopes'][number]['levels'][number]['figures']['bins'][number]>;
type Scope = Calibration['scopes'][number];

const SINCE = Date.UTC(2026, 5, 1, 12);
const bin = (n: number, value: number, halfWidth: number | null): Bin => ({
  n,
  forecast: value,
  seen: { value, halfWidth },
});
/** Ten bins without levels but one. */
const binsWith = (at: number, one: Bin): (Bin | null)[] =>
  Array.from({ length: 10 }, (_, i) => (i === at ? one : null));
const levelsOf = (
  group: Scope['levels'][number]['group'],
  bins: (Bin | null)[],
): Scope['levels'][number] => ({
  group,
  figures: {
    n: 1,
    weeks: 30,
    error: { value: 0, halfWidth: null },
    calibrationError: 0,
    brier: 0,
    plain: null,
    bins,
  },
});
const conesOf = (
  group: Scope['cones'][number]['group'],
  shares: readonly number[],
): Scope['cones'][number] => ({
  group,
  figures: { n: 3120, weeks: 30, inside: shares.map((value) => ({ value, halfWidth: 0.02 })) },
});
const scopeOf = (over: Partial<Scope>): Scope => ({
  scope: 'main',
  levels: [],
  cones: [],
  voids: 0,
  late: 0,
  open: 0,
  ...over,
});
const replyOf = (scopes: Scope[], over: Partial<Calibration> = {}): Calibration => ({
  model: 'touch-1',
  after: SINCE,
  since: SINCE,
  computed: T,
  scopes,
  symbols: null,
  looks: [],
  coming: [],
  ...over,
});
/** The chance of 47 % of a weekly level is in the fifth bin. */
const weekly = (one: Bin): Calibration =>
  replyOf([scopeOf({ levels: [levelsOf('weekly', binsWith(4, one))] })]);
const BACKTEST: Calibration = {
  ...weekly(bin(48_210, 0.4449, 0.011)),
  since: null,
  symbols: { done: 45, all: 45 },
};
const CAME_TRUE = 'Bu olasılıklar ne sıklıkla gerçekleşti';
/** What stands below the title of the part. */
const cameTrue = (name = CAME_TRUE): string =>
  screen.getByRole('region', { name }).textContent.replaceAll('\u2060', '').slice(name.length);
const FEW = 'Henüz yeterli değil: sonuçlanmış seviyeler birikince burada yazar. Yöntem';

test('how often such chances came true in the record is stated with count, interval and start', async (t) => {
  // 46.2 % of 1,284 with 3.15 points to both sides: 43.05 and 49.35 %.
  const live = weekly(bin(1284, 0.462, 0.0315));
  await showWhy(t, chanceOf(NOW_CHANCE), { ...around, chances: { live, backtest: BACKTEST } });
  assert.equal(
    cameTrue(),
    '1 Haz 2026 tarihinden beri %40–%50 olasılık verdiğimiz haftalık seviyelerden görülenlerin payı: %46.' +
      'Örnek1.284%95 aralık%43–%49Deneme dışındaki bütün semboller · Simülasyon · Canlı.Yöntem',
  );
  const bounds = binsWith(9, bin(40, 0.99, 0.02));
  const touch = madeTouch();
  const levels = touch.levels ?? assert.fail();
  const sure = { ...levels, levels: levels.levels.map((one) => ({ ...one, chance: 1 })) };
  const subject = whyChance(sure, 1.145, { now: NOW_CHANCE, trial: false }) ?? assert.fail();
  const sureBins = replyOf([scopeOf({ levels: [levelsOf('weekly', bounds)] })]);
  const chances = { live: sureBins, backtest: null };
  await showWhy(t, subject, { ...around, source: 'iex', chances });
  assert.match(cameTrue(), /%90–%100 .*payı: %99\.Örnek40%95 aralık%97–%100.*iex · Canlı\./i);
});

test('the head says whether the record counts the chance, and no history of the level stands below', async (t) => {
  const live = weekly(bin(1284, 0.462, 0.0315));
  const { again } = await showWhy(t, chanceOf(NOW_CHANCE), {
    ...around,
    chances: { live, backtest: null },
  });
  assert.match(headOf()[0] ?? '', /Paz 03:00 hesaplandıSicilde sayılan sayı budur\./);
  assert.equal(screen.queryByRole('region', { name: /^Bu seviyenin/ }), null);
  // The chance was computed on 22 November.
  const later = { ...live, after: Date.UTC(2026, 10, 23) };
  const chances = { live: later, backtest: null };
  again(<WhyPanel {...propsOf(chanceOf(NOW_CHANCE), { ...around, chances })} />);
  assert.match(
    headOf()[0] ?? '',
    /Sicilde satırı yok: sicil 23 Kas 2026 gününden sonra hesaplananları sayar\./,
  );
});

test('before the record has enough weeks its counts stand first, then the share of the backtest', async (t) => {
  const live = weekly(bin(112, 34 / 112, null));
  const { again } = await showWhy(t, chanceOf(NOW_CHANCE), {
    ...around,
    chances: { live, backtest: BACKTEST },
  });
  assert.equal(
    cameTrue(),
    '1 Haz 2026 tarihinden beri %40–%50 olasılık verdiğimiz haftalık seviyelerden görülenlerin payı: 34 / 112.' +
      'Örnek112%95 aralıkyeterli hafta yokDeneme dışındaki bütün semboller · Simülasyon · Canlı.' +
      'Geriye dönük testte olasılığı %40–%50 çıkan haftalık seviyelerden görülenlerin payı: %44.' +
      'Örnek48.210%95 aralık%43–%46Deneme dışındaki bütün semboller · Simülasyon · Geriye dönük test.Yöntem',
  );
  // A backtest that still runs says of how many symbols it is.
  const running = { ...BACKTEST, symbols: { done: 12, all: 45 } };
  const chances = { live: replyOf([], { since: null }), backtest: running };
  again(<WhyPanel {...propsOf(chanceOf(NOW_CHANCE), { ...around, chances })} />);
  assert.match(
    cameTrue(),
    /^Geriye dönük testte .*Geriye dönük test · 12 \/ 45 sembol hesaplandı\./,
  );
});

test('chances of box edges and chances on trial have figures of their own', async (t) => {
  const main = scopeOf({ levels: [levelsOf('boxes', binsWith(4, bin(60, 0.4, 0.1)))] });
  const trial = scopeOf({
    scope: 'trial',
    levels: [levelsOf('weekly', binsWith(4, bin(20, 0.5, 0.2)))],
  });
  const chances = { live: replyOf([main, trial]), backtest: null };
  const ofBox = { ...chanceOf(NOW_CHANCE), box: { kind: '144', term: 'long' } as const };
  const { again } = await showWhy(t, ofBox, { ...around, chances });
  assert.match(cameTrue(), /kutu kenarlarından görülenlerin payı: %40\.Örnek60%95 aralık%30–%50/);
  again(<WhyPanel {...propsOf(chanceOf(NOW_CHANCE, true), { ...around, chances })} />);
  assert.match(cameTrue(), /haftalık .*payı: %50\.Örnek20.*Denemedeki semboller · Simülasyon/);
  again(<WhyPanel {...propsOf(chanceOf(NOW_CHANCE), { ...around, chances })} />);
  assert.equal(cameTrue(), FEW, 'the figures of boxes and of the trial are not those of the level');
});

test('without an answer there is not enough yet; before one the figures are loading', async (t) => {
  const { again } = await showWhy(t, chanceOf(NOW_CHANCE), around);
  assert.equal(cameTrue(), 'Yükleniyor');
  const none = { live: null, backtest: null };
  again(<WhyPanel {...propsOf(chanceOf(NOW_CHANCE), { ...around, chances: none })} />);
  assert.equal(cameTrue(), FEW);
  again(<WhyPanel {...propsOf(coneEdge(), { chances: none })} />);
  assert.equal(
    cameTrue('Fiyat bu konilerin içinde ne sıklıkla kaldı'),
    'Her koni sicildedir; bitişinden sonra fiyatın içinde kalıp kalmadığı da yazılır. Yöntem',
  );
});

test('an edge of a cone has the share of paths that stayed inside its cone', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: T });
  const cones = [conesOf('cone.1w', [0.6, 0.9, 0.99]), conesOf('cone.1d', [0.503, 0.814, 0.954])];
  const chances = { live: replyOf([scopeOf({ cones })]), backtest: null };
  const { again } = await showWhy(t, coneEdge(), { chances });
  assert.equal(
    cameTrue('Fiyat bu konilerin içinde ne sıklıkla kaldı'),
    '1 Haz 2026 tarihinden beri fiyatın dışına çıkmadığı 1 günlük %80 konilerin payı: %81.' +
      'Örnek3.120%95 aralık%79–%83Deneme dışındaki bütün semboller · Simülasyon · Canlı.Yöntem',
  );
  const week = { ...coneEdge(), kind: 'cone.weekLow', cone: { share: 0.95, untilMs: T } } as const;
  again(<WhyPanel {...propsOf(week, { chances: { live: null, backtest: chances.live } })} />);
  assert.match(
    cameTrue('Fiyat bu konilerin içinde ne sıklıkla kaldı'),
    /^Geriye dönük testte fiyatın dışına çıkmadığı 1 haftalık %95 konilerin payı: %99\./,
  );
});

test('an Azerbaijani and an English reader have the record of such chances in their words', async (t) => {
  const live = weekly(bin(112, 34 / 112, null));
  const more = { ...around, chances: { live, backtest: BACKTEST } };
  const { leave } = await showWhy(t, chanceOf(NOW_CHANCE), more, 'az');
  assert.equal(
    cameTrue('Bu ehtimallar nə qədər tez-tez gerçəkləşib').replaceAll('\u00a0', ' '),
    '1 iyn 2026 tarixindən bəri 40 %–50 % ehtimal verdiyimiz həftəlik səviyyələrdən çatılanların payı: 34 / 112.' +
      'Nümunə11295 % intervalkifayət qədər həftə yoxdurSınaqdan kənar bütün simvollar · Simulyasiya · Canlı.' +
      'Geriyə dönük testdə ehtimalı 40 %–50 % alınan həftəlik səviyyələrdən çatılanların payı: 44 %.' +
      'Nümunə48.21095 % interval43 %–46 %Sınaqdan kənar bütün simvollar · Simulyasiya · Geriyə dönük test.Metod',
  );
  leave();
  await showWhy(t, chanceOf(NOW_CHANCE), more, 'en');
  assert.equal(
    cameTrue('How often such chances came true'),
    'Of the weekly levels to which we gave a chance of 40%–50% since 1 Jun 2026, the share that was reached: 34 of 112.' +
      'Cases11295% intervalnot enough weeksAll symbols that are not on trial · Simulated · Live.' +
      'Of the weekly levels whose chance came to 40%–50% in the backtest, the share that was reached: 44%.' +
      'Cases48,21095% interval43%–46%All symbols that are not on trial · Simulated · Backtest.Method',
  );
});

test('an Azerbaijani and an English reader have the chance in their words', async (t) => {
  await show(t, <WhyPanel {...propsOf(chanceOf(NOW_CHANCE), around)} />, { language: 'az' });
  assert.match(
    headOf()[0] ?? '',
    /^Toxunma ehtimalı47\u00a0%Qiymətin bazar günü 03:00-dək 1,14500 səviyyəsinə toxunma ehtimalı: 47\u00a0%; B\. 03:00 hesablanıbindi, 17:00 bağlanışı: 48\u00a0%/,
  );
  assert.match(headOf()[1] ?? '', /ehtimal = dəqiq dəyər 47,\d+\u00a0% ≈ 47,04\u00a0%/);
  await showWhy(t, chanceOf(NOW_CHANCE), around, 'en');
  assert.match(
    headOf()[0] ?? '',
    /^Chance of touch47%Chance that price reaches 1\.14500 before Sunday 03:00: 47%; computed Sun 03:00now, 17:00 close: 48%/,
  );
  assert.match(headOf()[1] ?? '', /It says how far, not which way\./);
});

test('what cannot be computed says so in every place', async (t) => {
  const subject = whyBoxPrice({ ...box, basis: {} }, 'top');
  const { again } = await showWhy(t, subject, { lastPrice: null, engineVersion: null });
  assert.match(headOf()[0] ?? '', /124,00fiyata uzaklık hesaplanmadı$/);
  assert.match(headOf()[1] ?? '', /hesaplanmadı$/);
  assert.deepEqual(rowsOf('Girdiler'), [
    'Kutu aralığı: 16 Kas – 22 Kas',
    'Girdiler: hesaplanmadı',
    'Kural sürümü: hesaplanmadı',
    'Hesaplandı: hesaplanmadı',
  ]);
  assert.equal(screen.queryByRole('region', { name: 'Hesap' }), null);
  again(<WhyPanel {...propsOf(whyBoxPrice(box, 'top'), { atr: null })} />);
  assert.match(headOf()[0] ?? '', /124,00fiyata uzaklık 5,50$/);
});

test('the history of a level counts what happened there, and on which candles', async (t) => {
  const bar = (i: number, low: number, high: number, close: number): Bar => ({
    openTimeMs: T + i * HOUR,
    open: close,
    low,
    high,
    close,
    volume: 0,
  });
  const bars = [bar(0, 126, 128, 127), bar(1, 123, 128, 127), bar(2, 123, 127, 123)];
  await showWhy(t, whyBoxPrice(box, 'top'), { bars });
  assert.deepEqual(rowsOf(HISTORY), ['Dokunma: 2', 'Tepki (≥ 0,5 ATR): 1', 'Kırılma: 1']);
  assert.ok(screen.getByText(/mumlarla$/));
});

test('an input points at its candle while it is looked at, and the panel is closed by its button', async (t) => {
  const pointed: (number | null)[] = [];
  let closed = 0;
  const { user } = await showWhy(t, whyBoxPrice(box, 'top'), {
    onCandle: (timeMs) => pointed.push(timeMs),
    onClose: () => {
      closed += 1;
    },
    actions: <button type="button">more</button>,
  });
  const candle = screen.getByRole('button', {
    name: 'Mumu grafikte göster: Dönüş mumu 16 Kas 10:00 · D 100,00',
  });
  fireEvent.pointerEnter(candle);
  fireEvent.pointerLeave(candle);
  fireEvent.focus(candle);
  fireEvent.blur(candle);
  const at = T - 50 * HOUR;
  assert.deepEqual(pointed, [at, null, at, null]);
  assert.ok(screen.getByRole('button', { name: 'more' }));
  await user.click(screen.getByRole('button', { name: 'Paneli kapat' }));
  assert.equal(closed, 1);
  const body = document.querySelector('header + div');
  assert.equal(body?.getAttribute('tabindex'), '0', 'what scrolls is reached by keyboard');
  assert.equal(screen.getByRole('heading', { level: 2 }).tabIndex, -1);
});

test('an English reader has English figures and words', async (t) => {
  await showWhy(t, whyBoxPrice(box, 'upTrade'), {}, 'en');
  assert.match(headOf()[0] ?? '', /144 · .*124\.75.*6\.25 · 1\.56 ATR$/);
  assert.match(headOf()[1] ?? '', /1\.03125 × .*24\.00 = 24\.75/);
});
