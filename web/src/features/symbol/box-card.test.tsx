import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { BOXES } from '@rasat/contract';
import { screen, within } from '@testing-library/react';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import {
  MADE_BOX,
  MADE_LAST_QUARTER,
  MADE_NOW,
  madeTouch,
  madeTouchAt,
} from '../../testing/made-touch.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { BoxCard } from './box-card.tsx';
import { composeBoxCards } from './box-cards.ts';
import type { PanelState } from './panel-state.ts';
import type { BoxChart, BoxTrade, PastBox, TouchReply } from './replies.ts';
import type { WhyQuestion } from './why-question.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 9);
const entry: SymbolEntry = {
  symbol: 'EURUSD',
  type: 'forex',
  digits: 5,
  name: { tr: 'Euro', az: 'Avro', en: 'Euro' },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
};
const created = NOW - 5 * DAY;
const box: BoxChart = {
  kind: 'hayyam',
  term: 'short',
  resolution: '240',
  p: {
    top: 1.022,
    bottom: 1.007,
    middle: 1.0145,
    middleUp: 1.018,
    middleDown: 1.011,
    upTrade: 1.02241,
    downTrade: 1.00725,
  },
  d: {
    start: created,
    end: NOW + 3 * DAY,
    middle: NOW,
    fQuarter: NOW,
    lQuarter: NOW,
    fHalf: NOW,
    lHalf: NOW,
  },
  created,
  basis: {},
  computedAt: NOW,
  engineVersion: '1',
  inputHash: '',
  serverTime: NOW,
};
const sell: BoxTrade = {
  sl: 1.0177,
  p: 1.01583,
  tp1: 1.01396,
  tp2: 1.01209,
  status: -1,
  d: created - 10 * DAY,
  way: false,
  expiry: NOW,
  closed: true,
  exit: 1.0177,
  tp2Hit: false,
  tp2Closed: true,
  basis: {},
};
const buy: BoxTrade = {
  sl: 1.01,
  p: 1.012,
  tp1: 1.014,
  tp2: 1.016,
  status: 0,
  d: created + DAY,
  way: true,
  expiry: NOW + DAY,
  closed: false,
  exit: null,
  tp2Hit: false,
  tp2Closed: false,
  basis: {},
};
const before: PastBox = { ...box, created: created - 20 * DAY, trade: sell };
const long: PastBox = {
  ...box,
  term: 'long',
  resolution: '1D',
  created: created - 40 * DAY,
  d: { ...box.d, start: created - 40 * DAY, end: NOW + 40 * DAY },
  p: { ...box.p, upTrade: 1.05, downTrade: 0.95 },
  trade: null,
};

const PENDING = { status: 'pending' } as const;

interface Given {
  readonly chart?: BoxChart | null;
  readonly trade?: BoxTrade | null;
  readonly past?: readonly PastBox[];
  readonly longTerm?: readonly PastBox[];
  readonly base?: '60' | '1D';
  readonly kind?: (typeof BOXES)[number]['kind'];
  readonly touch?: PanelState<TouchReply>;
  readonly nowMs?: number;
  readonly onWhy?: (question: WhyQuestion) => void;
}

async function showCard(t: TestContext, given: Given = {}, showing: Showing = {}) {
  // As on the wire, the newest trade of the kind is included, also one of an earlier box.
  const { chart = box, trade = sell, past = [before], longTerm = [], base = '60' } = given;
  const { touch = PENDING, nowMs = NOW, onWhy = () => undefined } = given;
  const place = BOXES.findIndex(({ kind }) => kind === (given.kind ?? 'hayyam'));
  const [card] = composeBoxCards(
    base,
    BOXES.map((_, i) => (i === place ? chart : null)),
    trade ? [{ t: place + 1, ...trade }] : [],
    { shortTerm: [...past], longTerm: [...longTerm] },
  ).slice(place);
  assert.ok(card);
  const shown = await show(
    t,
    <BoxCard
      card={card}
      first
      around={{
        entry,
        quote: { s: 'EURUSD', p: 1.0127, d: NOW } as Quote,
        touch,
        bars: new Map(),
        price: 1.0126,
        atr: 0.004,
        nowMs,
        onWhy,
      }}
    />,
    showing,
  );
  return shown;
}

/** The two parts of the card: the present box, and the last trade. */
function readCard() {
  const part = (name: string) => {
    const inside = screen.getByRole('heading', { name, level: 4 }).parentElement?.parentElement;
    return (inside?.textContent ?? '').replace(/\s+/g, ' ');
  };
  return { now: part('Şimdiki kutu'), last: part('Son işlem') };
}

test('a running box without a trade shows its remaining days and its two trade lines', async (t) => {
  await showCard(t);
  const { now, last } = readCard();
  assert.match(now, /17 – 25 Kas.*Henüz işlem yok.*Sürüyor · 3 gün kaldı/);
  assert.match(now, /Alış çizgisi1,02241.*Satış çizgisi1,00725/);
  assert.match(last, /önceki kutuda.*Satış.*1,01583.*−1,00 R.*Zarar durdur görüldü 1,01770/);
  assert.match(last, /7 Kas açıldı/);
});

test('the parts of the present box and of the last trade do not mix', async (t) => {
  await showCard(t, { trade: buy, past: [{ ...box, trade: buy }, before] });
  const { now, last } = readCard();
  assert.match(now, /Alış açık, 1,01200/);
  assert.match(now, /İlk hedefe 0,35 ATR/);
  assert.match(now, /Zarar durdur1,01000.*İlk hedef1,01400.*İkinci hedef1,01600/);
  assert.doesNotMatch(now, /1,01583|çizgisi/);
  assert.match(last, /1,01583/);
  assert.doesNotMatch(last, /1,01200|1,01400/);
});

test('an ended trade of the present box shows a mark and its outcome', async (t) => {
  const done: BoxTrade = { ...buy, status: 1, closed: true, exit: 1.014 };
  await showCard(t, { trade: done, past: [{ ...box, trade: done }, before] });
  assert.match(readCard().now, /Alış, 1,01200: 1\. hedef görüldü/);
  const [, ladder] = screen.getAllByRole('img');
  assert.match(
    ladder?.getAttribute('aria-label') ?? '',
    /^Alış, sona erdi: 1\. hedef görüldü, 1,01400\./,
  );
});

test('a box whose time is over without a trade says that none was opened', async (t) => {
  const over = { ...box, d: { ...box.d, end: NOW - DAY } };
  await showCard(t, { chart: over });
  assert.match(readCard().now, /İşlem açılmadı.*Süresi doldu · yenisi çizilene kadar kalır/);
});

test('the last hours of a box are counted in hours', async (t) => {
  await showCard(t, { chart: { ...box, d: { ...box.d, end: NOW + 5.5 * 3_600_000 } } });
  assert.match(readCard().now, /Sürüyor · 5 saat kaldı/);
});

test('a running trade of the box before is shown at the live price, below the present box', async (t) => {
  const running: BoxTrade = { ...sell, status: 0, closed: false, exit: null, tp2Closed: false };
  await showCard(t, { trade: running, past: [{ ...before, trade: running }] });
  const { now, last } = readCard();
  assert.match(now, /Henüz işlem yok/);
  // From 1.01583 with 0.00187 at risk to 1.01270.
  assert.match(last, /Satış1,01583\+1,67 R.*Açık/);
  const ladder = screen.getAllByRole('img').at(-1);
  assert.match(ladder?.getAttribute('aria-label') ?? '', /güncel fiyat 1,01270\.$/);
});

test('a kind that never had a trade says so', async (t) => {
  await showCard(t, { past: [], trade: null });
  assert.match(readCard().last, /Bu kutunun geçmiş işlemi yok\./);
});

test('a box that cannot be drawn yet shows its requirement', async (t) => {
  await showCard(t, { chart: null, past: [], kind: 'crystal' });
  assert.match(readCard().now, /henüz yok.*Henüz kutu yok.*Sekiz teyitli dönüş gerekir\./);
});

test('a symbol with daily bars alone says which box needs hourly ones', async (t) => {
  await showCard(t, { chart: null, past: [], base: '1D', kind: '36' });
  assert.match(readCard().now, /Saatlik veri gerekir.*saatlik mumlardan kurulur/);
});

test('a press shows the long term in the card, with its own lines', async (t) => {
  const { user } = await showCard(t, { longTerm: [long] });
  assert.doesNotMatch(readCard().now, /1,05000/);
  const choice = screen.getByRole('radiogroup', { name: 'Hayyam kutusunun vadesi' });
  await user.click(within(choice).getByRole('radio', { name: /Uzun vade/ }));
  const { now, last } = readCard();
  assert.match(now, /Alış çizgisi1,05000.*Satış çizgisi0,95000/);
  assert.match(last, /geçmiş işlemi yok/);
});

/** A box with the made chances. */
const charted: BoxChart = {
  ...box,
  p: { ...box.p, top: 1.17, bottom: 1.12 },
  d: { ...box.d, lQuarter: MADE_LAST_QUARTER, end: MADE_LAST_QUARTER + 5 * DAY },
  created: MADE_BOX,
};
const ready = (data: TouchReply): PanelState<TouchReply> => ({
  status: 'ready',
  data,
  busy: false,
});
const withChances = (touch: TouchReply, more: Given = {}): Given => ({
  chart: charted,
  past: [],
  trade: null,
  nowMs: MADE_NOW,
  touch: ready(touch),
  ...more,
});

/** The part about chances as the eye sees it: caption and rows. */
function seenChances(): string[] {
  const part = screen.getByText(/olasılı|ehtimal|hance of touch/i, { selector: 'p, p > span' });
  const inside = part.closest('div')?.cloneNode(true) as HTMLElement;
  for (const said of inside.querySelectorAll('.sr-only')) said.remove();
  return [...inside.querySelectorAll('p, dl > div')].map((row) => row.textContent);
}

const BOX_CHANCES = {
  tr: [
    'Dokunma olasılığı, 12 Aralık 15:40’a kadarşimdi, 17:00 kapanışı',
    'Kutunun son çeyreği o saatte başlar.',
    'Üst1,17000%3',
    'Alt1,12000%7',
  ],
  az: [
    'Toxunma ehtimalı, 12 dekabr 15:40-dəkindi, 17:00 bağlanışı',
    'Qutunun son rübü həmin vaxt başlayır.',
    'Üst1,170003\u00a0%',
    'Alt1,120007\u00a0%',
  ],
  en: [
    'Chance of touch before 12 December 15:40now, 17:00 close',
    'The last quarter of the box begins at that time.',
    'Top1.170003%',
    'Bottom1.120007%',
  ],
} as const;
for (const language of ['tr', 'az', 'en'] as const) {
  test(`${language}: the edges of a box have their chances until its last quarter`, async (t) => {
    await showCard(t, withChances(madeTouch()), { language });
    assert.deepEqual(seenChances(), BOX_CHANCES[language]);
  });
}

test('a chance of an edge opens its explanation, with that of the other edge beside it', async (t) => {
  const asked: WhyQuestion[] = [];
  const { user } = await showCard(
    t,
    withChances(madeTouch(), { onWhy: (question) => asked.push(question) }),
  );
  await user.click(screen.getByRole('button', { name: /1,12000 .*%7; .*Neden bu olasılık$/ }));
  const [question] = asked;
  assert.equal(question?.shown, 'bottomChance');
  assert.deepEqual(
    question.parts.map(({ name }) => name),
    ['topChance', 'bottomChance'],
  );
  const subject = question.parts[1]?.subject();
  assert.ok(subject && 'price' in subject.value);
  assert.deepEqual(
    [subject.kind, subject.box?.kind, subject.value.price, subject.value.chance?.published],
    ['chance', 'hayyam', 1.12, 0.1292],
  );
});

test('a reached edge has its time, and after the last quarter the other was not reached', async (t) => {
  const made = madeTouch();
  const [slot] = made.boxes;
  assert.ok(slot);
  const levels = slot.chances.levels.map((one) =>
    one.level === 1.12 ? { ...one, first: Date.UTC(2026, 10, 24, 9) } : one,
  );
  const touch = { ...made, boxes: [{ ...slot, chances: { ...slot.chances, levels } }] };
  const { leave } = await showCard(t, withChances(touch));
  assert.deepEqual(seenChances().slice(2), ['Üst1,17000%3', 'Alt1,12000görüldü, Sal 12:00']);
  leave();
  const end = MADE_LAST_QUARTER + DAY;
  const over = madeTouchAt({
    at: end,
    boxes: [{ kind: 'hayyam', term: 'short', weeks: 0 }],
  });
  await showCard(t, withChances({ ...over, boxes: touch.boxes }, { nowMs: end }));
  assert.deepEqual(seenChances(), [
    'Dokunma olasılığının süresi doldu: Cmt 15:40',
    'Üst1,17000görülmedi',
    'Alt1,12000görüldü, 24 Kas 12:00',
  ]);
});

test('a box without chances says why, one on trial is marked, and a failed call says so', async (t) => {
  const far = { ...charted, d: { ...charted.d, lQuarter: MADE_BOX + 60 * DAY } };
  const texts: (readonly [Given, RegExp])[] = [
    [withChances(madeTouch({ boxes: [] }), { chart: far }), /süre 8 piyasa haftasından uzun\.$/],
    [withChances(null), /hesaplanacağı anda geçmiş yeterli değildi\.$/],
    [withChances(madeTouch({ trial: true })), /kapanışıdeneme$/],
    [
      withChances(madeTouchAt({ boxes: [{ kind: 'hayyam', term: 'short', weeks: 0 }] })),
      /^Dokunma olasılığı hesaplanmadı: 12 Aralık 15:40’a kadar işlem yok\.$/,
    ],
    [
      {
        ...withChances(null),
        touch: { status: 'error', error: new Error('x'), retry: () => undefined },
      },
      /^Dokunma olasılıkları yüklenemedi\./,
    ],
  ];
  for (const [given, text] of texts) {
    const { leave } = await showCard(t, given);
    assert.match(seenChances()[0] ?? '', text);
    leave();
  }
});

const EQUAL = {
  tr: 'Zarar durdur ile ilk hedef eşit uzaklıkta; bir üstünlük yoksa her biri seferlerin yaklaşık yarısında önce gelir.',
  az: 'Zərər dayandırma ilə ilk hədəf eyni uzaqlıqdadır; üstünlük olmasa, hər biri halların təxminən yarısında birinci gəlir.',
  en: 'Stop and first target are equally far; without an edge each comes first about half the time.',
} as const;
for (const language of ['tr', 'az', 'en'] as const) {
  test(`${language}: an open trade says that stop and first target are equally far, without a number`, async (t) => {
    await showCard(t, { trade: buy, past: [{ ...box, trade: buy }, before] }, { language });
    const [sentence, ...more] = screen.getAllByText(EQUAL[language]);
    assert.equal(more.length, 0, 'the ended trade of the box before does not say so');
    assert.doesNotMatch(sentence?.textContent ?? '', /\d/);
  });
}

test('a trade that is decided does not say that its stop and target are equally far', async (t) => {
  const done: BoxTrade = { ...buy, status: 1, closed: true, exit: 1.014 };
  await showCard(t, { trade: done, past: [{ ...box, trade: done }, before] });
  assert.equal(screen.queryByText(EQUAL.tr), null);
});
