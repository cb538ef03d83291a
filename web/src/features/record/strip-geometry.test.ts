import assert from 'node:assert/strict';
import test from 'node:test';
import { layStrip } from './strip-geometry.ts';

const FORTY = [...Array(22).fill(-1000), ...Array(17).fill(1000), 130];

test('every entry has its own dot inside the strip, and the mean is that of the entries', () => {
  const strip = layStrip(FORTY, 1, 60);
  assert.ok(strip);
  assert.deepEqual([strip.from, strip.to], [-1.5, 1.5]);
  assert.equal(strip.dots.length, 40);
  assert.equal(new Set(strip.dots.map(({ x, row }) => `${x.toFixed(6)} ${row}`)).size, 40);
  for (const { x, row } of strip.dots) {
    assert.ok(x > 0 && x < 1);
    assert.ok(row >= 0 && row < strip.rows);
  }
  assert.ok(Math.abs(strip.mean - (-22 + 17 + 0.13) / 40) < 1e-12);
  assert.ok(Math.abs((strip.ownX ?? 0) - 2.5 / 3) < 1e-12);
  assert.deepEqual(
    strip.ticks.map(({ r }) => r),
    [-1, 0, 1],
  );
});

test('dots lie within an eighth of the risk of their results', () => {
  const strip = layStrip(FORTY, null, 60);
  assert.ok(strip);
  const places = strip.dots.map(({ x }) => strip.from + x * (strip.to - strip.from));
  assert.equal(places.filter((r) => Math.abs(r + 1) <= 0.126).length, 22);
  assert.equal(places.filter((r) => Math.abs(r - 1) <= 0.126).length, 17);
  assert.equal(strip.ownX, null);
});

test('a row far from all the others is on the strip, too', () => {
  const strip = layStrip([-1000, 1000], -7.4, 60);
  assert.ok(strip?.ownX);
  assert.ok(strip.from <= -8 && strip.ownX > 0);
  assert.ok(strip.ticks.every(({ x }) => x >= 0 && x <= 1));
});

test('without entries there is no strip', () => {
  assert.equal(layStrip([], 1, 60), null);
});

test('dots without room beside each other are stacked, around the middle of their quarter', () => {
  // From −1.5 to 1.5 R 24 dots fit: two into a quarter.
  const strip = layStrip([0, 0, 0], null, 24);
  assert.ok(strip);
  const dots = strip.dots.map(({ x, row }) => [Math.round(x * 48), row]);
  assert.deepEqual(dots, [
    [23, 0],
    [25, 0],
    [24, 1],
  ]);
  assert.deepEqual([strip.rows, strip.mean, strip.meanX], [2, 0, 0.5]);
  assert.equal(layStrip([0], null, 24)?.rows, 1);
  // If not even one fits, they are stacked.
  assert.deepEqual(
    layStrip([0, 0], null, 5)?.dots.map(({ x, row }) => [x, row]),
    [
      [0.5, 0],
      [0.5, 1],
    ],
  );
});

test('a strip extends a quarter of the risk beyond its values, rounded to halves', () => {
  const strip = layStrip([-3100, 500], 2.3, 60);
  assert.deepEqual([strip?.from, strip?.to], [-3.5, 3]);
  assert.deepEqual(
    strip?.ticks.map(({ r, x }) => [r, Math.round(x * 13)]),
    [
      [-3, 1],
      [-2, 3],
      [-1, 5],
      [0, 7],
      [1, 9],
      [2, 11],
      [3, 13],
    ],
  );
  assert.equal(strip?.mean, -1.3);
});
