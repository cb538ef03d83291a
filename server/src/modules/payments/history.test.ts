import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playInMemory } from './testing/memory-histories.ts';

test('what the bank took, what was sold and what was billed are the same after any history', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const figures = await playInMemory(seed, 300, 80);
  t.diagnostic(JSON.stringify(figures));
  // A history in which nothing happens would pass as well.
  assert.ok(figures.captured > 200 && figures.paidBack > 50 && figures.crashes > 300);
});
