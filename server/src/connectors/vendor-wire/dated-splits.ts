import { sessionFrom } from '@rasat/engine';
import type { CorporateAction } from '../connector.ts';
import type { OfferedInstrument } from './vendor-catalogue.ts';

/** A split of a symbol. */
export interface DatedSplit {
  /** Start of its date in UTC. */
  readonly dayMs: number;
  /** New shares for each old one. */
  readonly factor: number;
}

/**
 * Returns the splits of the shares among instruments from a time on, each effective at the opening of its date's session.
 * `read` returns every split of a share.
 */
export async function listSplits<O extends OfferedInstrument>(
  offered: readonly O[],
  fromMs: number,
  read: (share: O) => Promise<readonly DatedSplit[]>,
): Promise<readonly CorporateAction[]> {
  const actions: CorporateAction[] = [];
  for (const share of offered.filter(isShare)) {
    const { symbol, calendar } = share.instrument;
    for (const { dayMs, factor } of await read(share)) {
      const effectiveMs = sessionFrom(calendar, dayMs).openMs;
      if (effectiveMs >= fromMs) actions.push({ kind: 'split', symbol, effectiveMs, factor });
    }
  }
  return actions;
}

function isShare({ instrument: { category } }: OfferedInstrument): boolean {
  return category === 'nasdaq' || category === 'bist';
}
