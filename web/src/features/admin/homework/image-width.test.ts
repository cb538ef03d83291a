import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widthOf } from './image-width.ts';

test('an image is as wide as its height in the window lets it be', () => {
  const width = (ratio: string) => `min(100%, calc((100dvh - 170px) * ${ratio}))`;
  assert.equal(widthOf({ width: 800, height: 400 }), width('2'));
  assert.equal(widthOf({ width: 1, height: 2 }), width('0.5'));
  assert.equal(widthOf({ width: 2, height: 1 }), width('2'));
  // Without a size it is taken for a wide one, 16 by 9.
  for (const unknown of [
    { width: 0, height: 400 },
    { width: 800, height: 0 },
  ]) {
    assert.equal(widthOf(unknown), width('1.7777777777777777'));
  }
});
