import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TouchNow } from '@rasat/engine';
import { readTouchNow, writeTouchNow } from './touch-now.ts';

/** A page of the database has room for four rows of this size; longer ones are stored apart. */
const MOST_BYTES = 2000;

test('inputs of chances are read as the engine gave them, and a row of an hourly series fits', () => {
  // 168 shares with five decimals, as they come from the engine.
  const slots = Array.from({ length: 168 }, (_, i) => Math.round(595 + 400 * Math.sin(i)) / 1e5);
  const weeks = 0.123456789012345;
  const box = { short: weeks, long: weeks };
  const now: TouchNow = {
    atMs: 1_795_876_291_097,
    price: 1.1423456789,
    variances: [0.00012345678901234, 0.00012345678901234, 0.00012345678901234, 0.00012345678901234],
    day: { untilMs: 1_795_876_291_097, weeks },
    week: { untilMs: 1_795_876_291_097, weeks },
    levels: weeks,
    boxes: { hayyam: box, '52': box, '144': box, '36': box, crystal: box },
    slots,
  };
  const text = writeTouchNow(now);
  assert.ok(text.length < MOST_BYTES, `${text.length} bytes`);
  assert.deepEqual(readTouchNow(JSON.parse(text) as TouchNow), now);
});
