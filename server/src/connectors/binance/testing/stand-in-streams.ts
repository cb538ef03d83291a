import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { DAY_MS, MINUTE_MS } from '@rasat/engine';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock, Timer } from '../../../platform/clock.ts';
import { frameOf } from '../../vendor-wire/testing/live-transport.ts';
import { unitsToText } from '../../vendor-wire/testing/tape-parts.ts';
import type { FaultName, Faults } from './faults.ts';
import { tradeRow } from './stand-in-replies.ts';
import { QUANTITY_DECIMALS, type TapeTrade, type TradeTape } from './trade-tape.ts';

/** Options of the stand-in's streams. */
export interface StreamsOptions {
  readonly clock: Clock;
  readonly tape: TradeTape;
  readonly faults: Faults;
  /** Interval of the klines that are not closed. */
  readonly klineEveryMs: number;
  /** Whether a pair is listed. */
  readonly isListed: (symbol: string) => boolean;
  /** Returns the venue's time. */
  readonly now: () => number;
  /** Receives every breach of the venue's limits. */
  readonly breach: (text: string) => void;
}

const QUARTER_MS = 15 * MINUTE_MS;
const PING_MS = 20_000;
const PONG_MS = 60_000;
const LIFE_MS = DAY_MS;
const MOST_STREAMS = 1024;
/** Delay of a closed kline after its end, and of a trade that comes after it. */
const CLOSED_AFTER_MS = 300;
const TRADE_AFTER_MS = 3000;
const WRONG_PRICES = ['NaN', '0', '-1', '1e400'];

interface Client {
  readonly socket: WebSocket;
  readonly raw: Duplex;
  readonly streams: Set<string>;
  readonly timers: Set<Timer>;
  pongedMs: number;
  /** Times of the messages of the last second. */
  messages: number[];
  /** Whether it gets pings alone. */
  isSilent: boolean;
  /** Whether it gets nothing at all. */
  isDead: boolean;
  /** Bytes that are sent one a second; null otherwise. */
  slow: number[] | null;
  /** Frame that waits for the next one to overtake it. */
  overtaken: string | null;
}

/** Streams of the stand-in over real sockets. */
export class StandInStreams {
  /** Number of connections that were opened. */
  opened = 0;
  readonly #options: StreamsOptions;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #clients = new Set<Client>();
  readonly #timers = new Set<Timer>();
  /** Next trade of each pair. */
  readonly #next = new Map<string, number>();

  constructor(options: StreamsOptions) {
    this.#options = options;
    for (const { symbol } of options.tape.options.markets) this.#startPair(symbol);
    this.#everyQuarter();
    if (options.klineEveryMs > 0) this.#every(options.klineEveryMs, () => this.#sendOpenKlines());
  }

  /** Number of open connections. */
  get connections(): number {
    return this.#clients.size;
  }

  /** Accepts a connection. */
  accept(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    const { clock, faults, breach } = this.#options;
    this.opened += 1;
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      const client: Client = {
        socket,
        raw,
        streams: new Set(),
        timers: new Set(),
        pongedMs: clock.steady(),
        messages: [],
        isSilent: faults.isOn('silent-subscription'),
        isDead: false,
        slow: null,
        overtaken: null,
      };
      this.#clients.add(client);
      const names = new URL(request.url ?? '/', 'http://stand-in').searchParams.get('streams');
      for (const name of names?.split('/') ?? []) client.streams.add(name);
      if (client.streams.size > MOST_STREAMS) breach(`${client.streams.size} streams`);
      socket.on('pong', () => {
        client.pongedMs = clock.steady();
        this.#countMessage(client);
      });
      socket.on('ping', () => this.#countMessage(client));
      socket.on('message', (data) => this.#answer(client, (data as Buffer).toString('utf8')));
      socket.on('close', () => this.#forget(client));
      socket.on('error', () => {});
      this.#ping(client);
      this.#after(client, LIFE_MS, () => socket.close(1000));
    });
  }

  /** Plays a fault that concerns the connections of now. */
  begin(name: FaultName): void {
    const { faults, now } = this.#options;
    for (const client of this.#clients) {
      if (name === 'dead') client.isDead = true;
      if (name === 'trickle') client.slow = [];
      if (name === 'trickle') this.#trickle(client);
      if (name === 'close') client.socket.terminate();
      if (name === 'server-shutdown' || name === 'server-shutdown-stays') {
        const data = { e: 'serverShutdown', E: now() };
        this.#write(client, JSON.stringify({ stream: '!serverShutdown', data }));
        if (name === 'server-shutdown') this.#after(client, 1000, () => client.socket.close(1001));
      }
    }
    if (['dead', 'trickle', 'close', 'server-shutdown', 'server-shutdown-stays'].includes(name)) {
      faults.note(name);
      faults.end(name);
    }
  }

  /** Starts the trades again at the venue's present time, which was set. */
  restart(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    for (const symbol of this.#next.keys()) this.#sendDue(symbol);
    this.#everyQuarter();
    if (this.#options.klineEveryMs > 0)
      this.#every(this.#options.klineEveryMs, () => this.#sendOpenKlines());
  }

  /** Closes every connection. */
  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    for (const client of this.#clients) {
      client.socket.terminate();
      this.#forget(client);
    }
    this.#server.close();
  }

  #forget(client: Client): void {
    this.#clients.delete(client);
    for (const timer of client.timers) timer.cancel();
  }

  #after(client: Client, ms: number, fn: () => void): void {
    const timer = this.#options.clock.setTimeout(() => {
      client.timers.delete(timer);
      fn();
    }, ms);
    client.timers.add(timer);
  }

  #later(ms: number, fn: () => void): void {
    const timer = this.#options.clock.setTimeout(() => {
      this.#timers.delete(timer);
      fn();
    }, ms);
    this.#timers.add(timer);
  }

  #every(ms: number, fn: () => void): void {
    this.#later(ms, () => {
      fn();
      this.#every(ms, fn);
    });
  }

  #ping(client: Client): void {
    const { clock, faults } = this.#options;
    this.#after(client, PING_MS, () => {
      if (clock.steady() - client.pongedMs > PONG_MS && !client.isDead && !faults.isOn('no-ping')) {
        this.#options.breach('no pong for a minute');
        client.socket.terminate();
        return;
      }
      const isQuiet = client.isDead || client.slow !== null;
      if (isQuiet || faults.isOn('no-ping')) client.pongedMs = clock.steady();
      else client.socket.ping(String(this.#options.now()));
      this.#ping(client);
    });
  }

  #countMessage(client: Client): void {
    const nowMs = this.#options.clock.steady();
    client.messages = [...client.messages.filter((atMs) => atMs > nowMs - 1000), nowMs];
    if (client.messages.length <= 5) return;
    this.#options.breach('more than five messages in a second');
    client.socket.terminate();
  }

  #answer(client: Client, text: string): void {
    this.#countMessage(client);
    if (client.isDead) return;
    const request = JSON.parse(text) as { method: string; params: string[]; id: number };
    if (request.method !== 'SUBSCRIBE') {
      client.socket.send(JSON.stringify({ code: 2, msg: 'Invalid request: unknown variant' }));
      return;
    }
    for (const name of request.params) client.streams.add(name);
    if (client.streams.size > MOST_STREAMS) this.#options.breach(`${client.streams.size} streams`);
    client.socket.send(JSON.stringify({ result: null, id: request.id }));
  }

  #startPair(symbol: string): void {
    const { tape, now } = this.#options;
    const [first] = tape.between(symbol, now(), now() + 400 * DAY_MS, 1);
    this.#next.set(symbol, first?.id ?? Number.MAX_SAFE_INTEGER);
    this.#sendDue(symbol);
  }

  /** Sends the trades of a pair that have happened, and waits for the next one. */
  #sendDue(symbol: string): void {
    const { tape, now } = this.#options;
    for (;;) {
      const id = this.#next.get(symbol) ?? 0;
      const [next] = tape.from(symbol, id, now() + DAY_MS, 1);
      const waitMs = next ? next.timeMs - now() : 12 * 60 * MINUTE_MS;
      if (!next || waitMs > 0) {
        this.#later(waitMs, () => this.#sendDue(symbol));
        return;
      }
      this.#next.set(symbol, id + 1);
      this.#sendTrade(symbol, next);
    }
  }

  #sendTrade(symbol: string, trade: TapeTrade): void {
    const { faults } = this.#options;
    const isLastOfQuarter = trade.timeMs % QUARTER_MS >= QUARTER_MS - 30_000;
    if (isLastOfQuarter && faults.take('trade-after-kline')) {
      const waitMs = QUARTER_MS - (trade.timeMs % QUARTER_MS) + TRADE_AFTER_MS;
      this.#later(waitMs, () => this.#sendTradeNow(symbol, trade));
    } else this.#sendTradeNow(symbol, trade);
  }

  #sendTradeNow(symbol: string, trade: TapeTrade): void {
    const { tape, faults, now, isListed } = this.#options;
    const market = tape.market(symbol);
    if (!market || !isListed(symbol)) return;
    const name = `${symbol.toLowerCase()}@aggTrade`;
    const clients = [...this.#clients].filter(({ streams }) => streams.has(name));
    if (clients.length === 0 || faults.take('id-hole')) return;
    const data: Record<string, unknown> = {
      e: 'aggTrade',
      E: now(),
      s: symbol,
      ...tradeRow(market, trade),
    };
    if (faults.take('bad-price')) data.p = WRONG_PRICES[trade.id % WRONG_PRICES.length];
    if (faults.take('many-decimals')) data.p = `${String(data.p)}1234`;
    if (faults.take('microseconds')) {
      data.E = now() * 1000;
      data.T = trade.timeMs * 1000;
    }
    if (faults.take('unknown-event')) {
      data.new = { of: 'tomorrow' };
      for (const client of clients)
        this.#write(client, JSON.stringify({ stream: name, data: { e: 'aggQuote', E: now() } }));
    }
    const text = JSON.stringify({ stream: name, data });
    for (const client of clients) this.#sendSpoiled(client, text);
  }

  /** Sends a trade's frame to one connection, with the faults of frames. */
  #sendSpoiled(client: Client, text: string): void {
    const { faults } = this.#options;
    if (faults.take('cut-json')) {
      this.#write(client, JSON.stringify({ pad: 'x'.repeat(20_000), text }).slice(0, 16_384));
    } else if (faults.take('binary-frame')) {
      if (this.#mayWrite(client)) client.socket.send(Buffer.from(text));
    } else if (faults.take('half-frame')) {
      const half = frameOf(text);
      client.raw.write(half.subarray(0, half.length >> 1));
      client.raw.end();
    } else if (client.overtaken === null && faults.take('out-of-order')) {
      client.overtaken = text;
    } else {
      this.#write(client, text);
      if (faults.take('repeated-frame')) this.#write(client, text);
      if (client.overtaken !== null) this.#write(client, client.overtaken);
      client.overtaken = null;
    }
  }

  #mayWrite(client: Client): boolean {
    return !client.isDead && !client.isSilent && !this.#options.faults.isOn('heartbeat-only');
  }

  #write(client: Client, text: string): void {
    if (!this.#mayWrite(client)) return;
    if (client.slow) client.slow.push(...frameOf(text));
    else client.socket.send(text);
  }

  #trickle(client: Client): void {
    this.#after(client, 1000, () => {
      const byte = client.slow?.shift();
      if (byte !== undefined) client.raw.write(Buffer.from([byte]));
      this.#trickle(client);
    });
  }

  #everyQuarter(): void {
    const { now } = this.#options;
    const endMs = (Math.floor((now() - CLOSED_AFTER_MS) / QUARTER_MS) + 1) * QUARTER_MS;
    this.#later(endMs + CLOSED_AFTER_MS - now(), () => {
      for (const { symbol } of this.#options.tape.options.markets)
        this.#sendClosedKline(symbol, endMs);
      this.#everyQuarter();
    });
  }

  #sendClosedKline(symbol: string, endMs: number): void {
    const { faults } = this.#options;
    if (faults.take('no-closed-kline')) return;
    this.#sendKline(symbol, endMs - QUARTER_MS, true);
    if (faults.take('kline-twice')) this.#sendKline(symbol, endMs - QUARTER_MS, true);
  }

  #sendOpenKlines(): void {
    const openMs = Math.floor(this.#options.now() / QUARTER_MS) * QUARTER_MS;
    for (const { symbol } of this.#options.tape.options.markets)
      this.#sendKline(symbol, openMs, false);
  }

  #sendKline(symbol: string, openMs: number, isClosed: boolean): void {
    const { tape, now, isListed } = this.#options;
    const market = tape.market(symbol);
    const name = `${symbol.toLowerCase()}@kline_15m`;
    const clients = [...this.#clients].filter(({ streams }) => streams.has(name));
    if (!market || clients.length === 0 || !isListed(symbol)) return;
    const kline = tape.kline(symbol, openMs, QUARTER_MS, now() + 1);
    // A kline without trades comes with `L` -1 in one of two quarter-hours, and not at all in the other.
    if (!kline && (openMs / QUARTER_MS) % 2 === 0) return;
    const price = (units: number): string => unitsToText(units, market.digits, 8);
    const data = {
      e: 'kline',
      E: now(),
      s: symbol,
      k: {
        t: openMs,
        T: openMs + QUARTER_MS - 1,
        s: symbol,
        i: '15m',
        f: kline?.firstFill ?? -1,
        L: kline?.lastFill ?? -1,
        o: price(kline?.open ?? 0),
        c: price(kline?.close ?? 0),
        h: price(kline?.high ?? 0),
        l: price(kline?.low ?? 0),
        v: unitsToText(kline?.quantity ?? 0, QUANTITY_DECIMALS, 8),
        n: kline?.trades ?? 0,
        x: isClosed,
        q: '0.00000000',
        V: '0.00000000',
        Q: '0.00000000',
        B: '0',
      },
    };
    const text = JSON.stringify({ stream: name, data });
    for (const client of clients) this.#write(client, text);
  }
}
