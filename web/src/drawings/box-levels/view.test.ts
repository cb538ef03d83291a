import assert from 'node:assert/strict';
import test from 'node:test';
import { frame, listPainted, NOTHING } from '../testing/painted.ts';
import { drawBoxLevels } from './view.ts';

const levels = drawBoxLevels('levels', 'hayyam', [
  { part: 'entry', price: 70, label: 'entry' },
  { part: 'far', price: 400, label: 'far' },
  { part: 'stop', price: 30, label: 'stop' },
]);

test("a box's levels run over the whole plot in its ink and dashes; those out of sight keep their tag", () => {
  const painted = levels.paint(frame, { ...NOTHING, hoveredTarget: 'levels/stop' });
  assert.deepEqual(listPainted(painted), [
    'hayyam line 1.25 @1 0,30 > 300,30',
    'hayyam line 2 @1 0,70 > 300,70',
  ]);
  assert.deepEqual(painted.plates, [
    {
      x: 10,
      y: 22,
      width: 69,
      height: 16,
      slide: 'right',
      text: 'entry 70',
      ink: { back: 'hayyam tint', text: 'hayyam text' },
      mark: { shape: 'square', color: 'hayyam fill' },
    },
    {
      x: 10,
      y: 62,
      width: 63,
      height: 16,
      slide: 'right',
      text: 'stop 30',
      ink: { back: 'hayyam tint', text: 'hayyam text' },
      mark: { shape: 'square', color: 'hayyam fill' },
    },
  ]);
  assert.deepEqual(
    painted.tags,
    [70, 400, 30].map((price) => ({ price, back: 'hayyam tint', text: 'hayyam text' })),
  );
  assert.deepEqual(levels.extent, { prices: [30, 400], fromMs: null, toMs: null });
  assert.deepEqual(levels.tagPrices, [70, 400, 30]);
});
