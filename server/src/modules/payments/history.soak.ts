import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playInMemory } from './testing/memory-histories.ts';

test('ten thousand histories of orders, each with crashes, end with the books in order', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const figures = await playInMemory(seed, 10_000, 150);
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.captured > 20_000 && figures.paidBack > 4000 && figures.crashes > 20_000);
});
