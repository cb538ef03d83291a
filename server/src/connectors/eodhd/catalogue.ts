import type { Category } from '@rasat/contract';
import { type CalendarName, CURRENT_CALENDARS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Instrument } from '../connector.ts';
import { currencyPair } from '../vendor-wire/currency-pair.ts';
import { instrumentName } from '../vendor-wire/instrument-names.ts';
import { type OfferedInstrument, VendorCatalogue } from '../vendor-wire/vendor-catalogue.ts';
import type { EodhdRest } from './eodhd-rest.ts';

/** Decimals of shares of Nasdaq; the vendor's own are the noise of its numbers. */
const NASDAQ_DIGITS = 4;
const DAY_DIGITS = 2;
const NASDAQ = 'NASDAQ';
const SHARE = 'Common Stock';
const PAIR = /^[A-Z]{6}$/;

/** Names of indices at the vendor where they differ from the usual ones, and calendars that are not Nasdaq's. */
const INDEX_CODES: Readonly<Record<string, string>> = { SPX: 'GSPC', DAX: 'GDAXI' };
const INDEX_CALENDARS: Readonly<Record<string, CalendarName>> = {
  DAX: CURRENT_CALENDARS.xetra,
  XU100: CURRENT_CALENDARS.bist,
  XU030: CURRENT_CALENDARS.bist,
};

/** An instrument with its name at the vendor. */
export interface Offered extends OfferedInstrument {
  /** `AAPL.US`, `THYAO.IS`, `GSPC.INDX`, `EURUSD.FOREX`. */
  readonly vendorSymbol: string;
}

/** Options of a catalogue. */
interface CatalogueOptions {
  readonly rest: EodhdRest;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Symbols that are listed at once, under our names. */
export interface DailySymbols {
  /** Shares of Nasdaq. */
  readonly shares: readonly string[];
  /** Shares of Borsa İstanbul. */
  readonly bist: readonly string[];
  /** Indices; no other is offered, because their calendars are not known. */
  readonly indices: readonly string[];
}

const sending = { urgency: 'catalogue' } as const;

/** Returns the shares of both exchanges and the chosen indices. */
export function dailyCatalogue(options: CatalogueOptions & DailySymbols): VendorCatalogue<Offered> {
  const { rest, clock, log, shares, bist, indices } = options;
  const isShare = ({ Type: type }: { Type?: string | null | undefined }): boolean => type === SHARE;
  return new VendorCatalogue({
    vendor: 'EODHD',
    chosen: [...shares, ...bist, ...indices],
    clock,
    log,
    async read() {
      const nasdaq = await rest.symbols('US', sending);
      const istanbul = await rest.symbols('IS', sending);
      const names = new Map(
        (await rest.symbols('INDX', sending)).map(({ Code: code, Name: name }) => [code, name]),
      );
      return [
        ...nasdaq
          .filter((one) => isShare(one) && one.Exchange === NASDAQ)
          .map(({ Code: code, Name: name }) =>
            offer(code, `${code}.US`, 'nasdaq', CURRENT_CALENDARS.nasdaq, name),
          ),
        ...istanbul
          .filter(isShare)
          .map(({ Code: code, Name: name }) =>
            offer(code, `${code}.IS`, 'bist', CURRENT_CALENDARS.bist, name),
          ),
        ...indices.flatMap((symbol) => {
          const code = INDEX_CODES[symbol] ?? symbol;
          const calendar = INDEX_CALENDARS[symbol] ?? CURRENT_CALENDARS.nasdaq;
          return names.has(code)
            ? [offer(symbol, `${code}.INDX`, 'index', calendar, names.get(code))]
            : [];
        }),
      ];
    },
  });
}

function offer(
  symbol: string,
  vendorSymbol: string,
  category: Category,
  calendar: CalendarName,
  name: string | null | undefined,
): Offered {
  const isNasdaq = category === 'nasdaq';
  const instrument: Instrument = {
    symbol,
    category,
    digits: isNasdaq ? NASDAQ_DIGITS : DAY_DIGITS,
    name: instrumentName(symbol, name ?? symbol),
    calendar,
    base: isNasdaq ? '60' : '1D',
  };
  return { instrument, vendorSymbol };
}

/** Returns the pairs of currencies; `chosen` are listed at once. */
export function pairCatalogue(
  options: CatalogueOptions & { readonly chosen: readonly string[] },
): VendorCatalogue<Offered> {
  const { rest, ...given } = options;
  return new VendorCatalogue({
    ...given,
    vendor: 'EODHD',
    async read() {
      const listed = await rest.symbols('FOREX', sending);
      return listed
        .filter(({ Code: code }) => PAIR.test(code))
        .map(({ Code: symbol }) => {
          const pair = currencyPair(symbol.slice(0, 3), symbol.slice(3));
          const instrument: Instrument = { ...pair, base: '60' };
          return { instrument, vendorSymbol: `${symbol}.FOREX` };
        });
    },
  });
}
