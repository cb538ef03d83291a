import { test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { TAPE_VENDORS } from './tape-vendors.ts';
import { playVendorTape } from './vendor-tapes.ts';

/** One way of each vendor, of which the soak plays 50 days of every way. */
const PLAYED: readonly string[] = [
  'twelvedata-poll',
  'massive-minutes',
  'laplace-websocket',
  'eodhd-nasdaq',
];

for (const [at, vendor] of TAPE_VENDORS.filter(({ name }) => PLAYED.includes(name)).entries()) {
  const seed = 100 + at;
  test(`a day of ${vendor.name} with faults at random gives the bars of its trades, SEED=${seed}`, async (t) => {
    t.diagnostic(JSON.stringify(await playVendorTape(await testContext(t), vendor, seed)));
  });
}
