import { CURRENT_CALENDARS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { instrumentName } from '../vendor-wire/instrument-names.ts';
import { type OfferedInstrument, VendorCatalogue } from '../vendor-wire/vendor-catalogue.ts';
import type { Asked, MassiveRest } from './massive-rest.ts';
import { INDEX_DIGITS, SHARE_DIGITS, vendorSymbol } from './wire.ts';

/** Nasdaq by the codes of ISO 10383. */
const NASDAQ = 'XNAS';
/** Calendar of the shares and of the indices of the United States. */
export const CALENDAR = CURRENT_CALENDARS.nasdaq;

/** An instrument with what its calls need. */
export type Offered = Asked & OfferedInstrument;

/** The instruments by our symbols. */
export type Catalogue = VendorCatalogue<Offered>;

/** Options of a catalogue. */
export interface CatalogueOptions {
  readonly rest: MassiveRest;
  /** Symbols that are listed at once. */
  readonly chosen: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Returns the shares of Nasdaq. */
export function shareCatalogue(options: CatalogueOptions): Catalogue {
  return catalogue(options, async () => {
    const shares = await options.rest.shares(NASDAQ, { urgency: 'catalogue' });
    return shares.map(({ ticker, name }) => ({
      symbol: ticker,
      category: 'nasdaq',
      digits: SHARE_DIGITS,
      name: instrumentName(ticker, name),
      calendar: CALENDAR,
      base: '60',
    }));
  });
}

/** Returns the chosen indices: the vendor has tens of thousands, of which few have a calendar here. */
export function indexCatalogue(options: CatalogueOptions): Catalogue {
  return catalogue(options, async () => {
    const found: Instrument[] = [];
    for (const symbol of options.chosen) {
      const index = await options.rest.index(vendorSymbol(symbol, true), { urgency: 'catalogue' });
      if (!index) continue;
      const name = instrumentName(symbol, index.name);
      const is = { symbol, category: 'index', digits: INDEX_DIGITS, name } as const;
      found.push({ ...is, calendar: CALENDAR, base: '60' });
    }
    return found;
  });
}

function catalogue(
  { chosen, clock, log }: CatalogueOptions,
  read: () => Promise<readonly Instrument[]>,
): Catalogue {
  return new VendorCatalogue({
    vendor: 'Massive',
    chosen,
    clock,
    log,
    // The names of preferred shares and rights have small letters, which no symbol has.
    read: async () =>
      (await read()).map((instrument) => ({
        instrument,
        vendorSymbol: vendorSymbol(instrument.symbol, instrument.category === 'index'),
        digits: instrument.digits,
      })),
  });
}
