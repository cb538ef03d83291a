import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { createClock } from '../../../platform/clock.ts';
import type { SessionTapeMarket } from '../../vendor-wire/testing/session-tape.ts';
import { createLaplaceStandIn, KEY, LAPLACE_FAULTS, type LaplaceFault } from './stand-in.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`. It prints one
// line of JSON, {"url", "key"}. Lines on its standard input switch faults: `begin NAME [TIMES]`, `end [NAME]`.

interface Options {
  readonly port?: number;
  readonly seed?: number;
  /** Days of history before the start, and those of them with as many trades as now. */
  readonly days?: number;
  readonly denseDays?: number;
  /** Trades of the busiest share in an hour. */
  readonly perHour?: number;
  readonly feed?: 'live' | 'delayed';
  readonly stream?: 'websocket' | 'events';
}

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

const {
  port = 0,
  seed = 1,
  days = 40,
  denseDays = 2,
  perHour = 1200,
  feed = 'delayed',
  stream = 'websocket',
} = JSON.parse(process.argv[2] ?? '{}') as Options;
const clock = createClock();
const hourMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
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
const standIn = await createLaplaceStandIn({
  clock,
  port,
  seed,
  feed,
  stream,
  markets: [...shares, ...indices],
  fromMs: hourMs - days * DAY_MS,
  denseFromMs: hourMs - Math.min(days, denseDays) * DAY_MS,
});
const isFault = (name: string): name is LaplaceFault => name in LAPLACE_FAULTS;

process.stdout.write(`${JSON.stringify({ url: standIn.url, key: KEY })}\n`);
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  for (const line of text.split('\n')) {
    const [word, name = '', times] = line.trim().split(' ');
    if (word === 'begin' && isFault(name))
      standIn.faults.begin(name, times === undefined ? undefined : Number(times));
    else if (word === 'end') standIn.faults.end(isFault(name) ? name : undefined);
  }
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void standIn.stop().then(() => process.exit(0)));
