import type { Bar, Resolution } from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { barAt, joinColumns } from './store/bar-columns.ts';
import { readAllBars, readLastBarsOfMany } from './store/read-bars.ts';
import type { Series } from './symbol.ts';

export { feedMetrics } from './feed/feed-metrics.ts';
export type { SourceReport, SourceStatus } from './feed/source-feed.ts';
export type { Publication } from './gaps/publication.ts';
export { Catalogues } from './listing/catalogues.ts';
export { confirmAction, dismissAction } from './listing/decide-action.ts';
export { listEndingCalendars } from './listing/ending-calendars.ts';
export { type ImportReport, importBars } from './listing/import.ts';
export type { RefusedRow } from './listing/import-checks.ts';
export { ImportRefused, type ImportRequest } from './listing/import-rows.ts';
export {
  chooseNames,
  chooseSource,
  listForFiles,
  listFromSource,
  listReach,
  retireSymbol,
} from './listing/listing.ts';
export { chooseDigits, renameSymbol, splitSymbol } from './listing/new-history.ts';
export { assertMayHavePrices, audienceOf, includesPrices, mayHavePrices } from './read/audience.ts';
export { type MarketBoard, startBoard } from './read/board.ts';
export { marketData, registerFavoriteRoutes } from './read/favorites.ts';
export { priceMetrics } from './read/price-metrics.ts';
export type { LastPrice } from './read/quote.ts';
export type { OpenBars } from './replay/replay.ts';
export { registerMarketRoutes } from './routes.ts';
export { listActions, listPendingActions, type StoredAction } from './store/action-store.ts';
export {
  countBaseCorrections,
  countCorrections,
  listCorrections,
} from './store/correction-store.ts';
export { readEncodedBars } from './store/encoded-bars.ts';
export { listPeopleWithFavorite } from './store/favorite-store.ts';
export { countGaps, listGaps } from './store/gap-store.ts';
export { listNewestCorrections } from './store/newest-corrections.ts';
export { listHeads, readBarsAfter } from './store/read-bars.ts';
export { listRefusedTicks } from './store/refused-tick-store.ts';
export { findReplay, insertReplay, type Replay, updateReplay } from './store/replay-store.ts';
export { listReviews } from './store/review-store.ts';
export {
  findRenamed,
  findSymbol,
  listEnds,
  listSeries,
  listSymbols,
  type StoredEnd,
  updateSymbol,
} from './store/symbol-store.ts';
export { ACCEPTED, countTicks } from './store/tick-count-store.ts';
export {
  FILE_SOURCE,
  isAnalysed,
  isForex,
  type MarketSymbol,
  REPLAY_SOURCE,
  type Series,
  type SymbolNames,
} from './symbol.ts';
export type { ReplayOptions } from './tables.ts';
export {
  closedTopic,
  type FormingEvent,
  formingTopic,
  MARKET_CHANNEL,
  REPLAY_CHANNEL,
  repairedTopic,
  silenceTopic,
  storedTopic,
  symbolsTopic,
  ticksTopic,
} from './topics.ts';
export {
  actionsJob,
  type FeedGaps,
  type FeedPart,
  marketJobs,
  reviewJob,
  startFeed,
} from './worker.ts';

/** Yields every closed base bar of a series, also of an archived one, ascending, in lists of some ten thousand. */
export function readAllBaseBars(db: Db, series: Series): AsyncGenerator<BarColumns> {
  return readAllBars(db, series.id, series.base);
}

/** Returns every closed base bar of a series in one list. */
export function readBaseHistory(db: Db, series: Series): Promise<BarColumns> {
  return readHistory(db, series, series.base);
}

/** Returns every stored bar of a series in a resolution in one list. */
export async function readHistory(
  db: Db,
  series: Series,
  resolution: Resolution,
): Promise<BarColumns> {
  const parts: BarColumns[] = [];
  for await (const part of readAllBars(db, series.id, resolution)) parts.push(part);
  return joinColumns(parts);
}

/** Returns the last `limit` closed bars of a series, at most a thousand, oldest first. */
export async function readLastBars(
  db: Db,
  seriesId: number,
  resolution: Resolution,
  limit: number,
): Promise<Bar[]> {
  const columns = (await readLastBarsOfMany(db, [seriesId], resolution, limit)).get(seriesId);
  return columns ? Array.from({ length: columns.length }, (_, row) => barAt(columns, row)) : [];
}
