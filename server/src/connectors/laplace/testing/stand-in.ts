import { DAY_MS, istanbulToUtcMs, MINUTE_MS, sessionFrom } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import {
  COMMON_FAULTS,
  type CommonFault,
  FaultSwitch,
} from '../../vendor-wire/testing/fault-switch.ts';
import { spoilRows } from '../../vendor-wire/testing/page-faults.ts';
import {
  SessionTape,
  type SessionTapeMarket,
  type SessionTapeOptions,
  type SessionTrade,
} from '../../vendor-wire/testing/session-tape.ts';
import { createStandIn, type StandIn } from '../../vendor-wire/testing/stand-in-server.ts';
import type {
  SpoiledPrice,
  VendorAcceptance,
  VendorAnswer,
  VendorClient,
  VendorRequest,
  VendorWire,
} from '../../vendor-wire/testing/stand-in-wire.ts';

/** Key that the stand-in knows. */
export const KEY = 'laplace-key-9b3d27';
/** Beginning of the token in every address of a websocket. */
export const TOKEN = 'laplace-token-';

/** Faults of Laplace besides the common ones, with their lines in `vendors.md`, section 13. */
export const LAPLACE_FAULTS = {
  ...COMMON_FAULTS,
  /** Events have a field of Turkish text, so that they are cut within a character. */
  'turkish-text': 49,
  /** The key may not read the feed. */
  'no-access': 50,
  /** Times of prices are ten seconds later, so that those of the delayed feed are 14 min 50 s old. */
  'early-ticks': 51,
  /** The plan has no base prices. */
  'no-rules': 13,
  /** A halt in place of a price. */
  halt: 52,
  /** The vendor closes the connections and refuses the key until the fault ends. */
  revoked: 53,
  /** A problem in place of a price, whose text names the address. */
  problem: 4,
  /** Times in seconds. */
  'seconds-for-ms': 48,
} as const;
/** Name of a fault of Laplace. */
export type LaplaceFault = keyof typeof LAPLACE_FAULTS;

/** Laplace's server. */
export type LaplaceStandIn = StandIn<LaplaceFault>;

/** Markets that tests use: two shares, and an index without volume. */
export const LAPLACE_MARKETS: readonly SessionTapeMarket[] = [
  { symbol: 'THYAO', start: 291, digits: 2, perHour: 300, calendar: 'bist-2', hasVolume: true },
  { symbol: 'GARAN', start: 142, digits: 2, perHour: 240, calendar: 'bist-2', hasVolume: true },
  { symbol: 'XU100', start: 10_950, digits: 2, perHour: 360, calendar: 'bist-2', hasVolume: false },
];

/** Options of the stand-in. */
export interface LaplaceStandInOptions extends Omit<SessionTapeOptions, 'markets'> {
  readonly clock: Clock;
  readonly feed: 'live' | 'delayed';
  readonly stream: 'websocket' | 'events';
  readonly markets?: readonly SessionTapeMarket[];
  /** Age of delayed prices; 15 minutes when absent. */
  readonly delayMs?: number;
  readonly port?: number;
}

/** Starts a stand-in of Laplace. */
export function createLaplaceStandIn(options: LaplaceStandInOptions): Promise<LaplaceStandIn> {
  const { clock, feed, port = 0, markets = LAPLACE_MARKETS } = options;
  const { delayMs = feed === 'delayed' ? 15 * MINUTE_MS : 0 } = options;
  const tape = new SessionTape({ ...options, markets });
  const faults = new FaultSwitch<LaplaceFault | CommonFault>();
  const wire = new LaplaceWire(tape, faults, options);
  faults.onBegin(wire);
  return createStandIn({ clock, tape, faults, wire, port, delayMs });
}

const STEPS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1d': DAY_MS,
};
const HEARTBEAT_MS = 5000;
const EARLY_MS = 10_000;
const HEARTBEATS = {
  websocket: JSON.stringify({ type: 'heartbeat' }),
  events: JSON.stringify({ t: 'heartbeat', d: {} }),
} as const;
const FEEDS = { live: 'live_price_tr', delayed: 'delayed_price_tr' } as const;
const EVENT_PATHS = {
  live: '/api/v2/stock/price/live',
  delayed: '/api/v1/stock/price/delayed',
} as const;

const refusal = (status: number, message: string, more = {}): VendorAnswer => ({
  status,
  body: { message, ...more },
});

/** Laplace's wire: its list, its bars, its base prices, its websocket and its events. */
class LaplaceWire implements VendorWire {
  readonly heartbeat: { readonly everyMs: number; readonly text: string };
  readonly #tape: SessionTape;
  readonly #faults: FaultSwitch<LaplaceFault | CommonFault>;
  readonly #options: LaplaceStandInOptions;
  readonly #clients = new Set<VendorClient>();
  /** Tokens that no connection has used. */
  readonly #tokens = new Set<string>();
  #lastToken = 0;

  constructor(
    tape: SessionTape,
    faults: FaultSwitch<LaplaceFault | CommonFault>,
    options: LaplaceStandInOptions,
  ) {
    this.#tape = tape;
    this.#faults = faults;
    this.#options = options;
    this.heartbeat = { everyMs: HEARTBEAT_MS, text: HEARTBEATS[options.stream] };
  }

  /** Plays a fault that concerns the connections of now. */
  begin(name: string): void {
    if (name !== 'revoked') return;
    for (const client of this.#clients) client.close(1008);
    this.#clients.clear();
  }

  answer(request: VendorRequest, nowMs: number): VendorAnswer | null {
    const { method, path, query, headers } = request;
    const isRevoked = this.#faults.isOn('revoked');
    if (isRevoked) this.#faults.note('revoked');
    if (isRevoked || headers.authorization !== `Bearer ${KEY}`)
      return refusal(401, 'this token is not valid');
    const { feed } = this.#options;
    if (method === 'POST') return path === '/api/v2/ws/url' ? this.#address(request) : null;
    if (query.get('region') !== 'tr') return refusal(400, 'unknown region');
    switch (path) {
      case '/api/v1/stock/price/interval':
        return this.#bars(query, nowMs);
      case '/api/v2/stock/all':
        return this.#stocks(query);
      case '/api/v1/stock/rules':
        return this.#rules(query, nowMs);
      case EVENT_PATHS[feed]:
        return this.#events(query);
      default:
        return null;
    }
  }

  accept({ path, query }: VendorRequest): VendorAcceptance {
    const isKnown = path === '/connect' && this.#tokens.delete(query.get('token') ?? '');
    return isKnown ? {} : { status: 410 };
  }

  message(client: VendorClient, text: string): void {
    this.#clients.add(client);
    const { type, symbols, feed } = JSON.parse(text) as {
      type: string;
      symbols: string[];
      feed: string;
    };
    if (feed !== FEEDS[this.#options.feed]) return;
    for (const symbol of symbols) {
      if (type === 'unsubscribe') client.symbols.delete(symbol);
      else client.symbols.add(symbol);
    }
  }

  frame(
    { symbol, digits }: SessionTapeMarket,
    trade: SessionTrade,
    spoiled: SpoiledPrice,
    client: VendorClient,
  ): string {
    this.#clients.add(client);
    const isSocket = client.kind === 'socket';
    if (this.#faults.take('halt')) {
      const state = { stockSymbol: symbol, state: 'SUSPENDED', p: 1, s: symbol, d: trade.timeMs };
      return JSON.stringify(
        isSocket ? { type: 'state_change', message: state } : { t: 'state_change', d: state },
      );
    }
    if (this.#faults.take('problem')) {
      const text = `no access to wss://vendor.test/connect?token=${TOKEN}1 with ${KEY}`;
      return JSON.stringify(
        isSocket ? { type: 'error', message: text } : { t: 'error', d: { message: text } },
      );
    }
    const early = this.#faults.take('early-ticks') ? EARLY_MS : 0;
    const isShort = this.#faults.take('seconds-for-ms');
    const atMs = trade.timeMs + early;
    const d = isShort ? Math.floor(atMs / 1000) : atMs;
    const price = spoiled.price ?? Number(`${trade.price}e-${digits}`);
    const name = this.#faults.take('turkish-text') ? { n: 'Türk Hava Yolları' } : {};
    if (!isSocket)
      return JSON.stringify({ t: 'pr', d: { ...name, s: symbol, p: price, ch: 0.61, d } });
    return JSON.stringify({
      type: 'data',
      feed: FEEDS[this.#options.feed],
      message: { _id: trade.id, symbol, cl: price, _i: 'tip', c: 0.61, d, ...name },
    });
  }

  unknownFrame(): string {
    return this.#options.stream === 'events'
      ? JSON.stringify({ t: 'ob', d: { s: 'THYAO', ask: 1, bid: 1 } })
      : JSON.stringify({ type: 'data', feed: 'depth_tr', message: { symbol: 'THYAO' } });
  }

  #address({ headers, body }: VendorRequest): VendorAnswer {
    const { externalUserId, feeds } = JSON.parse(body) as {
      externalUserId: string;
      feeds: string[];
    };
    const isKnown = feeds.length === 1 && feeds[0] === FEEDS[this.#options.feed];
    if (externalUserId === '' || !isKnown) return refusal(400, 'unknown feed');
    if (this.#faults.take('no-access')) {
      // A key without access to a feed may still read bars, so it owes no silence.
      const code = 'no_access_to_level';
      return { status: 403, body: { message: 'no access to this level', code }, owedMs: 0 };
    }
    this.#lastToken += 1;
    const token = `${TOKEN}${this.#lastToken}`;
    this.#tokens.add(token);
    return { status: 200, body: { url: `ws://${headers.host}/connect?token=${token}` } };
  }

  #events(query: URLSearchParams): VendorAnswer {
    const stream = (query.get('filter') ?? '').split(',');
    const isNamed = /^[0-9a-f-]{36}$/.test(query.get('stream') ?? '');
    if (!isNamed) return refusal(400, 'a stream without a name');
    if (this.#faults.take('no-access'))
      return refusal(403, "you don't have access to this endpoint");
    return { stream };
  }

  #bars(query: URLSearchParams, nowMs: number): VendorAnswer {
    const name = query.get('stock') ?? '';
    const interval = query.get('interval') ?? '';
    const stepMs = STEPS[interval];
    if (!this.#tape.market(name) || stepMs === undefined) return refusal(400, 'unknown stock');
    const fromMs = readLocal(query.get('fromDate'));
    const toMs = readLocal(query.get('toDate'));
    if (fromMs === null || toMs === null) return refusal(400, 'Invalid date format');
    const listedMs = this.#tape.options.fromMs;
    const rows = (startMs: number, endMs: number): readonly unknown[] =>
      this.#rowsOf(name, stepMs, Math.max(startMs, listedMs), endMs, nowMs);
    const isPage = interval === '15m';
    if (!isPage) return { status: 200, body: rows(fromMs, toMs) };
    const earlier = (): readonly unknown[] => rows(listedMs, listedMs + 5 * DAY_MS).slice(0, 3);
    const page = spoilRows(
      rows(fromMs, toMs),
      this.#faults,
      rows(listedMs, fromMs).length > 0 ? earlier : undefined,
    );
    return { status: 200, body: page };
  }

  /** Returns rows with adjusted prices, half of the raw ones, beside the raw ones. */
  #rowsOf(
    name: string,
    stepMs: number,
    fromMs: number,
    toMs: number,
    nowMs: number,
  ): readonly unknown[] {
    return this.#tape.bars(name, stepMs, fromMs, toMs, nowMs + 1).map((bar) => ({
      d: bar.openTimeMs,
      o: bar.open / 2,
      h: bar.high / 2,
      l: bar.low / 2,
      c: bar.close / 2,
      v: bar.volume * 2,
      uo: bar.open,
      uh: bar.high,
      ul: bar.low,
      uc: bar.close,
      uv: bar.volume,
    }));
  }

  /** Returns a page of the list, from page 1; page 0 is page 1, as many servers have it. */
  #stocks(query: URLSearchParams): VendorAnswer {
    const size = Number(query.get('pageSize'));
    const page = Math.max(1, Number(query.get('page')));
    const list = this.#tape.options.markets.flatMap(({ symbol, hasVolume }) =>
      hasVolume
        ? [
            { id: symbol, assetType: 'stock', name: `${symbol} A.Ş.`, symbol, active: true },
            { id: `${symbol}R`, assetType: 'stock_rights', name: 'R', symbol: `${symbol}R` },
          ]
        : [],
    );
    return { status: 200, body: list.slice((page - 1) * size, page * size) };
  }

  /** Returns the base price: the last close before the session of now or the next one, divided by its split. */
  #rules(query: URLSearchParams, nowMs: number): VendorAnswer {
    const market = this.#tape.market(query.get('symbol') ?? '');
    if (!market?.hasVolume || this.#faults.take('no-rules')) return refusal(404, 'not found');
    const { openMs } = sessionFrom(market.calendar, nowMs);
    const last = this.#tape.newest(market.symbol, openMs);
    if (!last) return refusal(404, 'unknown stock');
    const split = market.splits?.find(({ atMs }) => atMs > last.timeMs && atMs <= openMs);
    const close = last.price / 10 ** market.digits;
    const basePrice = Math.round((close / (split?.factor ?? 1)) * 100) / 100;
    const rules = [{ priceFrom: 0, priceTo: 20, tickSize: 0.01 }];
    const limits = { lowerPriceLimit: basePrice * 0.9, upperPriceLimit: basePrice * 1.1 };
    return { status: 200, body: { basePrice, additionalPrice: 0, ...limits, rules } };
  }
}

/** Reads a local time of Istanbul; null for another form. */
function readLocal(text: string | null): number | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '')) return null;
  return istanbulToUtcMs(Date.parse(`${text?.replace(' ', 'T')}Z`));
}
