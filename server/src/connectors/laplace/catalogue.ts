import { SYMBOL_PATTERN } from '@rasat/contract';
import { CURRENT_CALENDARS, DAY_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { instrumentName } from '../vendor-wire/instrument-names.ts';
import { KeptReading } from '../vendor-wire/kept-reading.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import type { LaplaceRest } from './laplace-rest.ts';
import type { PriceForm } from './wire.ts';

/** Age at which the list is read again. */
const KEPT_MS = DAY_MS;
const PAGE_SIZE = 200;
/** More pages than Borsa İstanbul has shares for. */
const MOST_PAGES = 50;
/** Decimals by Borsa İstanbul's smallest price step, 0.01. */
const DIGITS = 2;

/** Options of a catalogue. */
export interface CatalogueOptions {
  readonly rest: LaplaceRest;
  /** Shares that are listed at once. */
  readonly symbols: readonly string[];
  /** Indices that are offered; the vendor's list is not asked for them. */
  readonly indices: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Returns the shares of Borsa İstanbul that the vendor lists, and the indices that the operator named. */
export function listedInstruments(
  options: CatalogueOptions,
): KeptReading<ReadonlyMap<string, Instrument>> {
  const { rest, symbols, indices, clock, log } = options;
  const describe = (symbol: string, category: 'bist' | 'index', name: string): Instrument => ({
    symbol,
    category,
    digits: DIGITS,
    name: instrumentName(symbol, name),
    calendar: CURRENT_CALENDARS.bist,
    base: '60',
  });
  return new KeptReading({
    clock,
    log,
    keptMs: KEPT_MS,
    failed: 'the list of Laplace could not be read again',
    async read() {
      const listed = new Map(
        indices.map((symbol) => [symbol, describe(symbol, 'index', symbol)] as const),
      );
      for (const [symbol, name] of await readShares(rest)) {
        if (!SYMBOL_PATTERN.test(symbol) || listed.has(symbol)) continue;
        const share = describe(symbol, 'bist', name);
        listed.set(symbol, symbols.includes(symbol) ? share : { ...share, optional: true });
      }
      const missing = symbols.filter((symbol) => !listed.has(symbol));
      if (missing.length > 0) log.error({ missing }, 'Laplace has no such symbols');
      return listed;
    },
  });
}

/** Returns how the prices of an instrument are written. */
export function priceFormOf({ digits, category }: Instrument): PriceForm {
  return { digits, isRounded: category === 'index' };
}

/** Returns the active shares by symbol. Whether the first page is 0 or 1 is not known, so both are read. */
async function readShares(rest: LaplaceRest): Promise<ReadonlyMap<string, string>> {
  const shares = new Map<string, string>();
  const seen = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const rows = await readPage(rest, page);
    const before = seen.size;
    for (const { symbol, name, assetType, active } of rows) {
      seen.add(symbol);
      if (assetType === 'stock' && active !== false) shares.set(symbol, name);
    }
    const isNew = seen.size > before;
    if (page > 0 && (rows.length < PAGE_SIZE || (page > 1 && !isNew))) break;
  }
  return shares;
}

async function readPage(
  rest: LaplaceRest,
  page: number,
): Promise<Awaited<ReturnType<LaplaceRest['stocks']>>> {
  try {
    return await rest.stocks(page, PAGE_SIZE, { urgency: 'catalogue' });
  } catch (error) {
    if (page === 0 && error instanceof RefusedCall) return [];
    throw error;
  }
}
