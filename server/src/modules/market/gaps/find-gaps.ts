import { bucketStart, MINUTE_MS, type SourceResolution } from '@rasat/engine';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { type FoundGap, listSearched, type SearchedSpan, saveSearch } from '../store/gap-store.ts';
import { type BarHead, listHeads, readBarsAfter } from '../store/read-bars.ts';
import type { Series } from '../symbol.ts';
import { findMissingBars } from './missing-bars.ts';

/** Time after its end at which a bar that is not stored lacks; a bar may wait for the history of its source. */
const SETTLED_MS = 10 * MINUTE_MS;
/** Number of series whose bars are read with one statement. */
const SERIES_AT_ONCE = 20;
/** Number of bars of a series in one read. */
const BARS_AT_ONCE = 20_000;
/**
 * Greatest number of gaps of a series and resolution that one search stores, the newest. A venue with more of them has
 * no bars at these times.
 */
const MOST_GAPS = 200;

/** Options of a search besides the series. */
export interface SearchOptions {
  readonly nowMs: number;
  /** Time up to which the history of the source is due, which is behind `nowMs` for a delayed one. */
  readonly venueMs: number;
  readonly signal: AbortSignal;
}

/** Part of a series that is still to be searched; ends are exclusive. */
interface Search {
  readonly series: Series;
  readonly resolution: SourceResolution;
  readonly head: BarHead;
  /** What was searched before; null for a first search. */
  readonly known: SearchedSpan | null;
  fromMs: number;
  readonly toMs: number;
  readonly found: FoundGap[];
}

/**
 * Searches series for bars that their calendars have and they lack, from their first stored bar to the present, and
 * stores the gaps. Only what has come since the last search is read.
 */
export async function findGaps(
  db: Db,
  series: readonly Series[],
  options: SearchOptions,
): Promise<void> {
  for (let at = 0; at < series.length; at += SERIES_AT_ONCE) {
    await findGapsOf(db, series.slice(at, at + SERIES_AT_ONCE), options);
  }
}

async function findGapsOf(
  db: Db,
  series: readonly Series[],
  { nowMs, venueMs, signal }: SearchOptions,
): Promise<void> {
  const ids = series.map(({ id }) => id);
  const [heads, searched] = [await listHeads(db, ids), await listSearched(db, ids)];
  const keyOf = (of: { seriesId: number; resolution: string }) => `${of.seriesId} ${of.resolution}`;
  const headOf = new Map(heads.map((head) => [keyOf(head), head]));
  const knownOf = new Map(searched.map((span) => [keyOf(span), span]));
  const all = series.flatMap((one) =>
    resolutionsOf(one).flatMap((resolution): Search[] => {
      const key = keyOf({ seriesId: one.id, resolution });
      const head = headOf.get(key);
      if (!head) return [];
      return planSearches(one, resolution, head, knownOf.get(key) ?? null, venueMs);
    }),
  );
  let open = all.filter(({ fromMs, toMs }) => fromMs < toMs);
  while (open.length > 0) {
    signal.throwIfAborted();
    // One statement reads each series once.
    const turn = [...new Map(open.map((search) => [search.series.id, search])).values()];
    const cursors = turn.map(({ series: { id: seriesId }, resolution, fromMs }) => ({
      seriesId,
      resolution,
      afterMs: fromMs - 1,
    }));
    const bars = await readBarsAfter(db, cursors, BARS_AT_ONCE);
    for (const search of turn) searchOn(search, bars.get(search.series.id)?.openTimeMs ?? []);
    open = open.filter(({ fromMs, toMs }) => fromMs < toMs);
  }
  await inTransaction(db, (trx) =>
    saveSearch(
      trx,
      all.flatMap(({ found }) => found.slice(-MOST_GAPS)),
      spansOf(all),
      nowMs,
    ),
  );
}

function resolutionsOf({ base }: Series): readonly SourceResolution[] {
  return base === '60' ? ['60', '15'] : [base];
}

/** Returns what is to be searched: after the known part, and before it where older bars have come. */
function planSearches(
  series: Series,
  resolution: SourceResolution,
  head: BarHead,
  known: SearchedSpan | null,
  venueMs: number,
): Search[] {
  const endMs = bucketStart(resolution, venueMs - SETTLED_MS, series.fx);
  const of = { series, resolution, head, known };
  const part = (fromMs: number, toMs: number): Search => ({ ...of, fromMs, toMs, found: [] });
  const firstMs = head.firstOpenTimeMs;
  if (!known) return [part(firstMs, endMs)];
  const later = part(known.toMs, endMs);
  return firstMs < known.fromMs ? [part(firstMs, known.fromMs), later] : [later];
}

/** Searches the bars that were read, and moves the search behind them. */
function searchOn(search: Search, openTimeMs: ArrayLike<number>): void {
  const { series, resolution, fromMs, toMs } = search;
  const isAll = openTimeMs.length < BARS_AT_ONCE / 2;
  const lastMs = openTimeMs[openTimeMs.length - 1] ?? toMs;
  const untilMs = isAll ? toMs : Math.min(toMs, lastMs + 1);
  const { calendar, fx, id: seriesId } = series;
  const missing = findMissingBars(openTimeMs, { calendar, resolution, fx, fromMs, toMs: untilMs });
  for (const run of missing) {
    search.found.push({
      seriesId,
      resolution,
      fromMs: run.fromMs,
      toMs: run.toMs,
      expected: run.count,
    });
  }
  search.fromMs = untilMs;
}

/** Returns the parts that are searched now, one for each series and resolution. */
function spansOf(searches: readonly Search[]): SearchedSpan[] {
  const spans = new Map<string, SearchedSpan>();
  for (const { series, resolution, head, known, toMs } of searches) {
    const key = `${series.id} ${resolution}`;
    const before = spans.get(key);
    spans.set(key, {
      seriesId: series.id,
      resolution,
      fromMs: Math.min(head.firstOpenTimeMs, known?.fromMs ?? toMs, toMs),
      toMs: Math.max(before?.toMs ?? toMs, known?.toMs ?? toMs, toMs),
    });
  }
  return [...spans.values()];
}
