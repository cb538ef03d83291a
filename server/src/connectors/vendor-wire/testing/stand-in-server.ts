import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { CommonFault, FaultSwitch } from './fault-switch.ts';
import type { SessionTape } from './session-tape.ts';
import { LimitWatch, owedAfter, takeStatusFault } from './stand-in-limits.ts';
import { StandInLive } from './stand-in-live.ts';
import type { VendorAnswer, VendorClient, VendorRequest, VendorWire } from './stand-in-wire.ts';
import { TradeRunner } from './trade-runner.ts';

interface CoreOptions {
  readonly clock: Clock;
  readonly tape: SessionTape;
  readonly faults: FaultSwitch<CommonFault>;
  readonly wire: VendorWire;
  /** Port of this machine; a free one when absent. */
  readonly port?: number;
  /** Time by which live frames are sent later than their trades; 0 when absent. */
  readonly delayMs?: number;
  /** Live connections that a client may open in a minute; 60 when absent. */
  readonly mostConnectionsPerMinute?: number;
}

/** Options of a stand-in whose vendor has the faults `Name` besides the common ones. */
export interface StandInOptions<Name extends string = CommonFault> extends CoreOptions {
  readonly faults: FaultSwitch<Name | CommonFault>;
}

/** A server that speaks a vendor's wire, with the faults of every vendor. */
export interface AnyStandIn {
  /** Addresses of its HTTP interface and of its websockets, without a path. */
  readonly url: string;
  readonly streamUrl: string;
  readonly tape: SessionTape;
  readonly faults: FaultSwitch<CommonFault>;
  /** Paths of the HTTP requests so far, with their queries as they were sent. */
  readonly requests: readonly string[];
  /** Breaches of the vendor's limits by the client, one sentence each. */
  readonly breaches: readonly string[];
  /** Number of live connections that were opened, and of those that are open. */
  readonly opened: number;
  readonly connections: number;
  /** The open live connections. */
  readonly clients: ReadonlySet<VendorClient>;
  /** Time for which the client owes silence after a refusal. */
  readonly owedMs: number;
  /** Returns the venue's time. */
  now(): number;
  /** Sets the venue's clock this far from the test's. */
  setClock(offMs: number): void;
  /** Waits until no request is being answered and the sockets have been read. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** A server that speaks the wire of a vendor with the faults `Name` besides the common ones. */
export interface StandIn<Name extends string = CommonFault> extends AnyStandIn {
  readonly faults: FaultSwitch<Name | CommonFault>;
}

/** Turns of the loop within which what was sent is read, and a limit for replies that hang. */
const QUIET_TURNS = 8;
const MOST_TURNS = 300;
const SLOW_BYTE_MS = 1000;
const CONNECTIONS_PER_MINUTE = 60;

type Reply = Exclude<VendorAnswer, { readonly stream: readonly string[] }>;

/** The HTTP half of a stand-in. */
class HttpSide {
  readonly requests: string[] = [];
  readonly limits: LimitWatch;
  readonly live: StandInLive;
  /** Requests that are being answered. */
  running = 0;
  readonly #options: CoreOptions;
  readonly #now: () => number;
  /** Openings of websockets that get no answer. */
  readonly #hanging = new Set<Duplex>();

  constructor(options: CoreOptions, now: () => number) {
    const { clock, faults, wire, mostConnectionsPerMinute = CONNECTIONS_PER_MINUTE } = options;
    this.#options = options;
    this.#now = now;
    this.limits = new LimitWatch(clock, mostConnectionsPerMinute);
    this.live = new StandInLive({ clock, faults, wire, date: () => this.#date() });
  }

  /** Answers an HTTP request. */
  async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.running += 1;
    let isCounted = true;
    const uncount = (): void => {
      if (isCounted) this.running -= 1;
      isCounted = false;
    };
    response.on('close', uncount);
    response.setHeader('date', this.#date());
    this.requests.push(message.url ?? '/');
    this.limits.noteRequest('a request');
    const request = requestOf(message, await readBody(message));
    const fault = takeStatusFault(this.#options.faults, this.#now());
    if (fault) return this.#send(response, fault);
    const answer = this.#options.wire.answer(request, this.#now());
    if (!answer) return this.#send(response, { status: 404, body: '' });
    if (!('stream' in answer)) return this.#send(response, answer, true);
    this.limits.noteConnection();
    this.live.acceptEvents(request, response, { greeting: [], ...answer });
    uncount();
  }

  /** Answers the opening of a websocket. */
  upgrade(message: IncomingMessage, raw: Duplex, head: Buffer): void {
    const { faults, wire } = this.#options;
    raw.on('error', () => {});
    this.limits.noteRequest('a connection');
    this.limits.noteConnection();
    if (faults.take('reply-hangs')) {
      this.#hanging.add(raw);
      return;
    }
    const request = requestOf(message, '');
    const answer = takeStatusFault(faults, this.#now()) ?? wire.accept(request);
    if ('status' in answer) {
      const headers = 'headers' in answer ? answer.headers : {};
      const owedMs = 'owedMs' in answer ? answer.owedMs : undefined;
      this.limits.owe(owedMs ?? owedAfter(answer.status, headers, this.#now()));
      raw.end(refusalOf(answer.status, { ...headers, date: this.#date() }));
    } else this.live.acceptSocket(request, { message, raw, head }, answer.greeting ?? []);
  }

  /** Ends what is open. */
  stop(): void {
    this.live.stop();
    for (const raw of this.#hanging) raw.destroy();
  }

  #date(): string {
    return new Date(this.#now()).toUTCString();
  }

  #send(response: ServerResponse, reply: Reply, mayHang = false): void {
    const { clock, faults } = this.#options;
    const { status, body, headers = {}, owedMs } = reply;
    this.limits.owe(owedMs ?? owedAfter(status, headers, this.#now()));
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers });
    response.flushHeaders();
    if (mayHang && faults.take('reply-hangs')) {
      response.write(text.slice(0, text.length >> 1));
      return;
    }
    if (!mayHang || !faults.take('slow-reply')) {
      response.end(text);
      return;
    }
    let at = 0;
    const timer = clock.setInterval(() => response.write(text[at++] ?? ' '), SLOW_BYTE_MS);
    response.on('close', () => timer.cancel());
  }
}

/**
 * Starts a stand-in on this machine. Its trades run with the clock. Every reply has the venue's `Date`, and the faults of
 * replies that are a status, and `reply-hangs`, meet the openings of websockets as well.
 */
export async function createStandIn<Name extends string>(
  options: StandInOptions<Name>,
): Promise<StandIn<Name>> {
  const { clock, tape, faults, delayMs = 0 } = options;
  let offMs = 0;
  const now = (): number => clock.now() + offMs;
  const side = new HttpSide(options, now);
  const { live, limits, requests } = side;
  const server = createServer((message, response) => void side.serve(message, response));
  server.on('upgrade', (message, raw, head) => side.upgrade(message, raw, head));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const runner = new TradeRunner({
    clock,
    tape,
    now,
    delayMs,
    onTrade: (market, trade) => live.sendTrade(market, trade),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}`,
    tape,
    faults,
    requests,
    breaches: limits.breaches,
    get opened() {
      return live.opened;
    },
    get connections() {
      return live.clients.size;
    },
    clients: live.clients,
    get owedMs() {
      return limits.owedMs;
    },
    now,
    setClock(ms) {
      offMs = ms;
      runner.restart();
    },
    async settle() {
      let quiet = 0;
      for (let turns = 0; turns < MOST_TURNS && quiet < QUIET_TURNS; turns += 1) {
        await nextTurn();
        quiet = side.running > 0 ? 0 : quiet + 1;
      }
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      runner.stop();
      side.stop();
      server.closeAllConnections();
      await closed;
    },
  };
}

function requestOf(message: IncomingMessage, body: string): VendorRequest {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://stand-in');
  const { method = 'GET', headers } = message;
  return { method, path: pathname, query: searchParams, headers, body };
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function refusalOf(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Refused`, ...lines, 'connection: close', '', ''].join('\r\n');
}
