import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBars, encodeBars } from '@rasat/ledger';
import { makeBars } from '../../../testing/bars.ts';
import { chunkOf, storedChunk } from './stored-chunk.ts';

const bars = makeBars({ seed: 1, fromMs: Date.UTC(2024, 0, 1), bars: 1000 });

test('a stored chunk is smaller, and comes out as it travels', () => {
  const stored = storedChunk(bars, 5);
  const travels = Buffer.from(encodeBars(bars, 5));
  assert.ok(stored.length < 0.8 * travels.length, `${stored.length} of ${travels.length}`);
  assert.deepEqual(chunkOf(stored), travels);
  assert.deepEqual(decodeBars(chunkOf(stored)).close, bars.close);
});

test('a chunk of before they were compressed is read as it lies', () => {
  const travels = Buffer.from(encodeBars(bars, 5));
  assert.equal(chunkOf(travels), travels);
});

test('a bit that changed on the disk never makes other bars', () => {
  const stored = storedChunk(bars, 5);
  const travels = Buffer.from(encodeBars(bars, 5));
  let refused = 0;
  for (let at = 0; at < stored.length; at += 97) {
    const damaged = Buffer.from(stored);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    let read: Buffer | undefined;
    try {
      read = chunkOf(damaged);
      decodeBars(read);
    } catch {
      refused += 1;
      continue;
    }
    assert.deepEqual(read, travels, `byte ${at}`);
  }
  assert.ok(refused > 40, `${refused}`);
});
