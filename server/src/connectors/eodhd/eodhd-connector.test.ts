import { DAY_MS } from '@rasat/engine';
import { testConnectorContract } from '../connector-contract.ts';
import { testReplyFaults } from '../vendor-wire/testing/fault-tests.ts';
import { createEodhdRig } from './testing/rig.ts';
import { TOKEN } from './testing/stand-in-replies.ts';

/** A Wednesday, 20:30 in Istanbul: Borsa İstanbul closed at 18:10, and its day is final at 21:10. */
const BIST_MS = Date.UTC(2026, 2, 11, 17, 30);
/** 22:30 in New York: Nasdaq closed at 16:00, and its minutes are final at 23:00. */
const NASDAQ_MS = Date.UTC(2026, 2, 12, 2, 30);

for (const [symbol, nowMs] of [
  ['THYAO', BIST_MS],
  ['AAPL', NASDAQ_MS],
] as const) {
  testConnectorContract(`EODHD with ${symbol}`, {
    symbols: [symbol],
    isDaily: true,
    open: async () => {
      const { connector, clock, advance, stop } = await createEodhdRig({
        nowMs,
        days: 65,
        denseFromMs: nowMs - (nowMs % DAY_MS) - DAY_MS,
      });
      return { connector, now: () => clock.now(), advance: (ms) => advance(ms, 60_000), stop };
    },
  });
}

/** Before the opening in New York, when the days before are final. */
const MORNING_MS = Date.UTC(2026, 10, 17, 9, 5);

for (const [symbol, resolution, days] of [
  ['THYAO', '1D', 100],
  ['AAPL', '60', 90],
] as const) {
  testReplyFaults(`EODHD with ${symbol}`, {
    open: () =>
      createEodhdRig({ nowMs: MORNING_MS, days, denseFromMs: MORNING_MS - (MORNING_MS % DAY_MS) }),
    symbols: [symbol],
    key: TOKEN,
    resolution,
    // The days of a symbol are one page.
    without: resolution === '1D' ? ['page-misses-row', 'page-endless'] : [],
  });
}
