import assert from 'node:assert/strict';
import test from 'node:test';
import { createScale, listTicks, niceStep, roundDomain, spreadPlaces } from './scale.ts';

test('steps are 1, 2 or 5 times a power of ten, and no more than requested', () => {
  assert.equal(niceStep(1, 5), 0.2);
  assert.equal(niceStep(0.37, 5), 0.1);
  assert.equal(niceStep(280, 7), 50);
  assert.equal(niceStep(0, 5), 1);
  for (const span of [0.013, 0.2, 3, 41, 999]) assert.ok(span / niceStep(span, 6) <= 6 + 1e-9);
});

test('round values lie within their domain, with enough decimals to distinguish them', () => {
  assert.deepEqual(listTicks([-0.2, 0.2], 4), { ticks: [-0.2, -0.1, 0, 0.1, 0.2], digits: 1 });
  assert.deepEqual(listTicks([-160, 120], 7), {
    ticks: [-150, -100, -50, 0, 50, 100],
    digits: 0,
  });
  assert.deepEqual(listTicks([0.44, 0.56], 5).digits, 2);
  assert.deepEqual(
    roundDomain([-0.13, 0.21], 5).map((end) => Number(end.toFixed(3))),
    [-0.2, 0.3],
  );
});

test('a value maps to its share of the domain; a domain without width maps to the middle', () => {
  const place = createScale([-1, 1], 100, 300);
  assert.deepEqual([-1, 0, 1].map(place), [100, 200, 300]);
  assert.equal(createScale([2, 2], 0, 10)(2), 5);
});

test('labels that would touch are moved apart, and stay in order', () => {
  assert.deepEqual(spreadPlaces([10, 40], 14), [10, 40]);
  assert.deepEqual(spreadPlaces([20, 20], 14), [13, 27]);
  const [own = 0, middle = 0] = spreadPlaces([52, 50], 14);
  assert.ok(own - middle >= 14 - 1e-9);
});

test('a step that fits exactly is taken', () => {
  assert.deepEqual(
    [niceStep(5, 5), niceStep(10, 5), niceStep(25, 5), niceStep(50, 5), niceStep(5, 0)],
    [1, 2, 5, 10, 5],
  );
  assert.equal(niceStep(-3, 5), 1);
});

test('a domain between two round values has no tick', () => {
  assert.deepEqual(listTicks([0.1, 0.47], 1).ticks, []);
});

test('labels that hardly touch move a little; three settle half a pixel apart', () => {
  assert.deepEqual(spreadPlaces([0, 13.5], 14), [-0.25, 13.75]);
  const [first = 0, second = 0, third = 0] = spreadPlaces([0, 0, 0], 10);
  assert.ok(second - first > 9.5 && third - second > 9.5, `${first} ${second} ${third}`);
});
