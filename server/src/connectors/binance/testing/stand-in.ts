import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import { unitsToText } from '../../vendor-wire/testing/tape-parts.ts';
import { type FaultName, Faults } from './faults.ts';
import { type PairState, type Reply, StandInReplies } from './stand-in-replies.ts';
import { StandInStreams } from './stand-in-streams.ts';
import { type TapeOptions, TradeTape } from './trade-tape.ts';

/** Options of the stand-in. */
export interface StandInOptions extends TapeOptions {
  readonly clock: Clock;
  /** Interval of the klines that are not closed; Binance's own 2 s when absent. */
  readonly klineEveryMs?: number;
  /** Number of further pairs that are in the list alone; none when absent. */
  readonly listedOnly?: number;
  readonly port?: number;
}

/** A server that speaks Binance's wire. */
export interface StandIn {
  /** Addresses of its REST interface and of its streams. */
  readonly url: string;
  readonly streamUrl: string;
  readonly tape: TradeTape;
  readonly faults: Faults;
  /** Properties of the pairs by their names. */
  readonly pairs: ReadonlyMap<string, PairState>;
  /** Paths of the requests so far, with their queries. */
  readonly requests: readonly string[];
  /** Breaches of Binance's limits by the client, one sentence each. */
  readonly breaches: readonly string[];
  /** Number of connections that were opened, and of those that are open. */
  readonly opened: number;
  readonly connections: number;
  /** Greatest weight of a minute. */
  readonly mostWeight: number;
  /** Time for which the client owes silence after a refusal. */
  readonly owedMs: number;
  /** Sets the venue's clock this far from the test's. */
  setClock(offMs: number): void;
  /** Waits until no request is being answered and the sockets have been read. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Turns of the loop within which what was sent is read, and a limit for replies that hang. */
const QUIET_TURNS = 8;
const MOST_TURNS = 300;
/** Time within which the client may have sent a request before it read a refusal. */
const ON_THE_WAY_MS = 5000;
const WEIGHT_PER_MINUTE = 6000;
const CONNECTIONS_PER_5_MIN = 300;
/** Faults of replies that are an HTTP status, with their headers and bodies. */
const STATUS_FAULTS: readonly (readonly [
  name: FaultName,
  status: number,
  body: string,
  headers?: (nowMs: number) => Record<string, string>,
])[] = [
  ['http-500', 500, '{"code":-1000,"msg":"An unknown error occurred."}'],
  ['http-502', 502, '<html><body>Bad Gateway</body></html>'],
  ['http-503', 503, ''],
  ['http-429-seconds', 429, '{"code":-1003,"msg":"Too many"}', () => ({ 'retry-after': '7' })],
  ['http-429', 429, '{"code":-1003,"msg":"Too many requests queued."}'],
  [
    'http-429-date',
    429,
    '{"code":-1003,"msg":"Too many requests queued."}',
    (nowMs) => ({ 'retry-after': new Date(Math.ceil(nowMs / 1000) * 1000 + 7000).toUTCString() }),
  ],
  ['http-401', 401, ''],
  ['http-403', 403, '<html><body>Forbidden</body></html>'],
  ['http-418', 418, '{"code":-1003,"msg":"IP banned"}', () => ({ 'retry-after': '120' })],
  ['http-451', 451, '{"code":0,"msg":"Service unavailable from a restricted location"}'],
  ['code-1003', 400, '{"code":-1003,"msg":"Too many requests queued."}'],
  ['code-1121', 400, '{"code":-1121,"msg":"Invalid symbol."}'],
];
/** Shortest pauses that the client owes after a refusal. */
const OWED_MS: Readonly<Record<number, number>> = {
  429: MINUTE_MS,
  401: MINUTE_MS,
  403: MINUTE_MS,
  418: 2 * MINUTE_MS,
  451: MINUTE_MS,
};

/** Starts a stand-in on a free port of this machine. Its trades run with the clock. */
export async function createBinanceStandIn(options: StandInOptions): Promise<StandIn> {
  const { clock } = options;
  const tape = new TradeTape(options);
  let offMs = 0;
  const now = (): number => clock.now() + offMs;
  const breaches: string[] = [];
  const requests: string[] = [];
  const breach = (text: string): void => void breaches.push(text);
  const pairs = new Map<string, PairState>(
    options.markets.map(({ symbol, digits }) => [
      symbol,
      { status: 'TRADING', isListed: true, tickSize: unitsToText(1, digits, 8) },
    ]),
  );
  const faults = new Faults();
  const replies = new StandInReplies(tape, faults, pairs, options.listedOnly);
  const streams = new StandInStreams({
    clock,
    tape,
    faults,
    klineEveryMs: options.klineEveryMs ?? 2000,
    isListed: (symbol) => pairs.get(symbol)?.isListed === true,
    now,
    breach,
  });
  faults.onBegin(streams);
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  let refusedMs = Number.NEGATIVE_INFINITY;
  let minute = 0;
  let weightOfMinute = 0;
  let mostWeight = 0;
  let running = 0;
  const connects: number[] = [];

  const checkQuiet = (what: string): void => {
    const isOnTheWay = clock.steady() - refusedMs < ON_THE_WAY_MS;
    if (clock.steady() < quietUntilMs && !isOnTheWay)
      breach(`${what} during a pause that was asked for`);
  };
  const spend = (weight: number): void => {
    const thisMinute = Math.floor(clock.steady() / MINUTE_MS);
    if (thisMinute !== minute) weightOfMinute = 0;
    minute = thisMinute;
    weightOfMinute += weight;
    mostWeight = Math.max(mostWeight, weightOfMinute);
  };
  const send = (response: ServerResponse, reply: Reply): void => {
    response.writeHead(reply.status, {
      'content-type': 'application/json;charset=UTF-8',
      'x-mbx-used-weight-1m': String(weightOfMinute),
    });
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    if (faults.take('reply-hangs')) {
      response.write(body.slice(0, body.length >> 1));
      return;
    }
    if (faults.take('slow-reply')) {
      let at = 0;
      const timer = clock.setInterval(() => response.write(body[at++] ?? ' '), 1000);
      response.on('close', () => timer.cancel());
      return;
    }
    response.end(body);
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    running += 1;
    response.on('close', () => {
      running -= 1;
    });
    const address = new URL(request.url ?? '/', 'http://stand-in');
    requests.push(`${address.pathname}${address.search}`);
    checkQuiet('a request');
    for (const [name, status, body, headers] of STATUS_FAULTS) {
      if (!faults.take(name)) continue;
      const own = headers?.(now()) ?? {};
      const owedMs =
        own['retry-after'] === '7' || name === 'http-429-date' ? 6000 : OWED_MS[status];
      if (owedMs !== undefined) {
        refusedMs = clock.steady();
        quietUntilMs = refusedMs + owedMs;
      }
      response.writeHead(status, own).end(body);
      return;
    }
    const answer = replies.answer(address.pathname, address.searchParams, now());
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    spend(answer.weight);
    if (weightOfMinute > WEIGHT_PER_MINUTE) {
      breach('more weight than a minute has');
      quietUntilMs = clock.steady() + MINUTE_MS;
      response.writeHead(429).end('{"code":-1003,"msg":"Too much request weight used"}');
      return;
    }
    send(response, answer.reply());
  };

  const server = createServer(serve);
  server.on('upgrade', (request, socket, head) => {
    checkQuiet('a connection');
    const sinceMs = clock.steady() - 5 * MINUTE_MS;
    connects.splice(
      0,
      connects.length,
      ...connects.filter((atMs) => atMs > sinceMs),
      clock.steady(),
    );
    if (connects.length > CONNECTIONS_PER_5_MIN) breach('too many connections');
    streams.accept(request, socket, head);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}`,
    tape,
    faults,
    pairs,
    requests,
    breaches,
    get opened() {
      return streams.opened;
    },
    get connections() {
      return streams.connections;
    },
    get mostWeight() {
      return mostWeight;
    },
    get owedMs() {
      return Math.max(0, quietUntilMs - clock.steady());
    },
    setClock(ms) {
      offMs = ms;
      streams.restart();
    },
    async settle() {
      let quiet = 0;
      for (let turns = 0; turns < MOST_TURNS && quiet < QUIET_TURNS; turns += 1) {
        await nextTurn();
        quiet = running > 0 ? 0 : quiet + 1;
      }
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      streams.stop();
      server.closeAllConnections();
      await closed;
    },
  };
}
