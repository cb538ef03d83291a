import { test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { TAPE_VENDORS } from './tape-vendors.ts';
import { playVendorTape } from './vendor-tapes.ts';

/**
 * One way of each vendor, with a seed that chooses the kind of day: an overnight split, the first day of summer time, an
 * early close. The soak plays 50 days of every way.
 */
const PLAYED: Readonly<Record<string, number>> = {
  'twelvedata-poll': 103,
  'massive-minutes': 102,
  'laplace-websocket': 100,
};

for (const vendor of TAPE_VENDORS) {
  const seed = PLAYED[vendor.name];
  if (seed === undefined) continue;
  test(`a day of ${vendor.name} with faults at random gives the bars of its trades, SEED=${seed}`, async (t) => {
    t.diagnostic(JSON.stringify(await playVendorTape(await testContext(t), vendor, seed)));
  });
}
