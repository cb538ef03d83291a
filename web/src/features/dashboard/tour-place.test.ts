import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardBeside, ringAround } from './tour-place.ts';

const DESK = { width: 1440, height: 900 };
const CARD = { width: 380, height: 240 };

test('the ring leaves 8 px around its target, and stays in the window', () => {
  const place = { left: 24, top: 150, width: 1392, height: 100 };
  assert.deepEqual(ringAround(place, DESK), { left: 16, top: 142, width: 1408, height: 116 });
  const tall = { left: 0, top: 300, width: 1440, height: 2000 };
  assert.deepEqual(ringAround(tall, DESK), { left: 2, top: 292, width: 1436, height: 606 });
});

test('the card is centred below its ring', () => {
  const ring = { left: 16, top: 142, width: 1408, height: 116 };
  assert.deepEqual(cardBeside(ring, CARD, DESK), { left: 530, top: 278 });
});

test('without room below, the card is above the ring', () => {
  const ring = { left: 16, top: 500, width: 1408, height: 390 };
  assert.deepEqual(cardBeside(ring, CARD, DESK), { left: 530, top: 240 });
});

test('the whole card is in the window for every position of the ring', () => {
  for (let top = -200; top <= 900; top += 50) {
    for (let left = -300; left <= 1440; left += 60) {
      for (const height of [24, 300, 900]) {
        const at = cardBeside({ left, top, width: 200, height }, CARD, DESK);
        assert.ok(at.left >= 0 && at.left + CARD.width <= DESK.width, `${left} ${top} ${height}`);
        assert.ok(at.top >= 0 && at.top + CARD.height <= DESK.height, `${left} ${top} ${height}`);
      }
    }
  }
});
