import { DAY_MS, istanbulDay, istanbulDayStartMs } from '@rasat/engine';
import { type BarPages, type BarRules, listBars } from '../vendor-wire/bar-pages.ts';
import { firstFound } from '../vendor-wire/first-found.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';

/** Before Borsa İstanbul began, on 3 January 1986. */
const EARLIEST_MS = Date.UTC(1986, 0, 1);

/** The bars of one symbol from which the first one is found. */
export interface FirstBarPages {
  readonly days: BarPages;
  readonly quarters: BarPages;
  readonly rules: BarRules;
}

/**
 * Returns the opening of the first bar of 15 minutes of a symbol. The vendor does not tell it, and its days may reach
 * further back: of the days with a daily bar, the first one with shorter bars is searched by halving. Throws when there
 * is none.
 */
export async function findFirstBarMs(
  symbol: string,
  { days, quarters, rules }: FirstBarPages,
  nowMs: number,
): Promise<number> {
  const sending: Sending = { urgency: 'history' };
  const readDays = async (): Promise<readonly string[]> => {
    const { rows } = await days.page({ fromMs: EARLIEST_MS, toMs: nowMs }, sending);
    // A day is named by its midnight in Istanbul or in UTC; both are in the same day of Istanbul.
    return [...new Set(rows.map(({ openTimeMs }) => istanbulDay(openTimeMs)))].toSorted();
  };
  const firstOf = async (day: string): Promise<number | null> => {
    const fromMs = istanbulDayStartMs(day);
    const request = { symbol, resolution: '15', fromMs, toMs: fromMs + DAY_MS } as const;
    for await (const [bar] of listBars(quarters, request, rules)) if (bar) return bar.openTimeMs;
    return null;
  };
  let list = await readDays();
  if (list.length === 0) list = await readDays();
  // Usually both reach back equally far.
  const found = await firstFound(list, firstOf);
  if (found === null) throw new Error(`Laplace has no bars of ${symbol}`);
  return found;
}
