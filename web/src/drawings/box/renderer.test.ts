import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCanvas } from '../../charts/testing/canvas.ts';
import type { BoxShape } from './geometry.ts';
import { paintBoxFill, paintBoxLines, paintTradeLine } from './renderer.ts';

const SHAPE: BoxShape = {
  left: 10,
  right: 90,
  top: 20,
  bottom: 60,
  middleX: 50,
  middleY: 40,
  quartersX: [30, 70],
  quartersY: [30, 50],
  halvesX: [40, 60],
  upTradeY: 15,
  downTradeY: 65,
  ruler: [{ y: 20, length: 7 }],
  plateX: 15,
};
const INK = { line: 'line', fill: 'fill' } as Parameters<typeof paintBoxLines>[2];

test('the fill of a box has the given opacity, and later painting does not', () => {
  const { ctx, lines } = openCanvas();
  const brush = { ctx, ratio: 1 };
  paintBoxFill(brush, SHAPE, INK, 0.2);
  ctx.fillRect(0, 0, 1, 1);
  assert.deepEqual(lines, ['fill fill @0.2 10,20 80 x 40', 'fill  @1 0,0 1 x 1']);
});

test('a box has its edges, middles, quarters, half-way ticks and ruler; a cut edge lies beyond the plot', () => {
  const { ctx, lines } = openCanvas();
  const wide = { ...SHAPE, left: -500, right: 500 };
  paintBoxLines({ ctx, ratio: 1 }, wide, INK, { width: 1, dash: [5] }, 100);
  assert.deepEqual(lines, [
    // The plot is 100 wide, and 40 more on either side.
    'line 1.1 @0.85 -40,40.5 > 140,40.5',
    'line 1.1 @0.85 50.5,20 > 50.5,60',
    'line 1 [2 4] @0.75 -40,30.5 > 140,30.5',
    'line 1 [2 4] @0.75 -40,50.5 > 140,50.5',
    'line 1 [2 4] @0.75 30.5,20 > 30.5,60',
    'line 1 [2 4] @0.75 70.5,20 > 70.5,60',
    'line 1 @1 40.5,20 > 40.5,26',
    'line 1 @1 40.5,54 > 40.5,60',
    'line 1 @1 60.5,20 > 60.5,26',
    'line 1 @1 60.5,54 > 60.5,60',
    'line 1 @1 -500,20.5 > -493,20.5',
    'line 1 [5] @1 -40,20.5 > 140,20.5',
    'line 1 [5] @1 -40,60.5 > 140,60.5',
    'line 1 [5] @1 -499.5,20 > -499.5,60',
    'line 1 [5] @1 500.5,20 > 500.5,60',
  ]);
});

test('a trade line lies on a wider one of the background', () => {
  const { ctx, lines } = openCanvas();
  paintTradeLine({ ctx, ratio: 1 }, 15, 10, 90, 'up', 'ground', 1);
  assert.deepEqual(lines, ['ground 3 @0.7 10,15.5 > 90,15.5', 'up 1 @1 10,15.5 > 90,15.5']);
});
