import { forEachLanguage, SYMBOL_PATTERN } from '@rasat/contract';
import { HOUR_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { moneyName } from '../vendor-wire/instrument-names.ts';
import { KeptReading } from '../vendor-wire/kept-reading.ts';
import { type BinanceRest, PAGE_ROWS } from './binance-rest.ts';
import { decimalsOf, type ExchangeSymbol } from './wire.ts';

/** Age at which the list of pairs is read again. */
const KEPT_MS = HOUR_MS;
/** Most decimals of a price that the product stores. */
const MOST_DIGITS = 8;

/** A pair as Binance describes it. */
interface Pair {
  readonly info: ExchangeSymbol;
  /** Decimals of the tick size; 0 where the pair has no such rule. */
  readonly tickDigits: number;
}

/** Binance's list of pairs, kept for an hour. */
export class Catalogue {
  readonly #rest: BinanceRest;
  readonly #log: Logger;
  readonly #pairs: KeptReading<ReadonlyMap<string, Pair>>;
  /** Pairs that are listed at once, and pairs that are fed: both are listed with any status. */
  readonly #kept: Set<string>;
  readonly #chosen: ReadonlySet<string>;
  readonly #historyDigits = new Map<string, number>();

  constructor(
    rest: BinanceRest,
    options: { readonly chosen: readonly string[]; readonly clock: Clock; readonly log: Logger },
  ) {
    this.#rest = rest;
    this.#log = options.log;
    this.#pairs = new KeptReading({
      clock: options.clock,
      log: options.log,
      keptMs: KEPT_MS,
      failed: 'the pairs of Binance could not be read again',
      read: () => this.#fetch(),
    });
    this.#chosen = new Set(options.chosen);
    this.#kept = new Set(options.chosen);
  }

  /** Returns the pairs that trade, and those that are chosen or fed. Throws while Binance cannot be reached. */
  async list(): Promise<readonly Instrument[]> {
    const pairs = await this.#pairs.get();
    const listed = [...pairs.values()].filter(
      ({ info }) => info.status === 'TRADING' || this.#kept.has(info.symbol),
    );
    return Promise.all(
      listed.map(async (pair) => {
        const isChosen = this.#chosen.has(pair.info.symbol);
        const digits = isChosen ? await this.#digits(pair) : pair.tickDigits;
        return toInstrument(pair.info, digits, !isChosen);
      }),
    );
  }

  /** Returns a pair with the digits of its whole history; null when Binance has no such pair. */
  async find(symbol: string): Promise<Instrument | null> {
    const pair = (await this.#pairs.get()).get(symbol);
    if (!pair) return null;
    return toInstrument(pair.info, await this.#digits(pair), !this.#chosen.has(symbol));
  }

  /** Decimals of a pair's tick size as far as it is known; 8 otherwise. */
  tickDigits(symbol: string): number {
    return this.#pairs.last?.get(symbol)?.tickDigits ?? MOST_DIGITS;
  }

  /** Reads the list again and returns whether it has a pair. */
  async isListed(symbol: string): Promise<boolean> {
    return (await this.#pairs.refresh()).has(symbol);
  }

  /** Lists pairs with any status from now on. */
  keep(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#kept.add(symbol);
  }

  async #fetch(): Promise<ReadonlyMap<string, Pair>> {
    const symbols = await this.#rest.exchangeInfo({ urgency: 'catalogue' });
    const pairs = symbols
      .filter(({ symbol, isSpotTradingAllowed }) => {
        return SYMBOL_PATTERN.test(symbol) && isSpotTradingAllowed !== false;
      })
      .map((info) => [info.symbol, { info, tickDigits: tickDigitsOf(info) }] as const);
    const found = new Map(pairs);
    const missing = [...this.#chosen].filter((symbol) => !found.has(symbol));
    if (missing.length > 0) this.#log.error({ missing }, 'Binance has no such pairs');
    return found;
  }

  /** Returns the most decimals of the tick size and of the prices of every day so far. */
  async #digits({ info: { symbol }, tickDigits }: Pair): Promise<number> {
    let digits = this.#historyDigits.get(symbol);
    if (digits === undefined) {
      digits = await this.#readDigits(symbol);
      this.#historyDigits.set(symbol, digits);
    }
    return Math.max(digits, tickDigits);
  }

  async #readDigits(symbol: string): Promise<number> {
    let digits = 0;
    for (let startMs = 0; ; ) {
      const rows = await this.#rest.klines(symbol, '1d', { startMs }, { urgency: 'catalogue' });
      for (const [, open, high, low, close] of rows) {
        for (const price of [open, high, low, close]) digits = Math.max(digits, decimalsOf(price));
      }
      const lastMs = rows.at(-1)?.[0];
      if (lastMs === undefined || lastMs < startMs || rows.length < PAGE_ROWS) break;
      startMs = lastMs + 1;
    }
    return Math.min(digits, MOST_DIGITS);
  }
}

/**
 * Returns the decimals of `PRICE_FILTER.tickSize` (filters.md); a tick size of zero means that there is no such rule.
 */
function tickDigitsOf({ filters }: ExchangeSymbol): number {
  const size = filters.find(({ filterType }) => filterType === 'PRICE_FILTER')?.tickSize ?? '0';
  return Math.min(decimalsOf(size), MOST_DIGITS);
}

/** Maps a pair of `exchangeInfo`: `symbol`, `baseAsset`, `quoteAsset` (rest-api.md, “Exchange information”). */
function toInstrument(info: ExchangeSymbol, digits: number, optional: boolean): Instrument {
  const { symbol, baseAsset, quoteAsset } = info;
  return {
    symbol,
    category: 'crypto',
    digits,
    name: forEachLanguage((language) => `${moneyName(baseAsset)[language]} / ${quoteAsset}`),
    calendar: 'always',
    base: '60',
    ...(optional && { optional }),
  };
}
