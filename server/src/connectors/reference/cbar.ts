import type { Sending } from '../vendor-wire/rest-host.ts';
import {
  type BankOptions,
  type BankRates,
  codesOf,
  partsOf,
  ratesOf,
  yearsBefore,
} from './bank.ts';
import { BankHost } from './bank-host.ts';
import { DaySheets, type DaySpan, SHEETS_SPAN_MS } from './day-sheets.ts';
import { BANKS, type ReferenceRate } from './rates.ts';
import { type DayRate, readCbar } from './wire.ts';

/** The Central Bank of Azerbaijan: a sheet for each day, for a day off an earlier one. */
export class Cbar implements BankRates {
  readonly sinceMs: number;
  readonly spanMs = SHEETS_SPAN_MS;
  readonly #host: BankHost;
  readonly #sheets: DaySheets;

  constructor(options: BankOptions) {
    const { clock, years } = options;
    const host = new BankHost({ ...options, vendor: BANKS.cbar.vendor });
    const codes = codesOf('cbar');
    this.#host = host;
    this.sinceMs = yearsBefore(clock.now(), years);
    this.#sheets = new DaySheets({
      clock,
      nowMs: () => host.nowMs,
      read: (dayMs, urgency) => {
        const path = `/currencies/${partsOf(dayMs).toReversed().join('.')}.xml`;
        return host.get(path, ({ text }) => readCbar(text, codes), { urgency });
      },
    });
  }

  /** See {@link BankRates}. */
  get nowMs(): number {
    return this.#host.nowMs;
  }

  /** See {@link BankRates}. */
  async read(rate: ReferenceRate, span: DaySpan, sending: Sending): Promise<readonly DayRate[]> {
    return ratesOf(rate, await this.#sheets.read(span, sending));
  }
}
