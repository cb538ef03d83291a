import { type Bar, DAY_MS, MINUTE_MS } from '@rasat/engine';
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
export const KEY = 'td-key-5e1f0c7a';

/** Faults of Twelve Data besides the common ones, with their lines in `vendors.md`, section 13. */
export const TWELVEDATA_FAULTS = {
  ...COMMON_FAULTS,
  /** An error of the vendor under HTTP 200. */
  'error-under-200': 35,
  /** Every symbol of a subscription fails. */
  'all-fail': 36,
  'volume-falls': 37,
  'volume-absent': 37,
  'volume-jumps': 37,
  /** Another client takes the place of our connections. */
  'closed-by-another': 39,
  /** The credits of this minute are used by another client. */
  'minute-used': 40,
  /** The credits of this day are. */
  'day-used': 40,
} as const;
/** Name of a fault of Twelve Data. */
export type TwelveDataFault = keyof typeof TWELVEDATA_FAULTS;

/** Markets that tests use. */
export const TWELVEDATA_MARKETS: readonly SessionTapeMarket[] = [
  { symbol: 'EURUSD', start: 1.085, digits: 5, perHour: 300, calendar: 'forex', hasVolume: false },
  {
    symbol: 'AAPL',
    start: 231,
    digits: 2,
    perHour: 360,
    calendar: 'nasdaq',
    hasVolume: true,
    extendedHours: true,
  },
  { symbol: 'SPX', start: 6010, digits: 2, perHour: 240, calendar: 'nasdaq', hasVolume: false },
  { symbol: 'THYAO', start: 291, digits: 2, perHour: 120, calendar: 'bist-2', hasVolume: true },
];

/** Options of the stand-in. */
export interface TwelveDataStandInOptions extends Omit<SessionTapeOptions, 'markets'> {
  readonly clock: Clock;
  readonly markets?: readonly SessionTapeMarket[];
  /** Credits of a minute; 8 when absent. */
  readonly credits?: number;
  readonly port?: number;
}

/** Starts a stand-in of Twelve Data. */
export function createTwelveDataStandIn(
  options: TwelveDataStandInOptions,
): Promise<StandIn<TwelveDataFault>> {
  const { clock, markets = TWELVEDATA_MARKETS, credits = 8, port = 0 } = options;
  const tape = new SessionTape({ ...options, markets });
  const faults = new FaultSwitch<TwelveDataFault | CommonFault>();
  const wire = new TwelveDataWire(tape, faults, clock, credits);
  faults.onBegin(wire);
  return createStandIn({ clock, tape, faults, wire, port });
}

const STEPS: Readonly<Record<string, number>> = {
  '1min': MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1day': DAY_MS,
};
const MOST_ROWS = 5000;
const MOST_CONNECTIONS = 3;
const SPLIT_CREDITS = 20;

const refusal = (code: number, message: string): VendorAnswer => ({
  status: 200,
  body: { code, message, status: 'error' },
  owedMs: 0,
});

/** Twelve Data's wire: its credits, its lists, its bars and its stream. */
class TwelveDataWire implements VendorWire {
  readonly #tape: SessionTape;
  readonly #faults: FaultSwitch<TwelveDataFault | CommonFault>;
  readonly #clock: Clock;
  readonly #credits: number;
  readonly #clients = new Set<VendorClient>();
  readonly #dayVolumes = new Map<string, { day: number; volume: number; lastId: number }>();
  #minute = 0;
  #used = 0;

  constructor(
    tape: SessionTape,
    faults: FaultSwitch<TwelveDataFault | CommonFault>,
    clock: Clock,
    credits: number,
  ) {
    this.#tape = tape;
    this.#faults = faults;
    this.#clock = clock;
    this.#credits = credits;
  }

  /** Plays a fault that concerns the connections of now. */
  begin(name: string): void {
    if (name === 'closed-by-another') {
      for (const client of this.#clients) client.close(1000);
      this.#faults.note('closed-by-another');
      this.#faults.end('closed-by-another');
    }
    if (name === 'minute-used') {
      this.#countMinute(0);
      this.#used = this.#credits;
      this.#faults.note('minute-used');
      this.#faults.end('minute-used');
    }
  }

  answer({ path, query, headers }: VendorRequest, nowMs: number): VendorAnswer | null {
    if (headers.authorization !== `apikey ${KEY}`) return refusal(401, 'apikey is incorrect');
    if (path === '/api_usage') return this.#usage();
    if (this.#faults.isOn('day-used')) {
      this.#faults.note('day-used');
      return refusal(429, 'You have run out of API credits for the day.');
    }
    if (this.#faults.take('error-under-200')) return refusal(500, 'Internal error.');
    this.#countMinute(path.startsWith('/splits') ? SPLIT_CREDITS : 1);
    if (this.#used > Math.max(this.#credits, SPLIT_CREDITS)) {
      return refusal(429, 'You have run out of API credits for the current minute.');
    }
    switch (path) {
      case '/time_series':
        return this.#series(query, nowMs);
      case '/earliest_timestamp':
        return this.#earliest(query, nowMs);
      case '/forex_pairs':
        return { status: 200, body: { data: this.#pairs(), status: 'ok' } };
      case '/stocks':
        return { status: 200, body: { data: this.#stocks(query), status: 'ok' } };
      case '/indices':
        return { status: 200, body: { data: this.#indices(), status: 'ok' } };
      case '/splits':
        return { status: 200, body: { splits: this.#splits(query) } };
      default:
        return null;
    }
  }

  accept({ query }: VendorRequest): VendorAcceptance {
    return query.get('apikey') === KEY ? {} : { status: 401 };
  }

  message(client: VendorClient, text: string): void {
    this.#clients.add(client);
    const { action, params } = JSON.parse(text) as {
      action: string;
      params?: { symbols: string };
    };
    if (action === 'heartbeat') {
      client.send(JSON.stringify({ event: 'heartbeat', status: 'ok' }));
      return;
    }
    const names = (params?.symbols ?? '').split(',');
    if (action === 'unsubscribe') {
      for (const name of names) client.symbols.delete(name.replace('/', ''));
      return;
    }
    const isKnown = (name: string): boolean =>
      this.#tape.market(name.replace('/', '')) !== undefined;
    const known = this.#faults.take('all-fail') ? [] : names.filter(isKnown);
    for (const name of known) client.symbols.add(name.replace('/', ''));
    const fails = names.filter((name) => !known.includes(name)).map((symbol) => ({ symbol }));
    client.send(
      JSON.stringify({
        event: 'subscribe-status',
        status: 'ok',
        success: known.map((symbol) => ({ symbol, exchange: 'X', type: 'Y' })),
        fails: fails.length > 0 ? fails : null,
      }),
    );
    const open = [...this.#clients];
    if (open.length > MOST_CONNECTIONS) {
      const [oldest] = open;
      oldest?.close(1000);
      if (oldest) this.#clients.delete(oldest);
    }
  }

  frame(market: SessionTapeMarket, trade: SessionTrade, spoiled: SpoiledPrice): string | null {
    if (trade.isExtended) return null;
    const { symbol, digits } = market;
    return JSON.stringify({
      event: 'price',
      symbol: vendorSymbolOf(market),
      currency: 'USD',
      timestamp: Math.floor(trade.timeMs / 1000),
      price: spoiled.price ?? Number(`${trade.price}e-${digits}`),
      ...(market.hasVolume && this.#dayVolume(symbol, trade)),
    });
  }

  unknownFrame(): string {
    return JSON.stringify({ event: 'quote-of-tomorrow', symbol: 'EUR/USD' });
  }

  /** Returns the field `day_volume` after a trade, which is counted once for all clients. */
  #dayVolume(symbol: string, trade: SessionTrade): { day_volume?: number } {
    const day = Math.floor(trade.timeMs / DAY_MS);
    const before = this.#dayVolumes.get(symbol);
    const isNew = before?.day !== day;
    const volume = (isNew ? 0 : before.volume) + (before?.lastId === trade.id ? 0 : trade.volume);
    this.#dayVolumes.set(symbol, { day, volume, lastId: trade.id });
    if (this.#faults.take('volume-absent')) return {};
    if (this.#faults.take('volume-falls')) return { day_volume: Math.floor(volume / 2) };
    if (this.#faults.take('volume-jumps')) return { day_volume: volume * 1000 };
    return { day_volume: volume };
  }

  #countMinute(credits: number): void {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#used = 0;
    this.#minute = minute;
    this.#used += credits;
  }

  #usage(): VendorAnswer {
    this.#countMinute(0);
    const isUsedUp = this.#faults.isOn('day-used');
    return {
      status: 200,
      body: {
        timestamp: new Date(this.#clock.now()).toISOString(),
        current_usage: this.#used,
        plan_limit: this.#credits,
        daily_usage: isUsedUp ? 800 : 1,
        plan_daily_limit: 800,
      },
    };
  }

  #series(query: URLSearchParams, nowMs: number): VendorAnswer {
    const name = (query.get('symbol') ?? '').replace('/', '').replace(':BIST', '');
    const market = this.#tape.market(name);
    const stepMs = STEPS[query.get('interval') ?? ''];
    if (!market || stepMs === undefined) return refusal(400, '**symbol** not found.');
    const isRaw = query.get('adjust') === 'none' && query.get('timezone') === 'UTC';
    if (!isRaw) return refusal(400, 'The stand-in has raw prices in UTC alone.');
    const fromMs = Date.parse(`${query.get('start_date')}Z`);
    const toMs = Date.parse(`${query.get('end_date')}Z`);
    // Bars of shares of an hour open at half past.
    const anchorMs = stepMs === STEPS['1h'] && market.calendar === 'nasdaq' ? 30 * MINUTE_MS : 0;
    const bars = this.#tape.bars(name, stepMs, fromMs, toMs, nowMs + 1, { anchorMs });
    if (bars.length === 0) {
      return refusal(400, 'No data is available on the specified dates.');
    }
    const toRow = (bar: Bar) => ({
      datetime: moment(bar.openTimeMs, stepMs),
      open: noisy(bar.open, market.digits),
      high: noisy(bar.high, market.digits),
      low: noisy(bar.low, market.digits),
      close: noisy(bar.close, market.digits),
      ...(market.hasVolume && { volume: String(bar.volume) }),
    });
    const listedMs = this.#tape.options.fromMs;
    const earlier = () =>
      this.#tape
        .bars(name, stepMs, listedMs, listedMs + 9 * DAY_MS, nowMs, { anchorMs })
        .map(toRow);
    const rows = bars.slice(-MOST_ROWS).map(toRow);
    const values = spoilRows(rows, this.#faults, fromMs > listedMs ? earlier : undefined);
    return { status: 200, body: { meta: { symbol: query.get('symbol') }, values, status: 'ok' } };
  }

  #earliest(query: URLSearchParams, nowMs: number): VendorAnswer {
    const name = (query.get('symbol') ?? '').replace('/', '').replace(':BIST', '');
    const stepMs = STEPS[query.get('interval') ?? ''] ?? DAY_MS;
    const { fromMs } = this.#tape.options;
    const [first] = this.#tape.bars(name, stepMs, fromMs, fromMs + 15 * DAY_MS, nowMs);
    if (!first) return refusal(400, '**symbol** not found.');
    const { openTimeMs } = first;
    return {
      status: 200,
      body: { datetime: moment(openTimeMs, stepMs), unix_time: openTimeMs / 1000 },
    };
  }

  #pairs(): unknown[] {
    return this.#tape.options.markets
      .filter(({ calendar }) => calendar === 'forex')
      .map(({ symbol }) => ({
        symbol: `${symbol.slice(0, 3)}/${symbol.slice(3)}`,
        currency_group: 'Major',
        currency_base: symbol.slice(0, 3),
        currency_quote: symbol.slice(3),
      }));
  }

  #stocks(query: URLSearchParams): unknown[] {
    const calendar = query.get('exchange') === 'BIST' ? 'bist-2' : 'nasdaq';
    return this.#tape.options.markets
      .filter((market) => market.calendar === calendar && market.hasVolume)
      .map(({ symbol }) => ({
        symbol,
        name: `${symbol} Inc`,
        currency: 'USD',
        exchange: query.get('exchange'),
        country: calendar === 'nasdaq' ? 'United States' : 'Turkey',
        type: 'Common Stock',
      }));
  }

  #indices(): unknown[] {
    return this.#tape.options.markets
      .filter(({ calendar, hasVolume }) => calendar === 'nasdaq' && !hasVolume)
      .map(({ symbol }) => ({
        symbol,
        name: `${symbol} Index`,
        country: 'United States',
        currency: 'USD',
        exchange: 'NYSE',
      }));
  }

  #splits(query: URLSearchParams): unknown[] {
    const [name = ''] = (query.get('symbol') ?? '').split(':');
    const market = this.#tape.market(name);
    return (market?.splits ?? []).map(({ atMs, factor }) => ({
      date: new Date(atMs).toISOString().slice(0, 10),
      description: `${factor}-for-1 split`,
      ratio: 1 / factor,
      from_factor: factor,
      to_factor: 1,
    }));
  }
}

function vendorSymbolOf({ symbol, calendar }: SessionTapeMarket): string {
  return calendar === 'forex' ? `${symbol.slice(0, 3)}/${symbol.slice(3)}` : symbol;
}

function moment(ms: number, stepMs: number): string {
  const text = new Date(ms).toISOString();
  return stepMs >= DAY_MS ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** Writes a price with five decimals; of a share often as the single-precision number below it. */
function noisy(price: number, digits: number): string {
  return digits === 2 && Math.round(price * 100) % 3 === 0
    ? (price - 0.00001).toFixed(5)
    : price.toFixed(5);
}
