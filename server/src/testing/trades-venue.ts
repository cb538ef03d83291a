import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

// A venue with many trades on Binance's wire, in a process of its own: `trades-venue.ts PAIRS`. Its greeting is
// `TradesVenue`; it answers each `TradesCommand`. It keeps every trade since its start. Before that each pair has one
// trade in every quarter of an hour. It plays no faults: the stand-in of the connector's tests does.

/** Greeting of the venue. */
export interface TradesVenue {
  readonly url: string;
  readonly streamUrl: string;
  readonly symbols: readonly string[];
}

/** Sets the rate from now on, or asks for what was traded. */
export type TradesCommand =
  | { readonly do: 'rate'; readonly perSecond: number }
  | { readonly do: 'report' };

/** Bar of a quarter of an hour: opening time, open, high, low, close, volume. */
export type QuarterBar = readonly [number, number, number, number, number, number];

/** What was traded since the start. */
export interface TradesReport {
  readonly trades: number;
  /** Bars of each pair, the last of which may still form. */
  readonly quarters: readonly (readonly QuarterBar[])[];
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 96 * QUARTER_MS;
const STEPS_MS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '15m': QUARTER_MS,
  '1h': 4 * QUARTER_MS,
  '1d': DAY_MS,
};
const HISTORY_DAYS = 30;
const BEAT_MS = 5;
const PING_MS = 20_000;
const OPEN_KLINE_MS = 2000;
const CLOSED_AFTER_MS = 300;
/** Prices are in hundredths, quantities in hundred-thousandths. */
const FIRST_PRICE = 10_000;
const PRICE_STEP = 3;
const MOST_QUANTITY = 100_000;

class Pair {
  readonly symbol: string;
  readonly name: string;
  readonly times: number[] = [];
  readonly prices: number[] = [];
  readonly quantities: number[] = [];
  #price = FIRST_PRICE;
  #random: number;

  constructor(no: number) {
    this.symbol = `P${String(no).padStart(2, '0')}USDT`;
    this.name = this.symbol.toLowerCase();
    this.#random = no + 1;
  }

  /** Adds a trade and returns its frame. */
  trade(nowMs: number): string {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    const way = ((this.#random >>> 16) % (2 * PRICE_STEP + 1)) - PRICE_STEP;
    this.#price = Math.max(1, this.#price + way);
    this.times.push(nowMs);
    this.prices.push(this.#price);
    this.quantities.push(1 + (this.#random % MOST_QUANTITY));
    const row = JSON.stringify(this.row(this.times.length - 1));
    return `{"stream":"${this.name}@aggTrade","data":{"e":"aggTrade","E":${nowMs},"s":"${this.symbol}",${row.slice(1)}}`;
  }

  row(id: number): Record<string, unknown> {
    const p = price(this.prices[id] ?? 0);
    const q = quantity(this.quantities[id] ?? 0);
    return { a: id, p, q, f: id, l: id, T: this.times[id], m: false, M: true };
  }

  /** Returns the id of the first trade at or after a time. */
  firstFrom(timeMs: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] ?? 0) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds up the trades of a span; null without one. */
  sum(fromMs: number, toMs: number) {
    const first = this.firstFrom(fromMs);
    const end = this.firstFrom(toMs);
    if (first === end) return null;
    let high = 0;
    let low = Number.POSITIVE_INFINITY;
    let sum = 0;
    for (let id = first; id < end; id += 1) {
      high = Math.max(high, this.prices[id] ?? 0);
      low = Math.min(low, this.prices[id] ?? 0);
      sum += this.quantities[id] ?? 0;
    }
    const open = this.prices[first] ?? 0;
    const close = this.prices[end - 1] ?? 0;
    return { open, high, low, close, quantity: sum, trades: end - first, lastId: end - 1 };
  }
}

const price = (units: number): string =>
  `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;
const quantity = (units: number): string =>
  `${Math.floor(units / 100_000)}.${String(units % 100_000).padStart(5, '0')}`;

const pairs = Array.from({ length: Number(process.argv[2]) }, (_, no) => new Pair(no));
const pairOf = new Map(pairs.map((pair) => [pair.symbol, pair]));
const beganMs = Date.now();
const listedMs = Math.floor(beganMs / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS;

function klineRow(pair: Pair, openMs: number, stepMs: number): unknown[] | null {
  const beforeStart = Math.min(openMs + stepMs, Math.floor(beganMs / QUARTER_MS) * QUARTER_MS);
  // The quarter in which the venue begins has its trades alone.
  const earlier = Math.max(0, Math.round((beforeStart - openMs) / QUARTER_MS));
  const traded = pair.sum(openMs, openMs + stepMs);
  if (earlier === 0 && !traded) return null;
  const open = earlier > 0 ? FIRST_PRICE : (traded?.open ?? 0);
  const high = Math.max(earlier > 0 ? FIRST_PRICE : 0, traded?.high ?? 0);
  const low = Math.min(
    earlier > 0 ? FIRST_PRICE : Number.POSITIVE_INFINITY,
    traded?.low ?? Number.POSITIVE_INFINITY,
  );
  const volume = quantity(earlier * 100_000 + (traded?.quantity ?? 0));
  const trades = earlier + (traded?.trades ?? 0);
  const prices = [open, high, low, traded?.close ?? FIRST_PRICE].map(price);
  return [openMs, ...prices, volume, openMs + stepMs - 1, '0', trades, '0', '0', '0'];
}

function klines(pair: Pair, query: URLSearchParams): unknown {
  const stepMs = STEPS_MS[query.get('interval') ?? ''] ?? MINUTE_MS;
  const limit = Number(query.get('limit') ?? 500);
  const askedMs = Math.ceil(Number(query.get('startTime') ?? 0) / stepMs) * stepMs;
  const endMs = Math.min(Date.now(), Number(query.get('endTime') ?? Date.now()));
  const rows: unknown[] = [];
  for (let ms = Math.max(listedMs, askedMs); ms <= endMs && rows.length < limit; ms += stepMs) {
    const row = klineRow(pair, ms, stepMs);
    if (row) rows.push(row);
  }
  return rows;
}

function aggTrades(pair: Pair, query: URLSearchParams): unknown {
  const limit = Number(query.get('limit') ?? 500);
  const fromId = query.get('fromId');
  const startTime = query.get('startTime');
  const { length } = pair.times;
  const first =
    fromId !== null
      ? Number(fromId)
      : startTime !== null
        ? pair.firstFrom(Number(startTime))
        : Math.max(0, length - limit);
  const end = Math.min(length, first + limit);
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => pair.row(first + i));
}

function answer(url: URL): unknown {
  if (url.pathname === '/api/v3/time') return { serverTime: Date.now() };
  if (url.pathname === '/api/v3/exchangeInfo') {
    return {
      symbols: pairs.map(({ symbol }) => ({
        symbol,
        status: 'TRADING',
        baseAsset: symbol.slice(0, 3),
        quoteAsset: 'USDT',
        filters: [{ filterType: 'PRICE_FILTER', tickSize: '0.01000000' }],
      })),
    };
  }
  const pair = pairOf.get(url.searchParams.get('symbol') ?? '');
  if (!pair) return null;
  return url.pathname.endsWith('/klines')
    ? klines(pair, url.searchParams)
    : aggTrades(pair, url.searchParams);
}

interface Client {
  readonly socket: WebSocket;
  readonly raw: Duplex;
  readonly streams: Set<string>;
}
const clients = new Set<Client>();
const http = createServer((request, response) => {
  const body = answer(new URL(request.url ?? '/', 'http://venue'));
  response.statusCode = body === null ? 404 : 200;
  response.end(JSON.stringify(body));
});
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
http.on('upgrade', (request, raw, head) => {
  sockets.handleUpgrade(request, raw, head, (socket) => {
    const names = new URL(request.url ?? '/', 'http://venue').searchParams.get('streams');
    const client: Client = { socket, raw, streams: new Set(names?.split('/') ?? []) };
    clients.add(client);
    const ping = setInterval(() => socket.ping(String(Date.now())), PING_MS);
    socket.on('message', (data) => {
      const { params, id } = JSON.parse((data as Buffer).toString('utf8')) as {
        params: string[];
        id: number;
      };
      for (const name of params) client.streams.add(name);
      socket.send(JSON.stringify({ result: null, id }));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(ping);
      clients.delete(client);
    });
  });
});

/** Sends frames of one stream name to those who asked for it. */
function send(stream: string, text: string): void {
  for (const { socket, streams } of clients) if (streams.has(stream)) socket.send(text);
}

function sendKline(pair: Pair, openMs: number, isClosed: boolean): void {
  const nowMs = Date.now();
  const sum = pair.sum(openMs, openMs + QUARTER_MS);
  const k = {
    t: openMs,
    T: openMs + QUARTER_MS - 1,
    s: pair.symbol,
    i: '15m',
    L: sum?.lastId ?? -1,
    x: isClosed,
  };
  const stream = `${pair.name}@kline_15m`;
  send(stream, JSON.stringify({ stream, data: { e: 'kline', E: nowMs, s: pair.symbol, k } }));
}

let perSecond = 0;
let traded = 0;
let dueTrades = 0;
let beatMs = performance.now();
setInterval(() => {
  const nowMs = performance.now();
  dueTrades += ((nowMs - beatMs) * perSecond) / 1000;
  beatMs = nowMs;
  for (const { raw } of clients) raw.cork();
  const timeMs = Date.now();
  for (; dueTrades >= 1; dueTrades -= 1) {
    const pair = pairs[traded % pairs.length] as Pair;
    traded += 1;
    send(`${pair.name}@aggTrade`, pair.trade(timeMs));
  }
  for (const { raw } of clients) raw.uncork();
}, BEAT_MS);
setInterval(() => {
  const openMs = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  for (const pair of pairs) sendKline(pair, openMs, false);
}, OPEN_KLINE_MS);
function closeQuarters(): void {
  const endMs = (Math.floor((Date.now() - CLOSED_AFTER_MS) / QUARTER_MS) + 1) * QUARTER_MS;
  setTimeout(
    () => {
      for (const pair of pairs) sendKline(pair, endMs - QUARTER_MS, true);
      closeQuarters();
    },
    endMs + CLOSED_AFTER_MS - Date.now(),
  );
}
closeQuarters();

function report(): TradesReport {
  const quarters = pairs.map((pair) => {
    const bars: QuarterBar[] = [];
    const firstMs = Math.floor(beganMs / QUARTER_MS) * QUARTER_MS;
    for (let openMs = firstMs; openMs <= Date.now(); openMs += QUARTER_MS) {
      const sum = pair.sum(openMs, openMs + QUARTER_MS);
      if (!sum) continue;
      const prices = [sum.open, sum.high, sum.low, sum.close].map((one) => one / 100);
      const [open = 0, high = 0, low = 0, close = 0] = prices;
      bars.push([openMs, open, high, low, close, Number(quantity(sum.quantity))]);
    }
    return bars;
  });
  return { trades: traded, quarters };
}

process.on('message', (command: TradesCommand) => {
  if (command.do === 'rate') perSecond = command.perSecond;
  process.send?.(command.do === 'report' ? report() : {});
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const { port } = http.address() as AddressInfo;
process.send?.({
  url: `http://127.0.0.1:${port}`,
  streamUrl: `ws://127.0.0.1:${port}`,
  symbols: pairs.map(({ symbol }) => symbol),
} satisfies TradesVenue);
