import { DAY_MS } from '@rasat/contract';
import { listSymbols } from './modules/market/index.ts';
import type { Db } from './platform/db/pool.ts';

/** Time before the end of a calendar from which the operator is told. */
const SOON_MS = 60 * DAY_MS;
/** First moment after the days that the exchange has announced, by calendar: 1 January 2028 in Istanbul. */
const ENDS: Readonly<Record<string, number>> = {
  bist: Date.UTC(2027, 11, 31, 21),
  nasdaq: Date.UTC(2027, 11, 31, 21),
};

/** Returns the calendars of listed symbols whose known days end within 60 days, or have ended. */
export async function listEndingCalendars(
  db: Db,
  nowMs: number,
): Promise<readonly { readonly calendar: string; readonly endsMs: number }[]> {
  const used = new Set((await listSymbols(db)).map(({ calendar }) => calendar as string));
  return Object.entries(ENDS)
    .filter(([calendar, endsMs]) => used.has(calendar) && nowMs >= endsMs - SOON_MS)
    .map(([calendar, endsMs]) => ({ calendar, endsMs }));
}
