import { bucketStart, DAY_MS, type SourceResolution } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Series } from '../symbol.ts';

/** Bars of one resolution that a symbol gets from its source. */
export interface HistorySpan {
  readonly resolution: SourceResolution;
  /** Time of the first one. */
  readonly fromMs: number;
  /** Time from which bars are stored before the first live tick. */
  readonly recentMs: number;
}

/** Charts alone use 15-minute bars: a new symbol gets those of the last year. */
const QUARTER_HISTORY_DAYS = 366;
/**
 * Recent part of a history that is not whole: hours of a year make the quotes, the weekly bars of a year and the first
 * page of every chart but the daily one, 15-minute bars of four weeks the first page of theirs.
 */
const RECENT_DAYS = { '60': 366, '15': 28 } as const;

/**
 * Returns the bars that a symbol gets from what its source offers: base bars, and 15-minute bars beside hourly ones. A
 * history of days is recent as a whole, because it takes few requests.
 */
export function listSpans(
  series: Series,
  available: Awaited<ReturnType<Connector['available']>>,
  nowMs: number,
): HistorySpan[] {
  const spans: HistorySpan[] = [];
  const add = (resolution: SourceResolution, firstMs: number): void => {
    const offered = available.find((one) => one.resolution === resolution);
    if (!offered) return;
    const fromMs = Math.max(offered.fromMs, firstMs);
    const isRecent = series.isWhole || resolution === '1D';
    const recentMs = isRecent ? fromMs : weekStart(nowMs - RECENT_DAYS[resolution] * DAY_MS);
    spans.push({ resolution, fromMs, recentMs: Math.max(fromMs, recentMs) });
  };
  add(series.base, Number.NEGATIVE_INFINITY);
  if (series.base === '60') {
    add('15', bucketStart('1D', nowMs - QUARTER_HISTORY_DAYS * DAY_MS, false));
  }
  return spans;
}

/** Returns the beginning of a time's week, so that a recent part or a page begins with whole higher bars. */
export function weekStart(timeMs: number): number {
  return bucketStart('1W', timeMs, false);
}
