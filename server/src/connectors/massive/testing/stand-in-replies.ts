import { DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import {
  COMMON_FAULTS,
  type CommonFault,
  type FaultSwitch,
} from '../../vendor-wire/testing/fault-switch.ts';
import { spoilRows } from '../../vendor-wire/testing/page-faults.ts';
import type { SessionTape } from '../../vendor-wire/testing/session-tape.ts';
import type { VendorAnswer, VendorRequest } from '../../vendor-wire/testing/stand-in-wire.ts';

/** Key that the stand-in knows. */
export const KEY = 'massive-key-9b2f61d4';

/** Faults of Massive besides the common ones, with their lines in `vendors.md`, section 13. */
export const MASSIVE_FAULTS = {
  ...COMMON_FAULTS,
  'auth-fails': 54,
  'auth-silent': 54,
  /** The plan does not include the stream. */
  'auth-of-plan': 54,
  /** A minute is sent without its last trades, and as it is some seconds later. */
  'minute-again': 55,
  /** A minute is sent as it is, and with another close 40 seconds later. */
  'minute-again-late': 55,
  /** Another connection takes the place of those of now. */
  'max-connections': 56,
  /** An odd lot far off the market before a trade. */
  'odd-lot': 57,
  /** Trades outside of the sessions have no condition that tells it. */
  'extended-unmarked': 59,
  /** A plan without splits and renames. */
  'no-splits': 13,
  /** A closing that no calendar knew before. */
  'closing-added': 64,
  /** Few rows on a page, so that each names a next one. */
  'short-pages': 15,
  /** The next page of every page is itself. */
  'next-url-endless': 15,
  /** The next page is at another host. */
  'next-url-elsewhere': 15,
} as const;
/** Name of a fault of Massive. */
export type MassiveFault = keyof typeof MASSIVE_FAULTS;

/** A change of a company's name. */
export interface StandInRename {
  readonly from: string;
  readonly to: string;
  /** `2026-03-10`. */
  readonly date: string;
}

/** What the wire of the stand-in is made of. */
export interface WireOptions {
  readonly tape: SessionTape;
  readonly faults: FaultSwitch<MassiveFault | CommonFault>;
  readonly clock: Clock;
  readonly delayMs: number;
  readonly renames: readonly StandInRename[];
}

type Holiday = readonly [date: string, close?: string];
/** Nasdaq's closed days and early closes from the end of 2026 to that of 2027, by the notice of NYSE Group. */
const HOLIDAYS: readonly Holiday[] = [
  ['2026-11-26'],
  ['2026-11-27', '2026-11-27T18:00:00.000Z'],
  ['2026-12-24', '2026-12-24T18:00:00.000Z'],
  ['2026-12-25'],
  ['2027-01-01'],
  ['2027-01-18'],
  ['2027-02-15'],
  ['2027-03-26'],
  ['2027-05-31'],
  ['2027-06-18'],
  ['2027-07-05'],
  ['2027-09-06'],
  ['2027-11-25'],
  ['2027-11-26', '2027-11-26T18:00:00.000Z'],
  ['2027-12-24'],
];
const ADDED: Holiday = ['2027-01-08'];
/** Minutes that a page is made of. */
const PAGE_MINUTES = 50_000;
const SHORT_ROWS = 400;

/** Massive's REST interface: its lists and its aggregates. */
export class MassiveReplies {
  readonly #options: WireOptions;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** Returns the reply to a request at the venue's time; null for a path that does not exist. */
  answer(request: VendorRequest, nowMs: number): VendorAnswer | null {
    const { path, query, headers } = request;
    if (headers.authorization !== `Bearer ${KEY}`) {
      return { status: 401, body: { status: 'ERROR', error: 'Unknown API Key' } };
    }
    if (path.startsWith('/v2/aggs/ticker/')) return this.#aggregates(request, nowMs);
    if (path === '/v1/marketstatus/upcoming') return { status: 200, body: this.#holidays(nowMs) };
    if (path === '/v3/reference/tickers') return ok({ results: this.#tickers(query) });
    const isOfSplits = path === '/stocks/v1/splits' || path.endsWith('/events');
    if (isOfSplits && this.#options.faults.isOn('no-splits')) {
      this.#options.faults.note('no-splits');
      const body = { status: 'NOT_AUTHORIZED', message: 'You are not entitled to this data.' };
      return { status: 403, body, owedMs: 0 };
    }
    if (path === '/stocks/v1/splits') return ok({ results: this.#splits(query) });
    const [, ticker] = /^\/vX\/reference\/tickers\/(.+)\/events$/.exec(path) ?? [];
    return ticker === undefined ? null : this.#events(ticker);
  }

  #aggregates({ path, query, headers }: VendorRequest, nowMs: number): VendorAnswer | null {
    const parts = /^\/v2\/aggs\/ticker\/(?:I:)?([^/]+)\/range\/(\d+)\/(\w+)\/([^/]+)\/([^/]+)$/;
    const [, symbol = '', count = '', unit = '', from = '', to = ''] = parts.exec(path) ?? [];
    const market = this.#options.tape.market(symbol);
    if (!market) return ok({ ticker: symbol, resultsCount: 0 });
    if (query.get('adjusted') !== 'false') {
      return { status: 400, body: { status: 'ERROR', error: 'The stand-in has raw prices.' } };
    }
    const stepMs = Number(count) * (unit === 'day' ? DAY_MS : MINUTE_MS);
    const read = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text));
    const knownMs = nowMs - this.#options.delayMs + 1;
    const limit = Number(query.get('limit') ?? 5000);
    const fromMs = Math.max(read(from), this.#options.tape.options.fromMs);
    // The limit counts days or minutes.
    const mostMs = Math.min(limit, PAGE_MINUTES) * (unit === 'day' ? DAY_MS : MINUTE_MS * 2);
    const toMs = Math.min(read(to) + 1, fromMs + mostMs);
    const rowsOf = (startMs: number, endMs: number) => {
      const { tape } = this.#options;
      const bars = tape.bars(symbol, stepMs, startMs, endMs, knownMs, { withExtended: true });
      return bars.map(({ openTimeMs: t, open: o, high: h, low: l, close: c, volume: v }) => ({
        ...(market.hasVolume && { v, vw: c }),
        o,
        c,
        h,
        l,
        t,
        n: 9,
      }));
    };
    const all = rowsOf(fromMs, toMs);
    if (unit === 'day') return ok({ ticker: symbol, results: all });
    const { faults } = this.#options;
    const hasShort = faults.isOn('short-pages') && all.length > SHORT_ROWS;
    if (hasShort) faults.note('short-pages');
    const rows = hasShort ? all.slice(0, SHORT_ROWS) : all;
    const listedMs = this.#options.tape.options.fromMs;
    const isLater = read(from) > listedMs;
    const earlier = () => rowsOf(listedMs, listedMs + 3 * DAY_MS).slice(0, 3);
    const results = spoilRows(rows, faults, isLater ? earlier : undefined);
    const origin = `http://${headers.host}`;
    const next = hasShort ? path.replace(`/${from}/`, `/${all[SHORT_ROWS]?.t}/`) : null;
    const nextUrl = this.#nextUrl(origin, next, `${path}?${query.toString()}`, query);
    return ok({ ticker: symbol, adjusted: false, results, ...(nextUrl && { next_url: nextUrl }) });
  }

  #nextUrl(
    origin: string,
    next: string | null,
    own: string,
    query: URLSearchParams,
  ): string | null {
    const { faults } = this.#options;
    if (faults.take('next-url-endless')) return `${origin}${own}`;
    if (faults.take('next-url-elsewhere')) return 'https://elsewhere.example/v2/aggs';
    return next === null ? null : `${origin}${next}?${query.toString()}`;
  }

  #tickers(query: URLSearchParams): unknown[] {
    const isIndex = query.get('market') === 'indices';
    const wanted = query.get('ticker')?.replace('I:', '');
    return this.#options.tape.options.markets
      .filter(({ hasVolume }) => hasVolume !== isIndex)
      .filter(({ symbol }) => wanted === undefined || symbol === wanted)
      .map(({ symbol }) => ({
        ticker: isIndex ? `I:${symbol}` : symbol,
        name: `${symbol} Inc`,
        market: isIndex ? 'indices' : 'stocks',
        locale: 'us',
        active: true,
      }));
  }

  #holidays(nowMs: number): unknown[] {
    const { faults } = this.#options;
    const today = new Date(nowMs).toISOString().slice(0, 10);
    const all = [...HOLIDAYS];
    if (faults.isOn('closing-added')) {
      faults.note('closing-added');
      all.push(ADDED);
    }
    return all
      .filter(([date]) => date >= today)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .flatMap(([date, close]) =>
        ['NYSE', 'NASDAQ', 'OTC'].map((exchange) => ({
          date,
          exchange,
          name: 'Holiday',
          ...(close === undefined
            ? { status: 'closed' }
            : { status: 'early-close', open: `${date}T14:30:00.000Z`, close }),
        })),
      );
  }

  #splits(query: URLSearchParams): unknown[] {
    const from = query.get('execution_date.gte') ?? '';
    const names = query.get('ticker.any_of')?.split(',');
    return this.#options.tape.options.markets
      .filter(({ symbol }) => names === undefined || names.includes(symbol))
      .flatMap(({ symbol, splits = [] }) =>
        splits.map(({ atMs, factor }) => ({
          adjustment_type: factor > 1 ? 'forward_split' : 'reverse_split',
          execution_date: new Date(atMs).toISOString().slice(0, 10),
          historical_adjustment_factor: 1 / factor,
          id: `E${symbol}`,
          split_from: factor > 1 ? 1 : 1 / factor,
          split_to: Math.max(factor, 1),
          ticker: symbol,
        })),
      )
      .filter(({ execution_date }) => execution_date >= from);
  }

  #events(ticker: string): VendorAnswer {
    const changes = this.#options.renames.filter(({ from, to }) => [from, to].includes(ticker));
    if (changes.length === 0) {
      return { status: 404, body: { status: 'NOT_FOUND', message: 'Ticker not found.' } };
    }
    const change = (date: string, name: string) => ({
      ticker_change: { ticker: name },
      type: 'ticker_change',
      date,
    });
    const events = changes.flatMap(({ from, to, date }) => [
      change(date, to),
      change('2012-05-18', from),
    ]);
    return ok({ results: { name: `${ticker} Inc`, events } });
  }
}

function ok(body: object): VendorAnswer {
  return { status: 200, body: { status: 'OK', request_id: 'a1', ...body } };
}
