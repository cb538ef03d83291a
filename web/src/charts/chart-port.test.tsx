import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Bar } from '@rasat/engine';
import { listFutureOpens } from './axis/future.ts';
import { listMissingOpens } from './axis/missing.ts';
import { createTimeLabels } from './axis/time-labels.ts';
import { createChartPort } from './chart-port.ts';
import type { BoxInk, Palette } from './palette.ts';
import type { ChartSeries, ChartSetup, Selection } from './port.ts';
import type { Drawing } from './scene/drawing.ts';
import { plateText } from './scene/frame.ts';
import { horizontal } from './scene/line.ts';
import { Z } from './scene/z.ts';
import { openCanvases } from './testing/canvas.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 5);
const ink = (name: string): BoxInk => ({
  fill: `${name} fill`,
  line: `${name} line`,
  tint: `${name} tint`,
  text: `${name} text`,
});
const palette: Palette = {
  font: 'Inter',
  background: '#000000',
  grid: '#111111',
  axisText: '#aaaaaa',
  axisLine: '#222222',
  cross: '#333333',
  crossTag: '#444444',
  text: '#ffffff',
  candleUp: '#00ff00',
  candleDown: '#ff0000',
  up: 'up',
  upTint: 'upTint',
  down: 'down',
  downText: 'downText',
  downTint: 'downTint',
  brass: 'brass',
  warn: '#ffb000',
  warnLine: '#806000',
  brassTint: 'brassTint',
  boxFill: 0.1,
  boxes: {
    hayyam: ink('hayyam'),
    '52': ink('52'),
    '144': ink('144'),
    '36': ink('36'),
    crystal: ink('crystal'),
  },
  coneFill: 0.1,
  cone: ink('cone'),
};
const makeBars = (count: number, endMs = START): Bar[] =>
  Array.from({ length: count }, (_, i) => ({
    openTimeMs: endMs - (count - 1 - i) * HOUR,
    open: 100,
    high: 110,
    low: 90,
    close: 104,
    volume: 0,
  }));
const series = (bars: readonly Bar[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  symbol: { name: 'X', category: 'crypto', digits: 2 },
  resolution: '60',
  fx: false,
  bars,
  futureOpens: (afterMs, untilMs, count) =>
    listFutureOpens('always', '60', afterMs, untilMs, count),
  missingOpens: (afterMs, beforeMs) => listMissingOpens('always', '60', afterMs, beforeMs),
  ...more,
});
/** A chart of 800 by 400 pixels: its plot is 738 by 372. Shown bars are named by their hours from the last one. */
function open(t: TestContext, more: Partial<ChartSetup> = {}, width = 800) {
  const canvases = openCanvases(t);
  const element = document.createElement('div');
  document.body.append(element);
  Object.defineProperty(element, 'clientWidth', { value: width });
  element.getBoundingClientRect = () => new DOMRect(0, 0, width, 400);
  const reports: unknown[] = [];
  const picked: (Selection | null)[] = [];
  const points: (number | null)[] = [];
  const port = createChartPort({
    element,
    reducedMotion: false,
    coarsePointer: false,
    palette,
    labels: createTimeLabels('tr', '60', 'always'),
    formatPrice: (price) => price.toFixed(2),
    events: {
      onBar: (bar, previous) =>
        reports.push(bar ? `bar ${hourOf(bar)} at ${bar.close} after ${previous}` : 'no bar'),
      onPoint: (price) => points.push(price),
      onPick: (selection) => picked.push(selection),
      onNeedOlder: () => reports.push('older'),
      onLatest: (inView) => reports.push(inView ? 'latest in view' : 'latest out of view'),
    },
    ...more,
  });
  let gone = false;
  const leave = (): void => {
    if (!gone) port.remove();
    gone = true;
    element.remove();
  };
  t.after(leave);
  const pane = element.querySelectorAll('canvas')[1];
  assert.ok(pane);
  return {
    port,
    element,
    canvases,
    leave,
    picked,
    points,
    reports: () => reports.splice(0),
    /** The output of the next frames; of the last one where several paint the same. */
    paint: () => {
      canvases.take();
      canvases.run();
      return canvases.take();
    },
    mouse: (kind: string, x = 0, y = 0) =>
      pane.dispatchEvent(
        new MouseEvent(kind, { clientX: x, clientY: y, bubbles: true, cancelable: true }),
      ),
    /** The brass frame around a marked bar: its left border and the heights of its two ends. */
    markedBar: (hours: number) => {
      port.highlight(START + hours * HOUR);
      canvases.take();
      canvases.run();
      const frame = canvases.take().findLast((line) => line.startsWith('brass 1.5'));
      const [, x, y, height] = /@1 (\S+),(\S+) \S+ x (\S+)/.exec(frame ?? '') ?? [];
      return frame === undefined
        ? null
        : { left: Number(x) + 1, top: Number(y) + 4, bottom: Number(y) + Number(height) - 4 };
    },
  };
}

const hourOf = (bar: Bar): number => (bar.openTimeMs - START) / HOUR;
const inks = (name: string) => ({ back: `${name} tint`, text: `${name} text` });
/** Dashed lines over the whole plot with plates and tags. */
const levels = (...prices: readonly number[]): Drawing => ({
  id: 'levels.144',
  startMs: 0,
  targets: prices.map((price) => ({ drawing: 'levels.144', part: `p${price}`, at: { price } })),
  runOf: (_, { width }) => [0, width],
  contains: null,
  extent: { prices, fromMs: null, toMs: null },
  tagPrices: prices,
  paint: (frame, { hoveredTarget }) => ({
    passes: prices.map((price) => ({
      z: Z.boxLevels,
      paint: (brush) =>
        horizontal(brush, frame.y(price), 0, frame.width, {
          color: '144 line',
          width: hoveredTarget === `levels.144/p${price}` ? 2 : 1.25,
          dash: [3, 3],
        }),
    })),
    plates: prices.map((price) => {
      const text = plateText(`L${price}`, price, frame);
      const place = { x: 10, y: frame.y(price) - 8, width: frame.textWidth(text) + 21, height: 16 };
      return { ...place, slide: 'right', text, ink: inks('144') };
    }),
    tags: prices.map((price) => ({ price, ...inks('144') })),
  }),
});
/** A body from 94 to 102, forty hours long, with a line at 103 before the candles. */
const bodyUntil = (endMs: number, startMs = endMs - 40 * HOUR): Drawing => ({
  id: 'body',
  startMs,
  targets: [],
  runOf: (_, { width }) => [0, width],
  contains: () => false,
  extent: { prices: [93, 103], fromMs: startMs, toMs: endMs },
  tagPrices: [103, 93],
  paint: (frame) => ({
    passes: [
      {
        z: Z.boxFill,
        paint: ({ ctx }) => {
          const [left, top] = [frame.x(startMs), frame.y(102)];
          ctx.fillStyle = '52 fill';
          ctx.fillRect(left, top, frame.x(endMs) - left, frame.y(94) - top);
        },
      },
      {
        z: Z.tradeLines,
        paint: (brush) =>
          horizontal(brush, frame.y(103), 0, frame.width, { color: 'up', width: 2 }),
      },
    ],
    plates: [],
    tags: [
      { price: 103, ...inks('52') },
      { price: 93, ...inks('52') },
    ],
  }),
});

/** The current lines, once each. */
const only = (lines: readonly string[], pattern: RegExp): string[] => [
  ...new Set(lines.filter((line) => pattern.test(line))),
];

test('a chart begins with its last bar at four fifths, and reports it with the close before', (t) => {
  const { port, reports, paint, markedBar, element } = open(t);
  port.load(series(makeBars(200)), false);
  assert.deepEqual(reports(), ['bar 0 at 104 after 104']);
  const lines = paint();
  // 22 of 100 parts of the 105 places are for the future: 23 places of 7 pixels at the right.
  assert.equal(markedBar(0)?.left, 738 - 23 * 7 - 8);
  assert.equal(markedBar(-10)?.left, 569 - 70);
  // A ninth of 100 parts is free above, a seventh below.
  assert.ok(Math.abs((markedBar(0)?.top ?? 0) - 372 * 0.09) < 1);
  assert.ok(Math.abs((markedBar(0)?.bottom ?? 0) - 372 * 0.93) < 1.5);
  assert.deepEqual(
    only(lines, /^text \S+ "\d+ Oca"/).length,
    5,
    'days of Istanbul on the time axis',
  );
  assert.deepEqual(
    only(lines, /^text #aaaaaa "1\d\d\.00"/).map((line) => line.slice(14, 20)),
    ['100.00', '102.00', '106.00', '108.00', '110.00', '112.00', '104.00'].toSorted(
      (a, b) => Number(a) - Number(b),
    ),
  );
  assert.deepEqual(only(lines, /\[2 3\]/), ['#00ff00 1 [2 3] @1 0,126.5 > 738,126.5']);
  assert.deepEqual(only(lines, /640 12px/), ['text #000000 "104.00" 8,127.5 640 12px Inter']);
  assert.equal(element.style.touchAction, 'none');
});

test('a narrow page leaves more room above for two lines of figures', (t) => {
  const narrow = open(t, {}, 599);
  narrow.port.load(series(makeBars(200)), false);
  narrow.paint();
  assert.ok(Math.abs((narrow.markedBar(0)?.top ?? 0) - 372 * 0.14) < 1);
  const wide = open(t, {}, 600);
  wide.port.load(series(makeBars(200)), false);
  wide.paint();
  assert.ok(Math.abs((wide.markedBar(0)?.top ?? 0) - 372 * 0.09) < 1);
});

test('the wheel moves and stretches a chart that fills the page', (t) => {
  const { port, paint, markedBar, element, reports } = open(t);
  port.load(series(makeBars(200)), false);
  paint();
  const wheel = (turn: WheelEventInit): void => {
    element.firstElementChild?.dispatchEvent(
      new WheelEvent('wheel', { bubbles: true, cancelable: true, ...turn }),
    );
    paint();
  };
  wheel({ deltaX: -600 });
  assert.ok((markedBar(0)?.left ?? 0) > 738, 'out of view at the right');
  assert.deepEqual(reports().slice(-1), ['latest out of view']);
  port.showLatest();
  paint();
  assert.equal(markedBar(0)?.left, 569);
  reports();
  // A wheel's step of 100 is 80 pixels: 180 pixels lead from four fifths to the place after the last bar but two.
  wheel({ deltaX: -225 });
  const left = markedBar(0)?.left ?? 0;
  assert.ok(left > 738 + 7 && left < 738 + 14, `${left}`);
  assert.deepEqual(reports(), ['latest out of view']);
  wheel({ deltaX: 20 });
  assert.ok(reports().includes('latest in view'));
  assert.deepEqual(reports(), []);
  port.showLatest();
  paint();
  reports();
  wheel({ deltaX: -600 });
  port.showLatest();
  paint();
  assert.ok(reports().includes('latest in view'));
  const widthBefore = (markedBar(0)?.left ?? 0) - (markedBar(-1)?.left ?? 0);
  wheel({ deltaY: -100, clientX: 300 });
  assert.ok((markedBar(0)?.left ?? 0) - (markedBar(-1)?.left ?? 0) > widthBefore);
});

test('a bar is marked while the instant lies in it', (t) => {
  const { port, paint, markedBar } = open(t);
  assert.equal(markedBar(0), null, 'nothing is loaded');
  port.load(series(makeBars(200)), false);
  paint();
  assert.deepEqual(markedBar(-0.5), markedBar(-1));
  assert.deepEqual(markedBar(0.99), markedBar(0));
  assert.equal(markedBar(1), null, 'a bar to come');
  assert.equal(markedBar(-200), null, 'before the first');
  assert.ok(markedBar(-199));
  port.highlight(START - 3 * HOUR);
  const lines = paint();
  // Its place is seven pixels wide, its frame one more at each side and four above and below.
  assert.deepEqual(only(lines, /brass/), [
    'fill brass @0.14 548,0 7 x 372',
    'brass 1.5 @1 547,29.5 9 x 319.5',
  ]);
  port.highlight(null);
  assert.deepEqual(only(paint(), /brass/), []);
});

test('older bars are requested when fewer than sixty lie left of the view', (t) => {
  const { port, reports, paint } = open(t);
  const requestsOlder = (count: number): boolean => {
    port.load(series(makeBars(count)), false);
    const asked = reports().includes('older');
    paint();
    reports();
    return asked;
  };
  // 82 bars are in view.
  assert.equal(requestsOlder(142), true);
  assert.equal(requestsOlder(143), false);
  assert.equal(requestsOlder(1), true);
  port.load(series([]), false);
  assert.deepEqual(reports(), ['no bar'], 'without bars there are no older ones');
});

test('an older page is put in front without moving the view or the crosshair', (t) => {
  const { port, reports, paint, markedBar } = open(t);
  port.load(series(makeBars(142)), false);
  paint();
  port.stepCrosshair(-5);
  paint();
  reports();
  const before = markedBar(0);
  port.prepend(makeBars(100, START - 142 * HOUR));
  assert.ok(!reports().includes('older'), 'there are enough now');
  assert.deepEqual(markedBar(0), before);
  assert.equal(port.bars().length, 242);
  assert.equal(port.anchorTimeMs(), START - 5 * HOUR);
  assert.ok(markedBar(-241));
  assert.equal(port.stepCrosshair(-1)?.openTimeMs, START - 6 * HOUR);
  // Still too few.
  port.load(series(makeBars(20)), false);
  reports();
  port.prepend(makeBars(10, START - 20 * HOUR));
  assert.ok(reports().includes('older'));
  // Also put in front of bars that wait for their paint.
  port.load(series(makeBars(600)), false);
  port.prepend(makeBars(50, START - 600 * HOUR));
  assert.deepEqual([port.bars().length, port.bars()[0]?.openTimeMs], [650, START - 649 * HOUR]);
});

test('the first paint of a long history does not wait for the bars that lie far before the view', (t) => {
  const { port, canvases, markedBar, reports } = open(t);
  // 106 places in view and twice 60 more; of 526 bars that leaves 300, which are worth a second paint.
  port.load(series(makeBars(525)), false);
  assert.equal(canvases.waiting(), 1);
  port.load(series(makeBars(526)), false);
  assert.equal(canvases.waiting(), 2);
  reports();
  port.highlight(START - 525 * HOUR);
  canvases.take();
  canvases.run(2);
  assert.deepEqual(only(canvases.take(), /brass/), [], 'not there yet');
  assert.deepEqual(reports(), [], 'and the bars that wait are not requested again');
  canvases.run();
  assert.ok(markedBar(-525));
  port.load(series(makeBars(1000)), false);
  assert.equal(port.bars().length, 1000, 'all of them on request');
  port.load(series(makeBars(1000)), true);
  canvases.run(1);
  assert.ok(markedBar(-999), 'a view that stays has them at once');
});

test('a series that is read again keeps the view, another one resets it', (t) => {
  const { port, paint, markedBar } = open(t);
  port.load(series(makeBars(300)), false);
  paint();
  port.stepCrosshair(-200);
  paint();
  const before = markedBar(-200);
  assert.notEqual(before?.left, 569 - 1400);
  port.load(series(makeBars(300)), true);
  paint();
  assert.deepEqual(markedBar(-200), before);
  port.load(series(makeBars(300)), false);
  paint();
  assert.equal(markedBar(0)?.left, 569);
});

test('the crosshair reports its bar, and the last one when the pointer leaves', (t) => {
  const { port, reports, paint, mouse } = open(t);
  port.load(series(makeBars(200)), false);
  paint();
  reports();
  mouse('mouseenter', 500, 100);
  mouse('mousemove', 500, 100);
  assert.deepEqual(reports(), ['bar -10 at 104 after 104']);
  mouse('mousemove', 501, 120);
  assert.deepEqual(reports(), [], 'the same bar is reports once');
  assert.equal(port.anchorTimeMs(), START - 10 * HOUR);
  const lines = paint();
  assert.ok(lines.some((line) => line.includes('"4 Oca 2026 17:00"')));
  mouse('mousemove', 700, 120);
  assert.deepEqual(reports(), ['bar 0 at 104 after 104'], 'the time to come shows the last bar');
  mouse('mouseleave');
  assert.equal(port.anchorTimeMs(), START);
});

test('the crosshair reports its price once a frame, and none beside the plot', (t) => {
  const { port, canvases, points, mouse } = open(t);
  port.load(series(makeBars(200)), false);
  canvases.run();
  points.splice(0);
  mouse('mouseenter', 500, 100);
  mouse('mousemove', 500, 100);
  mouse('mousemove', 500, 130);
  assert.deepEqual(points, [], 'not before the frame');
  canvases.run();
  assert.equal(points.length, 1);
  const [price] = points.splice(0);
  // 110 and 90 are the ends of the bars, with 9 per cent of 372 pixels above and 7 per cent below.
  const expected = 110 - ((130 - 0.09 * 372) / (0.84 * 372)) * 20;
  assert.ok(Math.abs((price ?? 0) - expected) < 0.1, `${price} instead of ${expected}`);
  mouse('mousemove', 520, 130);
  canvases.run();
  assert.deepEqual(points.splice(0), [], 'the same price is reported once');
  mouse('mouseleave');
  canvases.run();
  assert.deepEqual(points.splice(0), [null]);
  port.stepCrosshair(-3);
  canvases.run();
  assert.deepEqual(points.splice(0), [104], 'the keyboard points at the close');
  port.clearCrosshair();
  canvases.run();
  assert.deepEqual(points.splice(0), [null]);
});

test('the keyboard moves the crosshair, also into the future, and the view follows', (t) => {
  const { port, reports, paint, markedBar } = open(t);
  assert.equal(port.stepCrosshair(1), null, 'nothing is loaded');
  assert.equal(port.anchorTimeMs(), 0);
  port.load(series(makeBars(200)), false);
  paint();
  reports();
  assert.equal(port.stepCrosshair(-3)?.openTimeMs, START - 3 * HOUR);
  assert.deepEqual(reports(), ['bar -3 at 104 after 104']);
  assert.equal(markedBar(0)?.left, 569, 'the view stays');
  assert.ok(port.stepCrosshair(2));
  assert.equal(port.anchorTimeMs(), START - HOUR);
  assert.equal(port.stepCrosshair(3), null);
  assert.equal(port.anchorTimeMs(), START + 2 * HOUR, 'there is no bar at this place yet');
  port.clearCrosshair();
  assert.equal(port.anchorTimeMs(), START);
  reports();
  // One bar after another over the left border of the view.
  for (let step = 1; step <= 90; step += 1) {
    port.stepCrosshair(-1);
    paint();
    assert.equal(port.anchorTimeMs(), START - step * HOUR);
  }
  const walked = reports();
  assert.equal(walked.at(-1), 'bar -90 at 104 after 104');
  assert.equal(markedBar(-90)?.left, 7 - 1, 'one place from the border');
  port.stepCrosshair(-1000);
  paint();
  assert.equal(port.anchorTimeMs(), START - 199 * HOUR);
  port.stepCrosshair(1000);
  paint();
  assert.equal(
    port.anchorTimeMs(),
    START + 120 * HOUR,
    'a hundred and twenty places are made for the time to come',
  );
});

test('a price moves the last bar, is painted once a frame, and a late or broken one is ignored', async (t) => {
  const { port, reports, paint, canvases, markedBar } = open(t);
  paint();
  port.applyTick({ timeMs: START, price: 1 });
  assert.equal(canvases.waiting(), 0, 'nothing is loaded');
  port.load(series(makeBars(200)), false);
  paint();
  reports();
  port.applyTick({ timeMs: START - 1, price: 120 });
  port.applyTick({ timeMs: START + 1, price: Number.NaN });
  assert.equal(canvases.waiting(), 0);
  port.applyTick({ timeMs: START + 1, price: 112 });
  port.applyTick({ timeMs: START + 2, price: 99 });
  assert.equal(canvases.waiting(), 1);
  assert.deepEqual(reports(), []);
  // A composed scene is reused within one paint only.
  await Promise.resolve();
  const lines = paint();
  assert.deepEqual(reports(), ['bar 0 at 99 after 104']);
  // Under its opening it falls.
  assert.deepEqual(only(lines, /\[2 3\]/).length, 1);
  assert.match(only(lines, /\[2 3\]/)[0] ?? '', /^#ff0000 1/);
  assert.ok(only(lines, /640 12px/)[0]?.includes('"99.00"'));
  assert.ok((markedBar(-1)?.top ?? 0) > 40, 'the scale took the new high in');
  assert.deepEqual([port.bars().at(-1)?.high, port.bars().at(-1)?.low], [112, 90]);
  port.applyTick({ timeMs: START + HOUR, price: 100 });
  port.applyTick({ timeMs: START + HOUR, price: 100 });
  paint();
  assert.deepEqual(reports(), ['bar 1 at 100 after 99']);
  assert.equal(port.bars().length, 201);
  assert.equal(markedBar(1)?.left, 569, 'the view goes along');
});

test('a price that opens a bar while the chart is read back leaves the view where it is', (t) => {
  const { port, paint, markedBar } = open(t);
  port.load(series(makeBars(300)), false);
  paint();
  port.stepCrosshair(-200);
  paint();
  const before = markedBar(-200);
  port.applyTick({ timeMs: START + HOUR, price: 300 });
  paint();
  assert.deepEqual(markedBar(-200), before, 'nor does a bar out of view change the scale');
});

test('a stale price is grey', (t) => {
  const { port, paint } = open(t);
  port.load(series(makeBars(200)), false);
  paint();
  port.setStale(true);
  const lines = paint();
  assert.deepEqual(only(lines, /\[2 3\]/), ['#aaaaaa 1 [2 3] @1 0,126.5 > 738,126.5']);
  port.setStale(false);
  assert.match(only(paint(), /\[2 3\]/)[0] ?? '', /^#00ff00/);
});

test('drawings are painted behind and before the candles, widen the scale, and have tags on the axis', (t) => {
  const { port, paint, markedBar, canvases } = open(t);
  port.load(series(makeBars(200)), false);
  paint();
  port.setDrawings([]);
  assert.equal(canvases.waiting(), 0, 'nothing to nothing is no paint');
  port.setDrawings([levels(100, 120)]);
  const lines = paint();
  assert.deepEqual(only(lines, /^144 line/), [
    '144 line 1.25 [3 3] @1 0,241.5 > 738,241.5',
    '144 line 1.25 [3 3] @1 0,33.5 > 738,33.5',
  ]);
  assert.deepEqual(only(lines, /520 12px/), [
    'text 144 text "120.00" 8,33.5 520 12px Inter',
    'text 144 text "100.00" 8,241.5 520 12px Inter',
  ]);
  // A plate is as wide as the eleven letters of "L120 120.00", six pixels each, and its mark.
  assert.ok(lines.includes('fill 144 tint @1 plate 10,25 87 x 16 2'));
  assert.ok((markedBar(0)?.top ?? 0) > 130, 'the candles make room for what lies above');
  port.setDrawings([bodyUntil(START)]);
  const boxed = paint();
  const fill = boxed.indexOf('fill 52 fill @1 289,158.1 280 x 124.6');
  const candle = boxed.findIndex((line, at) => at > fill && line.startsWith('fill #00ff00'));
  const trade = boxed.findIndex((line) => line.startsWith('up 2 @1'));
  assert.ok(fill >= 0 && candle > fill && trade > candle, `${fill} ${candle} ${trade}`);
  port.setDrawings([]);
  assert.deepEqual(only(paint(), /(52|144) (line|fill|tint|text)/), []);
  assert.ok(Math.abs((markedBar(0)?.top ?? 0) - 33.5) < 1);
});

test('the time axis of a market with sessions names its days, Monday after a weekend like any other', (t) => {
  // Forex until Monday, 23 November 2026, 20:00 UTC; Friday's last bar opens at midnight of Istanbul's Saturday.
  const opens = listFutureOpens(
    'forex',
    '60',
    Date.UTC(2026, 10, 17),
    Date.UTC(2026, 10, 23, 20),
    0,
  );
  const { port, paint } = open(t, { labels: createTimeLabels('tr', '60', 'forex') });
  port.load(
    series(
      opens.map((openTimeMs) => ({ ...(makeBars(1)[0] as Bar), openTimeMs })),
      {
        fx: true,
        futureOpens: (afterMs, untilMs, count) =>
          listFutureOpens('forex', '60', afterMs, untilMs, count),
        missingOpens: (afterMs, beforeMs) => listMissingOpens('forex', '60', afterMs, beforeMs),
      },
    ),
    false,
  );
  const words = only(paint(), /^text #aaaaaa "(\d+ |\d+:)/).map((line) => line.split('"')[1]);
  const dates = words.filter((word) => !word?.includes(':'));
  assert.deepEqual(dates, ['19 Kas', '20 Kas', '23 Kas', '24 Kas']);
});

test('a drawing that reaches into the future has places on the calendar of its market', (t) => {
  const { port, paint } = open(t);
  // The week of forex ends on Friday 9 January 2026 at 22:00 UTC.
  const end = Date.UTC(2026, 0, 9, 20);
  const opens: number[][] = [];
  port.load(
    series(makeBars(200, end), {
      fx: true,
      futureOpens: (afterMs, untilMs, count) => {
        opens.push([(afterMs - end) / HOUR, (untilMs - end) / HOUR, count]);
        return listFutureOpens('forex', '60', afterMs, untilMs, count);
      },
    }),
    false,
  );
  paint();
  const monday = Date.UTC(2026, 0, 12);
  port.setDrawings([bodyUntil(monday, end - 40 * HOUR)]);
  const lines = paint();
  assert.deepEqual(opens.at(-1), [0, 52, 120]);
  const [, left, width] =
    /^fill 52 fill @1 (\S+),\S+ (\S+) x/.exec(only(lines, /^fill 52 fill @1/)[0] ?? '') ?? [];
  // Places between: the bars left of Friday's and those from Sunday's opening, and no weekend of 48 hours.
  assert.equal(left, '289');
  assert.ok(Number(width) < 50 * 7 && Number(width) > 41 * 7, width);
});

/** The horizontal extent of a hatched gap; null without one. */
function gapOf(lines: readonly string[]): { left: number; right: number } | null {
  const hatch = lines.findLast((line) => line.startsWith('#aaaaaa 1 @0.25'));
  const xs = Array.from(hatch?.matchAll(/(-?[\d.]+),-?[\d.]+/g) ?? [], ([, x]) => Number(x));
  return xs.length > 0 ? { left: Math.min(...xs), right: Math.max(...xs) } : null;
}

test('missing bars keep their places, hatched, and the crosshair reports them', (t) => {
  const { port, paint, markedBar, reports } = open(t);
  const hours = new Set([-10, -9, -8]);
  port.load(series(makeBars(200).filter((bar) => !hours.has(hourOf(bar)))), false);
  const [before, after] = [markedBar(-11)?.left ?? 0, markedBar(-7)?.left ?? 0];
  assert.equal(after - before, 4 * 7, 'three places of seven pixels lie between');
  assert.equal(markedBar(-9), null);
  assert.deepEqual(gapOf(paint()), null, 'nothing changed');
  port.setStale(true);
  const gap = gapOf(paint());
  // The mark of a bar begins where its place does.
  assert.ok(Math.abs((gap?.left ?? 0) - (before + 7)) <= 1, `${gap?.left} after ${before}`);
  assert.ok(Math.abs((gap?.right ?? 0) - after) <= 1, `${gap?.right} before ${after}`);
  reports();
  assert.equal(port.stepCrosshair(-9), null);
  assert.deepEqual(reports(), ['no bar']);
  assert.equal(port.anchorTimeMs(), START - 9 * HOUR);
  assert.equal(hourOf(port.stepCrosshair(2) as Bar), -7);
  assert.deepEqual(reports(), ['bar -7 at 104 after 104']);
  assert.equal(port.bars().length, 197);
});

test('bars of one price each are joined by a line, across missing ones; other bars are not', (t) => {
  const { port, paint } = open(t);
  const joined = () => paint().find((line) => line.startsWith(`${palette.axisText} 1 @1 `));
  const rates = makeBars(12).map((bar, i) => {
    const price = 100 + (i % 3);
    return { ...bar, open: price, high: price, low: price, close: price };
  });
  port.load(series(rates.filter((bar) => hourOf(bar) !== -4)), false);
  const points = (line = '') =>
    Array.from(line.matchAll(/(-?[\d.]+),(-?[\d.]+)/g), ([, x, y]) => [Number(x), Number(y)]);
  const drawn = points(joined());
  assert.equal(drawn.length, 11, 'each bar is a point');
  const heights = [...new Set(drawn.map(([, y]) => y))];
  assert.equal(heights.length, 3, 'at its price');
  port.load(series(makeBars(12)), false);
  assert.equal(joined(), undefined);
});

test('a gap between an older page and the known bars, and one before a new bar, have places', (t) => {
  const { port, markedBar } = open(t);
  port.load(series(makeBars(40)), false);
  port.prepend(makeBars(40, START - 42 * HOUR));
  const width = (from: number, to: number) =>
    (markedBar(to)?.left ?? 0) - (markedBar(from)?.left ?? 0);
  assert.equal(width(-42, -39), 3 * 7);
  port.applyTick({ timeMs: START + 4 * HOUR, price: 105 });
  assert.equal(width(0, 4), 4 * 7);
  assert.equal(width(-42, 4), 46 * 7);
});

test('a line is chosen within seven pixels, by a coarse pointer within sixteen, and a click beside it clears the choice', (t) => {
  const { port, paint, mouse, picked } = open(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const click = (x: number, y: number): void => {
    for (const kind of ['mouseenter', 'mousemove', 'mousedown', 'mouseup', 'click']) {
      mouse(kind, x, y);
    }
  };
  port.load(series(makeBars(200)), false);
  port.setDrawings([levels(100, 120)]);
  paint();
  click(500, 235);
  const target = { drawing: 'levels.144', part: 'p100', at: { price: 100 } };
  assert.equal(picked.length, 1);
  assert.deepEqual(picked[0]?.target, target);
  assert.equal(picked[0]?.timeMs, START - 10 * HOUR);
  // Six pixels above the line of 100; ten units of price are 104 pixels.
  assert.ok(Math.abs((picked[0]?.price ?? 0) - 100.6) < 0.1);
  // Past the time of a double click.
  t.mock.timers.tick(1000);
  click(200, 233);
  assert.equal(picked.at(-1), null);
  const coarse = open(t, { coarsePointer: true });
  coarse.port.load(series(makeBars(200)), false);
  coarse.port.setDrawings([levels(100, 120)]);
  coarse.paint();
  for (const kind of ['mouseenter', 'mousemove', 'mousedown', 'mouseup']) {
    coarse.mouse(kind, 730, 226);
  }
  assert.deepEqual(coarse.picked[0]?.target, target);
  assert.equal(coarse.picked[0]?.timeMs, START + 22 * HOUR, 'also in the time to come');
});

test('the drawing under the pointer is raised, within five pixels, until the pointer leaves', (t) => {
  const { port, paint, mouse, element } = open(t);
  port.load(series(makeBars(200)), false);
  port.setDrawings([levels(100, 120)]);
  paint();
  mouse('mouseenter', 500, 235);
  mouse('mousemove', 500, 235);
  assert.deepEqual(only(paint(), /^144 line 2 /), []);
  mouse('mousemove', 500, 237);
  assert.deepEqual(only(paint(), /^144 line 2 /), ['144 line 2 [3 3] @1 0,241 > 738,241']);
  const pointed = (): boolean => element.querySelector('[style*="cursor: pointer"]') !== null;
  assert.equal(pointed(), true);
  mouse('mousemove', 500, 300);
  assert.deepEqual(only(paint(), /^144 line 2 /), []);
  assert.equal(pointed(), false);
  mouse('mousemove', 500, 237);
  paint();
  mouse('mouseleave');
  assert.deepEqual(only(paint(), /^144 line 2 /), []);
});

test('a chosen line has its ring where it was chosen, and steps lead from line to line', (t) => {
  const { port, paint } = open(t);
  assert.equal(port.stepTarget(1), null, 'nothing is drawn');
  port.load(series(makeBars(200)), false);
  port.setDrawings([levels(100, 106, 120)]);
  paint();
  const nearest = port.stepTarget(1);
  assert.deepEqual(nearest, {
    target: { drawing: 'levels.144', part: 'p106', at: { price: 106 } },
    timeMs: START,
    price: 106,
  });
  port.select(nearest);
  const ringed = only(paint(), /ring/);
  assert.equal(ringed.length, 1);
  assert.match(ringed[0] ?? '', /^brass 2 @1 ring 569,\S+ 6 0 6\.3$/);
  assert.equal(port.stepTarget(1)?.price, 120);
  assert.equal(port.stepTarget(-1)?.price, 100);
  port.select(null);
  assert.deepEqual(only(paint(), /ring/), []);
});

test('new colours, words and figures are shown at once', (t) => {
  const { port, paint } = open(t);
  port.load(series(makeBars(200)), false);
  port.setDrawings([levels(100)]);
  paint();
  port.restyle(
    { ...palette, axisText: '#bbbbbb', candleUp: '#00ee00', background: '#010101', font: 'Serif' },
    createTimeLabels('en', '60', 'always'),
    (price) => `${price} USD`,
  );
  const lines = paint();
  assert.ok(lines.some((line) => /^text #bbbbbb "110 USD" .*Serif/.test(line)));
  assert.ok(lines.some((line) => line.startsWith('text #bbbbbb "5 Jan"')));
  assert.match(only(lines, /\[2 3\]/)[0] ?? '', /^#00ee00/);
  assert.ok(
    lines.some((line) => line.startsWith('fill #00ee00')),
    'wicks',
  );
  assert.ok(lines.some((line) => /^text 144 text "L100 100 USD" .*620 12px Serif/.test(line)));
  assert.ok(!lines.some((line) => line.includes('#00ff00') || line.includes('Inter')));
});

test('prices have the steps of their symbol', (t) => {
  const { port, paint } = open(t);
  const flat = makeBars(50).map((bar) => ({
    ...bar,
    open: 100,
    close: 100,
    high: 100.5,
    low: 99.5,
  }));
  const marks = (digits: number): number => {
    port.load(series(flat, { symbol: { name: 'X', category: 'crypto', digits } }), false);
    return only(paint(), /^text #aaaaaa "\d+\.\d\d"/).length;
  };
  assert.ok(marks(0) <= 2, 'whole figures alone');
  assert.ok(marks(2) >= 8);
});

test('a removed chart requests no more frames', (t) => {
  const long = open(t);
  long.port.load(series(makeBars(600)), false);
  long.leave();
  assert.equal(long.canvases.waiting(), 0);
  const { port, canvases, reports, leave } = open(t);
  port.load(series(makeBars(600)), false);
  port.applyTick({ timeMs: START + 1, price: 101 });
  port.stepCrosshair(-100);
  assert.ok(canvases.waiting() > 0);
  reports();
  leave();
  assert.equal(canvases.waiting(), 0);
  assert.deepEqual(reports(), []);
});

test('the chart takes the keyboard focus on request', (t) => {
  const { port, element } = open(t);
  element.tabIndex = 0;
  port.focus();
  assert.equal(document.activeElement, element);
});
