import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecordHeadline } from '@rasat/contract';
import { show } from '../../testing/show.tsx';
import { drawChart, spread } from './chart-picture.ts';
import { computePrices } from './fill-contents.ts';
import { describeHeadline, drawCounted } from './fill-proof.ts';
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

const look = {
  rows: 250,
  lastSeq: 900,
  months: 4,
  difference: { value: 0.014, low: -0.007, high: 0.035 },
  chance: 0.18,
  claim: null,
  taken: 1,
  costs: [],
};
const headline: RecordHeadline = {
  kind: 'open',
  source: 'simulated',
  settled: 310,
  look,
  next: { rows: 500, missing: 190, unpublished: 0, expected: Date.UTC(2027, 4, 6, 9) },
};

test('the proof is the answer of the last look, with its interval and the next look', async (t) => {
  await show(t, <Words />);
  assert.deepEqual(describeHeadline(headline), {
    verdict: 'Fark gösterilmedi.',
    about:
      'Son bakışta canlı koşullar, maliyet sonrası, eşlenmiş girişlerden ayrışmadı. Simülasyon fiyatları.',
    counted: '310 / 500',
    difference: '+0,014 R [−0,007; +0,035]',
    nextLook: '6 May 2027',
  });
  const worse = describeHeadline({ ...headline, kind: 'worse', source: 'file', next: null });
  assert.equal(worse.verdict, 'Eşlenmiş girişlerden kötü.', 'an unfavourable result is shown too');
  assert.match(worse.about, /İşletmecinin yüklediği fiyatlar\.$/);
  assert.deepEqual([worse.counted, worse.nextLook], ['310 / 250', ''], 'after the last look');
  const better = describeHeadline({ ...headline, kind: 'better', source: 'iex' });
  assert.equal(better.verdict, 'Eşlenmiş girişlerden iyi.');
  assert.match(better.about, /Fiyat kaynağı: iex\.$/);
});

test('before the first look the proof shows how many rows are there and claims nothing', async (t) => {
  await show(t, <Words />);
  const next = { rows: 250, missing: 243, unpublished: 243, expected: null };
  const early = { ...headline, kind: 'early', settled: 7, look: null, next } as const;
  const said = describeHeadline(early);
  assert.deepEqual(
    [said.verdict, said.counted, said.difference, said.nextLook],
    ['Yanıt için erken.', '7 / 250', '', ''],
  );
  assert.match(said.about, /250 canlı koşulda; her biri bir yıllık/);
  const none = describeHeadline({ ...early, kind: 'none', settled: 0, next: null });
  assert.deepEqual([none.verdict, none.counted], ['Henüz yanıt yok.', '0 / 250']);
  // 7 of 250 rows on a rule of 540: 15.1 from its beginning at 10.
  assert.match(drawCounted(early), /<circle cx="25\.1"/);
  assert.match(drawCounted({ settled: 900, look, next: null }), /<circle cx="550\.0"/);
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
