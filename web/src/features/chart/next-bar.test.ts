import assert from 'node:assert/strict';
import test from 'node:test';
import { marketPhase, splitCountdown } from './next-bar.ts';

const at = (text: string): number => Date.parse(text);

test('in session the next hour opens at the full hour', () => {
  const phase = marketPhase('forex', '60', at('2026-11-18T10:15Z'));
  assert.deepEqual(phase, { open: true, nextBarMs: 45 * 60_000 });
});

test('over the weekend the next bar opens when the market does', () => {
  const phase = marketPhase('nasdaq', '1D', at('2026-11-21T12:00Z'));
  assert.equal(phase.open, false);
  assert.equal(phase.nextBarMs, at('2026-11-23T00:00Z') - at('2026-11-21T12:00Z'));
});

test('a countdown is a clock, with days before it', () => {
  assert.deepEqual(splitCountdown(3 * 3_600_000 + 17 * 60_000 + 52_000), {
    days: 0,
    clock: '03:17:52',
  });
  assert.deepEqual(splitCountdown(36 * 3_600_000), { days: 1, clock: '12:00:00' });
});
