import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';
import type { DaySpan } from './day-sheets.ts';
import { type Bank, RATES, type ReferenceRate, rateOf } from './rates.ts';
import type { DayRate, Sheet } from './wire.ts';

/** The rates of a bank. */
export interface BankRates {
  /** The time of the bank, UTC epoch milliseconds. */
  readonly nowMs: number;
  /** Time from which its rates are read. */
  readonly sinceMs: number;
  /** Longest span that is read in one go. */
  readonly spanMs: number;
  /** Returns a rate on the days of a span that have one, in order. */
  read(rate: ReferenceRate, span: DaySpan, sending: Sending): Promise<readonly DayRate[]>;
}

/** What every bank is opened with. */
export interface BankOptions {
  readonly url: string;
  /** Requests that may be sent to the bank in a minute. */
  readonly requests: number;
  /** Years before this one of which each sheet is asked for by its day. */
  readonly years: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Returns the codes that the rates of a bank need of its sheets. */
export function codesOf(bank: Bank): readonly string[] {
  const own = RATES.filter((rate) => rate.bank === bank);
  return [...new Set(own.flatMap(({ base, quote }) => [base, quote]))];
}

/** Returns a rate on the days of sheets that have it. */
export function ratesOf(rate: ReferenceRate, sheets: readonly Sheet[]): readonly DayRate[] {
  return sheets.flatMap((sheet) => {
    const value = rateOf(rate, sheet);
    return value === null ? [] : [{ dayMs: sheet.dayMs, rate: value }];
  });
}

/** Returns the start of the year that is `years` before that of a time. */
export function yearsBefore(nowMs: number, years: number): number {
  return Date.UTC(new Date(nowMs).getUTCFullYear() - years, 0, 1);
}

/** Returns the year, month and day of a UTC day in digits. */
export function partsOf(dayMs: number): readonly [year: string, month: string, day: string] {
  const text = new Date(dayMs).toISOString();
  return [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)];
}
