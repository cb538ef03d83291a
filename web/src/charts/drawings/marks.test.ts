import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Palette } from '../palette.ts';
import type { Frame } from './frame.ts';
import { paintLastPrice } from './marks.ts';

test('the last price has the colour of its direction, and none of either once nothing new arrives', () => {
  const palette = { candleUp: 'green', candleDown: 'red', axisText: 'grey' } as Palette;
  const frame = { palette, width: 800 } as Frame;
  const inkOf = (rising: boolean, stale: boolean): string =>
    paintLastPrice({ price: 1.1, rising, stale }, frame).tag.back;
  assert.deepEqual(
    [inkOf(true, false), inkOf(false, false), inkOf(true, true), inkOf(false, true)],
    ['green', 'red', 'grey', 'grey'],
  );
});
