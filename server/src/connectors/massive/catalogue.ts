import { SYMBOL_PATTERN } from '@rasat/contract';
import { CURRENT_CALENDARS, DAY_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { instrumentName } from '../vendor-wire/instrument-names.ts';
import { KeptReading } from '../vendor-wire/kept-reading.ts';
import type { Asked, MassiveRest } from './massive-rest.ts';
import { INDEX_DIGITS, SHARE_DIGITS, vendorSymbol } from './wire.ts';

/** Age at which the lists are read again. */
const KEPT_MS = DAY_MS;
/** Nasdaq by the codes of ISO 10383. */
const NASDAQ = 'XNAS';
/** Calendar of the shares and of the indices of the United States. */
export const CALENDAR = CURRENT_CALENDARS.nasdaq;

/** An instrument with what its calls need. */
export interface Offered extends Asked {
  readonly instrument: Instrument;
}

/** The instruments by our symbols. */
export type Catalogue = KeptReading<ReadonlyMap<string, Offered>>;

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
  return new KeptReading({
    clock,
    log,
    keptMs: KEPT_MS,
    failed: 'the lists of Massive could not be read again',
    async read() {
      const offered = new Map<string, Offered>();
      for (const one of await read()) {
        const { symbol, category, digits } = one;
        // The names of preferred shares and rights have small letters, which no symbol has.
        if (!SYMBOL_PATTERN.test(symbol) || offered.has(symbol)) continue;
        const instrument = { ...one, ...(!chosen.includes(symbol) && { optional: true }) };
        const name = vendorSymbol(symbol, category === 'index');
        offered.set(symbol, { instrument, vendorSymbol: name, digits });
      }
      const missing = chosen.filter((symbol) => !offered.has(symbol));
      if (missing.length > 0) log.error({ missing }, 'Massive has no such symbols');
      return offered;
    },
  });
}
