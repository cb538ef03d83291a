import { CURRENT_CALENDARS, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Instrument } from '../connector.ts';
import { roundTo } from '../vendor-wire/round-to.ts';
import type { Sheet } from './wire.ts';

/** A central bank whose daily rates are read. */
export type Bank = 'tcmb' | 'cbar' | 'ecb';

/** A daily rate of a bank under our symbol. */
export interface ReferenceRate {
  readonly symbol: string;
  readonly bank: Bank;
  /** Codes of the two sides: one `base` costs so many `quote`. */
  readonly base: string;
  readonly quote: string;
  readonly digits: number;
}

/** Facts of a bank. */
interface BankFacts {
  /** The name under which it is the source in messages. */
  readonly vendor: string;
  readonly calendar: Instrument['calendar'];
  /** Time after 00:00 UTC of a day at which the bank has the sheet of the day. */
  readonly readyMs: number;
}

/**
 * The banks. TCMB keeps the days of Borsa İstanbul. No calendar has the working days of CBAR, and that of Xetra is closed
 * on days on which the ECB is not; both keep the days of currencies, and a holiday of the bank has no bar.
 */
export const BANKS: Readonly<Record<Bank, BankFacts>> = {
  // 15:30 in Istanbul, and a quarter of an hour.
  tcmb: {
    vendor: 'TCMB',
    calendar: CURRENT_CALENDARS.bist,
    readyMs: 12 * HOUR_MS + 45 * MINUTE_MS,
  },
  // The sheet of a day is set before it begins or in its morning; 16:00 in Baku is after both.
  cbar: { vendor: 'CBAR', calendar: CURRENT_CALENDARS.forex, readyMs: 12 * HOUR_MS },
  // About 16:00 in Frankfurt, in winter.
  ecb: {
    vendor: 'ECB',
    calendar: CURRENT_CALENDARS.forex,
    readyMs: 15 * HOUR_MS + 15 * MINUTE_MS,
  },
};

/** The mid of two rates of four decimals has five. */
const TRY_DIGITS = 5;
const AZN_DIGITS = 4;
/** The bank states the price of a hundred roubles with four decimals. */
const HUNDREDTH_DIGITS = 6;
const ECB_DIGITS = 5;
const ECB_YEN_DIGITS = 3;

const lira = ['USD', 'EUR', 'GBP', 'CHF'].map(
  (base): ReferenceRate => ({
    symbol: `${base}TRY`,
    bank: 'tcmb',
    base,
    quote: 'TRY',
    digits: TRY_DIGITS,
  }),
);

const manat = ['USD', 'EUR', 'GBP', 'TRY', 'RUB'].map(
  (base): ReferenceRate => ({
    symbol: `${base}AZN`,
    bank: 'cbar',
    base,
    quote: 'AZN',
    digits: base === 'RUB' ? HUNDREDTH_DIGITS : AZN_DIGITS,
  }),
);

// The market trades these pairs under the plain names, which a daily rate must not take or be mistaken for.
const euro = ['EUR USD', 'EUR GBP', 'EUR JPY', 'EUR CHF', 'GBP USD', 'USD JPY', 'USD CHF'].map(
  (pair): ReferenceRate => {
    const [base = '', quote = ''] = pair.split(' ');
    const digits = quote === 'JPY' ? ECB_YEN_DIGITS : ECB_DIGITS;
    return { symbol: `${base}${quote}.ECB`, bank: 'ecb', base, quote, digits };
  },
);

/** Every rate that can be listed. */
export const RATES: readonly ReferenceRate[] = [...lira, ...manat, ...euro];

/** Symbols of every rate. */
export const RATE_SYMBOLS: readonly string[] = RATES.map(({ symbol }) => symbol);

/** Symbols that are listed at once when the settings name none. */
export const DEFAULT_SYMBOLS: readonly string[] = ['USDTRY', 'EURTRY', 'USDAZN'];

/**
 * Returns a rate of a sheet, rounded to its digits; null when the sheet does not have it. A sheet of the ECB has the price
 * of a euro in each currency, so that its other pairs are crosses; one of the other banks has the price of each currency
 * in the money of the bank.
 */
export function rateOf({ bank, base, quote, digits }: ReferenceRate, sheet: Sheet): number | null {
  const priceOf = (code: string): number | undefined =>
    code === 'EUR' ? 1 : sheet.prices.get(code);
  const first = bank === 'ecb' ? priceOf(quote) : sheet.prices.get(base);
  const second = bank === 'ecb' ? priceOf(base) : 1;
  if (first === undefined || second === undefined) return null;
  const rate = roundTo(first / second, digits);
  return rate > 0 ? rate : null;
}

/** Whether a bank can have a sheet of a UTC day: none has one of a Saturday or a Sunday. */
export function isWeekday(dayMs: number): boolean {
  return new Date(dayMs).getUTCDay() % 6 !== 0;
}

/** Returns the start of the UTC day of a time. */
export function dayStart(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}
