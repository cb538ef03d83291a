import { DAY_MS } from '@rasat/engine';
import type { Clock } from '../../platform/clock.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';
import { KeptSheets, keptFor } from './kept-sheets.ts';
import { dayStart, isWeekday } from './rates.ts';
import type { Sheet } from './wire.ts';

/** Days, `fromMs <= dayMs < toMs`, UTC epoch milliseconds. */
export interface DaySpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Longest span of a page: ten requests. */
export const SHEETS_SPAN_MS = 14 * DAY_MS;

/** Options of the sheets. */
export interface DaySheetsOptions {
  readonly clock: Clock;
  /** Returns the time of the bank. */
  readonly nowMs: () => number;
  /** Reads the sheet that the bank sends for a day, which may be that of an earlier one; null without any. */
  readonly read: (dayMs: number, urgency: Sending['urgency']) => Promise<Sheet | null>;
}

/** Sheets of a bank that are asked for by their day. A sheet of another day than the asked one is none. */
export class DaySheets {
  readonly #options: DaySheetsOptions;
  readonly #kept: KeptSheets<Sheet | null>;

  constructor(options: DaySheetsOptions) {
    this.#options = options;
    const { clock, nowMs, read } = options;
    this.#kept = new KeptSheets({
      clock,
      async read(dayMs, urgency) {
        const sheet = await read(dayMs, urgency);
        return sheet?.dayMs === dayMs ? sheet : null;
      },
      keptMs: (dayMs, sheet) => keptFor(dayMs, sheet !== null, nowMs()),
    });
  }

  /** Returns the sheets of a span through today, in order. */
  async read({ fromMs, toMs }: DaySpan, sending: Sending): Promise<readonly Sheet[]> {
    const endMs = Math.min(toMs, dayStart(this.#options.nowMs()) + DAY_MS);
    const sheets: Sheet[] = [];
    for (let dayMs = dayStart(fromMs + DAY_MS - 1); dayMs < endMs; dayMs += DAY_MS) {
      const sheet = isWeekday(dayMs) ? await this.#kept.get(dayMs, sending) : null;
      if (sheet) sheets.push(sheet);
    }
    return sheets;
  }
}
