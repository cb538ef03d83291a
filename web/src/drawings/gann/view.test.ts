import assert from 'node:assert/strict';
import test from 'node:test';
import { frame, listPainted, NOTHING } from '../testing/painted.ts';
import { drawGann } from './view.ts';

test('the spectrum consists of hairlines, every fourth from the anchor stronger; a hovered or chosen line has its price', () => {
  const prices = [10, 30, 50, 60, 70, 90];
  const painted = drawGann('gann', prices, 1).paint(frame, {
    ...NOTHING,
    hoveredTarget: 'gann/2',
    selectedTarget: 'gann/4',
  });
  const lines = listPainted(painted);
  assert.deepEqual(lines.slice(0, 6), [
    'brass 0.8 @0.34 0,90 > 300,90',
    'brass 1.1 @0.62 0,70 > 300,70',
    'brass 0.8 @1 0,50 > 300,50',
    'brass 0.8 @0.34 0,40 > 300,40',
    'brass 0.8 @0.34 0,30 > 300,30',
    'brass 1.1 @0.62 0,10 > 300,10',
  ]);
  // Long at each line, short at the quarters of steps of 12 pixels or more.
  assert.deepEqual(lines.slice(6, 11), [
    'brass 1 @0.8 289,90 > 300,90',
    'brass 1 @0.8 295,85 > 300,85',
    'brass 1 @0.8 295,80 > 300,80',
    'brass 1 @0.8 295,75 > 300,75',
    'brass 1 @0.8 289,70 > 300,70',
  ]);
  assert.equal(lines.length, 6 + 6 + 3 * 3);
  assert.deepEqual(painted.plates, []);
  assert.deepEqual(painted.tags, [
    { price: 50, back: 'brassTint', text: 'brass' },
    { price: 70, back: 'brassTint', text: 'brass' },
  ]);
});
