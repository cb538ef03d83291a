import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratioOf } from './split-ratio.ts';

test('a factor is the ratio of the smallest whole numbers of shares', () => {
  for (const [factor, fresh, old] of [
    [4, 4, 1],
    [0.1, 1, 10],
    [1.5, 3, 2],
    [1 / 3, 1, 3],
    [0.0001, 1, 10_000],
    [10_000, 10_000, 1],
    [2.0174, 10_087, 5000],
  ] as const) {
    assert.deepEqual(ratioOf(factor), { fresh, old }, String(factor));
  }
});

test('a factor that is no ratio of small numbers is given for one old share', () => {
  assert.deepEqual(ratioOf(Math.PI), { fresh: Math.PI, old: 1 });
});
