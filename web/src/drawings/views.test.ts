import assert from 'node:assert/strict';
import test from 'node:test';
import type { BoxInk, Palette } from '../charts/palette.ts';
import type { Attention, Brush, Frame, Painted } from '../charts/scene/frame.ts';
import { type BoxDrawing, paintBox } from './box/view.ts';
import { type BoxLevelsDrawing, paintBoxLevels } from './box-levels/view.ts';
import { paintCrystal } from './crystal/view.ts';
import { paintGann } from './gann/view.ts';
import { paintTargets, type TargetsDrawing } from './targets/view.ts';

// What each drawing puts on the canvas: every line with its ink, width and dashes. The places follow from the simple axes
// below, by which a line's place can be worked out by hand.

const ink = (name: string): BoxInk => ({
  fill: `${name} fill`,
  line: `${name} line`,
  tint: `${name} tint`,
  text: `${name} text`,
});

/** Inks that bear their own names. */
const palette = new Proxy({} as Palette, {
  get: (_, name) => {
    if (name === 'boxFill') return 0.1;
    if (name !== 'boxes') return String(name);
    return Object.fromEntries(
      ['hayyam', '52', '144', '36', 'crystal'].map((box) => [box, ink(box)]),
    );
  },
});

/** A pixel a millisecond from the left, a pixel a unit of price from 100 at the top; a letter is six pixels wide. */
const frame: Frame = {
  x: (timeMs) => timeMs,
  y: (price) => 100 - price,
  width: 300,
  height: 100,
  barPx: 10,
  lastX: 250,
  palette,
  formatPrice: String,
  textWidth: (text) => text.length * 6,
};

const NOTHING: Attention = { hoveredBody: null, hoveredTarget: null, selectedTarget: null };

/** What a drawing paints, a line each by its layer: `ink width [dashes] @alpha x,y > x,y`, or `fill ink @alpha x,y width x height`. */
function listPainted(painted: Painted): string[] {
  const lines: string[] = [];
  for (const pass of painted.passes) {
    let path: string[] = [];
    let dash: readonly number[] = [];
    const state = { globalAlpha: 1, strokeStyle: '', fillStyle: '', lineWidth: 1 };
    const kept: (typeof state)[] = [];
    const place = (x: number, y: number): string =>
      `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
    const calls = {
      save: () => kept.push({ ...state }),
      restore: () => Object.assign(state, kept.pop()),
      setLineDash: (given: number[]) => {
        dash = given;
      },
      beginPath: () => {
        path = [];
      },
      moveTo: (x: number, y: number) => path.push(place(x, y)),
      lineTo: (x: number, y: number) => path.push(place(x, y)),
      stroke: () => {
        const dashes = dash.length > 0 ? ` [${dash.join(' ')}]` : '';
        const { strokeStyle, lineWidth, globalAlpha } = state;
        lines.push(`${strokeStyle} ${lineWidth}${dashes} @${globalAlpha} ${path.join(' > ')}`);
      },
      fillRect: (x: number, y: number, width: number, height: number) => {
        lines.push(
          `fill ${state.fillStyle} @${state.globalAlpha} ${place(x, y)} ${width} x ${height}`,
        );
      },
    };
    const ctx = Object.assign(state, calls) as unknown as CanvasRenderingContext2D;
    // So fine that a line lies where it was asked for.
    pass.paint({ ctx, ratio: 100 } satisfies Brush);
  }
  return lines;
}

const box: BoxDrawing = {
  id: 'box.144',
  box: '144',
  p: { bottom: 20, middleDown: 30, middle: 40, middleUp: 50, top: 84, upTrade: 90, downTrade: 10 },
  d: { start: 20, fQuarter: 60, fHalf: 80, middle: 100, lHalf: 120, lQuarter: 140, end: 180 },
  labels: { name: '144', upTrade: 'buy', downTrade: 'sell' },
};
/** The same box so many pixels to the right. */
const moved = (by: number): BoxDrawing => ({
  ...box,
  d: Object.fromEntries(Object.entries(box.d).map(([name, at]) => [name, at + by])) as typeof box.d,
});

test('a box is its fill, two middles, four quarters, halves, a ruler, an outline and its trade lines', () => {
  const lines = listPainted(paintBox(box, frame, NOTHING));
  assert.equal(lines[0], 'fill 144 fill @0.1 20,16 160 x 64');
  const rest = lines.slice(1);
  const named = (pattern: RegExp): string[] => rest.filter((line) => pattern.test(line));
  assert.deepEqual(named(/^144 line 1\.1 /), [
    '144 line 1.1 @0.85 20,60 > 180,60',
    '144 line 1.1 @0.85 100,16 > 100,80',
  ]);
  assert.deepEqual(named(/^144 line 1 \[2 4\]/), [
    '144 line 1 [2 4] @0.75 20,50 > 180,50',
    '144 line 1 [2 4] @0.75 20,70 > 180,70',
    '144 line 1 [2 4] @0.75 60,16 > 60,80',
    '144 line 1 [2 4] @0.75 140,16 > 140,80',
  ]);
  const plain = named(/^144 line 1 @1 /);
  assert.deepEqual(plain.slice(0, 4), [
    '144 line 1 @1 80,16 > 80,22',
    '144 line 1 @1 80,74 > 80,80',
    '144 line 1 @1 120,16 > 120,22',
    '144 line 1 @1 120,74 > 120,80',
  ]);
  // Sixteen steps of four pixels: 7 long at quarters, 4.5 at eighths, 2.5 between.
  assert.deepEqual(plain.slice(4, 9), [
    '144 line 1 @1 20,16 > 27,16',
    '144 line 1 @1 20,20 > 22.5,20',
    '144 line 1 @1 20,24 > 24.5,24',
    '144 line 1 @1 20,28 > 22.5,28',
    '144 line 1 @1 20,32 > 27,32',
  ]);
  assert.equal(plain.length, 4 + 17);
  assert.deepEqual(named(/^144 line 1\.5 /), [
    '144 line 1.5 [3 3] @1 20,16 > 180,16',
    '144 line 1.5 [3 3] @1 20,80 > 180,80',
    '144 line 1.5 [3 3] @1 20,16 > 20,80',
    '144 line 1.5 [3 3] @1 180,16 > 180,80',
  ]);
  assert.deepEqual(rest.slice(-4), [
    'background 4 @0.7 20,10 > 300,10',
    'up 2 @1 20,10 > 300,10',
    'background 4 @0.7 20,90 > 300,90',
    'down 2 @1 20,90 > 300,90',
  ]);
  assert.equal(lines.length, 1 + 2 + 4 + 21 + 4 + 4);
});

test('a box has its name above it, plates on its trade lines four and a half bars inside, and tags on the axis', () => {
  const { plates, tags } = paintBox(box, frame, NOTHING);
  assert.deepEqual(plates, [
    {
      x: 65,
      y: 1.5,
      width: 63,
      height: 17,
      slide: 'right',
      text: 'buy 90',
      ink: { back: 'upTint', text: 'up', border: 'up' },
      mark: { shape: 'up', color: 'up' },
    },
    {
      x: 65,
      y: 81.5,
      width: 69,
      height: 17,
      slide: 'right',
      text: 'sell 10',
      ink: { back: 'downTint', text: 'downText', border: 'down' },
      mark: { shape: 'down', color: 'downText' },
    },
    {
      x: 20,
      // 19 above the top would be out of sight: 4 is the least.
      y: 4,
      width: 39,
      height: 16,
      slide: 'up',
      text: '144',
      ink: { back: '144 tint', text: '144 text', border: '144 line' },
      mark: { shape: 'square', color: '144 fill' },
    },
  ]);
  assert.deepEqual(tags, [
    { price: 90, back: 'upTint', text: 'up' },
    { price: 10, back: 'downTint', text: 'downText' },
  ]);
});

test('a box to the right of the plot paints no trade lines, plates or tags; one to the left keeps all but its name', () => {
  const texts = ({ plates }: Painted): string[] => plates.map(({ text }) => text);
  const isTrade = (line: string): boolean => /^(up|down) /.test(line);
  const right = paintBox(moved(280), frame, NOTHING);
  assert.deepEqual([texts(right), right.tags], [[], []]);
  assert.ok(!listPainted(right).some(isTrade));
  const touching = paintBox(moved(279), frame, NOTHING);
  assert.deepEqual([texts(touching), touching.tags.length], [['buy 90', 'sell 10', '144'], 2]);
  assert.equal(listPainted(touching).filter(isTrade).length, 2);
  const left = paintBox(moved(-180), frame, NOTHING);
  assert.deepEqual([texts(left), left.tags.length], [['buy 90', 'sell 10'], 2]);
  // From just outside of the plot on, and the plates at its edge.
  assert.ok(listPainted(left).includes('up 2 @1 -4,10 > 300,10'));
  assert.equal(left.plates[0]?.x, 10);
  assert.deepEqual(texts(paintBox(moved(-179), frame, NOTHING)), ['buy 90', 'sell 10', '144']);
});

test('the box under the pointer has a stronger outline and the others a weaker fill; so its trade line', () => {
  const own = listPainted(paintBox(box, frame, { ...NOTHING, hoveredBody: 'box.144' }));
  assert.ok(own[0]?.startsWith('fill 144 fill @0.1 '));
  assert.equal(own.filter((line) => line.startsWith('144 line 2 ')).length, 4);
  const other = listPainted(paintBox(box, frame, { ...NOTHING, hoveredBody: 'box.52' }));
  assert.ok(other[0]?.startsWith('fill 144 fill @0.05 '));
  assert.equal(other.filter((line) => line.startsWith('144 line 2 ')).length, 0);
  const hoveredTarget = 'box.144/downTrade';
  const line = listPainted(paintBox(box, frame, { ...NOTHING, hoveredTarget }));
  assert.deepEqual(line.slice(-4), [
    'background 4 @0.7 20,10 > 300,10',
    'up 2 @1 20,10 > 300,10',
    'background 4.5 @0.7 20,90 > 300,90',
    'down 2.5 @1 20,90 > 300,90',
  ]);
});

test('each box has dashes of its own', () => {
  const dashes = (['hayyam', '52', '144', '36', 'crystal'] as const).map((kind) => {
    const lines = listPainted(paintBox({ ...box, box: kind }, frame, NOTHING));
    return lines.find((line) => line.startsWith(`${kind} line 1.5 `))?.split(' @')[0];
  });
  assert.deepEqual(dashes, [
    'hayyam line 1.5',
    '52 line 1.5 [8 3]',
    '144 line 1.5 [3 3]',
    '36 line 1.5 [9 3 2 3]',
    'crystal line 1.5 [1.5 3]',
  ]);
});

const levels: BoxLevelsDrawing = {
  id: 'levels',
  box: 'hayyam',
  lines: [
    { part: 'entry', price: 70, label: 'entry' },
    { part: 'far', price: 400, label: 'far' },
    { part: 'stop', price: 30, label: 'stop' },
  ],
};

test("a box's levels run over the whole plot in its ink and dashes; those out of sight keep their tag", () => {
  const painted = paintBoxLevels(levels, frame, { ...NOTHING, hoveredTarget: 'levels/stop' });
  assert.deepEqual(listPainted(painted), [
    'hayyam line 1.25 @1 0,30 > 300,30',
    'hayyam line 2 @1 0,70 > 300,70',
  ]);
  assert.deepEqual(painted.plates, [
    {
      x: 10,
      y: 22,
      width: 69,
      height: 16,
      slide: 'right',
      text: 'entry 70',
      ink: { back: 'hayyam tint', text: 'hayyam text' },
      mark: { shape: 'square', color: 'hayyam fill' },
    },
    {
      x: 10,
      y: 62,
      width: 63,
      height: 16,
      slide: 'right',
      text: 'stop 30',
      ink: { back: 'hayyam tint', text: 'hayyam text' },
      mark: { shape: 'square', color: 'hayyam fill' },
    },
  ]);
  assert.deepEqual(
    painted.tags,
    [70, 400, 30].map((price) => ({ price, back: 'hayyam tint', text: 'hayyam text' })),
  );
});

test('a cluster of the crystal box is a double line from its start to the axis', () => {
  const painted = paintCrystal(
    {
      id: 'crystal',
      fromMs: 40,
      lines: [
        { part: 'top', price: 80, label: 'top' },
        { part: 'bottom', price: 20, label: 'low' },
      ],
    },
    frame,
    { ...NOTHING, hoveredTarget: 'crystal/bottom' },
  );
  assert.deepEqual(listPainted(painted), [
    'crystal line 0.9 @1 40,18.7 > 300,18.7',
    'crystal line 0.9 @1 40,21.3 > 300,21.3',
    'crystal line 1.6 @1 40,78.7 > 300,78.7',
    'crystal line 1.6 @1 40,81.3 > 300,81.3',
  ]);
  const plate = { width: 46, height: 16, slide: 'right' };
  const inks = { ink: { back: 'crystal tint', text: 'crystal text', border: 'crystal line' } };
  assert.deepEqual(painted.plates, [
    { x: 40, y: 12, ...plate, text: 'top 80', ...inks },
    { x: 40, y: 72, ...plate, text: 'low 20', ...inks },
  ]);
  assert.deepEqual(
    painted.tags,
    [80, 20].map((price) => ({ price, back: 'crystal tint', text: 'crystal text' })),
  );
});

test('the spectrum is hairlines, every fourth from the anchor stronger; a line that is pointed at or chosen has its price', () => {
  const prices = [10, 30, 50, 60, 70, 90];
  const painted = paintGann({ id: 'gann', prices, anchorIndex: 1 }, frame, {
    ...NOTHING,
    hoveredTarget: 'gann/2',
    selectedTarget: 'gann/4',
  });
  const lines = listPainted(painted);
  assert.deepEqual(lines.slice(0, 6), [
    'brass 0.8 @0.34 0,90 > 300,90',
    'brass 1.1 @0.62 0,70 > 300,70',
    'brass 0.8 @1 0,50 > 300,50',
    'brass 0.8 @0.34 0,40 > 300,40',
    'brass 0.8 @0.34 0,30 > 300,30',
    'brass 1.1 @0.62 0,10 > 300,10',
  ]);
  // Long at each line, short at the quarters of steps of 12 pixels or more.
  assert.deepEqual(lines.slice(6, 11), [
    'brass 1 @0.8 289,90 > 300,90',
    'brass 1 @0.8 295,85 > 300,85',
    'brass 1 @0.8 295,80 > 300,80',
    'brass 1 @0.8 295,75 > 300,75',
    'brass 1 @0.8 289,70 > 300,70',
  ]);
  assert.equal(lines.length, 6 + 6 + 3 * 3);
  assert.deepEqual(painted.plates, []);
  assert.deepEqual(painted.tags, [
    { price: 50, back: 'brassTint', text: 'brass' },
    { price: 70, back: 'brassTint', text: 'brass' },
  ]);
});

const targets: TargetsDrawing = {
  id: 'buy',
  lines: [
    { part: 'entry', price: 60, label: 'entry', tone: 'up', role: 'entry' },
    { part: 'tp1', price: 80, label: 'TP1', tone: 'up', role: 'target' },
    { part: 'sl', price: 40, label: 'SL', tone: 'down', role: 'stop' },
    { part: 'tp9', price: 180, label: 'TP9', tone: 'up', role: 'target' },
  ],
};

test('entries are solid, targets and stops dashed, beside the last bars, and heavier under the pointer', () => {
  // Fourteen bars of ten pixels before the last one's end at 250.
  assert.deepEqual(listPainted(paintTargets(targets, frame, NOTHING)), [
    'up 1.6 @1 110,40 > 300,40',
    'up 1.4 [6 4] @1 110,20 > 300,20',
    'down 1.4 [6 4] @1 110,60 > 300,60',
  ]);
  const hovered = { ...NOTHING, hoveredTarget: 'buy/tp1' };
  assert.deepEqual(listPainted(paintTargets(targets, frame, hovered)), [
    'up 1.6 @1 110,40 > 300,40',
    'up 2.2 [6 4] @1 110,20 > 300,20',
    'down 1.4 [6 4] @1 110,60 > 300,60',
  ]);
});

test('labels of targets stand at the axis; each has its tag', () => {
  const recent = paintTargets(targets, frame, NOTHING);
  const up = { ink: { back: 'background', text: 'up' } };
  const down = { ink: { back: 'background', text: 'downText' } };
  assert.deepEqual(recent.plates, [
    { x: 228, y: 32, width: 58, height: 16, slide: 'left', text: 'entry 60', ...up },
    { x: 240, y: 12, width: 46, height: 16, slide: 'left', text: 'TP1 80', ...up },
    { x: 246, y: 52, width: 40, height: 16, slide: 'left', text: 'SL 40', ...down },
  ]);
  assert.deepEqual(recent.tags, [
    { price: 60, back: 'upTint', text: 'up' },
    { price: 80, back: 'upTint', text: 'up' },
    { price: 40, back: 'downTint', text: 'downText' },
    { price: 180, back: 'upTint', text: 'up' },
  ]);
});
