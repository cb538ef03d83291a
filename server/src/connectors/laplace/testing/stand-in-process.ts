import { readStart, serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import type { SessionTapeMarket } from '../../vendor-wire/testing/session-tape.ts';
import { createLaplaceStandIn, KEY, LAPLACE_FAULTS } from './stand-in.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`. It prints one
// line of JSON, {"url", "key"}. Lines on its standard input switch faults: `begin NAME [TIMES]`, `end [NAME]`.

const SHARES: readonly (readonly [symbol: string, start: number])[] = [
  ['THYAO', 291],
  ['GARAN', 142],
  ['AKBNK', 68],
  ['ASELS', 205],
  ['EREGL', 26],
  ['KCHOL', 170],
  ['SISE', 36],
  ['BIMAS', 540],
  ['TUPRS', 190],
  ['FROTO', 98],
];

interface Options {
  /** Trades of the busiest share in an hour. */
  readonly perHour: number;
  readonly feed: 'live' | 'delayed';
  readonly stream: 'websocket' | 'events';
}

const OPTIONS: Options = { perHour: 1200, feed: 'delayed', stream: 'websocket' };
const { perHour, ...start } = readStart({ days: 40, denseDays: 2, ...OPTIONS });
const shares = SHARES.map(
  ([symbol, start], i): SessionTapeMarket => ({
    symbol,
    start,
    digits: 2,
    perHour: Math.max(12, Math.round(perHour / (i + 1))),
    calendar: 'bist-2',
    hasVolume: true,
  }),
);
const indices = (['XU100', 'XU030'] as const).map(
  (symbol): SessionTapeMarket => ({
    symbol,
    start: symbol === 'XU100' ? 10_950 : 12_100,
    digits: 2,
    perHour,
    calendar: 'bist-2',
    hasVolume: false,
  }),
);
const standIn = await createLaplaceStandIn({ ...start, markets: [...shares, ...indices] });
serveStandIn(standIn, LAPLACE_FAULTS, { key: KEY });
