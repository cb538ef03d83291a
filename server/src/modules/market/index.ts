import type { BarColumns } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { readAllBars } from './bar-store.ts';
import type { Series } from './symbol.ts';

export { type BarCursor, readBarsAfter } from './bar-store.ts';
export { type LastPrice, type MarketBoard, startBoard } from './board.ts';
export {
  ImportRefused,
  type ImportReport,
  type ImportRequest,
  importBars,
  type RefusedRow,
} from './import.ts';
export { registerMarketRoutes } from './routes.ts';
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

/** Every closed base bar of a series, an archived one too, ascending, in lists of some ten thousand. */
export function readAllBaseBars(db: Db, series: Series): AsyncGenerator<BarColumns> {
  return readAllBars(db, series.id, series.base);
}
