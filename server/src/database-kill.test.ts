import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { seeded } from './testing/bars.ts';
import { surviveDatabaseKills } from './testing/database-kills.ts';

const isLinux = existsSync('/proc/self/task');
/** Three and five seconds on a machine of one's own; what a busy one adds. */
const SLACK = 4;

test('F12 a database that is killed in the middle of writes loses none that was acknowledged', {
  skip: !isLinux && 'finds processes as Linux lists them',
}, async (t) => {
  const { acknowledged, refused, slowestMs, backMs } = await surviveDatabaseKills(t, 2, seeded(12));
  t.diagnostic(
    `${acknowledged} acknowledged, ${refused} refused, slowest answer ${Math.round(slowestMs)} ms, ` +
      `back after ${backMs.map(Math.round).join(', ')} ms`,
  );
  assert.ok(slowestMs < 3000 * SLACK);
  assert.ok(Math.max(...backMs) < 5000 * SLACK);
});
