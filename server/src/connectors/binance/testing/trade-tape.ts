import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { hashOf, randomOf } from '../../vendor-wire/testing/seeded-random.ts';
import { cutSpans, KeptItems, spreadTimes } from '../../vendor-wire/testing/tape-parts.ts';

/** A pair of the tape. */
export interface TapeMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly start: number;
  readonly digits: number;
  /** Trades in each hour. */
  readonly perHour: number;
}

/** Time in which the venue is down; the price after it is `jump` times the one before. */
export interface Closure {
  readonly fromMs: number;
  readonly toMs: number;
  readonly jump: number;
}

/** A trade with its price and quantity in whole units. */
export interface TapeTrade {
  readonly id: number;
  readonly firstFill: number;
  readonly lastFill: number;
  readonly timeMs: number;
  /** Price in units of 10^-digits. */
  readonly price: number;
  /** Quantity in units of 10^-5. */
  readonly quantity: number;
}

/** A kline of the tape; its quantity is exact. */
export interface TapeKline {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly quantity: number;
  readonly trades: number;
  readonly firstFill: number;
  readonly lastFill: number;
}

/** Options of a tape. */
export interface TapeOptions {
  readonly seed: number;
  readonly markets: readonly TapeMarket[];
  /** Listing of every pair, a full hour. */
  readonly fromMs: number;
  /** Time before which every pair has few trades an hour; a full hour. */
  readonly denseFromMs?: number;
  readonly closures?: readonly Closure[];
}

/** Decimals of quantities. */
export const QUANTITY_DECIMALS = 5;
/** Trades an hour before `denseFromMs`. */
const THIN = 12;

/** Markets that tests use: two busy pairs, and one with a few trades an hour. */
export const TAPE_MARKETS: readonly TapeMarket[] = [
  { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', start: 97_000, digits: 2, perHour: 360 },
  { symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT', start: 3300, digits: 2, perHour: 240 },
  { symbol: 'RAREUSDT', base: 'RARE', quote: 'USDT', start: 0.07, digits: 5, perHour: 3 },
];

/** Adds trades in order of time up to a kline; null for none. */
export function addUp(openMs: number, trades: readonly TapeTrade[]): TapeKline | null {
  const [first] = trades;
  const last = trades.at(-1);
  if (!first || !last) return null;
  let high = first.price;
  let low = first.price;
  let quantity = 0;
  for (const trade of trades) {
    high = Math.max(high, trade.price);
    low = Math.min(low, trade.price);
    quantity += trade.quantity;
  }
  return {
    openMs,
    open: first.price,
    high,
    low,
    close: last.price,
    quantity,
    trades: last.lastFill - first.firstFill + 1,
    firstFill: first.firstFill,
    lastFill: last.lastFill,
  };
}

/** Every trade of the stand-in's venue, a function of seed, pair and hour. */
export class TradeTape {
  readonly options: TapeOptions;
  readonly #closures: readonly Closure[];
  readonly #hours = new KeptItems<readonly TapeTrade[]>();
  readonly #quarters = new Map<string, readonly (TapeKline | null)[]>();

  constructor(options: TapeOptions) {
    this.options = options;
    this.#closures = options.closures ?? [];
  }

  /** Returns a pair of the tape; undefined for another name. */
  market(symbol: string): TapeMarket | undefined {
    return this.options.markets.find((one) => one.symbol === symbol);
  }

  /** Whether the venue is down for the whole of a span. */
  isClosed(fromMs: number, toMs: number): boolean {
    return this.#closures.some((one) => one.fromMs <= fromMs && one.toMs >= toMs);
  }

  /** Returns the trades of a pair in an hour, in order. */
  tradesOf(symbol: string, hourMs: number): readonly TapeTrade[] {
    return this.#hours.get(`${symbol} ${hourMs}`, () => this.#make(symbol, hourMs));
  }

  /** Returns the trades of a pair with `fromMs <= timeMs < toMs`, in order; at most `limit`. */
  between(
    symbol: string,
    fromMs: number,
    toMs: number,
    limit = Number.POSITIVE_INFINITY,
  ): TapeTrade[] {
    const found: TapeTrade[] = [];
    const startMs = Math.max(fromMs, this.options.fromMs);
    for (let hourMs = floor(startMs, HOUR_MS); hourMs < toMs; hourMs += HOUR_MS) {
      for (const trade of this.tradesOf(symbol, hourMs)) {
        if (trade.timeMs < startMs || trade.timeMs >= toMs) continue;
        if (found.length >= limit) return found;
        found.push(trade);
      }
    }
    return found;
  }

  /** Returns the trades of a pair from an id on that happened before `toMs`; at most `limit`. */
  from(symbol: string, id: number, toMs: number, limit: number): TapeTrade[] {
    let low = 0;
    let high = Math.floor((toMs - this.options.fromMs) / HOUR_MS) + 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#countBefore(symbol, this.options.fromMs + middle * HOUR_MS) <= id) low = middle;
      else high = middle - 1;
    }
    const found: TapeTrade[] = [];
    for (let hourMs = this.options.fromMs + low * HOUR_MS; hourMs < toMs; hourMs += HOUR_MS) {
      for (const trade of this.tradesOf(symbol, hourMs)) {
        if (trade.id < id || trade.timeMs >= toMs) continue;
        if (found.length >= limit) return found;
        found.push(trade);
      }
    }
    return found;
  }

  /** Returns the newest trade of a pair before a time; undefined before the first. */
  newest(symbol: string, beforeMs: number): TapeTrade | undefined {
    const lastHourMs = floor(beforeMs - 1, HOUR_MS);
    for (let hourMs = lastHourMs; hourMs >= this.options.fromMs; hourMs -= HOUR_MS) {
      const found = this.tradesOf(symbol, hourMs).findLast((one) => one.timeMs < beforeMs);
      if (found) return found;
    }
    return undefined;
  }

  /** Returns the kline of a pair of the trades in `openMs` to `openMs + stepMs` before `beforeMs`; null for none. */
  kline(symbol: string, openMs: number, stepMs: number, beforeMs: number): TapeKline | null {
    const quarterMs = 15 * MINUTE_MS;
    if (stepMs < quarterMs || openMs + stepMs > beforeMs) {
      return addUp(openMs, this.between(symbol, openMs, Math.min(openMs + stepMs, beforeMs)));
    }
    let whole: TapeKline | null = null;
    for (let atMs = openMs; atMs < openMs + stepMs; atMs += quarterMs) {
      const one = this.#quartersOf(symbol, floor(atMs, HOUR_MS))[(atMs % HOUR_MS) / quarterMs];
      if (one) whole = whole ? join(whole, one) : { ...one, openMs };
    }
    return whole;
  }

  #quartersOf(symbol: string, hourMs: number): readonly (TapeKline | null)[] {
    const key = `${symbol} ${hourMs}`;
    let quarters = this.#quarters.get(key);
    if (!quarters) {
      const trades = hourMs < this.options.fromMs ? [] : this.tradesOf(symbol, hourMs);
      quarters = [0, 1, 2, 3].map((at) => {
        const openMs = hourMs + at * 15 * MINUTE_MS;
        const own = trades.filter(
          ({ timeMs }) => timeMs >= openMs && timeMs < openMs + 15 * MINUTE_MS,
        );
        return addUp(openMs, own);
      });
      this.#quarters.set(key, quarters);
    }
    return quarters;
  }

  #perHour(symbol: string, hourMs: number): number {
    if (hourMs < this.options.fromMs || this.isClosed(hourMs, hourMs + HOUR_MS)) return 0;
    const own = this.market(symbol)?.perHour ?? 0;
    return hourMs < (this.options.denseFromMs ?? this.options.fromMs) ? Math.min(THIN, own) : own;
  }

  /** Returns the number of trades of a pair before an hour, which is the id of the hour's first. */
  #countBefore(symbol: string, hourMs: number): number {
    const { fromMs, denseFromMs = fromMs } = this.options;
    const own = this.market(symbol)?.perHour ?? 0;
    const thinMs = Math.max(0, Math.min(hourMs, denseFromMs) - fromMs);
    const denseMs = Math.max(0, hourMs - denseFromMs);
    let count = (thinMs / HOUR_MS) * Math.min(THIN, own) + (denseMs / HOUR_MS) * own;
    for (const closure of this.#closures) {
      const firstMs = Math.ceil(closure.fromMs / HOUR_MS) * HOUR_MS;
      for (let atMs = firstMs; atMs + HOUR_MS <= closure.toMs && atMs < hourMs; atMs += HOUR_MS) {
        count -= atMs < denseFromMs ? Math.min(THIN, own) : own;
      }
    }
    return count;
  }

  #make(symbol: string, hourMs: number): readonly TapeTrade[] {
    const market = this.market(symbol);
    const count = this.#perHour(symbol, hourMs);
    if (!market || count === 0) return [];
    const random = randomOf(this.options.seed, symbol, hourMs);
    const open = cutSpans([[hourMs, hourMs + HOUR_MS]], this.#closures);
    const times = spreadTimes(open, count, random);
    const firstId = this.#countBefore(symbol, hourMs);
    const scale = 10 ** market.digits;
    const from = this.#anchor(market, hourMs);
    const to = this.#anchor(market, hourMs + HOUR_MS);
    let fill = 2 * firstId;
    let before = 0;
    return times.map((timeMs, i) => {
      const along = from + ((to - from) * (timeMs - hourMs)) / HOUR_MS;
      const moved = along * this.#jumpAt(timeMs) * (1 + (random() - 0.5) * 0.004);
      // Two trades of one time often have one price as well.
      const isSame = timeMs === times[i - 1] && random() < 0.5;
      const price = isSame ? before : Math.max(1, Math.round(moved * scale));
      before = price;
      const firstFill = fill;
      fill += 2;
      const quantity = 1 + Math.floor(random() ** 3 * 300_000);
      return { id: firstId + i, firstFill, lastFill: firstFill + 1, timeMs, price, quantity };
    });
  }

  #anchor({ symbol, start }: TapeMarket, hourMs: number): number {
    const hour = hourMs / HOUR_MS;
    const phase = hashOf(this.options.seed, symbol, 0) * 2 * Math.PI;
    const wave =
      0.15 * Math.sin(hour / 29 + phase) + 0.02 * hashOf(this.options.seed, symbol, hour);
    return start * Math.exp(wave);
  }

  #jumpAt(timeMs: number): number {
    return this.#closures.reduce((all, { toMs, jump }) => (toMs <= timeMs ? all * jump : all), 1);
  }
}

function join(a: TapeKline, b: TapeKline): TapeKline {
  return {
    ...a,
    high: Math.max(a.high, b.high),
    low: Math.min(a.low, b.low),
    close: b.close,
    quantity: a.quantity + b.quantity,
    trades: a.trades + b.trades,
    lastFill: b.lastFill,
  };
}

const floor = (ms: number, stepMs: number): number => Math.floor(ms / stepMs) * stepMs;
