import assert from 'node:assert/strict';
import test from 'node:test';
import { show } from '../../testing/show.tsx';
import { drawChart, spread } from './chart-picture.ts';
import { computePrices } from './fill-contents.ts';
import { describeHeadline, drawDays } from './fill-proof.ts';
import { isOwnFile } from './fill-videos.ts';
import { Words } from './page-words.tsx';
import { computeSightLine, PIVOT } from './sight-line.ts';
import { describeLadder, drawGauge, drawLadder } from './small-pictures.ts';
import type { Snapshot } from './snapshot.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 16);
const bars = Array.from({ length: 48 }, (_, i) => {
  const o = 1.1 + i * 0.001;
  return { d: START + i * 4 * HOUR, o, h: o + 0.002, l: o - 0.001, c: o + 0.001, v: 1 };
});
const condition: NonNullable<Snapshot['condition']> = {
  symbol: 'EURUSD',
  way: true,
  active: true,
  price: 1.13,
  range: 0.01,
  datetime: START + 30 * 4 * HOUR,
  sl: 1.12,
  tp1: 1.14,
  tp2: 1.15,
  expiry: START + 500 * HOUR,
  setup: 'pivot',
  ended: null,
  endedAt: null,
  exit: null,
  tp1Hit: false,
};
const snapshot: Snapshot = {
  symbol: 'EURUSD',
  digits: 5,
  source: 'simulated',
  resolution: '240',
  bars,
  box: null,
  condition,
  cycle: null,
  computedAt: null,
  engineVersion: null,
};
const size = { width: 700, height: 420 };

test('the sight line ends on the entry, at the bar of the signal', () => {
  const { target, markup } = drawChart(snapshot, size);
  assert.ok(target);
  assert.ok(target.x > 0 && target.x < size.width && target.y > 0 && target.y < size.height);
  assert.ok(markup.includes(`<circle cx="${target.x.toFixed(1)}" cy="${target.y.toFixed(1)}"`));
  const later = drawChart(
    { ...snapshot, condition: { ...condition, datetime: START + 40 * 4 * HOUR } },
    size,
  );
  assert.ok((later.target?.x ?? 0) > target.x, 'a later signal lies further right');
  const higher = drawChart({ ...snapshot, condition: { ...condition, price: 1.135 } }, size);
  assert.ok((higher.target?.y ?? 0) < target.y, 'a higher entry lies higher');
});

test('a night between the first two bars does not shorten the time after the last bar', () => {
  const end = START + 52 * 4 * HOUR;
  const box: NonNullable<Snapshot['box']> = {
    kind: 'hayyam',
    term: 'short',
    p: { top: 1.14, middleUp: 1.135, middle: 1.13, middleDown: 1.125, bottom: 1.12 },
    d: { start: START + 20 * 4 * HOUR, fQuarter: 0, middle: 0, lQuarter: 0, end },
  } as NonNullable<Snapshot['box']>;
  const areaOf = (shown: Snapshot['bars']) =>
    /<rect [^>]*fill="var\(--bx-hayyam\)" opacity[^>]*>/.exec(
      drawChart({ ...snapshot, bars: shown, box }, size).markup,
    )?.[0];
  const [first, ...rest] = bars;
  assert.ok(first && areaOf(bars));
  assert.equal(areaOf([{ ...first, d: first.d - 12 * HOUR }, ...rest]), areaOf(bars));
});

test('without an active condition the sight line ends on the last close, and no condition line is drawn', () => {
  const { target, markup } = drawChart({ ...snapshot, condition: null }, size);
  assert.ok(target && target.x > size.width / 2);
  assert.ok(!markup.includes('TP1') && !markup.includes('SL'));
  assert.deepEqual(drawChart({ ...snapshot, bars: [] }, size), { markup: '', target: null });
});

test('tags keep their distance, and the tag of the last price its position', () => {
  const placed = spread([{ y: 100, fixed: true }, { y: 96 }, { y: 104 }, { y: 98 }]);
  assert.deepEqual(
    placed.map(({ y }) => y),
    [66, 83, 100, 117],
  );
});

test('the line is solid up to the chart, and dotted over it', () => {
  const { solid, dotted } = computeSightLine(700, 620, { x: 900, y: 300 });
  assert.ok(solid.startsWith(`M${PIVOT.left.toFixed(1)} 760.0L620.0 `));
  assert.ok(dotted.startsWith('M620.0 ') && dotted.endsWith('L900.0 300.0'));
});

test('ladder and gauge draw their values', async (t) => {
  await show(t, <Words />);
  assert.ok(drawLadder(condition, 1.135, 5, 370).includes('1,13000'));
  assert.match(describeLadder(condition, 1.135, 5), /^Alış: Zarar durdur 1,12000, Giriş 1,13000/);
  assert.ok(drawGauge(0.5).includes('var(--up)'));
  assert.ok(drawGauge(-0.5).includes('var(--down)'));
});

test('only a recording on this site plays in the page', () => {
  assert.ok(isOwnFile('/tour/boxes.webm'));
  for (const other of ['//elsewhere.example/a.mp4', 'https://v.example/a.mp4', '/tour/boxes']) {
    assert.ok(!isOwnFile(other), other);
  }
});

const interval = { value: 0.014, low: -0.007, high: 0.035 };
const leg = {
  mean: 0.003,
  net: interval,
  baseline: -0.01,
  difference: interval,
  netBaseline: -0.09,
  netDifference: interval,
};
const whole = {
  n: 2000,
  tp1: 986,
  sl: 960,
  expired: 54,
  tp2: 400,
  matched: 1980,
  quarters: 16,
  days: 300,
  chance: null,
  baseline: { tp1: 0.472, sl: 0.472, tp2: 0.27 },
  cost: 0.08,
  hits: { n: 1946, share: 0.507, baseline: 0.493, difference: interval },
  first: leg,
  second: leg,
  verdict: 'undecided',
} as const;
const headline = {
  kind: 'zero',
  source: 'simulated',
  rows: 2000,
  days: 300,
  neededDays: 250,
  enough: true,
  net: interval,
} as const;

test('a rate is shown with its count, the matched entries and the interval', async (t) => {
  await show(t, <Words />);
  assert.deepEqual(describeHeadline(headline, whole), {
    verdict: 'Fark gösterilmedi.',
    about: 'Canlı kayıtların maliyet sonrası aralığı sıfırı içeriyor. Simülasyon fiyatları.',
    rows: '2.000',
    days: '300 / 250',
    hits: '%50,7',
    matched: '%49,3',
    net: '+0,014 R [−0,007; +0,035]',
  });
  const below = describeHeadline({ ...headline, kind: 'below', source: 'file' }, whole);
  assert.equal(below.verdict, 'Sıfırın altında.', 'an unfavourable result is shown too');
  assert.match(below.about, /İşletmecinin yüklediği fiyatlar\.$/);
  assert.match(
    describeHeadline({ ...headline, source: 'iex' }, whole).about,
    /Fiyat kaynağı: iex\.$/,
  );
});

test('with too few live rows the headline shows the days needed and no rate', async (t) => {
  await show(t, <Words />);
  const early = { ...headline, kind: 'early', rows: 490, days: 7, enough: false } as const;
  const said = describeHeadline(early, { ...whole, n: 490, days: 7 });
  assert.deepEqual(
    [said.verdict, said.rows, said.days, said.hits, said.matched, said.net],
    ['Canlı veri henüz az.', '490', '7 / 250', '', '', ''],
  );
  // 7 of 250 days on a rule of 540: 15.1 from its beginning at 10.
  assert.match(drawDays(early), /<circle cx="25\.1"/);
  assert.match(drawDays({ days: 500, neededDays: 250 }), /<circle cx="550\.0"/);
});

test('the total is the course and the chosen months; the first year includes every period of twelve months', () => {
  const prices = new Map([
    ['3-months', 225_000],
    ['6-months', 390_000],
    ['lesson', 1_250_000],
  ] as const);
  assert.deepEqual(computePrices(prices, 6), {
    total: 1_640_000,
    renewal: 390_000,
    year: 2_030_000,
  });
  assert.deepEqual(computePrices(prices, 3), {
    total: 1_475_000,
    renewal: 225_000,
    year: 2_150_000,
  });
});
