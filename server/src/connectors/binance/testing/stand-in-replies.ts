import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { unitsToText } from '../../vendor-wire/testing/tape-parts.ts';
import type { Faults } from './faults.ts';
import {
  QUANTITY_DECIMALS,
  type TapeKline,
  type TapeMarket,
  type TapeTrade,
  type TradeTape,
} from './trade-tape.ts';

/** Properties of a pair that a test changes. */
export interface PairState {
  status: string;
  /** Whether the pair is listed. */
  isListed: boolean;
  tickSize: string;
}

/** Reply of the stand-in. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const STEPS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
};
const BAD_SYMBOL: Reply = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
const PLACES = 8;
const QUOTES = ['USDT', 'TRY', 'BTC'];

/** Writes a trade as REST does. */
export function tradeRow(market: TapeMarket, trade: TapeTrade): Record<string, unknown> {
  return {
    a: trade.id,
    p: unitsToText(trade.price, market.digits, PLACES),
    q: unitsToText(trade.quantity, QUANTITY_DECIMALS, PLACES),
    f: trade.firstFill,
    l: trade.lastFill,
    T: trade.timeMs,
    m: trade.id % 2 === 0,
    M: true,
  };
}

/** Answers the calls of Binance's REST interface from a tape, at the venue's time `nowMs`. */
export class StandInReplies {
  readonly #tape: TradeTape;
  readonly #faults: Faults;
  readonly #pairs: ReadonlyMap<string, PairState>;
  readonly #listedOnly: readonly unknown[];

  constructor(
    tape: TradeTape,
    faults: Faults,
    pairs: ReadonlyMap<string, PairState>,
    listedOnly = 0,
  ) {
    this.#tape = tape;
    this.#faults = faults;
    this.#pairs = pairs;
    this.#listedOnly = Array.from({ length: listedOnly }, (_, i) => {
      const names = { base: `COIN${Math.floor(i / 3)}`, quote: QUOTES[i % 3] ?? 'USDT' };
      return pairInfo(names, { status: 'TRADING', tickSize: '0.01000000' });
    });
  }

  /** Returns the weight and the reply of a call; null for a path that does not exist. */
  answer(
    path: string,
    query: URLSearchParams,
    nowMs: number,
  ): { weight: number; reply: () => Reply } | null {
    switch (path) {
      case '/api/v3/time':
        return { weight: 1, reply: () => ({ status: 200, body: { serverTime: nowMs } }) };
      case '/api/v3/exchangeInfo':
        return { weight: 20, reply: () => ({ status: 200, body: this.#exchangeInfo(nowMs) }) };
      case '/api/v3/klines':
        return { weight: 2, reply: () => this.#klines(query, nowMs) };
      case '/api/v3/aggTrades':
        return { weight: 4, reply: () => this.#aggTrades(query, nowMs) };
      default:
        return null;
    }
  }

  #exchangeInfo(nowMs: number): unknown {
    const symbols = this.#tape.options.markets.flatMap(({ symbol, base, quote }): unknown[] => {
      const pair = this.#pairs.get(symbol);
      if (!pair?.isListed) return [];
      return [pairInfo({ base, quote }, pair)];
    });
    symbols.push(...this.#listedOnly);
    return { timezone: 'UTC', serverTime: nowMs, rateLimits: [], exchangeFilters: [], symbols };
  }

  #marketOf(query: URLSearchParams): TapeMarket | undefined {
    const symbol = query.get('symbol') ?? '';
    return this.#pairs.get(symbol)?.isListed ? this.#tape.market(symbol) : undefined;
  }

  #aggTrades(query: URLSearchParams, nowMs: number): Reply {
    const market = this.#marketOf(query);
    if (!market) return BAD_SYMBOL;
    const limit = Math.min(1000, Number(query.get('limit') ?? 500));
    const fromId = query.get('fromId');
    const startTime = query.get('startTime');
    const newest = this.#tape.newest(market.symbol, nowMs + 1);
    let trades: readonly TapeTrade[];
    if (fromId !== null) trades = this.#tape.from(market.symbol, Number(fromId), nowMs + 1, limit);
    else if (startTime !== null)
      trades = this.#tape.between(market.symbol, Number(startTime), nowMs + 1, limit);
    else if (newest)
      trades = this.#tape.from(market.symbol, Math.max(0, newest.id - limit + 1), nowMs + 1, limit);
    else trades = [];
    return { status: 200, body: trades.map((trade) => tradeRow(market, trade)) };
  }

  #klines(query: URLSearchParams, nowMs: number): Reply {
    const market = this.#marketOf(query);
    const stepMs = STEPS[query.get('interval') ?? ''];
    if (!market) return BAD_SYMBOL;
    if (stepMs === undefined)
      return { status: 400, body: { code: -1120, msg: 'Invalid interval.' } };
    const limit = Math.min(1000, Number(query.get('limit') ?? 500));
    const listedMs = Math.floor(this.#tape.options.fromMs / stepMs) * stepMs;
    const askedMs = Math.ceil(Number(query.get('startTime') ?? 0) / stepMs) * stepMs;
    const isEndless = askedMs > listedMs && this.#faults.take('page-endless');
    const startMs = isEndless ? listedMs : Math.max(listedMs, askedMs);
    const endMs = Math.min(nowMs, Number(query.get('endTime') ?? nowMs));
    const rows: unknown[][] = [];
    let closeBefore = this.#tape.newest(market.symbol, startMs)?.price;
    for (
      let openMs = startMs;
      openMs <= endMs && rows.length < (isEndless ? 3 : limit);
      openMs += stepMs
    ) {
      if (this.#tape.isClosed(openMs, openMs + stepMs)) continue;
      const kline = this.#tape.kline(market.symbol, openMs, stepMs, nowMs + 1);
      if (!kline && closeBefore === undefined) continue;
      rows.push(klineRow(market, openMs, stepMs, kline, closeBefore ?? 0));
      closeBefore = kline?.close ?? closeBefore;
    }
    return { status: 200, body: this.#spoil(rows) };
  }

  /** Plays the faults of pages. */
  #spoil(rows: unknown[][]): unknown[][] {
    const faults = this.#faults;
    if (rows.length < 2) return rows;
    if (faults.take('page-repeats-row')) return [rows[0] ?? [], ...rows];
    if (faults.take('page-misses-row')) return rows.slice(1);
    if (faults.take('page-descending')) return rows.toReversed();
    if (faults.take('page-shuffled')) return [...rows.slice(1), rows[0] ?? []];
    if (faults.take('page-empty')) return [];
    return rows;
  }
}

/** Writes a pair as `exchangeInfo` does. */
function pairInfo(
  { base, quote }: { readonly base: string; readonly quote: string },
  { status, tickSize }: Pick<PairState, 'status' | 'tickSize'>,
): unknown {
  return {
    symbol: `${base}${quote}`,
    status,
    baseAsset: base,
    baseAssetPrecision: 8,
    quoteAsset: quote,
    quotePrecision: 8,
    isSpotTradingAllowed: true,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice: '1000000.00000000', tickSize },
      {
        filterType: 'LOT_SIZE',
        minQty: '0.00001000',
        maxQty: '9000.00000000',
        stepSize: '0.00001000',
      },
    ],
    permissions: [],
    permissionSets: [],
  };
}

function klineRow(
  market: TapeMarket,
  openMs: number,
  stepMs: number,
  kline: TapeKline | null,
  closeBefore: number,
): unknown[] {
  const price = (units: number): string => unitsToText(units, market.digits, PLACES);
  const { open, high, low, close } = kline ?? {
    open: closeBefore,
    high: closeBefore,
    low: closeBefore,
    close: closeBefore,
  };
  return [
    openMs,
    price(open),
    price(high),
    price(low),
    price(close),
    unitsToText(kline?.quantity ?? 0, QUANTITY_DECIMALS, PLACES),
    openMs + stepMs - 1,
    '0.00000000',
    kline?.trades ?? 0,
    '0.00000000',
    '0.00000000',
    '0',
  ];
}
