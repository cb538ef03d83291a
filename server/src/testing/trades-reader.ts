import { WebSocket } from 'ws';
import type { TradesVenue } from './trades-venue.ts';

// Baseline of the trades: a process that only parses the frames of the venue and adds the quantities up.
// `trades-reader.ts VENUE`; it answers each message with the trades and the CPU time so far.

/** Trades that were read, and the CPU time of the process in milliseconds. */
export interface ReaderUsage {
  readonly trades: number;
  readonly cpuMs: number;
}

const { streamUrl, symbols } = JSON.parse(process.argv[2] ?? '{}') as TradesVenue;
const streams = symbols.map((symbol) => `${symbol.toLowerCase()}@aggTrade`);
const socket = new WebSocket(`${streamUrl}/stream?streams=${streams.join('/')}`, {
  perMessageDeflate: false,
});
let trades = 0;
let volume = 0;
socket.on('message', (data) => {
  const { q } = (JSON.parse((data as Buffer).toString('utf8')) as { data: { q: string } }).data;
  trades += 1;
  volume += Number(q);
});
socket.on('open', () => process.send?.({ volume }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ trades, cpuMs: (user + system) / 1000 } satisfies ReaderUsage);
});
