import type { CorporateAction } from '../connector.ts';
import { type DatedSplit, listSplits } from '../vendor-wire/dated-splits.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import type { Offered } from './catalogue.ts';
import type { TwelveDataRest } from './twelvedata-rest.ts';

/** Returns the splits of shares from a time on; null when the plan does not include them. */
export async function readActions(
  rest: TwelveDataRest,
  offered: readonly Offered[],
  fromMs: number,
): Promise<readonly CorporateAction[] | null> {
  const read = async ({ vendorSymbol }: Offered): Promise<DatedSplit[]> => {
    const rows = await rest.splits(vendorSymbol, { urgency: 'catalogue' });
    return rows.map(({ date, from_factor: to, to_factor: from }) => ({
      dayMs: Date.parse(`${date}T00:00:00Z`),
      factor: to / from,
    }));
  };
  try {
    return await listSplits(offered, fromMs, read);
  } catch (error) {
    if (error instanceof RefusedCall) return null;
    throw error;
  }
}
