import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from './testing/bars.ts';
import { surviveRestarts } from './testing/restarts.ts';

test('F24 a server that is told to end answers what is under way, and its sockets are told 1012', async (t) => {
  const { served, underWay, servedLate, endedMs } = await surviveRestarts(t, 2, seeded(24));
  t.diagnostic(
    `${served} served, ${underWay} under way, ${servedLate} after the signal, ended after ` +
      `${endedMs.map(Math.round).join(', ')} ms`,
  );
  assert.ok(underWay > 0);
});
