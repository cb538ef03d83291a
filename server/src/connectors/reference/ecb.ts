import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Sending } from '../vendor-wire/rest-host.ts';
import { type BankOptions, type BankRates, codesOf, ratesOf } from './bank.ts';
import { BankHost } from './bank-host.ts';
import type { DaySpan } from './day-sheets.ts';
import { KeptSheets } from './kept-sheets.ts';
import { BANKS, dayStart, type ReferenceRate } from './rates.ts';
import { type DayRate, readEcb, type Sheet } from './wire.ts';

/** First sheet of the ECB. */
const SINCE_MS = Date.UTC(1999, 0, 4);
/** Days before today of which the short file has every sheet. */
const SHORT_MS = 80 * DAY_MS;

/** The files, and the times for which they are kept. */
const FILES = [
  { name: 'daily', keptMs: MINUTE_MS },
  { name: 'hist-90d', keptMs: HOUR_MS },
  // It has every day that the short file lacks until it is read again.
  { name: 'hist', keptMs: SHORT_MS / 2 },
] as const;
const TODAY = 0;
const SHORT = 1;
const WHOLE = 2;

/** The European Central Bank: the sheet of today, a file of the last 90 days and one of every day. */
export class Ecb implements BankRates {
  readonly sinceMs = SINCE_MS;
  readonly spanMs = 10_000 * DAY_MS;
  readonly #host: BankHost;
  readonly #files: KeptSheets<readonly Sheet[]>;

  constructor(options: BankOptions) {
    const { clock } = options;
    const host = new BankHost({ ...options, vendor: BANKS.ecb.vendor });
    const codes = codesOf('ecb');
    this.#host = host;
    this.#files = new KeptSheets({
      clock,
      async read(file, urgency) {
        const path = `/stats/eurofxref/eurofxref-${FILES[file]?.name}.xml`;
        return (await host.get(path, ({ text }) => readEcb(text, codes), { urgency })) ?? [];
      },
      keptMs: (file) => FILES[file]?.keptMs ?? 0,
    });
  }

  /** See {@link BankRates}. */
  get nowMs(): number {
    return this.#host.nowMs;
  }

  /** See {@link BankRates}. */
  async read(rate: ReferenceRate, span: DaySpan, sending: Sending): Promise<readonly DayRate[]> {
    const todayMs = dayStart(this.nowMs);
    const shortMs = todayMs - SHORT_MS;
    const parts = [
      { file: WHOLE, fromMs: Number.NEGATIVE_INFINITY, toMs: shortMs },
      { file: SHORT, fromMs: shortMs, toMs: todayMs },
      { file: TODAY, fromMs: todayMs, toMs: Number.POSITIVE_INFINITY },
    ];
    const sheets: Sheet[] = [];
    for (const { file, ...part } of parts) {
      const fromMs = Math.max(span.fromMs, part.fromMs);
      const toMs = Math.min(span.toMs, part.toMs);
      if (fromMs >= toMs) continue;
      const all = await this.#files.get(file, sending);
      sheets.push(...all.filter(({ dayMs }) => dayMs >= fromMs && dayMs < toMs));
    }
    return ratesOf(rate, sheets);
  }
}
