import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCanvas } from '../../charts/testing/canvas.ts';
import type { ShapePoint } from './geometry.ts';
import { HIGH, LOW, paintBand, paintEdge, paintEnd } from './renderer.ts';

/** Two bands, the second one wider. */
const SHAPE: readonly ShapePoint[] = [
  {
    x: 10,
    ys: [
      [50, 50],
      [50, 50],
    ],
  },
  {
    x: 30,
    ys: [
      [60, 42],
      [70, 34],
    ],
  },
  {
    x: 50,
    ys: [
      [64, 40],
      [80, 30],
    ],
  },
];

test('a band is filled from its low to its high edge, and later painting has no opacity of it', () => {
  const { ctx, lines } = openCanvas();
  paintBand({ ctx, ratio: 1 }, SHAPE, 1, 'fog', 0.1);
  ctx.fillRect(0, 0, 1, 1);
  assert.deepEqual(lines, [
    'fill fog @0.1 10,50 > 30,34 > 50,30 > 50,80 > 30,70 > 10,50',
    'fill  @1 0,0 1 x 1',
  ]);
});

test('an edge is a line through its points on one side', () => {
  const { ctx, lines } = openCanvas();
  const brush = { ctx, ratio: 1 };
  paintEdge(brush, SHAPE, 0, HIGH, { color: 'edge', width: 1, alpha: 0.6 });
  paintEdge(brush, SHAPE, 1, LOW, { color: 'edge', width: 2, alpha: 1 });
  assert.deepEqual(lines, ['edge 1 @0.6 10,50 > 30,42 > 50,40', 'edge 2 @1 10,50 > 30,70 > 50,80']);
});

test('the end is a rule over the widest band with a tick at each edge, longer for a narrower band', () => {
  const { ctx, lines } = openCanvas();
  const last = SHAPE.at(-1);
  assert.ok(last);
  paintEnd({ ctx, ratio: 1 }, last, 'edge');
  assert.deepEqual(lines, [
    'edge 1 @0.8 50.5,30 > 50.5,80',
    'edge 1 @0.8 50,64.5 > 59,64.5',
    'edge 1 @0.8 50,40.5 > 59,40.5',
    'edge 1 @0.8 50,80.5 > 56,80.5',
    'edge 1 @0.8 50,30.5 > 56,30.5',
  ]);
});
