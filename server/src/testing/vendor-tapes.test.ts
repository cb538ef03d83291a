import { test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { TAPE_VENDORS } from './tape-vendors.ts';
import { playVendorTape } from './vendor-tapes.ts';

// A day of each kind for one vendor after the other; the soak plays 50 of each vendor.
for (const [at, vendor] of TAPE_VENDORS.entries()) {
  const seed = 100 + at;
  test(`a day of ${vendor.name} with faults at random gives the bars of its trades, SEED=${seed}`, async (t) => {
    t.diagnostic(JSON.stringify(await playVendorTape(await testContext(t), vendor, seed)));
  });
}
