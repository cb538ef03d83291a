import { sessionFrom } from '@rasat/engine';
import type { CorporateAction } from '../connector.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import type { Offered } from './catalogue.ts';
import type { TwelveDataRest } from './twelvedata-rest.ts';

/**
 * Returns the splits of shares from a time on, each effective at the opening of its date's session; null when the plan
 * does not include them. Other instruments have none.
 */
export async function listSplits(
  rest: TwelveDataRest,
  offered: readonly Offered[],
  fromMs: number,
): Promise<readonly CorporateAction[] | null> {
  const shares = offered.filter(({ instrument: { category } }) =>
    ['nasdaq', 'bist'].includes(category),
  );
  const actions: CorporateAction[] = [];
  try {
    for (const { vendorSymbol, instrument } of shares) {
      const { symbol, calendar } = instrument;
      for (const row of await rest.splits(vendorSymbol, { urgency: 'catalogue' })) {
        const effectiveMs = sessionFrom(calendar, Date.parse(`${row.date}T00:00:00Z`)).openMs;
        const factor = row.from_factor / row.to_factor;
        if (effectiveMs >= fromMs) actions.push({ kind: 'split', symbol, effectiveMs, factor });
      }
    }
  } catch (error) {
    if (error instanceof RefusedCall) return null;
    throw error;
  }
  return actions;
}
