import assert from 'node:assert/strict';
import test from 'node:test';
import type { Plate } from './frame.ts';
import { layoutPlates } from './plates.ts';

const plate = (x: number, y: number, slide: Plate['slide'] = 'right'): Plate => ({
  x,
  y,
  width: 60,
  height: 16,
  slide,
  text: 'TP1',
  ink: { back: '', text: '' },
});
const places = (plates: readonly Plate[], width = 400): (readonly [number, number])[] =>
  layoutPlates(plates, width).map(({ x, y }) => [x, y]);

test('plates apart stay where they are', () => {
  assert.deepEqual(places([plate(10, 10), plate(10, 40)]), [
    [10, 10],
    [10, 40],
  ]);
});

test('the later of two plates on one line slides beside the first', () => {
  assert.deepEqual(places([plate(10, 10), plate(20, 14)]), [
    [10, 10],
    [73, 14],
  ]);
  assert.deepEqual(places([plate(300, 10, 'left'), plate(310, 14, 'left')]), [
    [300, 10],
    [237, 14],
  ]);
});

test('a name tag goes up until it is free', () => {
  assert.deepEqual(places([plate(10, 60), plate(10, 50), plate(10, 60, 'up')])[2], [10, 42]);
});

test('a plate never leaves the plot', () => {
  assert.deepEqual(places([plate(380, 10)]), [[336, 10]]);
  assert.deepEqual(places([plate(10, 4), plate(10, -4, 'up')], 80)[1], undefined);
});

test('a plate without room on its side goes to the other one', () => {
  assert.deepEqual(places([plate(330, 10), plate(330, 10)]), [
    [330, 10],
    [267, 10],
  ]);
  assert.deepEqual(places([plate(0, 10, 'left'), plate(0, 10, 'left')])[1], [63, 10]);
  assert.deepEqual(places([plate(10, 4), plate(10, 4, 'up')])[1], [73, 4]);
});

test('a plate that would cover another one wherever it stood is left out', () => {
  assert.deepEqual(places([plate(10, 10), plate(10, 12), plate(10, 40)], 100), [
    [10, 10],
    [10, 40],
  ]);
});
