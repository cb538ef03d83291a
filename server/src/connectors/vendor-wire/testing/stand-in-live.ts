import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../../platform/clock.ts';
import type { CommonFault, FaultSwitch } from './fault-switch.ts';
import { LiveClient } from './live-client.ts';
import { eventTransport, type LiveTransport, socketTransport } from './live-transport.ts';
import type { SessionTapeMarket, SessionTrade } from './session-tape.ts';
import type { SpoiledPrice, VendorRequest, VendorWire } from './stand-in-wire.ts';
import { unitsToText } from './tape-parts.ts';

/** Options of the live part of a stand-in. */
export interface LiveOptions {
  readonly clock: Clock;
  readonly faults: FaultSwitch<CommonFault>;
  readonly wire: VendorWire;
  /** Returns the venue's time as HTTP writes it. */
  readonly date: () => string;
}

const CONNECTION_FAULTS = ['dead', 'trickle', 'close'] as const;
/** Wrong prices in turn. `BARE` is a number of JSON that is infinite in JavaScript. */
const BARE = '1e400';
const WRONG_PRICES: readonly (string | number)[] = ['NaN', 0, -1, BARE];
/** Decimals that no price of a symbol has. */
const MORE_DECIMALS = '1234';

/** Live connections of a stand-in over real sockets. */
export class StandInLive {
  /** Number of connections that were opened. */
  opened = 0;
  readonly clients = new Set<LiveClient>();
  readonly #options: LiveOptions;
  readonly #server = new WebSocketServer({ noServer: true, autoPong: false });
  #spoiledPrices = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#server.on('headers', (headers) => headers.push(`Date: ${options.date()}`));
    options.faults.onBegin(this);
  }

  /** Takes the opening of a websocket, and sends the greeting. */
  acceptSocket(
    request: VendorRequest,
    opening: { readonly message: IncomingMessage; readonly raw: Duplex; readonly head: Buffer },
    greeting: readonly string[],
  ): void {
    const { message, raw, head } = opening;
    this.#server.handleUpgrade(message, raw, head, (socket) => {
      const client = this.#open('socket', request, socketTransport(socket, raw));
      socket.on('ping', (data) => {
        if (client.isAlive) socket.pong(data);
      });
      socket.on('message', (data) => {
        if (client.isHeard) this.#options.wire.message(client, (data as Buffer).toString('utf8'));
      });
      socket.on('close', () => this.#forget(client));
      socket.on('error', () => {});
      for (const text of greeting) client.send(text);
    });
  }

  /** Keeps a response open and sends the live frames of symbols to it as server-sent events. */
  acceptEvents(
    request: VendorRequest,
    response: ServerResponse,
    {
      stream,
      greeting,
    }: { readonly stream: readonly string[]; readonly greeting: readonly string[] },
  ): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream;charset=UTF-8',
      'cache-control': 'no-cache',
    });
    response.flushHeaders();
    const client = this.#open('events', request, eventTransport(response));
    for (const symbol of stream) client.symbols.add(symbol);
    response.on('close', () => this.#forget(client));
    response.on('error', () => {});
    for (const text of greeting) client.send(text);
  }

  /** Sends a trade to the clients that subscribed to its symbol. */
  sendTrade(market: SessionTapeMarket, trade: SessionTrade): void {
    const { faults, wire } = this.#options;
    const clients = [...this.clients].filter(({ symbols }) => symbols.has(market.symbol));
    if (clients.length === 0) return;
    const spoiled = this.#spoil(market, trade);
    const isUnknown = faults.take('unknown-event');
    const unknown = wire.unknownFrame?.() ?? '{"event":"of tomorrow","kind":[{"new":null}]}';
    for (const client of clients) {
      if (isUnknown) client.sendLive(unknown);
      const frames = wire.frame(market, trade, spoiled, client) ?? [];
      for (const frame of typeof frames === 'string' ? [frames] : frames) {
        const text = spoiled.price === BARE ? frame.replace(`"${BARE}"`, BARE) : frame;
        client.sendLive(isUnknown ? withUnknownField(text) : text);
      }
    }
  }

  /** Plays a fault that concerns the connections of now. */
  begin(name: CommonFault): void {
    const fault = CONNECTION_FAULTS.find((one) => one === name);
    if (!fault) return;
    for (const client of this.clients) client.begin(fault);
    this.#options.faults.note(fault);
    this.#options.faults.end(fault);
  }

  /** Ends every connection. */
  stop(): void {
    for (const client of this.clients) {
      client.terminate();
      this.#forget(client);
    }
    this.#server.close();
  }

  #open(kind: 'socket' | 'events', request: VendorRequest, transport: LiveTransport): LiveClient {
    const { clock, faults, wire } = this.#options;
    const client = new LiveClient({ kind, request, transport, clock, faults });
    this.opened += 1;
    this.clients.add(client);
    const { heartbeat } = wire;
    if (heartbeat) client.every(heartbeat.everyMs, () => client.send(heartbeat.text));
    return client;
  }

  #forget(client: LiveClient): void {
    this.clients.delete(client);
    client.forget();
  }

  #spoil(market: SessionTapeMarket, trade: SessionTrade): SpoiledPrice {
    const { faults } = this.#options;
    if (faults.take('bad-price')) {
      const price = WRONG_PRICES[this.#spoiledPrices++ % WRONG_PRICES.length] ?? 0;
      return { price };
    }
    if (!faults.take('many-decimals')) return {};
    const { digits } = market;
    const text = unitsToText(trade.price, digits, digits);
    return { price: Number(`${text}${digits === 0 ? '.' : ''}${MORE_DECIMALS}`) };
  }
}

/** Adds a field that the client cannot know to a frame of JSON. */
function withUnknownField(text: string): string {
  return text.replace(/([^{])\}(\]?)$/, '$1,"new":{"of":"tomorrow"}}$2');
}
