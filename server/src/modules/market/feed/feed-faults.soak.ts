import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testContext } from '../../../platform/testing.ts';
import { seeded } from '../../../testing/bars.ts';
import { checkDisorder } from '../testing/disorder.ts';
import { surviveClockJumps, surviveGarbage, surviveOutages } from '../testing/feed-faults.ts';
import { surviveFeedKills } from '../testing/feed-kills.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = seeded(SEED);
const stage = { context: await testContext({ after }), random };

test('F6 forty outages of a second to ten minutes', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const outages = Array.from({ length: 40 }, () => ({
    durationMs: Math.round(1000 * 600 ** random()),
    triesMs: random() ** 2 * 20_000,
  }));
  const backAfterMs = await surviveOutages(stage, outages);
  const worstMs = Math.max(...backAfterMs);
  t.diagnostic(`${backAfterMs.length} returns, the slowest after ${Math.round(worstMs)} ms`);
  assert.ok(worstMs < 5000);
});

test('F7 duplicates and disorder, ten thousand seeds', () => checkDisorder(10_000, SEED));

test('F8 a million ticks, four of five of them garbage', async (t) => {
  t.diagnostic(JSON.stringify(await surviveGarbage(stage, 1_000_000)));
});

test('F9 two hundred jumps of the clock', () => surviveClockJumps(stage, 200));

test('F10 two hundred kills of a feed', (t) => surviveFeedKills(t, 200));
