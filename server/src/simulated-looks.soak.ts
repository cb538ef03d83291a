import assert from 'node:assert/strict';
import test from 'node:test';
import type { Looks } from '@rasat/ledger';
import { createManualClock } from './platform/clock.ts';
import { testContext } from './platform/testing.ts';
import { computeLooks, publishWorld } from './testing/published-world.ts';
import { describeWorld, lookAtWorld, makeWorld } from './testing/simulated-looks.ts';

// The four looks at worlds of simulated markets: without an edge almost none claims one, and an edge is found.

const WORLDS = Number(process.env.RASAT_SEEDS ?? 40);
const EDGE_WORLDS = Number(process.env.RASAT_EDGE_SEEDS ?? 8);
const FIRST = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** Drift after each condition that gives a mean excess of about 0.15 R. */
const DRIFT = Number(process.env.RASAT_DRIFT ?? 0.28);

test('of forty worlds without an edge at most five claim one at any look', async (t) => {
  t.diagnostic(`SEED=${FIRST}`);
  let claims = 0;
  const byLook = [0, 0, 0, 0];
  for (let seed = FIRST; seed < FIRST + WORLDS; seed++) {
    const world = lookAtWorld(await makeWorld({ seed, drift: 0 }));
    assert.equal(world.looks.length, 4);
    for (const [at, { claim }] of world.looks.entries())
      if (claim) byLook[at] = (byLook[at] ?? 0) + 1;
    if (world.looks.some(({ claim }) => claim !== null)) claims++;
    t.diagnostic(`${seed}: ${describeWorld(world)}`);
  }
  t.diagnostic(`${claims} of ${WORLDS} claim; by look ${byLook.join(', ')}`);
  assert.ok(claims <= (WORLDS * 5) / 40, `${claims}`);
});

test('eight of eight worlds with an edge of 0.15 R are found by the last look', async (t) => {
  let found = 0;
  let excess = 0;
  for (let seed = FIRST + WORLDS; seed < FIRST + WORLDS + EDGE_WORLDS; seed++) {
    const world = lookAtWorld(await makeWorld({ seed, drift: DRIFT }));
    if (world.looks.some(({ claim }) => claim === 'better')) found++;
    excess += world.excess / EDGE_WORLDS;
    t.diagnostic(`${seed}: ${describeWorld(world)}`);
  }
  t.diagnostic(`${found} of ${EDGE_WORLDS} found, mean excess ${excess.toFixed(3)} R`);
  assert.equal(found, EDGE_WORLDS);
});

for (const drift of [0, 1]) {
  test(`the server stores the looks of a world with a drift of ${drift} that it runs through`, async (t) => {
    const world = await makeWorld({ seed: FIRST, drift, symbols: 6 });
    const [fromMs, toMs] = [Date.UTC(2024, 0, 1), Date.UTC(2025, 8, 1)];
    const clock = createManualClock(fromMs);
    const context = await testContext(t, { clock });
    await publishWorld({ ...context, clock }, world, { fromMs, toMs });
    const stored = await computeLooks(context);
    const expected = lookAtWorld(world, { fromMs, toMs });
    t.diagnostic(describeWorld(expected));
    const valuesOf = ({ settled, leftOut, looks }: Looks) => ({
      settled,
      leftOut,
      looks: looks.map(({ rows, months, difference, chance, claim }) => ({
        rows,
        months,
        difference,
        chance,
        claim,
      })),
    });
    assert.ok(stored);
    assert.deepEqual(valuesOf(stored), valuesOf(expected));
    assert.ok(stored.looks.length > 0);
  });
}
