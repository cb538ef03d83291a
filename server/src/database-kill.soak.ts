import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from './testing/bars.ts';
import { surviveDatabaseKills } from './testing/database-kills.ts';

test('F12 forty kills of the database in the middle of writes', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const report = await surviveDatabaseKills(t, 40, seeded(seed));
  const { acknowledged, refused, slowestMs, backMs } = report;
  t.diagnostic(
    `${acknowledged} acknowledged, none lost; ${refused} refused; slowest answer ` +
      `${Math.round(slowestMs)} ms; back after ${Math.round(Math.min(...backMs))} to ` +
      `${Math.round(Math.max(...backMs))} ms`,
  );
  assert.ok(slowestMs < 3000);
  assert.ok(Math.max(...backMs) < 5000);
});
