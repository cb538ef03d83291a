import assert from 'node:assert/strict';
import test from 'node:test';
import type { BoxPrices, BoxTimes } from '@rasat/engine';
import { findHit } from '../../charts/scene/hit.ts';
import { ringPlace } from '../../charts/scene/marks.ts';
import { nextTarget } from '../../charts/scene/next-target.ts';
import { at, axes, DAY_MS } from '../testing/axes.ts';
import { boxShape } from './geometry.ts';
import { type BoxDrawing, drawBox } from './view.ts';

const p: BoxPrices = {
  bottom: 99.6,
  middleDown: 99.7,
  middle: 99.8,
  middleUp: 99.9,
  top: 100,
  upTrade: 100.0125,
  downTrade: 99.5875,
};

const d: BoxTimes = {
  start: at('2026-11-19'),
  fQuarter: at('2026-11-20'),
  fHalf: at('2026-11-20') + DAY_MS / 2,
  middle: at('2026-11-23'),
  lHalf: at('2026-11-23') + DAY_MS / 2,
  lQuarter: at('2026-11-24'),
  end: at('2026-11-25'),
};

const box: BoxDrawing = {
  id: 'box.144',
  box: '144',
  p,
  d,
  labels: { name: '144', upTrade: 'up', downTrade: 'down' },
};

test('a box begins at its first bar and ends where the bar of its end begins, the weekend left out', () => {
  const shape = boxShape(p, d, axes);
  assert.equal(shape.left, 0);
  assert.equal(shape.right, 40, 'four trading days, not six calendar days');
  assert.equal(shape.middleX, 20);
  assert.deepEqual(shape.quartersX, [10, 30]);
  assert.deepEqual(shape.halvesX, [15, 25]);
  assert.deepEqual([shape.top, shape.middleY, shape.bottom].map(Math.round), [100, 120, 140]);
});

test('the left edge is graduated in sixteenths: long at quarters, shorter between', () => {
  const { ruler } = boxShape({ ...p, bottom: 99.2 }, d, axes);
  assert.equal(ruler.length, 17);
  assert.deepEqual(
    ruler.slice(0, 5).map((tick) => tick.length),
    [7, 2.5, 4.5, 2.5, 7],
  );
  assert.equal(Math.round(ruler.at(-1)?.y ?? 0), 180);
});

test('a low box has only the graduations that can be distinguished', () => {
  assert.deepEqual(
    boxShape({ ...p, bottom: 99.84 }, d, axes).ruler.map((tick) => tick.length),
    [7, 7, 7, 7, 7],
  );
});

test('plates of a box stand four bars inside it, and stay in the plot when the box began long ago', () => {
  assert.equal(boxShape(p, d, axes).plateX, 45);
  assert.equal(boxShape(p, { ...d, start: at('2026-01-01') }, axes).plateX, 10);
});

const drawn = [drawBox(box)];

test('the nearest line under the pointer is hit, within reach only', () => {
  assert.equal(findHit(drawn, 12, 121, 5, axes)?.target?.part, 'middle');
  assert.equal(findHit(drawn, 35, 104, 5, axes)?.target?.part, 'top');
  assert.equal(findHit(drawn, 150, 150, 5, axes), null);
});

test('a trade line reaches the axis, an edge ends with the box', () => {
  assert.equal(findHit(drawn, 150, 99, 3, axes)?.target?.part, 'upTrade');
  assert.equal(findHit(drawn, 150, 101.5, 1, axes), null);
});

test('inside a box but beside its lines, the box itself is hit', () => {
  const hit = findHit(drawn, 6, 125, 2, axes);
  assert.equal(hit?.drawing, 'box.144');
  assert.equal(hit?.target, null);
});

test('a time line is hit on the height of its box', () => {
  assert.equal(findHit(drawn, 30, 125, 2, axes)?.target?.part, 'time.lQuarter');
});

test('the ring stays on the line that it marks', () => {
  const run = [0, 40] as const;
  assert.deepEqual(ringPlace({ price: 100 }, { x: 150, y: 0 }, run, axes), { x: 40, y: 100 });
  assert.deepEqual(ringPlace({ timeMs: d.lQuarter }, { x: 0, y: 10 }, [100, 140], axes), {
    x: 30,
    y: 100,
  });
  assert.equal(ringPlace({ price: 300 }, { x: 10, y: 0 }, run, axes), null);
});

test('arrows go from price line to price line and round at the ends', () => {
  const first = nextTarget(drawn, null, 1, 99.81);
  assert.equal(first?.part, 'middle');
  assert.equal(nextTarget(drawn, first ?? null, 1, 0)?.part, 'middleUp');
  const top = { drawing: 'box.144', part: 'upTrade', at: { price: 100.0125 } };
  assert.equal(nextTarget(drawn, top, 1, 0)?.part, 'downTrade');
  assert.equal(nextTarget([], null, 1, 100), undefined);
});
