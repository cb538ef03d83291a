import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareRangeOf } from './share-range.ts';

test('the interval of a share ends at 0 and 1', () => {
  assert.deepEqual(shareRangeOf({ value: 0.25, halfWidth: 0.5 }), { low: 0, high: 0.75 });
  assert.deepEqual(shareRangeOf({ value: 0.75, halfWidth: 0.5 }), { low: 0.25, high: 1 });
  assert.equal(shareRangeOf({ value: 0.5, halfWidth: null }), null);
});
