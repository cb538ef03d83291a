import { testReplyFaults, testStreamFaults } from '../vendor-wire/testing/fault-tests.ts';
import { createTwelveDataRig } from './testing/rig.ts';
import { KEY } from './testing/stand-in.ts';

// The faults of every vendor, over Twelve Data's stand-in.

/** A Tuesday of open markets: 12:05 in New York. */
const NOW_MS = Date.UTC(2026, 10, 17, 17, 5);
const symbols = ['EURUSD', 'AAPL', 'SPX'];

testReplyFaults('Twelve Data', {
  open: () =>
    createTwelveDataRig({ nowMs: NOW_MS, mode: 'stream', days: 300, denseFromMs: NOW_MS }),
  symbols,
  key: KEY,
  resolution: '60',
  fromMs: ({ standIn }) => standIn.tape.options.fromMs,
});

testStreamFaults('Twelve Data', {
  open: () => createTwelveDataRig({ nowMs: NOW_MS, mode: 'stream' }),
  symbols,
  key: KEY,
  silentMs: 30_000,
  quietMs: null,
  timeStepMs: 1000,
});
