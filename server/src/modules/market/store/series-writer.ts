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

  /** Adds the next base bar; a bar of a bucket before its own is finished and returned. */
  push(bar: Bar): Bar | null {
    const finished = this.#aggregator.push(bar);
    if (!finished || finished.openTimeMs <= this.#closedOpenTimeMs) return null;
    this.#closedOpenTimeMs = finished.openTimeMs;
    return finished;
  }

  /** The bar in the making when its bucket has ended by then. */
  closeThrough(timeMs: number): Bar | null {
    const bar = this.current();
    if (!bar || bucketEnd(this.resolution, bar.openTimeMs, this.#fx) > timeMs) return null;
    this.#closedOpenTimeMs = bar.openTimeMs;
    return bar;
  }

  /** When the last bucket that is closed ended; minus infinity before the first. */
  get closedThroughMs(): number {
    const openTimeMs = this.#closedOpenTimeMs;
    if (!Number.isFinite(openTimeMs)) return openTimeMs;
    return bucketEnd(this.resolution, openTimeMs, this.#fx);
  }

  current(): Bar | null {
    const bar = this.#aggregator.current();
    return bar && bar.openTimeMs > this.#closedOpenTimeMs ? bar : null;
  }

  /** The bars in the making when base bars that are still open are counted in. */
  openWith(openBase: readonly Bar[]): Bar[] {
    const current = this.current();
    const parts = current ? [current, ...openBase] : openBase;
    // A higher bar may stand for the base bars that it holds.
    return aggregate(parts, this.#base, this.resolution, this.#fx);
  }
}

/**
 * Everything that is appended to one series passes through here: closed base bars go in, they and the 240, 1D and 1W
 * bars that they or time close come out, for one `appendBars`. The only place where higher bars are made.
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

  /** The last closed base bar, stored or not; null before the first. */
  get lastBase(): Bar | null {
    return this.#lastBase;
  }

  /** When the last closed base bar ended; null before the first. */
  get lastBaseEndMs(): number | null {
    const { base, fx } = this.series;
    return this.#lastBase && barEnd(base, this.#lastBase.openTimeMs, fx);
  }

  /**
   * Until when no base bar is taken: the end of the last one or of the last closed higher bar; null before the first.
   */
  get closedThroughMs(): number | null {
    const { lastBaseEndMs } = this;
    return lastBaseEndMs === null ? null : Math.max(lastBaseEndMs, this.#higherThroughMs);
  }

  get #higherThroughMs(): number {
    return Math.max(...this.#higher.map((higher) => higher.closedThroughMs));
  }

  /**
   * Base bars that are stored already, ascending, at least from the first that a stored higher bar does not hold on.
   */
  remember(bars: BarColumns): void {
    for (let i = 0; i < bars.length; i++) this.#push(barAt(bars, i));
  }

  /**
   * The next closed base bar; it must open after the last one. False when time has closed a higher bar of its time
   * without it: what is closed is analysed and published, so the bar is not stored but noted as a late one.
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

  /** When the last closed 15-minute bar ended; null before the first. */
  get lastQuarterEndMs(): number | null {
    return this.#lastQuarterMs === null ? null : bucketEnd('15', this.#lastQuarterMs, false);
  }

  /** The next closed 15-minute bar; it must open after the last one, and takes part in nothing else. */
  addQuarter(bar: Bar): void {
    if (this.#lastQuarterMs !== null && bar.openTimeMs <= this.#lastQuarterMs) {
      throw new RangeError(`15-minute bar ${bar.openTimeMs} does not follow the last one`);
    }
    this.#lastQuarterMs = bar.openTimeMs;
    this.#pend('15', bar);
  }

  /** No base bar that ends at or before `timeMs` can still come: closes the higher bars that end by then. */
  closeThrough(timeMs: number): void {
    for (const higher of this.#higher) {
      const closed = higher.closeThrough(timeMs);
      if (closed) this.#pend(higher.resolution, closed);
    }
  }

  /**
   * The higher bars in the making: of the closed base bars and of `openBase`, the base bars that are not closed yet,
   * ascending. A resolution without one is absent; two bars only when the open base bars lie in two buckets.
   */
  openHigher(openBase: readonly Bar[]): Partial<Record<Resolution, readonly Bar[]>> {
    const open: Partial<Record<Resolution, readonly Bar[]>> = {};
    for (const higher of this.#higher) {
      const bars = higher.openWith(openBase);
      if (bars.length > 0) open[higher.resolution] = bars;
    }
    return open;
  }

  /** How many bars wait to be stored. */
  get pendingBars(): number {
    let sum = 0;
    for (const list of this.#pending.values()) sum += list.length;
    return sum;
  }

  /** Hands over what waits to be stored. */
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

  /** Hands over the base bars that came too late, ascending as they came. */
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

/** Writers that go on where the stored bars end, by series id. */
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
  // A week is the longest bucket, so a portion always reaches the end.
  const bars = await readBarsAfter(db, cursors);
  for (const [id, columns] of bars) writers.get(id)?.remember(columns);
  return writers;
}

/** Base bars that open after this are in buckets that are not stored, or in the week of the last stored one. */
function rememberAfter(series: Series, closed: ReadonlyMap<Resolution, number>): number | null {
  const week = closed.get('1W');
  return week === undefined ? null : bucketEnd('1W', week, series.fx) - 1;
}
