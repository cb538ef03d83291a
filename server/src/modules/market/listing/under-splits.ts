import { type Bar, bucketEnd, type SourceResolution } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { hasActions, listPendingActions } from '../store/action-store.ts';
import { listSplits, type StoredSplit } from '../store/split-store.ts';
import { findSymbol } from '../store/symbol-store.ts';
import type { Series } from '../symbol.ts';
import { adjustBar } from './split-bars.ts';

/**
 * Returns a source, under our names, whose histories are in the shares of today: the prices and volumes of each are
 * adjusted by the splits of the symbol's present series. A history ends before a split or rename that is neither carried
 * out nor dismissed: bars that end after it are left out. Live ticks are not changed.
 */
export function underSplits(connector: Connector, db: Db): Connector {
  return {
    ...connector,
    async *history(symbol, resolution, ...rest) {
      const terms = await readTerms(db, connector.name, symbol);
      for await (const bars of connector.history(symbol, resolution, ...rest)) {
        yield terms ? adjust(bars, resolution, terms) : bars;
      }
    },
  };
}

/** What changes the history of a series. */
interface Terms {
  readonly series: Series;
  readonly splits: readonly StoredSplit[];
  /** Time of the first action that waits. */
  readonly waitsFromMs: number;
}

/** Returns what changes the history of a symbol; null when nothing does. */
async function readTerms(db: Db, source: string, symbol: string): Promise<Terms | null> {
  if (!(await hasActions(db, source, symbol))) return null;
  const series = (await findSymbol(db, symbol))?.series;
  if (series?.source !== source) return null;
  const splits = await listSplits(db, series.id);
  const pending = await listPendingActions(db, source);
  const waiting = pending.find(({ seriesId }) => seriesId === series.id);
  if (splits.length === 0 && !waiting) return null;
  return { series, splits, waitsFromMs: waiting?.effectiveMs ?? Number.POSITIVE_INFINITY };
}

function adjust(
  bars: readonly Bar[],
  resolution: SourceResolution,
  { series, splits, waitsFromMs }: Terms,
): readonly Bar[] {
  return bars.flatMap((bar) =>
    bucketEnd(resolution, bar.openTimeMs, series.fx) > waitsFromMs
      ? []
      : [adjustBar(bar, resolution, series, splits)],
  );
}
