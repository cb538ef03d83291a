import assert from 'node:assert/strict';
import test from 'node:test';
import { Distribution } from './distribution.ts';

test('a value is counted up to its bound, which is included', () => {
  const distribution = new Distribution([0.5, 1, 5]);
  for (const value of [0, 0.5, 0.6, 1, 5, 5.1, 100]) distribution.add(value);
  assert.deepEqual(distribution.read(), { bounds: [0.5, 1, 5], counts: [2, 2, 1, 2], sum: 112.2 });
});
