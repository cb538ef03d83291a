import { CURRENT_CALENDARS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { instrumentName } from '../vendor-wire/instrument-names.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import { type OfferedInstrument, VendorCatalogue } from '../vendor-wire/vendor-catalogue.ts';
import type { LaplaceRest } from './laplace-rest.ts';
import type { PriceForm } from './wire.ts';

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
export function listedInstruments(options: CatalogueOptions): VendorCatalogue<OfferedInstrument> {
  const { rest, symbols, indices, clock, log } = options;
  const offer = (symbol: string, category: 'bist' | 'index', name: string): OfferedInstrument => ({
    instrument: {
      symbol,
      category,
      digits: DIGITS,
      name: instrumentName(symbol, name),
      calendar: CURRENT_CALENDARS.bist,
      base: '60',
    },
  });
  return new VendorCatalogue({
    vendor: 'Laplace',
    chosen: [...indices, ...symbols],
    clock,
    log,
    async read() {
      const shares = await readShares(rest);
      return [
        ...indices.map((symbol) => offer(symbol, 'index', symbol)),
        ...Array.from(shares, ([symbol, name]) => offer(symbol, 'bist', name)),
      ];
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
