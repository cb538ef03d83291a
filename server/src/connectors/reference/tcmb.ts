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
import { EVDS_SINCE_MS, EVDS_SPAN_MS, Evds } from './evds.ts';
import { SETTLED_MS } from './kept-sheets.ts';
import { BANKS, dayStart, type ReferenceRate } from './rates.ts';
import { type DayRate, readTcmb } from './wire.ts';

/** Options of TCMB. */
export interface TcmbOptions extends BankOptions {
  readonly evdsUrl: string;
  /** Key of EVDS; null without one. */
  readonly evdsKey: string | null;
}

/**
 * The Central Bank of the Republic of Türkiye: a sheet for each day, that of today under an address of its own. With a
 * key the days before the last week come from EVDS, which takes a few requests.
 */
export class Tcmb implements BankRates {
  readonly sinceMs: number;
  readonly spanMs: number;
  readonly #host: BankHost;
  readonly #sheets: DaySheets;
  readonly #evds: Evds | null;

  constructor(options: TcmbOptions) {
    const { evdsUrl, evdsKey: key, clock, years } = options;
    const host = new BankHost({ ...options, vendor: BANKS.tcmb.vendor });
    const codes = codesOf('tcmb');
    this.#host = host;
    this.#evds = key === null ? null : new Evds({ ...options, url: evdsUrl, key });
    this.sinceMs = this.#evds ? EVDS_SINCE_MS : yearsBefore(clock.now(), years);
    this.spanMs = this.#evds ? EVDS_SPAN_MS : SHEETS_SPAN_MS;
    this.#sheets = new DaySheets({
      clock,
      nowMs: () => host.nowMs,
      read: (dayMs, urgency) => {
        const [year, month, day] = partsOf(dayMs);
        const isToday = dayMs === dayStart(host.nowMs);
        const name = isToday ? 'today' : `${year}${month}/${day}${month}${year}`;
        return host.get(`/kurlar/${name}.xml`, ({ text }) => readTcmb(text, codes), { urgency });
      },
    });
  }

  /** See {@link BankRates}. */
  get nowMs(): number {
    return this.#host.nowMs;
  }

  /** See {@link BankRates}. */
  async read(rate: ReferenceRate, span: DaySpan, sending: Sending): Promise<readonly DayRate[]> {
    const { fromMs, toMs } = span;
    const evds = this.#evds;
    if (!evds) return ratesOf(rate, await this.#sheets.read(span, sending));
    const splitMs = Math.max(fromMs, Math.min(toMs, dayStart(this.nowMs) - SETTLED_MS));
    const older = fromMs < splitMs ? await evds.read(rate, { fromMs, toMs: splitMs }, sending) : [];
    const newer = await this.#sheets.read({ fromMs: splitMs, toMs }, sending);
    return [...older, ...ratesOf(rate, newer)];
  }
}
