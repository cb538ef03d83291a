import assert from 'node:assert/strict';
import test from 'node:test';
import type { Painted } from '../../charts/scene/frame.ts';
import { frame, listPainted, NOTHING } from '../testing/painted.ts';
import { type BoxDrawing, paintBox } from './view.ts';

const box: BoxDrawing = {
  id: 'box.144',
  box: '144',
  p: { bottom: 20, middleDown: 30, middle: 40, middleUp: 50, top: 84, upTrade: 90, downTrade: 10 },
  d: { start: 20, fQuarter: 60, fHalf: 80, middle: 100, lHalf: 120, lQuarter: 140, end: 180 },
  labels: { name: '144', upTrade: 'buy', downTrade: 'sell' },
};

/** The same box so many pixels to the right. */

const moved = (by: number): BoxDrawing => ({
  ...box,
  d: Object.fromEntries(Object.entries(box.d).map(([name, at]) => [name, at + by])) as typeof box.d,
});

test('a box has its fill, two middles, four quarters, halves, a ruler, an outline and its trade lines', () => {
  const lines = listPainted(paintBox(box, frame, NOTHING));
  assert.equal(lines[0], 'fill 144 fill @0.1 20,16 160 x 64');
  const rest = lines.slice(1);
  const named = (pattern: RegExp): string[] => rest.filter((line) => pattern.test(line));
  assert.deepEqual(named(/^144 line 1\.1 /), [
    '144 line 1.1 @0.85 20,60 > 180,60',
    '144 line 1.1 @0.85 100,16 > 100,80',
  ]);
  assert.deepEqual(named(/^144 line 1 \[2 4\]/), [
    '144 line 1 [2 4] @0.75 20,50 > 180,50',
    '144 line 1 [2 4] @0.75 20,70 > 180,70',
    '144 line 1 [2 4] @0.75 60,16 > 60,80',
    '144 line 1 [2 4] @0.75 140,16 > 140,80',
  ]);
  const plain = named(/^144 line 1 @1 /);
  assert.deepEqual(plain.slice(0, 4), [
    '144 line 1 @1 80,16 > 80,22',
    '144 line 1 @1 80,74 > 80,80',
    '144 line 1 @1 120,16 > 120,22',
    '144 line 1 @1 120,74 > 120,80',
  ]);
  // Sixteen steps of four pixels: 7 long at quarters, 4.5 at eighths, 2.5 between.
  assert.deepEqual(plain.slice(4, 9), [
    '144 line 1 @1 20,16 > 27,16',
    '144 line 1 @1 20,20 > 22.5,20',
    '144 line 1 @1 20,24 > 24.5,24',
    '144 line 1 @1 20,28 > 22.5,28',
    '144 line 1 @1 20,32 > 27,32',
  ]);
  assert.equal(plain.length, 4 + 17);
  assert.deepEqual(named(/^144 line 1\.5 /), [
    '144 line 1.5 [3 3] @1 20,16 > 180,16',
    '144 line 1.5 [3 3] @1 20,80 > 180,80',
    '144 line 1.5 [3 3] @1 20,16 > 20,80',
    '144 line 1.5 [3 3] @1 180,16 > 180,80',
  ]);
  assert.deepEqual(rest.slice(-4), [
    'background 4 @0.7 20,10 > 300,10',
    'up 2 @1 20,10 > 300,10',
    'background 4 @0.7 20,90 > 300,90',
    'down 2 @1 20,90 > 300,90',
  ]);
  assert.equal(lines.length, 1 + 2 + 4 + 21 + 4 + 4);
});

test('a box has its name above it, plates on its trade lines four and a half bars inside, and tags on the axis', () => {
  const { plates, tags } = paintBox(box, frame, NOTHING);
  assert.deepEqual(plates, [
    {
      x: 65,
      y: 1.5,
      width: 63,
      height: 17,
      slide: 'right',
      text: 'buy 90',
      ink: { back: 'upTint', text: 'up', border: 'up' },
      mark: { shape: 'up', color: 'up' },
    },
    {
      x: 65,
      y: 81.5,
      width: 69,
      height: 17,
      slide: 'right',
      text: 'sell 10',
      ink: { back: 'downTint', text: 'downText', border: 'down' },
      mark: { shape: 'down', color: 'downText' },
    },
    {
      x: 20,
      // 19 above the top would be out of sight: 4 is the least.
      y: 4,
      width: 39,
      height: 16,
      slide: 'up',
      text: '144',
      ink: { back: '144 tint', text: '144 text', border: '144 line' },
      mark: { shape: 'square', color: '144 fill' },
    },
  ]);
  assert.deepEqual(tags, [
    { price: 90, back: 'upTint', text: 'up' },
    { price: 10, back: 'downTint', text: 'downText' },
  ]);
});

test('a box to the right of the plot paints no trade lines, plates or tags; one to the left keeps all but its name', () => {
  const texts = ({ plates }: Painted): string[] => plates.map(({ text }) => text);
  const isTrade = (line: string): boolean => /^(up|down) /.test(line);
  const right = paintBox(moved(280), frame, NOTHING);
  assert.deepEqual([texts(right), right.tags], [[], []]);
  assert.ok(!listPainted(right).some(isTrade));
  const touching = paintBox(moved(279), frame, NOTHING);
  assert.deepEqual([texts(touching), touching.tags.length], [['buy 90', 'sell 10', '144'], 2]);
  assert.equal(listPainted(touching).filter(isTrade).length, 2);
  const left = paintBox(moved(-180), frame, NOTHING);
  assert.deepEqual([texts(left), left.tags.length], [['buy 90', 'sell 10'], 2]);
  // The lines begin just outside of the plot, and the plates at its edge.
  assert.ok(listPainted(left).includes('up 2 @1 -4,10 > 300,10'));
  assert.equal(left.plates[0]?.x, 10);
  assert.deepEqual(texts(paintBox(moved(-179), frame, NOTHING)), ['buy 90', 'sell 10', '144']);
});

test('the box under the pointer has a stronger outline and trade line, and the others a weaker fill', () => {
  const own = listPainted(paintBox(box, frame, { ...NOTHING, hoveredBody: 'box.144' }));
  assert.ok(own[0]?.startsWith('fill 144 fill @0.1 '));
  assert.equal(own.filter((line) => line.startsWith('144 line 2 ')).length, 4);
  const other = listPainted(paintBox(box, frame, { ...NOTHING, hoveredBody: 'box.52' }));
  assert.ok(other[0]?.startsWith('fill 144 fill @0.05 '));
  assert.equal(other.filter((line) => line.startsWith('144 line 2 ')).length, 0);
  const hoveredTarget = 'box.144/downTrade';
  const line = listPainted(paintBox(box, frame, { ...NOTHING, hoveredTarget }));
  assert.deepEqual(line.slice(-4), [
    'background 4 @0.7 20,10 > 300,10',
    'up 2 @1 20,10 > 300,10',
    'background 4.5 @0.7 20,90 > 300,90',
    'down 2.5 @1 20,90 > 300,90',
  ]);
});

test('each box has dashes of its own', () => {
  const dashes = (['hayyam', '52', '144', '36', 'crystal'] as const).map((kind) => {
    const lines = listPainted(paintBox({ ...box, box: kind }, frame, NOTHING));
    return lines.find((line) => line.startsWith(`${kind} line 1.5 `))?.split(' @')[0];
  });
  assert.deepEqual(dashes, [
    'hayyam line 1.5',
    '52 line 1.5 [8 3]',
    '144 line 1.5 [3 3]',
    '36 line 1.5 [9 3 2 3]',
    'crystal line 1.5 [1.5 3]',
  ]);
});
