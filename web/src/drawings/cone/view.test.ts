import assert from 'node:assert/strict';
import test from 'node:test';
import { composeScene } from '../../charts/scene/compose.ts';
import { findHit } from '../../charts/scene/hit.ts';
import { frame, listPainted, NOTHING } from '../testing/painted.ts';
import { type ConeDrawing, drawCones, readPart } from './view.ts';

// On the axes of the tests a millisecond is a pixel, and a price is as many pixels below 100.

const week: ConeDrawing = {
  span: 'week',
  course: [
    {
      timeMs: 20,
      edges: [
        [50, 50],
        [50, 50],
        [50, 50],
      ],
    },
    {
      timeMs: 60,
      edges: [
        [46, 53],
        [40, 58],
        [34, 63],
      ],
    },
    {
      timeMs: 140,
      edges: [
        [40, 58],
        [30, 70],
        [10, 90],
      ],
    },
  ],
  labels: ['50 week', '80 week', '95 week'],
};
/** A cone so many pixels wide, within that of the week. */
const dayOf = (width: number): ConeDrawing => ({
  span: 'day',
  course: [
    {
      timeMs: 80,
      edges: [
        [52, 52],
        [52, 52],
        [52, 52],
      ],
    },
    {
      timeMs: 80 + width,
      edges: [
        [50, 54],
        [48, 56],
        [46, 58],
      ],
    },
  ],
  labels: ['50 day', '80 day', '95 day'],
});
const cones = drawCones('cone', [week]);
const tenths = (value: number): number => Math.round(value * 10) / 10;

test('a cone has three fills that lie on each other, six edges, and a rule with ticks at its end', () => {
  assert.deepEqual(listPainted(cones.paint(frame, NOTHING)), [
    'fill cone fill @0.1 20,50 > 60,37 > 140,10 > 140,90 > 60,66 > 20,50 > closed',
    'fill cone fill @0.1 20,50 > 60,42 > 140,30 > 140,70 > 60,60 > 20,50 > closed',
    'fill cone fill @0.1 20,50 > 60,47 > 140,42 > 140,60 > 60,54 > 20,50 > closed',
    'cone line 1 @0.6 20,50 > 60,54 > 140,60',
    'cone line 1 @0.6 20,50 > 60,47 > 140,42',
    'cone line 1 @0.6 20,50 > 60,60 > 140,70',
    'cone line 1 @0.6 20,50 > 60,42 > 140,30',
    'cone line 1 @0.6 20,50 > 60,66 > 140,90',
    'cone line 1 @0.6 20,50 > 60,37 > 140,10',
    'cone line 1 @0.8 140,10 > 140,90',
    'cone line 1 @0.8 140,60 > 149,60',
    'cone line 1 @0.8 140,42 > 149,42',
    'cone line 1 @0.8 140,70 > 146,70',
    'cone line 1 @0.8 140,30 > 146,30',
    'cone line 1 @0.8 140,90 > 143,90',
    'cone line 1 @0.8 140,10 > 143,10',
  ]);
});

test('nothing of a cone has a colour of rising or falling', () => {
  const { plates, tags } = cones.paint(frame, { ...NOTHING, hoveredTarget: 'cone/week.low.1' });
  const inks = [...plates.map(({ ink }) => Object.values(ink)), ...tags.map((tag) => tag.back)];
  const words = [...listPainted(cones.paint(frame, NOTHING)), ...inks.flat()].join(' ');
  assert.doesNotMatch(words, /\b(up|down|candle)/i);
});

test('labels stand at the end of a cone on its upper edges, the lower ones while those are out of sight', () => {
  const ink = { back: 'cone tint', text: 'cone text', border: 'cone line' };
  const plate = { x: 152, width: 52, height: 16, slide: 'right', ink };
  const { plates, tags } = cones.paint(frame, NOTHING);
  // The edges are at 10, 30 and 42, and the labels 18 apart: the mean of 10, 30 - 18 and 42 - 36 is 9 1/3.
  assert.deepEqual(
    plates.map((each) => ({ ...each, y: tenths(each.y) })),
    [
      { ...plate, y: 37.3, text: '50 week' },
      { ...plate, y: 19.3, text: '80 week' },
      { ...plate, y: 1.3, text: '95 week' },
    ],
  );
  assert.deepEqual(tags, []);
  const higher = { ...frame, y: (price: number) => 80 - price };
  const low = cones.paint(higher, NOTHING).plates.map(({ y, text }) => [text, Math.round(y)]);
  assert.deepEqual(low, [
    // The upper edges are at 22, 10 and -10, the lower edge of the third at 70; half a label is 8 high.
    ['50 week', 18],
    ['80 week', 0],
    ['95 week', 62],
  ]);
});

test('a cone that goes on beyond the plot has its labels before the border, where its edges are cut', () => {
  const narrow = { ...frame, width: 100 };
  const { plates } = cones.paint(narrow, NOTHING);
  // Half of the way from 47 to 42, from 42 to 30, and from 37 to 10 the edges are at 44.5, 36 and 23.5.
  assert.deepEqual(
    plates.map(({ x, y, text }) => [text, x, tenths(y)]),
    [
      ['50 week', 36, 44.7],
      ['80 week', 36, 26.7],
      ['95 week', 36, 8.7],
    ],
  );
});

test('a narrow cone beside a wider one has no labels, alone it has', () => {
  const texts = (...drawn: readonly ConeDrawing[]): string[] =>
    drawCones('cone', drawn)
      .paint(frame, NOTHING)
      .plates.map(({ text }) => text);
  assert.deepEqual(texts(dayOf(39), week), ['50 week', '80 week', '95 week']);
  assert.equal(texts(dayOf(40), week).length, 6);
  assert.deepEqual(texts(dayOf(8)), ['50 day', '80 day', '95 day']);
});

test('a cone out of sight is not painted', () => {
  const after = { ...frame, x: (timeMs: number) => timeMs + 280 };
  const before = { ...frame, x: (timeMs: number) => timeMs - 140 };
  for (const away of [after, before]) {
    const painted = cones.paint(away, NOTHING);
    assert.deepEqual([listPainted(painted), painted.plates], [[], []]);
  }
});

test('an edge under the pointer and a chosen one are stronger and have their price on the axis', () => {
  const painted = cones.paint(frame, {
    ...NOTHING,
    hoveredTarget: 'cone/week.high.1',
    selectedTarget: 'cone/week.low.2',
  });
  const strong = listPainted(painted).filter((line) => line.startsWith('cone line 2 '));
  assert.deepEqual(strong, [
    'cone line 2 @1 20,50 > 60,42 > 140,30',
    'cone line 2 @1 20,50 > 60,66 > 140,90',
  ]);
  assert.deepEqual(painted.tags, [
    { price: 70, back: 'cone tint', text: 'cone text' },
    { price: 10, back: 'cone tint', text: 'cone text' },
  ]);
});

test('each published edge can be chosen at its end and its label', () => {
  const both = drawCones('cone', [dayOf(40), week]);
  assert.deepEqual(
    both.targets.map(({ part, at }) => [part, 'price' in at ? at.price : null]),
    [
      ['day.low.0', 50],
      ['day.high.0', 54],
      ['day.low.1', 48],
      ['day.high.1', 56],
      ['day.low.2', 46],
      ['day.high.2', 58],
      ['week.low.0', 40],
      ['week.high.0', 58],
      ['week.low.1', 30],
      ['week.high.1', 70],
      ['week.low.2', 10],
      ['week.high.2', 90],
    ],
  );
  const [day] = both.targets;
  const last = both.targets.at(-1);
  assert.ok(day && last);
  assert.deepEqual(both.runOf(day, frame), [120, 230]);
  assert.deepEqual(both.runOf(last, frame), [140, 250]);
  assert.equal(findHit([both], 200, 71, 5, frame)?.target?.part, 'week.low.1');
  assert.equal(findHit([both], 100, 71, 5, frame), null, 'the body is not raised');
});

test('the scale shows the edges that it has room for, and the axis reaches to the end', () => {
  const { extent, tagPrices, startMs } = drawCones('cone', [dayOf(40), week]);
  assert.equal(startMs, 20);
  assert.deepEqual(tagPrices, []);
  assert.deepEqual([extent?.fromMs, extent?.toMs], [20, 140]);
  assert.deepEqual(
    extent?.prices.toSorted((a, b) => a - b),
    [10, 30, 40, 46, 48, 50, 54, 56, 58, 58, 70, 90],
  );
});

test('a cone lies behind the candles', () => {
  const scene = { drawings: [cones], attention: NOTHING, ring: null, gaps: [], highlight: null };
  const { back } = composeScene({ ...scene, last: null }, frame);
  assert.deepEqual(
    back.map(({ z }) => z),
    [15],
  );
});

test('a part names horizon, side and band; any other is none', () => {
  assert.deepEqual(readPart('day.low.0'), { span: 'day', side: 'low', band: 0 });
  assert.deepEqual(readPart('week.high.2'), { span: 'week', side: 'high', band: 2 });
  for (const part of ['month.low.0', 'day.up.0', 'day.low.3', 'day.low', '', 'day.low.']) {
    assert.equal(readPart(part), null, part);
  }
});
