import {
  type Bar,
  bucketEnd,
  bucketStart,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type SourceResolution,
} from '@rasat/engine';
import { hashOf, randomOf } from './seeded-random.ts';
import { type HourPlan, planHour, type SessionMarket } from './session-spans.ts';
import { KeptItems, type Span, spreadTimes } from './tape-parts.ts';
import { addUp, joinSums, type TradeSum } from './trade-sum.ts';

/** A split: prices from `atMs` on are divided by `factor`, the new shares for each old one. */
export interface TapeSplit {
  readonly atMs: number;
  readonly factor: number;
}

/** A market of a tape. */
export interface SessionTapeMarket extends SessionMarket {
  readonly symbol: string;
  /** Price around which the market moves before its first split. */
  readonly start: number;
  /** Decimals of the price, and of the volume where it has any. */
  readonly digits: number;
  readonly volumeDigits?: number;
  /** Trades in an hour of a session. */
  readonly perHour: number;
  /** Whether trades have a volume; it is 0 otherwise. */
  readonly hasVolume: boolean;
  readonly splits?: readonly TapeSplit[];
}

/** A trade with its price and volume in whole units. */
export interface SessionTrade {
  /** Number of the trade, which grows with the time; numbers are left out. */
  readonly id: number;
  readonly timeMs: number;
  /** Price in units of 10^-digits. */
  readonly price: number;
  /** Volume in units of 10^-volumeDigits. */
  readonly volume: number;
  /** Whether it happened outside of the market's sessions. */
  readonly isExtended: boolean;
}

/** Options of a tape. */
export interface SessionTapeOptions {
  readonly seed: number;
  readonly markets: readonly SessionTapeMarket[];
  /** Listing of every market, a full hour. */
  readonly fromMs: number;
  /** Time before which every market has few trades an hour; a full hour. */
  readonly denseFromMs?: number;
  /** Hours of single markets whose trades are kept in memory; some hundred when absent. */
  readonly keptHours?: number;
}

/** Choice of the bars that a tape returns. */
export interface TapeBarOptions {
  /** Whether trades outside of the sessions count; false when absent. */
  readonly withExtended?: boolean;
  /** Time of any bar's opening, from which the others are whole steps away; 0 when absent. */
  readonly anchorMs?: number;
}

/** Trades an hour before `denseFromMs`. */
const THIN = 12;
/** Share of the trades of an hour that an hour outside of the sessions has. */
const EXTENDED_SHARE = 0.15;
const QUARTER_MS = 15 * MINUTE_MS;
const SPREAD = 0.001;
/** Prices outside of the sessions scatter more, so that a bar that counts them is seen to be wrong. */
const EXTENDED_SPREAD = 0.02;

interface QuarterSums {
  readonly session: readonly (TradeSum | null)[];
  readonly all: readonly (TradeSum | null)[];
}

/** Every trade of a stand-in's venue: a function of seed, symbol and hour. */
export class SessionTape {
  readonly options: SessionTapeOptions;
  readonly #markets: ReadonlyMap<string, SessionTapeMarket>;
  readonly #hours: KeptItems<readonly SessionTrade[]>;
  readonly #quarters = new Map<string, QuarterSums>();

  constructor(options: SessionTapeOptions) {
    this.options = options;
    this.#markets = new Map(options.markets.map((one) => [one.symbol, one]));
    this.#hours = new KeptItems(options.keptHours);
  }

  /** Returns a market of the tape; undefined for another name. */
  market(symbol: string): SessionTapeMarket | undefined {
    return this.#markets.get(symbol);
  }

  /** Returns the trades of a symbol with `fromMs <= timeMs < toMs`, in order; at most `limit`. */
  between(
    symbol: string,
    fromMs: number,
    toMs: number,
    limit = Number.POSITIVE_INFINITY,
  ): SessionTrade[] {
    const found: SessionTrade[] = [];
    const startMs = Math.max(fromMs, this.options.fromMs);
    for (let hourMs = floor(startMs, HOUR_MS); hourMs < toMs; hourMs += HOUR_MS) {
      for (const trade of this.#tradesOf(symbol, hourMs)) {
        if (trade.timeMs < startMs || trade.timeMs >= toMs) continue;
        if (found.length >= limit) return found;
        found.push(trade);
      }
    }
    return found;
  }

  /** Returns the newest trade of a symbol before a time; undefined before the first. */
  newest(symbol: string, beforeMs: number, options: TapeBarOptions = {}): SessionTrade | undefined {
    const isMeant = (one: SessionTrade): boolean =>
      one.timeMs < beforeMs && (options.withExtended === true || !one.isExtended);
    for (
      let hourMs = floor(beforeMs - 1, HOUR_MS);
      hourMs >= this.options.fromMs;
      hourMs -= HOUR_MS
    ) {
      const found = this.#tradesOf(symbol, hourMs).findLast(isMeant);
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Returns the bar of a symbol of the trades from `openMs` to `openMs + stepMs` that happened before `beforeMs`; null
   * without a trade.
   */
  bar(
    symbol: string,
    openMs: number,
    stepMs: number,
    beforeMs: number,
    options: TapeBarOptions = {},
  ): Bar | null {
    const market = this.market(symbol);
    const sum = this.#sum(symbol, openMs, openMs + stepMs, beforeMs, options);
    return market && sum ? barOf(market, openMs, sum) : null;
  }

  /**
   * Returns the bars of a symbol of `stepMs` with `fromMs <= openTimeMs < toMs`, of the trades that happened before
   * `beforeMs`. A step without a trade has no bar. The newest bar may be one that still forms.
   */
  bars(
    symbol: string,
    stepMs: number,
    fromMs: number,
    toMs: number,
    beforeMs: number,
    options: TapeBarOptions = {},
  ): Bar[] {
    const { anchorMs = 0 } = options;
    const bars: Bar[] = [];
    const listedMs = this.options.fromMs - stepMs + 1;
    let openMs = Math.ceil((Math.max(fromMs, listedMs) - anchorMs) / stepMs) * stepMs + anchorMs;
    for (; openMs < Math.min(toMs, beforeMs); openMs += stepMs) {
      const bar = this.bar(symbol, openMs, stepMs, beforeMs, options);
      if (bar) bars.push(bar);
    }
    return bars;
  }

  /**
   * Returns the bars that a connector owes at `nowMs`: of the sessions alone, with `fromMs <= openTimeMs < toMs`, in the
   * engine's buckets, closed.
   */
  closedBars(
    symbol: string,
    resolution: SourceResolution,
    fromMs: number,
    toMs: number,
    nowMs: number,
  ): Bar[] {
    const market = this.market(symbol);
    const isForex = market?.calendar === 'forex';
    const bars: Bar[] = [];
    const lastMs = Math.min(toMs, nowMs);
    let openMs = bucketStart(resolution, Math.max(fromMs, this.options.fromMs), isForex);
    let endMs = openMs;
    for (; openMs < lastMs; openMs = bucketStart(resolution, endMs, isForex)) {
      endMs = bucketEnd(resolution, openMs, isForex);
      if (openMs < fromMs || endMs > nowMs) continue;
      // The hours of a forex Sunday belong to Monday.
      const hasSunday = isForex && resolution === '1D';
      const firstMs =
        hasSunday && bucketStart('1D', openMs - DAY_MS, true) === openMs ? openMs - DAY_MS : openMs;
      const sum = this.#sum(symbol, firstMs, endMs, nowMs, {});
      if (market && sum) bars.push(barOf(market, openMs, sum));
    }
    return bars;
  }

  #sum(
    symbol: string,
    fromMs: number,
    toMs: number,
    beforeMs: number,
    { withExtended = false }: TapeBarOptions,
  ): TradeSum | null {
    if (toMs > beforeMs || fromMs % QUARTER_MS !== 0 || toMs % QUARTER_MS !== 0) {
      const trades = this.between(symbol, fromMs, Math.min(toMs, beforeMs));
      return addUp(withExtended ? trades : trades.filter((one) => !one.isExtended));
    }
    let whole: TradeSum | null = null;
    for (let atMs = Math.max(fromMs, this.options.fromMs); atMs < toMs; atMs += QUARTER_MS) {
      const quarters = this.#quartersOf(symbol, floor(atMs, HOUR_MS));
      const own = withExtended ? quarters.all : quarters.session;
      whole = joinSums(whole, own[(atMs % HOUR_MS) / QUARTER_MS] ?? null);
    }
    return whole;
  }

  #quartersOf(symbol: string, hourMs: number): QuarterSums {
    const key = `${symbol} ${hourMs}`;
    let sums = this.#quarters.get(key);
    if (!sums) {
      const all = this.#tradesOf(symbol, hourMs);
      const session = all.filter((one) => !one.isExtended);
      sums = { session: quartersOf(session, hourMs), all: quartersOf(all, hourMs) };
      this.#quarters.set(key, sums);
    }
    return sums;
  }

  #tradesOf(symbol: string, hourMs: number): readonly SessionTrade[] {
    return this.#hours.get(`${symbol} ${hourMs}`, () => this.#make(symbol, hourMs));
  }

  #make(symbol: string, hourMs: number): readonly SessionTrade[] {
    const market = this.market(symbol);
    const { seed, fromMs, denseFromMs = fromMs } = this.options;
    if (!market || hourMs < fromMs) return [];
    const plan = planHour(market, hourMs);
    const random = randomOf(seed, symbol, hourMs);
    const perHour = hourMs < denseFromMs ? Math.min(THIN, market.perHour) : market.perHour;
    const times = timesOf(plan, perHour, random);
    const from = this.#anchor(market, hourMs);
    const to = this.#anchor(market, hourMs + HOUR_MS);
    const firstId = (hourMs / HOUR_MS) * 100_000;
    const scale = 10 ** market.digits;
    let before = 0;
    return times.map(({ timeMs, isExtended }, i) => {
      const along = from + ((to - from) * (timeMs - hourMs)) / HOUR_MS;
      const spread = isExtended ? EXTENDED_SPREAD : SPREAD;
      const moved = (along * (1 + (random() - 0.5) * spread)) / splitFactor(market, timeMs);
      // Two trades of one time often have one price as well.
      const isSame = timeMs === times[i - 1]?.timeMs && random() < 0.5;
      const price = isSame ? before : Math.max(1, Math.round(moved * scale));
      before = price;
      const size = 1 + Math.floor(random() ** 3 * 900);
      const volume = market.hasVolume ? size : 0;
      return { id: firstId + i, timeMs, price, volume, isExtended };
    });
  }

  #anchor({ symbol, start }: SessionTapeMarket, hourMs: number): number {
    const { seed } = this.options;
    const hour = hourMs / HOUR_MS;
    const phase = hashOf(seed, symbol, 0) * 2 * Math.PI;
    // A weekend moves it by less than the smallest jump that the feed holds back.
    const wave =
      0.08 * Math.sin(hour / 400 + phase) +
      0.004 * Math.sin(hour / 7 + phase) +
      0.004 * hashOf(seed, symbol, hour);
    return start * Math.exp(wave);
  }
}

interface TradeTime {
  readonly timeMs: number;
  readonly isExtended: boolean;
}

/** Returns the times of an hour's trades, ascending. Every session has a trade in its first and its last second. */
function timesOf(plan: HourPlan, perHour: number, random: () => number): TradeTime[] {
  const second = (): number => Math.floor(random() * 1000);
  const session = [
    ...spreadTimes(plan.session, countOf(plan.session, perHour), random),
    ...plan.opens.map((atMs) => atMs + second()),
    ...plan.closes.map((atMs) => atMs - second()),
  ];
  const extended = [
    ...spreadTimes(plan.extended, countOf(plan.extended, perHour * EXTENDED_SHARE), random),
    ...plan.crosses,
  ];
  return [
    ...session.map((timeMs) => ({ timeMs, isExtended: false })),
    ...extended.map((timeMs) => ({ timeMs, isExtended: true })),
  ].toSorted((a, b) => a.timeMs - b.timeMs);
}

function countOf(spans: readonly Span[], perHour: number): number {
  const lengthMs = spans.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0);
  return lengthMs === 0 ? 0 : Math.max(1, Math.round((perHour * lengthMs) / HOUR_MS));
}

function splitFactor({ splits = [] }: SessionTapeMarket, timeMs: number): number {
  return splits.reduce((all, { atMs, factor }) => (atMs <= timeMs ? all * factor : all), 1);
}

function quartersOf(trades: readonly SessionTrade[], hourMs: number): (TradeSum | null)[] {
  return [0, 1, 2, 3].map((at) => {
    const fromMs = hourMs + at * QUARTER_MS;
    return addUp(trades.filter((one) => one.timeMs >= fromMs && one.timeMs < fromMs + QUARTER_MS));
  });
}

function barOf(market: SessionTapeMarket, openTimeMs: number, sum: TradeSum): Bar {
  const price = (units: number): number => Number(`${units}e-${market.digits}`);
  return {
    openTimeMs,
    open: price(sum.open),
    high: price(sum.high),
    low: price(sum.low),
    close: price(sum.close),
    volume: Number(`${sum.volume}e-${market.volumeDigits ?? 0}`),
  };
}

const floor = (ms: number, stepMs: number): number => Math.floor(ms / stepMs) * stepMs;
