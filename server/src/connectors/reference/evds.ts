import { DAY_MS } from '@rasat/engine';
import type { Clock } from '../../platform/clock.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';
import { roundTo } from '../vendor-wire/round-to.ts';
import { type BankOptions, partsOf } from './bank.ts';
import { BankHost } from './bank-host.ts';
import type { DaySpan } from './day-sheets.ts';
import { KeptSheets } from './kept-sheets.ts';
import type { ReferenceRate } from './rates.ts';
import { type DayRate, evdsSeries, readEvds } from './wire.ts';

/** Time from which EVDS is read: the new lira, in which its series are stated. */
export const EVDS_SINCE_MS = Date.UTC(2005, 0, 1);
/** Years of one request, so that an answer has fewer than a thousand rows. */
const YEARS = 2;
/** Longest span that is read in one go. */
export const EVDS_SPAN_MS = YEARS * 365 * DAY_MS;

/** EVDS, the database of TCMB: the rates of a currency in spans of two years. */
export class Evds {
  readonly #clock: Clock;
  readonly #host: BankHost;
  /** By the first year of a span, for each currency. */
  readonly #kept = new Map<string, KeptSheets<readonly DayRate[]>>();

  constructor({ key, ...options }: BankOptions & { readonly key: string }) {
    this.#clock = options.clock;
    this.#host = new BankHost({ ...options, vendor: 'EVDS of TCMB', headers: { key } });
  }

  /** Returns a rate on the days of a span that have one, in order. */
  async read(
    { base, digits }: ReferenceRate,
    { fromMs, toMs }: DaySpan,
    sending: Sending,
  ): Promise<readonly DayRate[]> {
    const kept = this.#keptOf(base);
    const found: DayRate[] = [];
    for (let year = firstYear(fromMs); Date.UTC(year, 0, 1) < toMs; year += YEARS)
      found.push(...(await kept.get(year, sending)));
    return found
      .filter(({ dayMs }) => dayMs >= fromMs && dayMs < toMs)
      .map(({ dayMs, rate }) => ({ dayMs, rate: roundTo(rate, digits) }));
  }

  #keptOf(code: string): KeptSheets<readonly DayRate[]> {
    const clock = this.#clock;
    const kept =
      this.#kept.get(code) ??
      new KeptSheets<readonly DayRate[]>({
        clock,
        read: (year, urgency) => this.#ask(code, year, urgency),
        keptMs: (year) =>
          Date.UTC(year + YEARS, 0, 1) < clock.now() ? Number.POSITIVE_INFINITY : DAY_MS,
      });
    this.#kept.set(code, kept);
    return kept;
  }

  async #ask(code: string, year: number, urgency: Sending['urgency']): Promise<readonly DayRate[]> {
    const lastMs = Math.min(Date.UTC(year + YEARS, 0, 1) - DAY_MS, this.#clock.now());
    // The interface has its fields in the path, without a question mark.
    const fields = [
      `series=${evdsSeries(code).join('-')}`,
      `startDate=01-01-${year}`,
      `endDate=${partsOf(lastMs).toReversed().join('-')}`,
      'type=json',
      'frequency=1',
    ];
    const path = `/igmevdsms-dis/${fields.join('&')}`;
    return (await this.#host.get(path, ({ body }) => readEvds(body, code), { urgency })) ?? [];
  }
}

/** Returns the first year of the span that a time is in. */
function firstYear(ms: number): number {
  const since = new Date(EVDS_SINCE_MS).getUTCFullYear();
  const year = Math.max(since, new Date(ms).getUTCFullYear());
  return year - ((year - since) % YEARS);
}
