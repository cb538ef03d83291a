import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCanvas } from '../testing/canvas.ts';
import { crisp, horizontal, triangle, vertical } from './line.ts';

test('an odd line stands on the middle of a device pixel, an even one between two', () => {
  assert.deepEqual([crisp(10.2, 1, 1), crisp(10.2, 2, 1), crisp(10.2, 3, 1)], [10.5, 10, 10.5]);
  assert.deepEqual(
    [crisp(10.2, 1, 2), crisp(10.2, 1.5, 2), crisp(10.9, 0.2, 1)],
    [10, 10.25, 10.5],
  );
});

test('a line has its ink, width, dashes and strength, and leaves the canvas as it was', () => {
  const { ctx, lines } = openCanvas();
  ctx.globalAlpha = 0.5;
  horizontal({ ctx, ratio: 1 }, 20, 0, 90, { color: 'a', width: 1, dash: [2, 3], alpha: 0.5 });
  vertical({ ctx, ratio: 1 }, 30, 5, 60, { color: 'b', width: 2 });
  triangle({ ctx, ratio: 1 }, 'up', 10, 20, 'c');
  triangle({ ctx, ratio: 1 }, 'down', 10, 20, 'd');
  ctx.stroke();
  assert.deepEqual(lines, [
    'a 1 [2 3] @0.25 0,20.5 > 90,20.5',
    'b 2 @0.5 30,5 > 30,60',
    'fill c @0.5 10,20 > 14,14 > 18,20',
    'fill d @0.5 10,20 > 14,26 > 18,20',
    ' 1 @0.5 10,20 > 14,26 > 18,20',
  ]);
});

test('a line without length or place is not painted', () => {
  const { ctx, lines } = openCanvas();
  const style = { color: 'a', width: 1 };
  horizontal({ ctx, ratio: 1 }, 20, 9, 9, style);
  horizontal({ ctx, ratio: 1 }, Number.NaN, 0, 9, style);
  vertical({ ctx, ratio: 1 }, 20, 9, 9, style);
  vertical({ ctx, ratio: 1 }, Number.POSITIVE_INFINITY, 0, 9, style);
  assert.deepEqual(lines, []);
});
