import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Palette } from '../palette.ts';
import { openCanvas } from '../testing/canvas.ts';
import type { Frame } from './frame.ts';
import { paintHighlight, paintLastPrice, paintRing, ringPlace } from './marks.ts';

test('the last price has the colour of its direction, and neither colour when it is stale', () => {
  const palette = { candleUp: 'green', candleDown: 'red', axisText: 'grey' } as Palette;
  const frame = { palette, width: 800 } as Frame;
  const inkOf = (rising: boolean, stale: boolean): string =>
    paintLastPrice({ price: 1.1, rising, stale, note: null }, frame).tag.back;
  assert.deepEqual(
    [inkOf(true, false), inkOf(false, false), inkOf(true, true), inkOf(false, true)],
    ['green', 'red', 'grey', 'grey'],
  );
});

const frame = {
  palette: { candleUp: 'green', candleDown: 'red', axisText: 'grey', background: 'ground' },
  width: 800,
  y: (price: number) => 100 - price,
} as Frame;

test('the last price is a dotted line over the plot, and a strong tag that never moves', () => {
  const { passes, tag } = paintLastPrice(
    { price: 60, rising: true, stale: false, note: null },
    frame,
  );
  const { ctx, lines } = openCanvas();
  for (const pass of passes) pass.paint({ ctx, ratio: 1 });
  assert.deepEqual(lines, ['green 1 [2 3] @1 0,40.5 > 800,40.5']);
  assert.deepEqual(tag, { price: 60, back: 'green', text: 'ground', strong: true, fixed: true });
});

test('a delayed price is an outline with its time below', () => {
  const palette = { ...frame.palette, text: 'ink', warn: 'amber', warnLine: 'edge' };
  const tagOf = (note: string | null) =>
    paintLastPrice({ price: 60, rising: true, stale: false, note }, { ...frame, palette }).tag;
  const fixed = { price: 60, back: 'ground', text: 'ink', strong: true, fixed: true };
  assert.deepEqual(tagOf('17:44'), {
    ...fixed,
    outline: 'edge',
    note: { words: '17:44', color: 'amber' },
  });
  assert.deepEqual(tagOf(''), { ...fixed, outline: 'edge' }, 'before the first tick');
});

test('a ring keeps eight pixels from the borders of the plot and stays on the run of its line', () => {
  const axes = { width: 200, height: 100, x: (at: number) => at, y: (at: number) => at } as Frame;
  const onPrice = (price: number, x: number, run: readonly [number, number] = [0, 200]) =>
    ringPlace({ price }, { x, y: 50 }, run, axes);
  assert.deepEqual(onPrice(50, 100), { x: 100, y: 50 });
  assert.deepEqual(onPrice(50, 3), { x: 8, y: 50 });
  assert.deepEqual(onPrice(50, 199), { x: 192, y: 50 });
  assert.deepEqual(onPrice(50, 10, [30, 60]), { x: 30, y: 50 });
  assert.deepEqual(onPrice(50, 90, [30, 60]), { x: 60, y: 50 });
  assert.deepEqual(onPrice(50, 90, [192, 300]), { x: 192, y: 50 }, 'a run of one pixel in sight');
  assert.equal(onPrice(50, 90, [193, 300]), null);
  assert.deepEqual(
    [onPrice(0, 100)?.y, onPrice(100, 100)?.y, onPrice(-1, 100), onPrice(101, 100)],
    [0, 100, null, null],
  );
  const onTime = (timeMs: number, y: number) => ringPlace({ timeMs }, { x: 7, y }, [20, 80], axes);
  assert.deepEqual(onTime(0, 50), { x: 0, y: 50 });
  assert.deepEqual(onTime(200, 5), { x: 200, y: 20 });
  assert.deepEqual(onTime(10, 95), { x: 10, y: 80 });
  assert.deepEqual([onTime(-1, 50), onTime(201, 50)], [null, null]);
  assert.equal(ringPlace({ timeMs: 10 }, { x: 7, y: 50 }, [93, 99], axes), null);
});

test('a ring is a circle of brass; a marked bar a tinted column with a frame around the bar', () => {
  const { ctx, lines } = openCanvas();
  paintRing({ ctx, ratio: 1 }, 30, 40, 'brass');
  // None of them leaves its ink behind.
  ctx.stroke();
  paintHighlight(
    { ctx, ratio: 2 },
    { left: 10.3, right: 20.3 },
    { top: 30, bottom: 50 },
    90,
    'brass',
  );
  paintHighlight({ ctx, ratio: 1 }, { left: 10, right: 11 }, { top: 30, bottom: 50 }, 90, 'brass');
  ctx.fillRect(0, 0, 1, 1);
  assert.deepEqual(lines, [
    // A whole turn is 6.3.
    'brass 2 @1 ring 30,40 6 0 6.3',
    ' 1 @1 ring 30,40 6 0 6.3',
    'fill brass @0.14 10.5,0 10 x 90',
    'brass 1.5 @1 9.5,26 12 x 28',
    'fill brass @0.14 10,0 3 x 90',
    'brass 1.5 @1 9,26 5 x 28',
    'fill  @1 0,0 1 x 1',
  ]);
});
