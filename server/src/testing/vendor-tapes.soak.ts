import { test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { TAPE_VENDORS } from './tape-vendors.ts';
import { playVendorTape } from './vendor-tapes.ts';

// `SEED` is the first seed and `TAPES` the number for each vendor; `VENDOR` chooses one of them by its name.

const FIRST = Number(process.env.SEED ?? Date.now() % 1_000_000);
const TAPES = Number(process.env.TAPES ?? 50);
const CHOSEN = process.env.VENDOR;

for (const vendor of TAPE_VENDORS) {
  if (CHOSEN !== undefined && vendor.name !== CHOSEN) continue;
  for (let seed = FIRST; seed < FIRST + TAPES; seed += 1) {
    test(`a day of ${vendor.name} with faults at random gives the bars of its trades, SEED=${seed}`, async (t) => {
      t.diagnostic(JSON.stringify(await playVendorTape(await testContext(t), vendor, seed)));
    });
  }
}
