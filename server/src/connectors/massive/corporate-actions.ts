import { sessionFrom } from '@rasat/engine';
import type { CorporateAction } from '../connector.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';
import { CALENDAR } from './catalogue.ts';
import { isNotInPlan, type MassiveRest } from './massive-rest.ts';

const SENDING: Sending = { urgency: 'catalogue' };

/** Returns the splits and renames of symbols from a time on; null when the plan does not include splits. */
export async function readActions(
  rest: MassiveRest,
  symbols: readonly string[],
  fromMs: number,
): Promise<readonly CorporateAction[] | null> {
  const splits = await inPlan(readSplits(rest, symbols, fromMs));
  if (!splits) return null;
  const renames = await inPlan(readRenames(rest, symbols, fromMs));
  return [...splits, ...(renames ?? [])];
}

async function readSplits(
  rest: MassiveRest,
  symbols: readonly string[],
  fromMs: number,
): Promise<readonly CorporateAction[]> {
  const rows = await rest.splits(symbols, fromMs, SENDING);
  return rows.flatMap((row): CorporateAction[] => {
    const { ticker, execution_date: date, split_from: before, split_to: after } = row;
    if (ticker === undefined || date === undefined || !before || !after) return [];
    const effectiveMs = openingOf(date);
    if (!symbols.includes(ticker) || effectiveMs < fromMs) return [];
    return [{ kind: 'split', symbol: ticker, effectiveMs, factor: after / before }];
  });
}

async function readRenames(
  rest: MassiveRest,
  symbols: readonly string[],
  fromMs: number,
): Promise<readonly CorporateAction[]> {
  const actions: CorporateAction[] = [];
  for (const symbol of symbols) {
    const names = (await rest.names(symbol, SENDING)).toSorted((a, b) =>
      a.date < b.date ? -1 : 1,
    );
    const at = names.findLastIndex(({ ticker_change: change }) => change?.ticker === symbol);
    const next = at < 0 ? undefined : names.slice(at + 1).find((one) => one.ticker_change);
    if (!next?.ticker_change) continue;
    const effectiveMs = openingOf(next.date);
    const to = next.ticker_change.ticker;
    if (effectiveMs >= fromMs) actions.push({ kind: 'rename', symbol, effectiveMs, to });
  }
  return actions;
}

/** Returns the opening of the first session on a date or after it. */
function openingOf(date: string): number {
  return sessionFrom(CALENDAR, Date.parse(`${date}T00:00:00Z`)).openMs;
}

async function inPlan<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isNotInPlan(error)) return null;
    throw error;
  }
}
