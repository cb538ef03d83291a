import {
  type Aggregator,
  aggregate,
  type Bar,
  barEnd,
  bucketEnd,
  createAggregator,
  type Resolution,
} from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';
import type { Db } from '../../../platform/db/pool.ts';
import { higherResolutions, type Series } from '../symbol.ts';
import type { SeriesBars } from './append-bars.ts';
import { BarList, barAt } from './bar-columns.ts';
import { type BarCursor, listHeads, readBarsAfter, readLastBarsOfMany } from './read-bars.ts';

/** Builds the bars of one higher resolution from base bars, and closes them by the last base bar or by time. */
class HigherBars {
  readonly resolution: Resolution;
  readonly #base: Resolution;
  readonly #fx: boolean;
  readonly #aggregator: Aggregator;
  #closedOpenTimeMs: number;

  constructor(series: Series, resolution: Resolution, closedOpenTimeMs: number | null) {
    this.resolution = resolution;
    this.#base = series.base;
    this.#fx = series.fx;
    this.#aggregator = createAggregator(series.base, resolution, series.fx);
    this.#closedOpenTimeMs = closedOpenTimeMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Adds the next base bar; returns the bar of an earlier bucket that it completes, else null. */
  push(bar: Bar): Bar | null {
    const finished = this.#aggregator.push(bar);
    if (!finished || finished.openTimeMs <= this.#closedOpenTimeMs) return null;
    this.#closedOpenTimeMs = finished.openTimeMs;
    return finished;
  }

  /** Closes and returns the forming bar when its bucket ends by `timeMs`, else null. */
  closeThrough(timeMs: number): Bar | null {
    const bar = this.current();
    if (!bar || bucketEnd(this.resolution, bar.openTimeMs, this.#fx) > timeMs) return null;
    this.#closedOpenTimeMs = bar.openTimeMs;
    return bar;
  }

  /** End of the last closed bucket; minus infinity before the first. */
  get closedThroughMs(): number {
    const openTimeMs = this.#closedOpenTimeMs;
    if (!Number.isFinite(openTimeMs)) return openTimeMs;
    return bucketEnd(this.resolution, openTimeMs, this.#fx);
  }

  current(): Bar | null {
    const bar = this.#aggregator.current();
    return bar && bar.openTimeMs > this.#closedOpenTimeMs ? bar : null;
  }

  /** Returns the forming bars, including the base bars that are still open. */
  openWith(openBase: readonly Bar[]): Bar[] {
    const current = this.current();
    const parts = current ? [current, ...openBase] : openBase;
    // `aggregate` accepts a higher bar in place of the base bars that it contains.
    return aggregate(parts, this.#base, this.resolution, this.#fx);
  }
}

/**
 * Single entry for everything that is appended to a series: accepts closed base bars, and collects them and the 240, 1D
 * and 1W bars that they or time close for one `appendBars`. The only place where higher bars are built.
 */
export class SeriesWriter {
  readonly series: Series;
  readonly #higher: readonly HigherBars[];
  readonly #pending = new Map<Resolution, BarList>();
  #late = new BarList();
  #lastBase: Bar | null;
  #lastQuarterMs: number | null;

  /** `closed`: opening time of the last stored bar of each resolution; `lastBase`: the last stored base bar. */
  constructor(series: Series, closed: ReadonlyMap<Resolution, number>, lastBase: Bar | null) {
    this.series = series;
    this.#lastBase = lastBase;
    this.#lastQuarterMs = closed.get('15') ?? null;
    this.#higher = higherResolutions(series.base).map(
      (resolution) => new HigherBars(series, resolution, closed.get(resolution) ?? null),
    );
  }

  /** Last closed base bar, stored or not; null before the first. */
  get lastBase(): Bar | null {
    return this.#lastBase;
  }

  /** End of the last closed base bar; null before the first. */
  get lastBaseEndMs(): number | null {
    const { base, fx } = this.series;
    return this.#lastBase && barEnd(base, this.#lastBase.openTimeMs, fx);
  }

  /**
   * Time before which no base bar is accepted: the end of the last one or of the last closed higher bar; null before
   * the first.
   */
  get closedThroughMs(): number | null {
    const { lastBaseEndMs } = this;
    return lastBaseEndMs === null ? null : Math.max(lastBaseEndMs, this.#higherThroughMs);
  }

  get #higherThroughMs(): number {
    return Math.max(...this.#higher.map((higher) => higher.closedThroughMs));
  }

  /** Adds base bars that are already stored, ascending, at least from the first that no stored higher bar contains. */
  remember(bars: BarColumns): void {
    for (let i = 0; i < bars.length; i++) this.#push(barAt(bars, i));
  }

  /**
   * Adds the next closed base bar, which must open after the last one. False when a higher bar over its time is already
   * closed without it: the closed bar is analysed and published, so the base bar is kept as late and not stored.
   */
  addBase(bar: Bar): boolean {
    if (this.#lastBase && bar.openTimeMs <= this.#lastBase.openTimeMs) {
      throw new RangeError(`base bar ${bar.openTimeMs} does not follow the last one`);
    }
    if (bar.openTimeMs < this.#higherThroughMs) {
      this.#late.pushBar(bar);
      return false;
    }
    this.#pend(this.series.base, bar);
    this.#push(bar);
    this.closeThrough(barEnd(this.series.base, bar.openTimeMs, this.series.fx));
    return true;
  }

  /** Opening time of the last closed 15-minute bar, stored or not; null before the first. */
  get lastQuarterMs(): number | null {
    return this.#lastQuarterMs;
  }

  /** End of the last closed 15-minute bar; null before the first. */
  get lastQuarterEndMs(): number | null {
    return this.#lastQuarterMs === null ? null : bucketEnd('15', this.#lastQuarterMs, false);
  }

  /** Adds the next closed 15-minute bar, which must open after the last one; it affects no other resolution. */
  addQuarter(bar: Bar): void {
    if (this.#lastQuarterMs !== null && bar.openTimeMs <= this.#lastQuarterMs) {
      throw new RangeError(`15-minute bar ${bar.openTimeMs} does not follow the last one`);
    }
    this.#lastQuarterMs = bar.openTimeMs;
    this.#pend('15', bar);
  }

  /**
   * Closes the higher bars that end by `timeMs`. The caller guarantees that no base bar that ends by then can still
   * arrive.
   */
  closeThrough(timeMs: number): void {
    for (const higher of this.#higher) {
      const closed = higher.closeThrough(timeMs);
      if (closed) this.#pend(higher.resolution, closed);
    }
  }

  /**
   * Returns the forming higher bars, built from the closed base bars and from `openBase`, the base bars that are not
   * closed yet, ascending. A resolution without one is absent; it has two only when the open base bars lie in two
   * buckets.
   */
  openHigher(openBase: readonly Bar[]): Partial<Record<Resolution, readonly Bar[]>> {
    const open: Partial<Record<Resolution, readonly Bar[]>> = {};
    for (const higher of this.#higher) {
      const bars = higher.openWith(openBase);
      if (bars.length > 0) open[higher.resolution] = bars;
    }
    return open;
  }

  /** Number of bars that wait to be stored. */
  get pendingBars(): number {
    let sum = 0;
    for (const list of this.#pending.values()) sum += list.length;
    return sum;
  }

  /** Returns the bars that wait to be stored, and clears them. */
  takePending(): SeriesBars[] {
    const taken = Array.from(this.#pending, ([resolution, list]) => ({
      seriesId: this.series.id,
      resolution,
      digits: this.series.digits,
      bars: list.columns,
    }));
    this.#pending.clear();
    return taken;
  }

  /** Returns the base bars that came too late, ascending as they came, and clears them. */
  takeLate(): BarColumns {
    const { columns } = this.#late;
    this.#late = new BarList();
    return columns;
  }

  #push(bar: Bar): void {
    this.#lastBase = bar;
    for (const higher of this.#higher) {
      const finished = higher.push(bar);
      if (finished) this.#pend(higher.resolution, finished);
    }
  }

  #pend(resolution: Resolution, bar: Bar): void {
    let list = this.#pending.get(resolution);
    if (!list) {
      list = new BarList();
      this.#pending.set(resolution, list);
    }
    list.pushBar(bar);
  }
}

/** Creates writers that continue after the stored bars, by series id. */
export async function openWriters(
  db: Db,
  series: readonly Series[],
): Promise<Map<number, SeriesWriter>> {
  const heads = await listHeads(
    db,
    series.map((one) => one.id),
  );
  const headsOf = Map.groupBy(heads, (head) => head.seriesId);
  const last = new Map<number, Bar>();
  for (const [base, some] of Map.groupBy(series, (one) => one.base)) {
    const ids = some.map((one) => one.id);
    for (const [id, bars] of await readLastBarsOfMany(db, ids, base, 1)) {
      last.set(id, barAt(bars, bars.length - 1));
    }
  }
  const writers = new Map<number, SeriesWriter>();
  const cursors: BarCursor[] = [];
  for (const one of series) {
    const closed = new Map(
      headsOf.get(one.id)?.map((head) => [head.resolution, head.lastOpenTimeMs]),
    );
    writers.set(one.id, new SeriesWriter(one, closed, last.get(one.id) ?? null));
    cursors.push({ seriesId: one.id, resolution: one.base, afterMs: rememberAfter(one, closed) });
  }
  // A week is the longest bucket, so one read always reaches the end.
  const bars = await readBarsAfter(db, cursors);
  for (const [id, columns] of bars) writers.get(id)?.remember(columns);
  return writers;
}

/** Returns the time after which base bars lie in buckets that are not stored, or null to read all. */
function rememberAfter(series: Series, closed: ReadonlyMap<Resolution, number>): number | null {
  const week = closed.get('1W');
  return week === undefined ? null : bucketEnd('1W', week, series.fx) - 1;
}
