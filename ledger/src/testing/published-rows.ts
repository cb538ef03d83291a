import { hash } from 'node:crypto';
import { type Bar, ENGINE_VERSION } from '@rasat/engine';
import type { BarColumns } from '../bars/bars-codec.ts';
import type { LedgerDraft, OutcomeDraft } from '../rows/drafts.ts';
import { draftOf } from '../rows/drafts.ts';
import { type SeriesRules, startSeriesRun } from '../rows/series-run.ts';
import { columnsOf, type Row } from './bar-rows.ts';

/** A row of a series with its outcomes, published 1.5 seconds after their bars. */
export interface PublishedRow {
  readonly row: LedgerDraft & { readonly createdAt: number };
  readonly outcomes: readonly (OutcomeDraft & { readonly createdAt: number })[];
}

const DELAY_MS = 1500;
const SERIES = { id: 1, symbol: 'TEST', source: 'simulated' };

/** Returns bars as columns. */
export function barColumns(bars: readonly Bar[]): BarColumns {
  return columnsOf(
    bars.map(({ openTimeMs, open, high, low, close, volume }): Row => {
      return [openTimeMs, open, high, low, close, volume];
    }),
  );
}

/**
 * Returns the rows that the engine publishes for a series, each with its outcomes, in order; forecasts after a time, by
 * default none.
 */
export function publishRows(
  bars: BarColumns,
  rules: SeriesRules,
  forecastsAfterMs: number | null = null,
): PublishedRow[] {
  const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
  const run = startSeriesRun(rules, sha256, { noBars: new Uint8Array(32) }, { forecastsAfterMs });
  for (let i = 0; i < bars.length; i++) run.read(bars, i);
  const rows = new Map<
    string,
    { row: PublishedRow['row']; outcomes: PublishedRow['outcomes'][0][] }
  >();
  for (const event of run.takeEvents()) {
    const draft = draftOf(event, ENGINE_VERSION, { ...SERIES, digits: rules.digits });
    if (draft === null) continue;
    const createdAt = draft.row.barTime + DELAY_MS;
    if (draft.to === 'ledger') {
      rows.set(draft.row.eventKey, { row: { ...draft.row, createdAt }, outcomes: [] });
    } else rows.get(draft.of)!.outcomes.push({ ...draft.row, createdAt });
  }
  return [...rows.values()];
}
