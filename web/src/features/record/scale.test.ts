import assert from 'node:assert/strict';
import test from 'node:test';
import { createScale, listTicks, niceStep, roundDomain, spreadPlaces } from './scale.ts';

test('steps are 1, 2 or 5 times a power of ten, and no more than asked for', () => {
  assert.equal(niceStep(1, 5), 0.2);
  assert.equal(niceStep(0.37, 5), 0.1);
  assert.equal(niceStep(280, 7), 50);
  assert.equal(niceStep(0, 5), 1);
  for (const span of [0.013, 0.2, 3, 41, 999]) assert.ok(span / niceStep(span, 6) <= 6 + 1e-9);
});

test('round values lie within their domain and carry the decimals that tell them apart', () => {
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

test('a value lies where its share of the domain is; a domain without width maps to the middle', () => {
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
