import type { Category } from '@rasat/contract';
import { type CalendarName, CURRENT_CALENDARS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { currencyPair } from '../vendor-wire/currency-pair.ts';
import { instrumentName } from '../vendor-wire/instrument-names.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import { type OfferedInstrument, VendorCatalogue } from '../vendor-wire/vendor-catalogue.ts';
import type { TwelveDataRest } from './twelvedata-rest.ts';

/** Decimals of shares; the vendor's own are the noise of its numbers. */
const SHARE_DIGITS = 4;
const INDEX_DIGITS = 2;
const BIST_DIGITS = 2;

/** Calendars of indices by the country of their exchange; others have no calendar here. */
const COUNTRIES: Readonly<Record<string, CalendarName>> = {
  'United States': CURRENT_CALENDARS.nasdaq,
  Germany: CURRENT_CALENDARS.xetra,
  Turkey: CURRENT_CALENDARS.bist,
};

/** An instrument with its name at the vendor. */
export interface Offered extends OfferedInstrument {
  /** `EUR/USD`, `AAPL`, `THYAO:BIST`. */
  readonly vendorSymbol: string;
}

/** Options of a catalogue. */
export interface CatalogueOptions {
  readonly rest: TwelveDataRest;
  /** Symbols that are listed at once, under our names. */
  readonly chosen: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Returns what the plan lists of currencies, shares of Nasdaq and indices, under our names. */
export function liveCatalogue(options: CatalogueOptions): VendorCatalogue<Offered> {
  const { rest } = options;
  return catalogue(options, async () => {
    const sending = { urgency: 'catalogue' } as const;
    const pairs = await rest.pairs(sending);
    const indices = await optional(rest.indices(sending));
    const shares = await optional(rest.stocks('NASDAQ', sending));
    return [
      ...pairs.map(({ symbol, currency_base: base, currency_quote: quote }) => ({
        ...currencyPair(base, quote),
        vendorSymbol: symbol,
      })),
      ...indices.flatMap(({ symbol, name, country }) => {
        const calendar = COUNTRIES[country];
        return calendar === undefined
          ? []
          : [
              {
                vendorSymbol: symbol,
                symbol,
                category: 'index' as const,
                digits: INDEX_DIGITS,
                name: instrumentName(symbol, name),
                calendar,
              },
            ];
      }),
      ...shares.map(({ symbol, name }) => ({
        vendorSymbol: symbol,
        symbol,
        category: 'nasdaq' as const,
        digits: SHARE_DIGITS,
        name: instrumentName(symbol, name),
        calendar: CURRENT_CALENDARS.nasdaq,
      })),
    ];
  });
}

/** Returns the shares of Borsa İstanbul, which the vendor has once a day. */
export function bistCatalogue(options: CatalogueOptions): VendorCatalogue<Offered> {
  return catalogue(options, async () => {
    const shares = await options.rest.stocks('BIST', { urgency: 'catalogue' });
    return shares.map(({ symbol, name }) => ({
      vendorSymbol: `${symbol}:BIST`,
      symbol,
      category: 'bist' as const,
      digits: BIST_DIGITS,
      name: instrumentName(symbol, name),
      calendar: CURRENT_CALENDARS.bist,
      base: '1D' as const,
    }));
  });
}

/** A list that the plan of the operator does not include is empty. */
async function optional<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof RefusedCall) return [];
    throw error;
  }
}

interface Entry {
  readonly vendorSymbol: string;
  readonly symbol: string;
  readonly category: Category;
  readonly digits: number;
  readonly name: Instrument['name'];
  readonly calendar: CalendarName;
  readonly base?: Instrument['base'];
}

function catalogue(
  { chosen, clock, log }: CatalogueOptions,
  read: () => Promise<readonly Entry[]>,
): VendorCatalogue<Offered> {
  return new VendorCatalogue({
    vendor: 'Twelve Data',
    chosen,
    clock,
    log,
    read: async () =>
      (await read()).map(({ vendorSymbol, base = '60', ...entry }) => ({
        instrument: { ...entry, base },
        vendorSymbol,
      })),
  });
}
