import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from './testing/bars.ts';
import { surviveRestarts } from './testing/restarts.ts';

test('F24 twenty restarts under load', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const { served, underWay, servedLate, endedMs } = await surviveRestarts(t, 20, seeded(seed));
  const slowestMs = Math.max(...endedMs);
  t.diagnostic(
    `${served} served, none refused; ${underWay} under way at a signal, ${servedLate} after one; ` +
      `the slowest ended after ${Math.round(slowestMs)} ms`,
  );
  assert.ok(slowestMs < 10_000);
});
