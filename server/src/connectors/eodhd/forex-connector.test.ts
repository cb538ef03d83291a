import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { testConnectorContract } from '../connector-contract.ts';
import { testReplyFaults, testStreamFaults } from '../vendor-wire/testing/fault-tests.ts';
import { createEodhdForexRig, SETTLED_MINUTES } from './testing/rig.ts';
import { TOKEN } from './testing/stand-in-replies.ts';

/** A Wednesday, 13:05 in New York. */
const NOW_MS = Date.UTC(2026, 2, 11, 17, 5);
const DAY_START_MS = NOW_MS - (NOW_MS % DAY_MS);
const SETTLED_MS = SETTLED_MINUTES * MINUTE_MS;
const symbols = ['EURUSD', 'USDJPY'];

testConnectorContract('EODHD with currencies', {
  symbols,
  open: async () => {
    const { connector, clock, advance, stop } = await createEodhdForexRig({
      nowMs: NOW_MS,
      days: 65,
      denseFromMs: DAY_START_MS - DAY_MS,
    });
    return { connector, now: () => clock.now(), advance: (ms) => advance(ms, 10_000), stop };
  },
});

testReplyFaults('EODHD with currencies', {
  open: () => createEodhdForexRig({ nowMs: NOW_MS, days: 90, denseFromMs: DAY_START_MS }),
  symbols,
  key: TOKEN,
  resolution: '60',
  trueBars: ({ standIn }, symbol, resolution, nowMs) => {
    const { tape } = standIn;
    const bars = tape.closedBars(symbol, resolution, tape.options.fromMs, nowMs, nowMs);
    return bars.filter(({ openTimeMs }) => openTimeMs + HOUR_MS + SETTLED_MS <= nowMs);
  },
});

testStreamFaults('EODHD with currencies', {
  open: () => createEodhdForexRig({ nowMs: NOW_MS, denseFromMs: DAY_START_MS, isRough: false }),
  symbols,
  key: TOKEN,
  silentMs: 60_000,
  quietMs: null,
});
