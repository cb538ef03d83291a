import { sessionFrom } from '@rasat/engine';
import type { CorporateAction } from '../connector.ts';
import { listSplits } from '../vendor-wire/dated-splits.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import type { VendorCatalogue } from '../vendor-wire/vendor-catalogue.ts';
import type { Offered } from './catalogue.ts';
import type { EodhdRest } from './eodhd-rest.ts';
import { readDate } from './wire.ts';

const sending = { urgency: 'catalogue' } as const;

/**
 * Returns the splits of shares and the renames of the United States that become effective at `fromMs` or later; null
 * when the plan does not include splits. A plan without renames tells none.
 */
export async function readActions(
  rest: EodhdRest,
  catalogue: VendorCatalogue<Offered>,
  symbols: readonly string[],
  fromMs: number,
): Promise<readonly CorporateAction[] | null> {
  const offered = await Promise.all(symbols.map((symbol) => catalogue.know(symbol)));
  try {
    const splits = await listSplits(offered, fromMs, ({ vendorSymbol }) =>
      rest.splits(vendorSymbol, sending),
    );
    return [...splits, ...(await readRenames(rest, offered, fromMs))];
  } catch (error) {
    if (error instanceof RefusedCall) return null;
    throw error;
  }
}

async function readRenames(
  rest: EodhdRest,
  offered: readonly Offered[],
  fromMs: number,
): Promise<readonly CorporateAction[]> {
  const calendars = new Map(
    offered
      .filter(({ instrument }) => instrument.category === 'nasdaq')
      .map(({ instrument }) => [instrument.symbol, instrument.calendar]),
  );
  // The whole list of the past is long; a name is only followed from its symbol's listing on.
  if (calendars.size === 0 || fromMs === 0) return [];
  const renames: CorporateAction[] = [];
  for (const { old_symbol: symbol, new_symbol: to, effective } of await rest.renames(
    fromMs,
    sending,
  )) {
    const calendar = calendars.get(symbol);
    if (calendar === undefined) continue;
    const effectiveMs = sessionFrom(calendar, readDate(effective)).openMs;
    if (effectiveMs >= fromMs) renames.push({ kind: 'rename', symbol, effectiveMs, to });
  }
  return renames;
}
