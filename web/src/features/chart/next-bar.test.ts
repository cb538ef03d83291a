import assert from 'node:assert/strict';
import test from 'node:test';
import { splitCountdown, untilNextBar } from './next-bar.ts';

const at = (text: string): number => Date.parse(text);

test('in session the next hour begins at the full hour', () => {
  assert.equal(untilNextBar('forex', '60', at('2026-11-18T10:15Z')), 45 * 60_000);
  assert.equal(untilNextBar('always', '15', at('2026-11-22T10:14Z')), 60_000);
});

test('when the market closes first, the next bar of every resolution begins at the same opening', () => {
  // Friday, in New York's last hour; the market opens on Monday at 14:30 UTC, in the middle of an hour.
  const now = at('2026-11-20T20:45Z');
  const opening = at('2026-11-23T14:30Z') - now;
  assert.equal(untilNextBar('nasdaq', '15', now), opening);
  assert.equal(untilNextBar('nasdaq', '60', now), opening);
  // The four hours from 20:00 also end while the market is closed, and so do the day and the week.
  assert.equal(untilNextBar('nasdaq', '240', now), opening);
  assert.equal(untilNextBar('nasdaq', '1D', now), opening);
  assert.equal(untilNextBar('nasdaq', '1W', now), opening);
});

test('a forex week begins on Sunday evening, by day and by week', () => {
  const now = at('2026-11-20T21:30Z');
  const opening = at('2026-11-22T22:00Z') - now;
  assert.equal(untilNextBar('forex', '1D', now), opening);
  assert.equal(untilNextBar('forex', '1W', now), opening);
});

test('a countdown shows a clock, with days before it', () => {
  assert.deepEqual(splitCountdown(3 * 3_600_000 + 17 * 60_000 + 52_000), {
    days: 0,
    clock: '03:17:52',
  });
  assert.deepEqual(splitCountdown(36 * 3_600_000), { days: 1, clock: '12:00:00' });
});
