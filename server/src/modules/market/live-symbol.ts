import { bucketStart } from '@rasat/engine';
import type { VenueTick } from '../../connectors/connector.ts';
import { FormingBars } from './forming-bars.ts';
import { Gate, type PrintRefusal } from './gate.ts';
import type { SeriesWriter } from './series-writer.ts';
import type { Series } from './symbol.ts';
import type { FormingEvent } from './topics.ts';

/** From where on the prints of a symbol build bars; everything that ends by then is stored. */
export interface LiveStart {
  /** Start of the base bar that is open. */
  readonly baseMs: number;
  /** Start of the 15-minute bar that is open; null when the source has no such bars. */
  readonly quarterMs: number | null;
}

/** A print after the gate; `isNewest` when no print of its symbol is later. */
export interface LiveSink {
  accept(tick: VenueTick, isNewest: boolean): void;
  refuse(tick: VenueTick, reason: PrintRefusal): void;
}

/** One symbol while it is fed live: gate, forming bars, and the writer of what closes. */
export class LiveSymbol {
  readonly series: Series;
  readonly writer: SeriesWriter;
  /** Until when no base bar can still arrive. */
  throughMs: number;
  /** The newest accepted print; null before the first. */
  newestMs: number | null = null;
  readonly #gate: Gate;
  readonly #start: LiveStart;
  readonly #base: FormingBars;
  readonly #quarter: FormingBars | null;

  constructor(writer: SeriesWriter, start: LiveStart) {
    const { series } = writer;
    this.series = series;
    this.writer = writer;
    this.throughMs = start.baseMs;
    this.#start = start;
    this.#gate = new Gate({
      category: series.category,
      digits: series.digits,
      base: series.base,
      closeBefore: writer.lastBase?.close ?? null,
    });
    this.#base = new FormingBars(series.base, series.fx, start.baseMs);
    this.#quarter =
      start.quarterMs === null ? null : new FormingBars('15', series.fx, start.quarterMs);
  }

  /** Lets a print through the gate into the bars. `nowMs` is our clock. */
  take(tick: VenueTick, nowMs: number, sink: LiveSink): void {
    this.#gate.pass(tick, nowMs, {
      accept: (accepted) => this.#add(accepted, sink),
      refuse: (refused, reason) => sink.refuse(refused, reason),
    });
  }

  #add(tick: VenueTick, sink: LiveSink): void {
    const inBase = this.#base.add(tick);
    // What lies before the open quarter was closed before the subscription began, and comes for the base bar alone.
    const inQuarter =
      this.#quarter === null ||
      tick.timeMs < (this.#start.quarterMs ?? 0) ||
      this.#quarter.add(tick);
    if (!inBase || !inQuarter) {
      sink.refuse(tick, 'late');
      return;
    }
    const isNewest = this.newestMs === null || tick.timeMs >= this.newestMs;
    if (isNewest) this.newestMs = tick.timeMs;
    sink.accept(tick, isNewest);
  }

  /** Every print up to `dueMs` has arrived: closes what ends by then. True when base bars or buckets may have closed. */
  close(dueMs: number): boolean {
    const { series, writer } = this;
    for (const bar of this.#quarter?.close(dueMs) ?? []) writer.addQuarter(bar);
    const throughMs = bucketStart(series.base, dueMs, false);
    if (throughMs <= this.throughMs) return false;
    this.throughMs = throughMs;
    for (const bar of this.#base.close(throughMs)) writer.addBase(bar);
    writer.closeThrough(throughMs);
    return true;
  }

  /** The bars that are not closed. */
  forming(): FormingEvent {
    const base = this.#base.open();
    const quarter = this.#quarter?.open() ?? [];
    return {
      symbol: this.series.symbol,
      seriesId: this.series.id,
      bars: {
        ...(quarter.length > 0 && { '15': quarter }),
        ...(base.length > 0 && { [this.series.base]: base }),
        ...this.writer.openHigher(base),
      },
    };
  }
}
