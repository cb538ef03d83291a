import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import {
  type Language,
  type Reply,
  type ROUTES,
  SITE_TEXT_NAMES,
  SITE_TEXTS,
} from '@rasat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import { Automation } from './automation.tsx';
import { Charting } from './charting.tsx';
import { Course } from './course.tsx';
import { fillContents } from './fill-contents.ts';
import { fillProof } from './fill-proof.ts';
import { fillSnapshot } from './fill-snapshot.ts';
import { LandingFooter } from './frame.tsx';
import { Hero } from './hero.tsx';
import { Mobile } from './mobile.tsx';
import { Words } from './page-words.tsx';
import { Pay } from './pay.tsx';
import { Premium } from './premium.tsx';
import { Proof, RecordSection } from './proof.tsx';
import type { Snapshot } from './snapshot.ts';
import { Videos } from './videos.tsx';

const HOUR = 3_600_000;
const T = Date.UTC(2026, 10, 16);
const snapshot: Snapshot = {
  symbol: 'EURUSD',
  digits: 2,
  source: 'simulated',
  resolution: '240',
  bars: Array.from({ length: 10 }, (_, i) => ({
    d: T + i * 4 * HOUR,
    o: 40,
    h: 100,
    l: 0,
    c: 50,
    v: 1,
  })),
  box: null,
  condition: {
    symbol: 'EURUSD',
    way: true,
    active: true,
    price: 45,
    range: 1,
    datetime: T + 16 * HOUR,
    sl: 20,
    tp1: 70,
    tp2: 95,
    expiry: T,
    setup: 'pivot',
    ended: null,
    tp1Hit: false,
  },
  cycle: { value: 0.5, positive: true },
  computedAt: null,
  engineVersion: null,
} as Snapshot;
const site = {
  contact: 'https://wa.example/1',
  stores: { ios: 'https://apps.example/1', android: '' },
  videos: [
    { title: { tr: 'Kutular', az: '', en: '' }, url: '/tour/boxes.webm' },
    { title: { tr: 'Dış film', az: '', en: '' }, url: 'https://video.example/2' },
  ],
} as Reply<typeof ROUTES.site>;
const offers = {
  products: [
    { product: '3-months', amount: 300_000 },
    { product: '6-months', amount: 500_000 },
    { product: 'lesson', amount: 1_250_000 },
  ],
  course: {
    onSale: true,
    lessons: Array.from({ length: 8 }, (_, at) => ({
      title: { tr: `Konu ${at + 1}`, az: `Mövzu ${at + 1}`, en: `Topic ${at + 1}` },
      hasVideo: at < 3,
    })),
  },
} as Reply<typeof ROUTES.offers>;
const primary = {
  engineVersion: '1',
  settled: 310,
  pending: 40,
  leftOut: 2,
  voided: 0,
  looks: [
    {
      rows: 250,
      lastSeq: 900,
      months: 4,
      difference: { value: 0.014, low: -0.007, high: 0.035 },
      chance: 0.18,
      claim: null,
      taken: 1,
      costs: [],
    },
  ],
  coming: [{ rows: 500, missing: 190, unpublished: 0, expected: Date.UTC(2027, 4, 6, 9) }],
};

const part = {
  source: 'simulated',
  origin: 'live',
  periods: ['all'],
  rows: 2100,
  from: 0,
  to: 1,
  whole: null,
  primary,
};
const ANSWERS = {
  'GET /api/snapshot': snapshot,
  'GET /api/site': site,
  'GET /api/payment/offers': offers,
  'GET /api/record': { parts: [part] },
};

type Calibration = Reply<typeof ROUTES.recordCalibration>;
type Bin = NonNullable<Calibration['scopes'][number]['levels'][number]['figures']['bins'][number]>;
const SINCE = Date.UTC(2026, 5, 1, 12);
const bin = (n: number, value: number, halfWidth: number | null): Bin => ({
  n,
  forecast: value,
  seen: { value, halfWidth },
});
/** Figures of all symbols whose levels are in some bins of ten. */
const scopesOf = (bins: Readonly<Record<number, Bin>>, n: number): unknown => [
  {
    scope: 'all',
    levels: [
      { group: 'weekly', figures: { n: 7, bins: [bin(7, 0, null)] } },
      { group: 'all', figures: { n, bins: Array.from({ length: 10 }, (_, i) => bins[i] ?? null) } },
    ],
    cones: [],
  },
];
const calibrationOf = (over: Readonly<Record<string, unknown>>): unknown => ({
  model: 'touch-1',
  after: SINCE,
  since: SINCE,
  scopes: [],
  symbols: null,
  looks: [],
  coming: [{ weeks: 26, z: 3, due: Date.UTC(2026, 11, 7, 12) }],
  ...over,
});
// 36.1 % of 1,284 levels with 3.2 points to both sides: 32.9 and 39.3 %. Equal bins: the lower one is shown.
const SEEN = scopesOf(
  { 1: bin(900, 0.15, 0.02), 3: bin(1284, 0.361, 0.032), 4: bin(1284, 0.451, 0.001) },
  6120,
);

/** Opens the page, with an element for each of its pictures: there is no layout in these tests. */
async function open(
  t: TestContext,
  more: Readonly<Record<string, unknown>> = {},
  language: Language = 'tr',
) {
  const places: Readonly<Record<string, DOMRect>> = {
    '[data-chart="hero"]': new DOMRect(600, 100, 196, 152),
    '[data-chart="page"]': new DOMRect(0, 0, 79, 152),
    '[data-chart="phone"]': new DOMRect(0, 0, 80, 126),
    '[data-ladder]': new DOMRect(0, 0, 128, 54),
    '[data-hero]': new DOMRect(0, 50, 1000, 700),
  };
  const watched: Element[] = [];
  let tell: (entries: readonly Pick<ResizeObserverEntry, 'target'>[]) => void = () => {};
  standIn(t, globalThis, {
    ResizeObserver: class {
      constructor(callback: typeof tell) {
        tell = callback;
      }
      observe(element: Element): void {
        watched.push(element);
      }
    },
  });
  standIn(t, Element.prototype, {
    getBoundingClientRect(this: Element) {
      const known = Object.entries(places).find(([selector]) => this.matches(selector));
      return known?.[1] ?? new DOMRect();
    },
  });
  const shown = await show(
    t,
    <>
      <Hero />
      <Proof />
      <Pay />
      <Automation />
      <RecordSection />
      <Charting />
      <Course />
      <Mobile />
      <Premium />
      <Videos />
      <Words />
      <LandingFooter />
    </>,
    { answers: { ...ANSWERS, ...more }, language },
  );
  return {
    ...shown,
    watched,
    /** Reports a size for every observed element. */
    laidOut: () => tell(watched.map((target) => ({ target }))),
  };
}
const texts = (name: string): (string | null)[] =>
  [...document.querySelectorAll(`[data-fill="${name}"]`)].map((place) => place.textContent);
const one = (selector: string): Element =>
  document.querySelector(selector) ?? assert.fail(`no ${selector}`);
const isHidden = (selector: string): boolean => one(selector).hasAttribute('hidden');

test('the program of the page fills in its pictures, prices and figures', async (t) => {
  const { calls } = await open(t);
  await import('./start.ts');
  await waitFor(() => assert.deepEqual(texts('proof counted'), ['310 / 500', '310 / 500']));
  await waitFor(() => assert.deepEqual(texts('last'), ['50,00', '50,00']));
  await waitFor(() => assert.deepEqual(texts('lesson'), ['12.500\u00A0TL']));
  assert.equal(calls.filter(({ call }) => call === 'GET /api/record').length, 1);
});

test('the texts about the symbol describe its active condition', async (t) => {
  await open(t);
  await fillSnapshot();
  assert.deepEqual(texts('symbol'), ['EURUSD', 'EURUSD', 'EURUSD']);
  assert.deepEqual(texts('resolution'), ['4 saat']);
  assert.deepEqual(
    [texts('entry'), texts('target'), texts('stop')],
    [['45,00'], ['70,00'], ['20,00']],
  );
  assert.deepEqual(texts('condition'), ['Alış koşulu etkin']);
  assert.deepEqual(texts('way'), ['Alış', 'Alış']);
  assert.equal(one('[data-fill="way"]').getAttribute('data-way'), 'up');
  const ladders = screen.getAllByRole('img', {
    hidden: true,
    name: 'Alış: Zarar durdur 20,00, Giriş 45,00, İlk hedef 70,00, İkinci hedef 95,00, Son kapanış 50,00.',
  });
  // As wide as their own drawing area: 370 and 228 less 28 for 48 graduations.
  assert.deepEqual(
    ladders.map((ladder) => /scale\((\S+)/.exec(ladder.innerHTML)?.[1]),
    ['7.125', String(200 / 48)],
  );
  assert.match(
    screen.getByRole('img', { name: 'Döngü 0,50, pozitif', hidden: true }).innerHTML,
    /--up/,
  );
});

test('a sell is described as a sell, and an ended condition is not described', async (t) => {
  const sell = { ...snapshot, condition: { ...snapshot.condition, way: false }, resolution: '1D' };
  await open(t, { 'GET /api/snapshot': { ...sell, cycle: { value: -0.5, positive: false } } });
  await fillSnapshot();
  assert.deepEqual(texts('condition'), ['Satış koşulu etkin']);
  assert.deepEqual(texts('way'), ['Satış', 'Satış']);
  assert.deepEqual(texts('resolution'), ['Günlük']);
  assert.equal(one('[data-fill="condition"]').getAttribute('data-way'), 'down');
  assert.ok(screen.getByRole('img', { name: 'Döngü −0,50, negatif', hidden: true }));
});

test('without an active condition or a cycle their places are empty', async (t) => {
  const { laidOut } = await open(t, {
    'GET /api/snapshot': { ...snapshot, condition: null, cycle: null, resolution: '60' },
  });
  await fillSnapshot();
  laidOut();
  assert.deepEqual(texts('condition'), ['Etkin koşul yok']);
  assert.deepEqual(texts('way'), ['', '']);
  assert.deepEqual(texts('entry'), ['—']);
  assert.equal(one('[data-fill="condition"]').getAttribute('data-way'), null);
  assert.equal(document.querySelector('[data-ladder], [data-gauge]'), null);
  assert.equal(
    one('[data-chart="hero"]').getAttribute('aria-label'),
    'EURUSD, 1 saat, 10 mum, Simülasyon. Son kapanış 50,00.',
  );
});

test('a chart is drawn in the size of its place, and the sight line ends on its level', async (t) => {
  const { laidOut, watched } = await open(t);
  await fillSnapshot();
  assert.equal(watched.length, 6, 'the hero, three charts and two ladders');
  const hero = one('[data-chart="hero"]');
  assert.equal(hero.innerHTML, '', 'nothing is drawn before it has a size');
  laidOut();
  assert.equal(hero.getAttribute('viewBox'), '0 0 196 152');
  assert.match(
    hero.getAttribute('aria-label') ?? '',
    /^EURUSD, 4 saat, 10 mum, Simülasyon\. Son kapanış 50,00\. Alış: Zarar/,
  );
  assert.ok(hero.innerHTML.includes('16 Kas'));
  const phone = one('[data-chart="phone"]');
  assert.equal(phone.getAttribute('viewBox'), '0 0 80 126');
  assert.ok(
    phone.innerHTML !== '' && !phone.innerHTML.includes('<text'),
    'a telephone has no axis',
  );
  assert.equal(one('[data-chart="page"]').innerHTML, '', 'narrower than 80 pixels');
  assert.equal(one('[data-ladder]').getAttribute('viewBox'), '0 0 128 54');
  // A condition that begins at 14 and ends at 114: words keep their size.
  assert.match(one('[data-ladder]').innerHTML, /<path d="M14 28H114"/);
  // The ring of the entry is at (45, 75) of a chart at (600, 50) of the hero; the quadrant's centre is at (-40, 760).
  const [solid, dotted] = one('[data-sight]').children;
  assert.equal(solid?.getAttribute('d'), 'M-40.0 760.0L600.0 166.7');
  assert.equal(dotted?.getAttribute('d'), 'M600.0 166.7L645.0 125.0');
  assert.ok(one('[data-sight]').classList.contains('shows'));
});

test('without a snapshot, or with one bar, there are no pictures', async (t) => {
  const { watched, leave } = await open(t, {
    'GET /api/snapshot': { ...snapshot, bars: snapshot.bars.slice(0, 1) },
  });
  await fillSnapshot();
  const pictures = (): boolean[] =>
    [...document.querySelectorAll('[data-snapshot]')].map((one) => one.hasAttribute('hidden'));
  assert.deepEqual(pictures(), [true, true, true, true]);
  assert.deepEqual(watched, []);
  leave();
  await open(t, { 'GET /api/snapshot': { ...snapshot, bars: snapshot.bars.slice(0, 2) } });
  await fillSnapshot();
  assert.deepEqual(pictures(), [false, false, false, false]);
});

test('the page shows one total for the course and the chosen months, and the cost of the first year', async (t) => {
  const { user } = await open(t);
  await fillContents();
  assert.deepEqual(texts('lesson'), ['12.500\u00A0TL']);
  // 3,000 in three months, 5,000 in six.
  assert.deepEqual(
    [texts('3-months monthly'), texts('6-months monthly')],
    [['1.000\u00A0TL'], ['833,33\u00A0TL']],
  );
  const said = () => [texts('total'), texts('renewal'), texts('chosen year')].flat();
  // 12,500 + 5,000; 12,500 + 2 × 5,000.
  assert.deepEqual(said(), ['17.500\u00A0TL', '5.000\u00A0TL', '22.500\u00A0TL']);
  assert.deepEqual(texts('year'), ['22.500\u00A0TL']);
  const off = () =>
    [...document.querySelectorAll<HTMLElement>('[data-part][data-off]')].map(
      ({ dataset }) => dataset.part,
    );
  assert.deepEqual(off(), ['3-months']);
  await user.click(screen.getByRole('radio', { name: '3 ay' }));
  // 12,500 + 3,000; 12,500 + 4 × 3,000.
  assert.deepEqual(said(), ['15.500\u00A0TL', '3.000\u00A0TL', '24.500\u00A0TL']);
  assert.deepEqual(off(), ['6-months']);
});

test('lessons without a video are marked, and the number of videos is shown before the price', async (t) => {
  const { leave } = await open(t);
  await fillContents();
  assert.deepEqual([texts('lesson 1'), texts('lesson 8')], [['Konu 1'], ['Konu 8']]);
  const marked = () =>
    [...document.querySelectorAll<HTMLElement>('[data-lesson]')]
      .filter((lesson) => lesson.querySelector('[data-pending]:not([hidden])'))
      .map(({ dataset }) => dataset.lesson);
  assert.deepEqual(marked(), ['4', '5', '6', '7', '8']);
  assert.deepEqual(texts('videos'), ['3 / 8', '3 / 8'], 'where the course is offered and priced');
  assert.equal(isHidden('[data-sale="pending"]'), false);
  assert.equal(isHidden('[data-sale="closed"]'), true);
  leave();
  const { lessons } = offers.course;
  const whole = { onSale: true, lessons: lessons.map((one) => ({ ...one, hasVideo: true })) };
  const { leave: leaveWhole } = await open(t, {
    'GET /api/payment/offers': { ...offers, course: whole },
  });
  await fillContents();
  assert.deepEqual(marked(), []);
  assert.equal(isHidden('[data-sale="pending"]'), true);
  leaveWhole();
  await open(t, {
    'GET /api/payment/offers': { ...offers, course: { onSale: false, lessons } },
  });
  await fillContents();
  assert.equal(isHidden('p[data-sale="closed"]'), false);
  assert.equal(
    isHidden('a[data-sale="open"]'),
    true,
    'no price of a first year without the course',
  );
  assert.equal(isHidden('[data-sale="pending"]'), true);
  assert.ok(one('[data-fill="total"]').closest('[hidden]'), 'no total without the course');
  const purchases = [...document.querySelectorAll<HTMLElement>('#ucretler a')]
    .filter((link) => !link.closest('[hidden]'))
    .map(({ textContent }) => textContent);
  assert.deepEqual(purchases, ['6 aylık satın al', '3 aylık satın al']);
});

test('links of the operator are shown when they have an address', async (t) => {
  const { leave } = await open(t);
  await fillContents();
  assert.equal(one('[data-contact]').getAttribute('href'), 'https://wa.example/1');
  assert.equal(isHidden('[data-contact]'), false);
  assert.equal(one('[data-store="ios"]').getAttribute('href'), 'https://apps.example/1');
  assert.equal(isHidden('[data-store="ios"]'), false);
  assert.equal(isHidden('[data-store="android"]'), true);
  assert.equal(isHidden('[data-section="mobile"]'), false);
  leave();
  const bare = { contact: 'javascript:alert(1)', stores: { ios: '', android: '' }, videos: [] };
  const { leave: leaveBare } = await open(t, { 'GET /api/site': bare });
  await fillContents();
  assert.equal(isHidden('[data-contact]'), true);
  assert.equal(one('[data-contact]').getAttribute('href'), '/');
  assert.equal(isHidden('[data-section="mobile"]'), true);
  assert.equal(isHidden('[data-section="videos"]'), true);
  leaveBare();
  const android = { ...bare, stores: { ios: '', android: 'https://play.example/1' } };
  await open(t, { 'GET /api/site': android });
  await fillContents();
  assert.equal(isHidden('[data-section="mobile"]'), false);
  assert.equal(one('[data-store="android"]').getAttribute('href'), 'https://play.example/1');
});

test('a film of this site plays in the page, any other opens in a tab', async (t) => {
  const { user } = await open(t);
  await fillContents();
  assert.equal(isHidden('[data-section="videos"]'), false);
  const [own, other, none] = document.querySelectorAll<HTMLElement>('[data-video]');
  assert.ok(own && other && none);
  assert.deepEqual([own.hidden, other.hidden, none.hidden], [false, false, true]);
  assert.ok(within(own).getByRole('heading', { name: 'Kutular' }));
  const link = within(own).getByRole('link', { name: 'Kutular, oynat' });
  const poster = own.querySelector('img');
  assert.match(poster?.getAttribute('src') ?? '', /posters\/boxes\.webp$/);
  assert.deepEqual(
    [poster?.loading, poster?.getAttribute('alt'), poster?.width, poster?.height],
    ['lazy', '', 864, 486],
  );
  const away = within(other).getByRole('link', { name: /^Dış film ?\(yeni sekmede açılır\)$/ });
  assert.equal(away.getAttribute('href'), 'https://video.example/2');
  assert.equal(other.querySelector('img'), null);
  await user.click(link);
  const film = own.querySelector('video');
  assert.equal(film?.getAttribute('src'), '/tour/boxes.webm');
  assert.deepEqual(
    [film?.controls, film?.autoplay, film?.hasAttribute('playsinline') || film?.playsInline],
    [true, true, true],
  );
  assert.equal(own.dataset.plays, '');
  assert.equal(own.contains(link), false);
});

test('the proof is the primary question about live rows alone, those of a venue first', async (t) => {
  const backtest = { ...part, origin: 'backfill', primary: null };
  const { leave } = await open(t, { 'GET /api/record': { parts: [backtest] } });
  await fillProof();
  assert.equal(isHidden('[data-section="proof"]'), false);
  assert.deepEqual(texts('proof verdict'), ['Henüz yanıt yok.']);
  assert.deepEqual(texts('proof counted'), ['0 / 250', '0 / 250']);
  const figureOf = (name: string) => one(`[data-fill="proof ${name}"]`).closest('[data-figure]');
  for (const name of ['difference', 'nextLook']) {
    assert.equal(figureOf(name)?.hasAttribute('hidden'), true, name);
  }
  leave();
  const { leave: leaveVenue } = await open(t, {
    'GET /api/record': { parts: [part, { ...part, source: 'iex', primary: null }, backtest] },
  });
  await fillProof();
  assert.match(texts('proof about')[0] ?? '', /Fiyat kaynağı: iex\.$/);
  assert.deepEqual(texts('proof verdict'), ['Henüz yanıt yok.'], 'not that of another source');
  leaveVenue();
  const { leave: leaveOne } = await open(t);
  await fillProof();
  assert.deepEqual(texts('proof verdict'), ['Fark gösterilmedi.']);
  assert.equal(figureOf('difference')?.hasAttribute('hidden'), false);
  leaveOne();
  await open(t, { 'GET /api/record': { parts: [] } });
  await fillProof();
  assert.equal(isHidden('[data-section="proof"]'), true);
});

/** What the page says of the chances of touch: in the strip, and in the section about the record; null if hidden. */
const chancesSaid = (): (string | null)[] =>
  ['strip', 'chances'].map((name) => {
    const place = one(`[data-fill="proof ${name}"]`);
    return place.hasAttribute('hidden') ? null : place.textContent.replaceAll('\u00a0', ' ');
  });

test('the chances of touch are told with the bin that has the most levels, right or wrong', async (t) => {
  const { calls } = await open(t, {
    'GET /api/record/calibration': calibrationOf({ scopes: SEEN }),
  });
  await fillProof();
  assert.deepEqual(chancesSaid(), [
    'Dokunma olasılığı uzaklığı söyler, yönü söylemez. 1 Haz 2026 tarihinden beri sonuçlanan seviye: 6.120. Simülasyon fiyatları.',
    '1 Haz 2026 tarihinden beri %30–%40 olasılık verdiğimiz seviyelerden görülenlerin payı: %36 (1.284 seviye, %95 aralık %33–%39). Onda birlik dilimlerden en çok seviyesi olan yazılır. Önceden belirlenmiş ilk bakışın tarihi: 7 Ara 2026. O zamana dek olasılıklar için bir şey iddia edilmez. Simülasyon fiyatları.',
  ]);
  const asked = calls.map(({ call }) => call).filter((call) => call.includes('calibration'));
  assert.deepEqual(asked, ['GET /api/record/calibration?source=simulated&origin=live&scope=all']);
});

test('before there are enough weeks the page says since when the record of chances runs', async (t) => {
  // The bin with the most levels has no interval; another one has, and is not shown instead.
  const few = scopesOf({ 0: bin(300, 0.1, 0.01), 2: bin(301, 0.2, null) }, 601);
  const { leave } = await open(t, {
    'GET /api/record/calibration': calibrationOf({ scopes: few }),
  });
  await fillProof();
  const [strip, section] = chancesSaid();
  assert.match(strip ?? '', /sonuçlanan seviye: 601\. Simülasyon fiyatları\.$/);
  assert.equal(
    section,
    'Olasılıkların sicili 1 Haz 2026 tarihinden beri tutuluyor. Önceden belirlenmiş ilk bakışın tarihi: 7 Ara 2026. O zamana dek olasılıklar için bir şey iddia edilmez. Simülasyon fiyatları.',
  );
  leave();
  const { leave: leaveEmpty } = await open(t, {
    'GET /api/record/calibration': calibrationOf({
      since: null,
      coming: [{ weeks: 26, z: 3, due: null }],
    }),
    'GET /api/record': { parts: [{ ...part, source: 'iex' }] },
  });
  await fillProof();
  assert.deepEqual(chancesSaid(), [
    'Dokunma olasılığı uzaklığı söyler, yönü söylemez. Olasılıkların sicili 1 Haz 2026 tarihinden beri tutuluyor. Fiyat kaynağı: iex.',
    'Olasılıkların sicili 1 Haz 2026 tarihinden beri tutuluyor. Fiyat kaynağı: iex.',
  ]);
  leaveEmpty();
  const { leave: leaveUnborn } = await open(t, {
    'GET /api/record/calibration': calibrationOf({ since: null, after: null, coming: [] }),
  });
  await fillProof();
  assert.deepEqual(chancesSaid(), [
    'Dokunma olasılığı uzaklığı söyler, yönü söylemez. Simülasyon fiyatları.',
    null,
  ]);
  leaveUnborn();
  await open(t);
  await fillProof();
  assert.deepEqual(chancesSaid(), [null, null], 'without an answer');
  assert.deepEqual(texts('proof verdict'), ['Fark gösterilmedi.']);
});

test('after the first look the page no longer says when it is due', async (t) => {
  const looked = calibrationOf({ scopes: SEEN, looks: [{ weeks: 26 }] });
  await open(t, { 'GET /api/record/calibration': looked });
  await fillProof();
  const [, section] = chancesSaid();
  assert.match(section ?? '', /en çok seviyesi olan yazılır\. Simülasyon fiyatları\.$/);
});

test('an Azerbaijani and an English visitor have the chances of touch in their words', async (t) => {
  for (const [language, strip, section] of [
    [
      'az',
      'Toxunma ehtimalı məsafəni deyir, istiqaməti demir. 1 iyn 2026 tarixindən bəri nəticələnən səviyyə: 6.120. Simulyasiya qiymətləri.',
      '1 iyn 2026 tarixindən bəri 30 %–40 % ehtimal verdiyimiz səviyyələrdən çatılanların payı: 36 % (1.284 səviyyə, 95 % interval 33 %–39 %). Onda birlik hissələrdən ən çox səviyyəsi olan yazılır. Əvvəlcədən müəyyən edilmiş ilk baxışın tarixi: 7 dek 2026. O vaxta qədər ehtimallar haqqında heç nə iddia edilmir. Simulyasiya qiymətləri.',
    ],
    [
      'en',
      'Chance of touch: how far, not which way. Levels resolved since 1 Jun 2026: 6,120. Simulated prices.',
      'Of the levels to which we gave a chance of 30%–40% since 1 Jun 2026, 36% were reached (1,284 levels, 95% interval 33%–39%). Of the ten ranges of chances it is the one with the most levels. The first registered look is due on 7 Dec 2026. Until then nothing is claimed about the chances. Simulated prices.',
    ],
  ] as const) {
    const answers = { 'GET /api/record/calibration': calibrationOf({ scopes: SEEN }) };
    const { leave } = await open(t, answers, language);
    speakDocument(t, language);
    await fillProof();
    assert.deepEqual(chancesSaid(), [strip, section]);
    leave();
  }
});

/** Gives the document the texts and the language with which the server sends it. */
function speakDocument(t: TestContext, language: Language): void {
  for (const name of SITE_TEXT_NAMES) {
    for (const place of document.querySelectorAll(`[data-text="${name}"]`)) {
      place.textContent = SITE_TEXTS[name][language];
    }
  }
  const { lang } = document.documentElement;
  document.documentElement.lang = language;
  t.after(() => {
    document.documentElement.lang = lang;
  });
}
