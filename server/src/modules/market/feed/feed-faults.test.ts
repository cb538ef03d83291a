import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testContext } from '../../../platform/testing.ts';
import { seeded } from '../../../testing/bars.ts';
import { surviveClockJumps, surviveGarbage, surviveOutages } from '../testing/feed-faults.ts';

const stage = { context: await testContext({ after }), random: seeded(6) };
/** Five seconds, and what a busy machine adds. */
const BACK_MS = 15_000;

test('F6 a source that is unavailable for a second or ten minutes is found again, and nothing is missing', async (t) => {
  const backAfterMs = await surviveOutages(stage, [
    { durationMs: 1000, triesMs: 0 },
    { durationMs: 600_000, triesMs: 1500 },
  ]);
  t.diagnostic(`back after ${backAfterMs.map(Math.round).join(' and ')} ms`);
  assert.ok(Math.max(...backAfterMs) < BACK_MS);
});

test('F8 garbage is refused and counted, and no bar knows of it', async (t) => {
  const refused = await surviveGarbage(stage, 20_000);
  t.diagnostic(JSON.stringify(refused));
});

test('F9 a source whose clock is an hour off raises the alarm, and nothing of it is taken', async () => {
  await surviveClockJumps(stage, 6);
});
