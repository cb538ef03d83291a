import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWorld, lookAtWorld, makeWorld } from './testing/simulated-looks.ts';

// A bounded share of the soak: eight symbols, and a drift large enough for the rows that they have.

test('a simulated world without an edge claims none, and one with an edge is found', async (t) => {
  const none = lookAtWorld(await makeWorld({ seed: 1, drift: 0, symbols: 8 }));
  t.diagnostic(describeWorld(none));
  assert.deepEqual(
    none.looks.map(({ claim }) => claim),
    none.looks.map(() => null),
  );
  assert.ok(none.looks.length >= 2);
  const drifting = lookAtWorld(await makeWorld({ seed: 1, drift: 1, symbols: 8 }));
  t.diagnostic(describeWorld(drifting));
  assert.equal(drifting.looks.at(-1)?.claim, 'better');
});
