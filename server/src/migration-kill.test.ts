import { test } from 'node:test';
import { seeded } from './testing/bars.ts';
import { surviveMigrationKills } from './testing/migration-kills.ts';

test('F26 a migration that is killed half way leaves the old form or the new one, and the next start completes', async (t) => {
  const { rolledBack, done, lastsMs } = await surviveMigrationKills(t, 4, seeded(26));
  t.diagnostic(`${rolledBack} rolled back, ${done} done, one lasts ${Math.round(lastsMs)} ms`);
});
