import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAUGE_TICKS, gaugeArc, gaugePoint, gaugeTickPath } from './gauge-geometry.ts';

const near = (point: { x: number; y: number }, x: number, y: number) => {
  assert.ok(Math.abs(point.x - x) < 0.05 && Math.abs(point.y - y) < 0.05, JSON.stringify(point));
};

test('-1 is left, 0 on top, 1 right, and other values between them', () => {
  near(gaugePoint(-1, 118), 32, 140);
  near(gaugePoint(0, 118), 150, 22);
  near(gaugePoint(1, 118), 268, 140);
  near(gaugePoint(0.5, 100), 150 + 70.71, 140 - 70.71);
});

test('a value beyond the ends is at the end', () => {
  assert.deepEqual(gaugePoint(1.4, 50), gaugePoint(1, 50));
  assert.deepEqual(gaugePoint(-3, 50), gaugePoint(-1, 50));
});

test('the rim has sixty graduations and the one that closes it, five of them in ink', () => {
  assert.equal(GAUGE_TICKS.length, 61);
  assert.equal(GAUGE_TICKS.filter((t) => t.weight === 'quarter').length, 5);
  assert.equal(GAUGE_TICKS.filter((t) => t.weight === 'fifth').length, 8);
  assert.equal(gaugeTickPath(['quarter']).split('M').length - 1, 5);
  assert.equal(gaugeTickPath(['fifth', 'plain']).split('M').length - 1, 56);
});

test('the arc runs from zero to the value on either side', () => {
  assert.equal(gaugeArc(0, 1), 'M150.0 22.0A118 118 0 0 1 268.0 140.0');
  assert.equal(gaugeArc(0, -1), 'M32.0 140.0A118 118 0 0 1 150.0 22.0');
});
