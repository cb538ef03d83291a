import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS, sessionFrom } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import {
  COMMON_FAULTS,
  type CommonFault,
  type FaultSwitch,
} from '../../vendor-wire/testing/fault-switch.ts';
import { spoilRows } from '../../vendor-wire/testing/page-faults.ts';
import type {
  SessionTape,
  SessionTapeMarket,
  SessionTrade,
} from '../../vendor-wire/testing/session-tape.ts';
import type { VendorAnswer, VendorRequest } from '../../vendor-wire/testing/stand-in-wire.ts';
import { addUp } from '../../vendor-wire/testing/trade-sum.ts';

/** Token that the stand-in knows. */
export const TOKEN = 'eodhd-token-47d1.83b0c9';

/** Faults of EODHD besides the common ones, with their lines in `vendors.md`, section 13. */
export const EODHD_FAULTS = {
  ...COMMON_FAULTS,
  /** A subscription is refused because of the number of its symbols. */
  'symbols-limit': 43,
  /** A row without prices, at a time without trades. */
  'null-bar': 44,
  /** No calls are left today. */
  'day-used': 45,
  /** The volume of the newest day is that of a part of the exchanges. */
  'volume-late': 46,
  /** A split is not told before it is effective. */
  'split-not-announced': 47,
  /** The time of a frame is in seconds. */
  'time-in-seconds': 48,
  /** The stream does not say that the token is known, or says that it is not. */
  'no-greeting': 13,
  'token-unknown': 13,
  /** The key does not open the changes of names. */
  'no-renames': 13,
  /** A page of HTML under HTTP 200. */
  'html-under-200': 11,
} as const;
/** Name of a fault of EODHD. */
export type EodhdFault = keyof typeof EODHD_FAULTS;

/** A change of a name in the United States, at the start of its date in UTC. */
export interface StandInRename {
  readonly from: string;
  readonly to: string;
  readonly atMs: number;
}

/** What the replies are made of. */
export interface ReplyOptions {
  readonly tape: SessionTape;
  readonly faults: FaultSwitch<EodhdFault | CommonFault>;
  readonly clock: Clock;
  readonly renames: readonly StandInRename[];
  /** Whether minutes that are not final lack trades. */
  readonly isRough: boolean;
}

const MOST_REQUESTS = 1000;
const MOST_MINUTES_MS = 120 * DAY_MS;
/** Time after which minutes are final: of a currency after their end, of the United States after the close. */
const PAIR_FINAL_MS = 2.5 * HOUR_MS;
const SHARE_FINAL_MS = 6.5 * HOUR_MS;
/** Time before it is effective at which a split is told. */
const ANNOUNCED_MS = 7 * DAY_MS;
const PART_OF_VOLUME = 0.6;
const SUNDAY = 0;

const notFound: VendorAnswer = { status: 404, body: 'Ticker Not Found.' };
const htmlPage = '<!DOCTYPE html><html><body>Maintenance</body></html>';

/** EODHD's replies over HTTP. */
export class EodhdReplies {
  readonly #options: ReplyOptions;
  #minute = 0;
  #used = 0;

  constructor(options: ReplyOptions) {
    this.#options = options;
  }

  /** Returns the reply to a request; null for a path that does not exist. */
  answer(request: VendorRequest, nowMs: number): VendorAnswer | null {
    const { faults, clock } = this.#options;
    const { query, path } = request;
    if (query.get('api_token') !== TOKEN) {
      return { status: 403, body: '<html><body>Unauthenticated</body></html>' };
    }
    const minute = Math.floor(clock.now() / MINUTE_MS);
    this.#used = minute === this.#minute ? this.#used + 1 : 1;
    this.#minute = minute;
    const headers = {
      'x-ratelimit-limit': String(MOST_REQUESTS),
      'x-ratelimit-remaining': String(Math.max(0, MOST_REQUESTS - this.#used)),
    };
    if (this.#used > MOST_REQUESTS) return { status: 429, body: 'Too Many Requests', headers };
    if (faults.isOn('day-used')) {
      faults.note('day-used');
      // Midnight is that of the stand-in's clock, and a pause of a second less is none of its business.
      const owedMs = DAY_MS - (clock.now() % DAY_MS) - 1000;
      return { status: 402, body: 'Payment Required', headers, owedMs };
    }
    if (faults.take('html-under-200')) return { status: 200, body: htmlPage, headers };
    // Without it the vendor writes CSV.
    if (query.get('fmt') !== 'json') return { status: 200, body: 'Date,Open,High', headers };
    const answer = this.#route(path, query, nowMs);
    return answer && 'status' in answer ? { ...answer, headers } : answer;
  }

  #route(path: string, query: URLSearchParams, nowMs: number): VendorAnswer | null {
    const [, api, name = '', of = ''] = path.split('/');
    if (api !== 'api') return null;
    switch (name) {
      case 'eod':
        return this.#days(of, query, nowMs);
      case 'intraday':
        return this.#minutes(of, query, nowMs);
      case 'splits':
        return this.#splits(of, nowMs);
      case 'exchange-symbol-list':
        return { status: 200, body: this.#symbols(of) };
      case 'symbol-change-history':
        return this.#renames(query);
      default:
        return null;
    }
  }

  #market(vendorSymbol: string): SessionTapeMarket | undefined {
    return this.#options.tape.options.markets.find((one) => vendorSymbolOf(one) === vendorSymbol);
  }

  #days(of: string, query: URLSearchParams, nowMs: number): VendorAnswer {
    const { tape, faults } = this.#options;
    const market = this.#market(of);
    if (!market) return notFound;
    const fromMs = Date.parse(`${query.get('from')}T00:00:00Z`);
    const toMs = Date.parse(`${query.get('to')}T00:00:00Z`);
    const rows: object[] = [];
    const listedMs = tape.options.fromMs - (tape.options.fromMs % DAY_MS);
    for (let dayMs = Math.max(fromMs, listedMs); dayMs <= Math.min(toMs, nowMs); dayMs += DAY_MS) {
      const isSunday = new Date(dayMs).getUTCDay() === SUNDAY;
      const bar = isSunday ? null : tape.bar(market.symbol, dayMs, DAY_MS, nowMs + 1);
      if (bar) rows.push(this.#dayRow(market, bar, nowMs));
      else if (faults.take('null-bar')) rows.push({ date: dateOf(dayMs), ...NO_PRICES });
    }
    const earlier = () =>
      tape
        .bars(market.symbol, DAY_MS, listedMs, listedMs + 9 * DAY_MS, nowMs)
        .map((bar) => this.#dayRow(market, bar, nowMs));
    return {
      status: 200,
      body: spoilRows(rows, faults, fromMs > listedMs ? earlier : undefined),
    };
  }

  #dayRow(market: SessionTapeMarket, bar: Bar, nowMs: number): object {
    const { openTimeMs, open, high, low, close, volume } = bar;
    const splits = market.splits ?? [];
    // The day of a split is traded in the new shares.
    const later = splits.filter(({ atMs }) => dateOf(atMs) > dateOf(openTimeMs) && atMs <= nowMs);
    const factor = later.reduce((all, one) => all * one.factor, 1);
    const isLate = this.#options.faults.isOn('volume-late') && openTimeMs > nowMs - 1.5 * DAY_MS;
    if (isLate) this.#options.faults.note('volume-late');
    return {
      date: dateOf(openTimeMs),
      ...pricesOf({ open, high, low, close }),
      adjusted_close: close / factor,
      volume: (isLate ? Math.round(volume * PART_OF_VOLUME) : volume) * factor,
    };
  }

  #minutes(of: string, query: URLSearchParams, nowMs: number): VendorAnswer {
    const { tape, faults } = this.#options;
    const market = this.#market(of);
    if (!market || market.calendar === 'bist-2') return notFound;
    if (query.get('interval') !== '1m') return { status: 422, body: { errors: ['interval'] } };
    const fromMs = Number(query.get('from')) * 1000;
    const toMs = Number(query.get('to')) * 1000;
    if (!(toMs - fromMs <= MOST_MINUTES_MS)) return { status: 422, body: { errors: ['range'] } };
    const rows = this.#minuteRows(market, fromMs, Math.min(toMs, nowMs), nowMs);
    const listedMs = tape.options.fromMs;
    const earlier = () => this.#minuteRows(market, listedMs, listedMs + 9 * DAY_MS, nowMs);
    return {
      status: 200,
      body: spoilRows(rows, faults, fromMs > listedMs ? earlier : undefined),
    };
  }

  /** Returns the minutes whose opening is not outside of a span; with those of extended hours. */
  #minuteRows(
    market: SessionTapeMarket,
    fromMs: number,
    toMs: number,
    nowMs: number,
  ): readonly object[] {
    const { tape, faults } = this.#options;
    const firstMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
    const lastMs = Math.floor(toMs / MINUTE_MS) * MINUTE_MS;
    const trades = tape.between(market.symbol, firstMs, Math.min(lastMs + MINUTE_MS, nowMs + 1));
    const minutes = Map.groupBy(trades, ({ timeMs }) => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS);
    const rows: object[] = [];
    let beforeMs = firstMs;
    for (const [openMs, all] of minutes) {
      if (openMs > beforeMs + MINUTE_MS && faults.take('null-bar')) {
        rows.push({ ...timesOf(openMs - MINUTE_MS), ...NO_PRICES });
      }
      beforeMs = openMs;
      const sum = addUp(this.#isFinal(market, openMs, nowMs) ? all : everySecond(all));
      if (!sum) continue;
      const price = (units: number): number => Number(`${units}e-${market.digits}`);
      const { open, high, low, close, volume } = sum;
      const prices = { open: price(open), high: price(high), low: price(low), close: price(close) };
      const own = { ...pricesOf(prices), volume: market.hasVolume ? volume : null };
      rows.push({ ...timesOf(openMs), ...own });
    }
    return rows;
  }

  #isFinal({ calendar }: SessionTapeMarket, openMs: number, nowMs: number): boolean {
    if (!this.#options.isRough) return true;
    if (calendar === 'forex') return openMs + MINUTE_MS + PAIR_FINAL_MS <= nowMs;
    return sessionFrom(calendar, openMs).closeMs + SHARE_FINAL_MS <= nowMs;
  }

  #splits(of: string, nowMs: number): VendorAnswer {
    const market = this.#market(of);
    if (!market) return notFound;
    const { faults } = this.#options;
    const aheadMs = faults.take('split-not-announced') ? 0 : ANNOUNCED_MS;
    const told = (market.splits ?? []).filter(({ atMs }) => atMs - aheadMs <= nowMs);
    return {
      status: 200,
      body: told.map(({ atMs, factor }) => ({
        date: dateOf(atMs),
        split: `${Math.max(1, factor).toFixed(6)}/${Math.max(1, 1 / factor).toFixed(6)}`,
      })),
    };
  }

  #renames(query: URLSearchParams): VendorAnswer {
    const { renames, faults } = this.#options;
    if (faults.take('no-renames')) return { status: 403, body: 'Forbidden', owedMs: 0 };
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const rows = renames.map((one) => ({
      exchange: 'US',
      old_symbol: one.from,
      new_symbol: one.to,
      company_name: `${one.to} Inc`,
      effective: dateOf(one.atMs),
    }));
    return {
      status: 200,
      body: rows.filter(({ effective }) => effective >= from && effective <= to),
    };
  }

  #symbols(exchange: string): object[] {
    const own = this.#options.tape.options.markets.flatMap((market) => {
      const [code = '', suffix = ''] = vendorSymbolOf(market).split('.');
      if (suffix !== exchange) return [];
      return [{ Code: code, Name: `${code} Inc`, ...KINDS[suffix], Isin: null }];
    });
    const fund = { Code: 'SPY', Name: 'SPDR Trust', Exchange: 'NYSE ARCA', Type: 'ETF' };
    return exchange === 'US' ? [...own, fund] : own;
  }
}

const KINDS: Readonly<Record<string, object>> = {
  US: { Country: 'USA', Exchange: 'NASDAQ', Currency: 'USD', Type: 'Common Stock' },
  IS: { Country: 'Turkey', Exchange: 'IS', Currency: 'TRY', Type: 'Common Stock' },
  INDX: { Country: 'USA', Exchange: 'INDX', Currency: 'USD', Type: 'INDEX' },
  FOREX: { Country: 'Unknown', Exchange: 'FOREX', Currency: 'USD', Type: 'Currency' },
};

const NO_PRICES = { open: null, high: null, low: null, close: null, volume: null };

function vendorSymbolOf({ symbol, calendar, hasVolume }: SessionTapeMarket): string {
  if (calendar === 'forex') return `${symbol}.FOREX`;
  if (!hasVolume) return `${symbol === 'SPX' ? 'GSPC' : symbol}.INDX`;
  return calendar === 'bist-2' ? `${symbol}.IS` : `${symbol}.US`;
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function timesOf(openMs: number): object {
  const datetime = new Date(openMs).toISOString().slice(0, 19).replace('T', ' ');
  return { timestamp: openMs / 1000, gmtoffset: 0, datetime };
}

function everySecond(trades: readonly SessionTrade[]): SessionTrade[] {
  return trades.filter((_, at) => at % 2 === 0);
}

/** Writes prices often as the single-precision numbers beside them. */
function pricesOf(prices: Readonly<Record<'open' | 'high' | 'low' | 'close', number>>): object {
  return Object.fromEntries(
    Object.entries(prices).map(([name, price]) => {
      const isNoisy = Math.round(price * 1e5) % 3 === 0;
      return [name, isNoisy ? Number((price - 4e-7).toFixed(8)) : price];
    }),
  );
}
