import type { BarColumns } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { readAllBars, readBarsAfter } from './bar-store.ts';
import type { Series } from './symbol.ts';

export { findSymbol, listSeries, listSymbols } from './store.ts';
export {
  type BaseResolution,
  FILE_SOURCE,
  isForex,
  type MarketSymbol,
  REPLAY_SOURCE,
  type Series,
  type SymbolNames,
} from './symbol.ts';
export {
  type ClosedEvent,
  closedTopic,
  type FillEvent,
  type FormingEvent,
  fillTopic,
  formingTopic,
  type StoredEvent,
  storedTopic,
  symbolsTopic,
  ticksTopic,
} from './topics.ts';

/**
 * The closed base bars of many series behind each one's cursor (the opening time of the last bar read; null before the
 * first), ascending, by series id, in one statement. A series without new bars is missing; one with very many gives
 * about `maxBars` of them, then ask again. One cursor for a series at most.
 */
export function readBaseBarsAfter(
  db: Db,
  cursors: readonly { readonly series: Series; readonly afterMs: number | null }[],
  maxBars?: number,
): Promise<Map<number, BarColumns>> {
  const given = cursors.map(({ series, afterMs }) => ({
    seriesId: series.id,
    resolution: series.base,
    afterMs,
  }));
  return readBarsAfter(db, given, maxBars);
}

/** Every closed base bar of a series, an archived one too, ascending, in lists of some ten thousand. */
export function readAllBaseBars(db: Db, series: Series): AsyncGenerator<BarColumns> {
  return readAllBars(db, series.id, series.base);
}
