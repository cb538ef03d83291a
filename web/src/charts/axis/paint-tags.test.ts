import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AxisTag, Frame } from '../drawings/frame.ts';
import { openCanvas } from '../testing/canvas.ts';
import { paintTags, placeTags } from './paint-tags.ts';

const frame = {
  height: 200,
  y: (price: number) => price,
  palette: { background: 'ground', font: 'Inter' },
  formatPrice: (price: number) => price.toFixed(1),
} as Frame;
const tag = (price: number, more: Partial<AxisTag> = {}): AxisTag => ({
  price,
  back: 'back',
  text: 'ink',
  ...more,
});
const placed = (...tags: readonly AxisTag[]) =>
  placeTags(tags, frame).map(({ price, y }) => [price, y]);

test('the tags of the prices in the plot keep seventeen pixels between them and stay on the axis', () => {
  assert.deepEqual(placed(tag(50), tag(67)), [
    [50, 50],
    [67, 67],
  ]);
  assert.deepEqual(placed(tag(50), tag(60)), [
    [50, 46.5],
    [60, 63.5],
  ]);
  assert.deepEqual(placed(tag(0), tag(200)), [
    [0, 8],
    [200, 192],
  ]);
  assert.deepEqual(placed(tag(-0.1), tag(200.1), tag(Number.NaN)), []);
});

test('one price in one ink has one tag; another ink, or the price of now, has its own', () => {
  assert.equal(placed(tag(50), tag(50)).length, 1);
  assert.equal(placed(tag(50), tag(50, { back: 'other' })).length, 2);
  assert.deepEqual(placed(tag(50), tag(50, { fixed: true })), [
    [50, 67],
    [50, 50],
  ]);
});

test('a tag hides the figures of the axis that it would cut, and the price of now lies over the others', () => {
  const { ctx, lines } = openCanvas();
  const tags = placeTags([tag(50, { fixed: true, strong: true, text: 'now' }), tag(90)], frame);
  paintTags({ ctx, ratio: 2 }, tags, [36, 36.5, 64, 76, 103.5, 120], 62, frame);
  assert.deepEqual(lines, [
    'fill ground @1 1,28.5 61 x 16',
    'fill ground @1 1,95.5 61 x 16',
    'fill back @1 plate 1,82 60 x 16 2',
    'text ink "90.0" 8,90.5 520 11px Inter',
    'fill back @1 plate 1,42 60 x 16 2',
    'text now "50.0" 8,50.5 640 11px Inter',
  ]);
});

test('a tag lies on whole device pixels', () => {
  const topOf = (ratio: number): string => {
    const { ctx, lines } = openCanvas();
    paintTags({ ctx, ratio }, placeTags([tag(50.3)], frame), [], 62, frame);
    return lines[0] ?? '';
  };
  assert.match(topOf(1), /plate 1,42 /);
  assert.match(topOf(2), /plate 1,42\.5 /);
});
