import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeSketch, sketchSpan } from './box-sketch.ts';

const HOUR = 3_600_000;
const SIZE = { width: 118, height: 64 };
const box = {
  p: { top: 110, bottom: 100, middle: 105 },
  d: { start: 0, end: 100 * HOUR, middle: 50 * HOUR },
};
const bars = (from: number, to: number, low = 102, high = 106) =>
  Array.from({ length: to - from }, (_, i) => ({ d: (from + i) * HOUR, l: low, h: high }));

test('a running box reaches to its end, at any last bar', () => {
  assert.deepEqual(sketchSpan(box, 30 * HOUR), { fromMs: -18 * HOUR, toMs: 100 * HOUR });
});

test('a finished box shows the bars after it, up to its own length', () => {
  assert.equal(sketchSpan(box, 110 * HOUR).toMs, 110 * HOUR);
  assert.equal(sketchSpan(box, 900 * HOUR).toMs, 200 * HOUR);
});

test('the box is at its times and prices, and the middle lines halve it', () => {
  const sketch = computeSketch(box, bars(-18, 40), SIZE);
  assert.equal(Math.round(sketch.box.x + sketch.box.width), 114, 'its end is the right edge');
  assert.ok(Math.abs(sketch.middleX - (sketch.box.x + sketch.box.width / 2)) < 1e-9);
  assert.ok(Math.abs(sketch.middleY - (sketch.box.y + sketch.box.height / 2)) < 1e-9);
});

test('many bars become at most 64 columns and none is lost', () => {
  const sketch = computeSketch(box, bars(-18, 100), SIZE);
  assert.ok(sketch.columns.length <= 64 && sketch.columns.length > 50);
  const spike = [...bars(-18, 50), { d: 50 * HOUR, l: 101, h: 109 }, ...bars(51, 90)];
  const high = Math.min(...computeSketch(box, spike, SIZE).columns.map((c) => c.high));
  const low = Math.max(...computeSketch(box, spike, SIZE).columns.map((c) => c.low));
  assert.ok(high < low);
  assert.ok(Math.abs(high - (4 + (1 / 10) * 56)) < 1e-9, 'the one high of 109 is drawn');
});

test('bars far outside are cut at the edge or left out, the box keeps its size', () => {
  const sketch = computeSketch(box, [...bars(-18, 20), ...bars(20, 40, 140, 150)], SIZE);
  assert.ok(sketch.box.height > 25);
  for (const column of sketch.columns) {
    assert.ok(column.high >= 4 && column.low <= 60);
  }
  assert.equal(sketch.columns.length, 38, 'bars that never touch the window are not drawn');
});

test('the newest bar is marked while it is visible, and a price beyond the drawing is not', () => {
  const sketch = computeSketch(box, bars(-18, 40), SIZE);
  const share = (39 + 18) / 118;
  assert.ok(Math.abs((sketch.nowX ?? 0) - (4 + share * 110)) < 1e-9);
  assert.equal(sketch.placeOf(110), 4);
  assert.equal(sketch.placeOf(105), 32);
  assert.equal(sketch.placeOf(500), null);
  assert.equal(computeSketch(box, bars(-18, 400), SIZE).nowX, null);
});

test('without bars the box is drawn alone', () => {
  const sketch = computeSketch(box, [], SIZE);
  assert.deepEqual(sketch.columns, []);
  assert.equal(sketch.box.height, 56);
});
