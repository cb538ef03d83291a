import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from './testing/bars.ts';
import { surviveMigrationKills } from './testing/migration-kills.ts';

test('F26 a hundred migrations killed half way', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  const { rolledBack, done, lastsMs } = await surviveMigrationKills(t, 100, seeded(seed));
  t.diagnostic(`${rolledBack} rolled back, ${done} done, one lasts ${Math.round(lastsMs)} ms`);
  assert.ok(rolledBack > 20);
});
