import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawChart, type PictureSize, spread } from './chart-picture.ts';
import type { Snapshot, SnapshotCondition } from './snapshot.ts';

// Ten hourly bars in a picture of 196 by 152: the plot is 130 by 126, a bar is ten wide, and a unit of price is one
// pixel, since the prices from -6 to 106 take the 112 pixels from 14 to 126. So a price p has y = 120 - p, and bar i
// has x = 5 + 10 i.

const HOUR = 3_600_000;
const T = Date.UTC(2026, 10, 16);
const bars: Snapshot['bars'] = Array.from({ length: 10 }, (_, i) => ({
  d: T + i * HOUR,
  o: 40,
  h: i === 2 ? 100 : 60,
  l: i === 3 ? 0 : 30,
  c: i % 2 === 1 ? 50 : 35,
  v: 1,
}));
const condition: SnapshotCondition = {
  symbol: 'EURUSD',
  way: true,
  active: true,
  price: 45,
  range: 1,
  datetime: T + 4 * HOUR,
  sl: 20,
  tp1: 70,
  tp2: 95,
  expiry: T,
  setup: 'pivot',
  ended: null,
  endedAt: null,
  exit: null,
  tp1Hit: false,
};
const box = {
  kind: 'hayyam',
  term: 'short',
  p: { top: 80, middleUp: 70, middle: 60, middleDown: 50, bottom: 40 },
  d: {
    start: T + HOUR,
    fQuarter: T + 3 * HOUR,
    middle: T + 5 * HOUR,
    lQuarter: T + 7 * HOUR,
    end: T + 9 * HOUR,
  },
} as NonNullable<Snapshot['box']>;
const snapshot: Snapshot = {
  symbol: 'EURUSD',
  digits: 2,
  source: 'simulated',
  resolution: '60',
  bars,
  box: null,
  condition: null,
  cycle: null,
  computedAt: null,
  engineVersion: null,
};
const SIZE = { width: 196, height: 152 };
/** Returns the elements of a picture that match a pattern. */
const drawn = (more: Partial<Snapshot>, about: RegExp, size: PictureSize = SIZE): string[] =>
  drawChart({ ...snapshot, ...more }, size)
    .markup.split(/(?<=>)(?=<(?!\/))/)
    .filter((element) => about.test(element));

test('the grid has five lines, a price on each line without a tag, and days below', () => {
  // A sixth of 112 is 18.67; the middle lines are too near to the tag of the last close.
  assert.deepEqual(drawn({}, /grid|axis/), [
    '<path d="M0 107.3H130.0" stroke="var(--chart-grid)"/>',
    '<text x="138.0" y="111.3" fill="var(--chart-axis)">12,67</text>',
    '<path d="M0 88.7H130.0" stroke="var(--chart-grid)"/>',
    '<path d="M0 70.0H130.0" stroke="var(--chart-grid)"/>',
    '<path d="M0 51.3H130.0" stroke="var(--chart-grid)"/>',
    '<path d="M0 32.7H130.0" stroke="var(--chart-grid)"/>',
    '<text x="138.0" y="36.7" fill="var(--chart-axis)">87,33</text>',
    '<path d="M55.0 0V126.0" stroke="var(--chart-grid)"/>',
    '<text x="55.0" y="143.0" text-anchor="middle" fill="var(--chart-axis)">16 Kas</text>',
  ]);
  assert.equal(drawn({ condition }, /axis\)">\d+,/).length, 0, 'five tags leave no room');
  // Wider bars have a day every 96 pixels: with 20 a bar, every fifth bar from the third on.
  const wide = { width: 326, height: 152 };
  assert.deepEqual(
    drawn({}, /0V126/, wide).map((line) => /M(\S+) /.exec(line)?.[1]),
    ['50.0', '150.0'],
  );
  assert.equal(drawn({}, /0V126/, { width: 66 + 13 * 96, height: 152 }).length, 10);
});

test('a rising bar is hollow, a falling bar is filled, and wicks reach the high and the low', () => {
  assert.deepEqual(drawn({}, /candle/).slice(0, 8), [
    '<path d="M5.0 60.0V80.0M5.0 85.0V90.0" stroke="var(--candle-down)"/>',
    '<rect x="1.8" y="80.0" width="6.4" height="5.0" fill="var(--candle-down)" stroke="var(--candle-down)"/>',
    '<path d="M15.0 60.0V70.0M15.0 80.0V90.0" stroke="var(--candle-up)"/>',
    '<rect x="11.8" y="70.0" width="6.4" height="10.0" fill="var(--chart-bg)" stroke="var(--candle-up)"/>',
    '<path d="M25.0 20.0V80.0M25.0 85.0V90.0" stroke="var(--candle-down)"/>',
    '<rect x="21.8" y="80.0" width="6.4" height="5.0" fill="var(--candle-down)" stroke="var(--candle-down)"/>',
    '<path d="M35.0 60.0V70.0M35.0 80.0V120.0" stroke="var(--candle-up)"/>',
    '<rect x="31.8" y="70.0" width="6.4" height="10.0" fill="var(--chart-bg)" stroke="var(--candle-up)"/>',
  ]);
  const still = bars.map((bar, i) => (i === 0 ? { ...bar, c: 40 } : bar));
  assert.equal(
    drawn({ bars: still }, /candle/)[1],
    '<rect x="1.8" y="80.0" width="6.4" height="1.0" fill="var(--chart-bg)" stroke="var(--candle-up)"/>',
    'a bar that closes at its open is a line of a pixel, drawn as rising',
  );
  const widthAt = (width: number): string =>
    /width="(\S+)"/.exec(drawn({}, /<rect.*candle/, { width, height: 152 })[0] ?? '')?.[1] ?? '';
  assert.equal(widthAt(66 + 13 * 20), '9.0', 'never wider than nine pixels');
  assert.equal(widthAt(66 + 13 * 2), '2.0', 'never narrower than two');
});

test('the last close is a dotted line with a tag; without a condition it has the ring', () => {
  assert.deepEqual(drawn({}, /text-3|<rect.*(chart-bg\)"\/|--text\))|--bg\)|circle/), [
    '<path d="M0 70.0H130.0" stroke="var(--text-3)" stroke-dasharray="1 3"/>',
    '<rect x="132.0" y="61.5" width="62" height="17" rx="2" fill="var(--chart-bg)"/>',
    '<rect x="132.0" y="62.0" width="62" height="16" rx="2" fill="var(--text)"/>',
    '<text x="138.0" y="74.0" fill="var(--bg)">50,00</text>',
    '<circle cx="95.0" cy="70.0" r="6" fill="none" stroke="var(--brass)" stroke-width="2"/>',
  ]);
  assert.deepEqual(drawChart(snapshot, SIZE).target, { x: 95, y: 70 });
  assert.equal(drawn({ condition: { ...condition, active: false } }, /TP1|M45.*H130/).length, 0);
});

test('a condition has labelled lines, and tags seventeen pixels apart', () => {
  assert.deepEqual(drawn({ condition }, /M45.*H130|text-2/), [
    '<path d="M45.0 75.0H130.0" stroke="var(--chart-bg)" fill="none" stroke-width="4"/>',
    '<path d="M45.0 75.0H130.0" stroke="var(--up)" fill="none" stroke-width="2"/>',
    '<path d="M45.0 50.0H130.0" stroke="var(--up)" fill="none" stroke-width="1.4" stroke-dasharray="6 4"/>',
    '<path d="M45.0 25.0H130.0" stroke="var(--up)" fill="none" stroke-width="1.4" stroke-dasharray="6 4"/>',
    '<path d="M45.0 100.0H130.0" stroke="var(--down)" fill="none" stroke-width="1.4" stroke-dasharray="6 4"/>',
    '<text x="124.0" y="45.0" text-anchor="end" fill="var(--text-2)">TP1</text>',
    '<text x="124.0" y="20.0" text-anchor="end" fill="var(--text-2)">TP2</text>',
    '<text x="124.0" y="95.0" text-anchor="end" fill="var(--text-2)">SL</text>',
  ]);
  const tagsOf = (way: boolean): string[] =>
    drawn({ condition: { ...condition, way } }, /rx="2" fill="var\(--(?!chart)|x="138/).map((tag) =>
      tag.replace(/<(\w+) x="\S+" y="(\S+)".*?fill="(\S+)"(?:\/>|>(.*)<.*)/, '$2 $3 $4'),
    );
  assert.deepEqual(tagsOf(true), [
    '17.0 var(--up-bg) ',
    '29.0 var(--up) 95,00',
    '42.0 var(--up-bg) ',
    '54.0 var(--up) 70,00',
    '62.0 var(--text) ',
    '74.0 var(--bg) 50,00',
    '79.0 var(--up-bg) ',
    '91.0 var(--up) 45,00',
    '96.0 var(--down-bg) ',
    '108.0 var(--down-text) 20,00',
  ]);
  assert.deepEqual(tagsOf(false).slice(6, 8), [
    '79.0 var(--down-bg) ',
    '91.0 var(--down-text) 45,00',
  ]);
  assert.equal(
    drawn({ condition: { ...condition, way: false } }, /stroke-width="2"\/>$/)[0],
    '<path d="M45.0 75.0H130.0" stroke="var(--down)" fill="none" stroke-width="2"/>',
  );
  assert.deepEqual(drawChart({ ...snapshot, condition }, SIZE).target, { x: 45, y: 75 });
  const early = { ...condition, datetime: T - 90 * HOUR };
  assert.deepEqual(drawChart({ ...snapshot, condition: early }, SIZE).target, { x: 5, y: 75 });
});

test('targets cover the last fourteen bars and sixty pixels; entry and stop begin at the signal', () => {
  const long = Array.from({ length: 60 }, (_, i) => ({
    ...(bars[i % 10] ?? assert.fail()),
    d: T + i * HOUR,
  }));
  const wide = { width: 66 + 630, height: 152 };
  const lines = drawn({ bars: long, condition }, /H630.*stroke-width="(2|1\.4)"/, wide);
  assert.deepEqual(
    lines.map((line) => /d="(\S+)/.exec(line)?.[1]),
    // 630 less 14 bars of ten and 60 is 430.
    ['M45.0', 'M430.0', 'M430.0', 'M45.0'],
  );
});

test('a box has its fill, outline, middles, quarters, graduation and name', () => {
  assert.deepEqual(drawn({ box }, /hayyam/), [
    '<rect x="15.0" y="40.0" width="80.0" height="40.0" fill="var(--bx-hayyam)" opacity="var(--box-fill)"/>',
    '<rect x="15.0" y="40.0" width="80.0" height="40.0" stroke="var(--hayyam-l)" fill="none" stroke-width="1.5"/>',
    '<path d="M15.0 60.0H95.0M55.0 40.0V80.0" stroke="var(--hayyam-l)" fill="none" stroke-width="1.1" opacity=".85"/>',
    '<path d="M15.0 50.0H95.0M15.0 70.0H95.0M35.0 40.0V80.0M75.0 40.0V80.0" stroke="var(--hayyam-l)" fill="none" stroke-dasharray="2 4" opacity=".75"/>',
    // Sixteen steps of two and a half.
    '<path d="M15.0 40.0h7M15.0 42.5h2.5M15.0 45.0h4.5M15.0 47.5h2.5M15.0 50.0h7M15.0 52.5h2.5M15.0 55.0h4.5M15.0 57.5h2.5M15.0 60.0h7M15.0 62.5h2.5M15.0 65.0h4.5M15.0 67.5h2.5M15.0 70.0h7M15.0 72.5h2.5M15.0 75.0h4.5M15.0 77.5h2.5M15.0 80.0h7" stroke="var(--hayyam-l)" fill="none"/>',
    '<rect x="15.0" y="18.0" width="64" height="18" rx="3" fill="var(--hayyam-b)"/>',
    '<rect x="21.0" y="23.0" width="8" height="8" rx="1.5" fill="var(--bx-hayyam)"/>',
    '<text x="34.0" y="31.0" fill="var(--hayyam-t)">Hayyam</text>',
  ]);
});

test('a box that ends after the last bar extends the plot, by four tenths of the bars at most', () => {
  const until = (hours: number): number[] => {
    const shown = { ...box, d: { ...box.d, end: T + hours * HOUR } };
    const [area = ''] = drawn({ box: shown }, /bx-hayyam\)" opacity/);
    return [/x="(\S+)"/, /width="(\S+)"/].map((part) => Number(part.exec(area)?.[1]));
  };
  // Two hours more: fifteen bars in 130 pixels instead of thirteen.
  const place = 130 / 15;
  const [left = 0, width = 0] = until(11);
  assert.ok(Math.abs(left - 1.5 * place) < 0.06 && Math.abs(width - 10 * place) < 0.06);
  // Forty hours more: seventeen bars, and the box is cut at the end of the plot.
  const [farLeft = 0, farWidth = 0] = until(49);
  assert.ok(Math.abs(farLeft - (1.5 * 130) / 17) < 0.06);
  assert.ok(Math.abs(farLeft + farWidth - 130) < 0.06);
});

test('a bare picture has no axis, dates, words and tags, and fills its place', () => {
  // 110 by 126 gives the same bar widths and heights as the other picture.
  const bare = { width: 110, height: 126, bare: true };
  const all = drawChart({ ...snapshot, condition, box }, bare);
  assert.ok(!all.markup.includes('<text') && !all.markup.includes('rx='));
  assert.deepEqual(all.target, { x: 45, y: 75 });
  assert.ok(all.markup.includes('M0 70.0H110.0'));
});

test('times between two bars are drawn between them; with fewer than two bars there is no picture', () => {
  const at = (datetime: number): number | undefined =>
    drawChart({ ...snapshot, condition: { ...condition, datetime } }, SIZE).target?.x;
  assert.equal(at(T + 4.5 * HOUR), 50);
  assert.equal(at(T + 9 * HOUR), 95);
  assert.equal(at(T + 10.5 * HOUR), 110);
  assert.equal(at(T + 90 * HOUR), 130, 'the end of the plot');
  const night = bars.map((bar, i) => (i === 0 ? { ...bar, d: bar.d - 9 * HOUR } : bar));
  const early = { ...condition, datetime: T - 4 * HOUR };
  assert.equal(drawChart({ ...snapshot, bars: night, condition: early }, SIZE).target?.x, 10);
  assert.equal(drawChart({ ...snapshot, bars: bars.slice(0, 1) }, SIZE).target, null);
  assert.notEqual(drawChart({ ...snapshot, bars: bars.slice(0, 2) }, SIZE).target, null);
  const flat = bars.map((bar) => ({ ...bar, o: 5, h: 5, l: 5, c: 5 }));
  // One unit beyond each side: the middle of the plot.
  assert.equal(drawChart({ ...snapshot, bars: flat }, SIZE).target?.y, 70);
});

test('without a fixed tag, the first tag keeps its position', () => {
  const ys = (list: Parameters<typeof spread>[0]) => spread(list).map(({ y }) => y);
  assert.deepEqual(ys([{ y: 10 }, { y: 12 }]), [10, 27]);
  assert.deepEqual(ys([{ y: 27 }, { y: 10 }, { y: 50 }]), [10, 27, 50]);
  assert.deepEqual(ys([{ y: 10 }, { y: 27, fixed: true }, { y: 44 }]), [10, 27, 44]);
  assert.deepEqual(ys([]), []);
});
