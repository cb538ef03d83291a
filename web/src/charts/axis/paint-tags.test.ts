import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AxisTag, Frame } from '../scene/frame.ts';
import { openCanvas } from '../testing/canvas.ts';
import { countPlates, leadersOf, paintLeaders, paintTags, placeTags } from './paint-tags.ts';

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

test('the tags of the prices in the plot keep nineteen pixels between them and stay on the axis', () => {
  assert.deepEqual(placed(tag(50), tag(69)), [
    [50, 50],
    [69, 69],
  ]);
  assert.deepEqual(placed(tag(50), tag(60)), [
    [50, 45.5],
    [60, 64.5],
  ]);
  assert.deepEqual(placed(tag(0), tag(200)), [
    [0, 9],
    [200, 191],
  ]);
  assert.deepEqual(placed(tag(-0.1), tag(200.1), tag(Number.NaN)), []);
});

test('a price has one tag, also in several inks; the live price has its own', () => {
  assert.deepEqual(placed(tag(50), tag(50)), [[50, 50]]);
  const [shared, ...others] = placeTags([tag(50), tag(50, { back: 'other' })], frame);
  assert.deepEqual([shared?.y, shared?.lineYs, others], [50, [50, 50], []]);
  assert.deepEqual(placed(tag(50), tag(50, { fixed: true })), [
    [50, 50],
    [50, 69],
  ]);
});

test('a tag moved from its line has a leader to it, in its own ink, at the right edge of the plot', () => {
  const tags = placeTags(
    [tag(100, { fixed: true }), tag(104, { text: 'red' }), tag(150), tag(152)],
    frame,
  );
  assert.deepEqual(leadersOf(tags), [{ fromY: 104, toY: 119, color: 'red' }]);
  const { ctx, lines } = openCanvas();
  paintLeaders({ ctx, ratio: 1 }, tags, { ...frame, width: 300 });
  assert.deepEqual(lines, ['red 1 @1 288,104.5 > 300,119.5']);
});

test('a shared tag shows beside its leaders how many more lines share it', () => {
  const wide = { ...frame, width: 300, textWidth: (text: string) => text.length * 6 };
  const tags = placeTags([tag(50), tag(100), tag(101), tag(102, { text: 'red' })], frame);
  // Twelve pixels of letters and ten around them, two left of the leaders.
  assert.deepEqual(countPlates(tags, wide), [
    {
      x: 264,
      y: 93,
      width: 22,
      height: 16,
      slide: 'left',
      text: '+2',
      ink: { back: 'ground', text: 'ink' },
    },
  ]);
});

test('a tag hides the axis figures that it would cut, and the live price lies over the other tags', () => {
  const { ctx, lines } = openCanvas();
  const tags = placeTags([tag(50, { fixed: true, strong: true, text: 'now' }), tag(90)], frame);
  paintTags({ ctx, ratio: 2 }, tags, [35, 35.5, 64.5, 75, 104.5, 120], 62, frame);
  assert.deepEqual(lines, [
    'fill ground @1 1,27.5 61 x 16',
    'fill ground @1 1,56.5 61 x 16',
    'fill ground @1 1,96.5 61 x 16',
    'fill back @1 plate 1,81 60 x 18 2',
    'text ink "90.0" 8,90.5 520 12px Inter',
    'fill back @1 plate 1,41 60 x 18 2',
    'text now "50.0" 8,50.5 640 12px Inter',
  ]);
});

test('a tag lies on whole device pixels', () => {
  const topOf = (ratio: number): string => {
    const { ctx, lines } = openCanvas();
    paintTags({ ctx, ratio }, placeTags([tag(50.3)], frame), [], 62, frame);
    return lines[0] ?? '';
  };
  assert.match(topOf(1), /plate 1,41 /);
  assert.match(topOf(2), /plate 1,41\.5 /);
});
