import { type Bar, bucketEnd, bucketStart, type CalendarName, DAY_MS } from '@rasat/engine';
import type { VenueTick } from '../../../connectors/connector.ts';
import type { SeriesWriter } from '../store/series-writer.ts';
import type { Series } from '../symbol.ts';
import type { FormingEvent } from '../topics.ts';
import { FormingBars } from './forming-bars.ts';
import { Gate, type TickRefusal } from './gate.ts';

/** From where on the ticks of a symbol build bars. */
export interface LiveStart {
  /** Ticks from here on build base bars. */
  readonly baseMs: number;
  /** Ticks from here on build 15-minute bars; null when the source has no such bars. */
  readonly quarterMs: number | null;
  /** The end of the last base bar of the history; what lies between it and `baseMs` is not known to be whole. */
  readonly baseThroughMs: number;
  /** The same of 15-minute bars. */
  readonly quarterThroughMs: number | null;
  /** The last price that the source knows; null when it has none. */
  readonly price: number | null;
}

/** A tick after the gate; `isNewest` when no tick of its symbol is later. */
export interface LiveSink {
  accept(tick: VenueTick, isNewest: boolean): void;
  refuse(tick: VenueTick, reason: TickRefusal): void;
}

/** Closed bars of the history, ascending, that take the place of those that ticks built. */
export interface FetchedBars {
  /** Null where the source has no history: what ticks built has to do. */
  readonly base: readonly Bar[] | null;
  readonly quarter: readonly Bar[] | null;
}

/** A span that has to be fetched again before its bars are closed; ends are exclusive. */
export interface DoubtfulSpan {
  readonly base: Span | null;
  readonly quarter: Span | null;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A tick that is dated further ahead is an error, not what a wrong clock of ours makes of a good one. */
const FURTHEST_DOUBT_MS = DAY_MS;
/** Fetches, some ten minutes of them, after which a bar of which no good tick is known is taken for none. */
const WHOLE_SPAN_TRIES = 16;

/** One symbol while it is fed live: gate, forming bars, and the writer of what closes. */
export class LiveSymbol {
  readonly series: Series;
  readonly writer: SeriesWriter;
  /** Until when no base bar can still arrive. */
  throughMs: number;
  /** The newest accepted tick; null before the first. */
  newestMs: number | null = null;
  /** Whether its history is being fetched again; nothing of it closes meanwhile. */
  isFetching = false;
  #quarterThroughMs: number;
  readonly #gate: Gate;
  readonly #start: LiveStart;
  readonly #base: FormingBars;
  readonly #quarter: FormingBars | null;
  /** Starts of the quarter-hours in which ticks may be missing. */
  readonly #doubts = new Set<number>();
  /** When it was subscribed to, until a later tick shows that everything before has been handed over. */
  #catchingUpMs: number | null = null;
  #lastJumpMs = Number.NEGATIVE_INFINITY;

  constructor(writer: SeriesWriter, calendar: CalendarName, start: LiveStart) {
    const { series } = writer;
    this.series = series;
    this.writer = writer;
    this.throughMs = start.baseThroughMs;
    this.#quarterThroughMs = start.quarterThroughMs ?? Number.POSITIVE_INFINITY;
    this.#start = start;
    this.#gate = new Gate({
      category: series.category,
      digits: series.digits,
      base: series.base,
      calendar,
      closeBefore: writer.lastBase?.close ?? start.price,
    });
    this.#base = new FormingBars(series.base, series.fx, start.baseMs);
    this.#quarter =
      start.quarterMs === null ? null : new FormingBars('15', series.fx, start.quarterMs);
  }

  /** From where on it needs ticks. */
  get fromMs(): number {
    return Math.min(this.#start.baseMs, this.#start.quarterMs ?? Number.POSITIVE_INFINITY);
  }

  /** Remembers that a tick of this venue time may be missing; its bar is then fetched again before it is closed. */
  doubt(timeMs: number): void {
    if (!(timeMs >= Math.min(this.throughMs, this.#quarterThroughMs))) return;
    this.#doubts.add(bucketStart('15', timeMs, false));
  }

  /** Says that a subscription that does not tell what it has handed over began at `nowMs`. */
  beginCatchUp(nowMs: number): void {
    this.#catchingUpMs = nowMs;
  }

  /** Lets a tick through the gate into the bars. `nowMs` is our clock. */
  take(tick: VenueTick, nowMs: number, sink: LiveSink): void {
    this.#gate.pass(tick, nowMs, {
      accept: (accepted) => this.#add(accepted, sink),
      refuse: (refused, reason) => {
        if (reason === 'jump') this.#lastJumpMs = Math.max(this.#lastJumpMs, refused.timeMs);
        // A clock of ours that is behind refuses the market itself.
        if (reason === 'future' && refused.timeMs < nowMs + FURTHEST_DOUBT_MS) {
          this.doubt(nowMs);
          this.doubt(refused.timeMs);
        }
        sink.refuse(refused, reason);
      },
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
      this.doubt(tick.timeMs);
      sink.refuse(tick, 'late');
      return;
    }
    const isNewest = this.newestMs === null || tick.timeMs >= this.newestMs;
    if (isNewest) this.newestMs = tick.timeMs;
    if (this.#catchingUpMs !== null && tick.timeMs >= this.#catchingUpMs) this.#catchingUpMs = null;
    sink.accept(tick, isNewest);
  }

  /** What has to be fetched again before `close` may be called with `dueMs`; null when nothing has. */
  findDoubtful(dueMs: number): DoubtfulSpan | null {
    const { series, throughMs } = this;
    const base = { fromMs: throughMs, toMs: bucketStart(series.base, dueMs, false) };
    const quarter = { fromMs: this.#quarterThroughMs, toMs: bucketStart('15', dueMs, false) };
    const span = {
      base: this.#isDoubtful(base, this.#start.baseMs) ? base : null,
      quarter: this.#isDoubtful(quarter, this.#start.quarterMs ?? 0) ? quarter : null,
    };
    return span.base || span.quarter ? span : null;
  }

  #isDoubtful({ fromMs, toMs }: Span, builtFromMs: number): boolean {
    if (toMs <= fromMs) return false;
    if (fromMs < builtFromMs) return true;
    const isIn = (timeMs: number): boolean => timeMs >= fromMs && timeMs < toMs;
    const { disputedMs } = this.#gate;
    return (
      (disputedMs !== null && disputedMs < toMs) ||
      (this.#catchingUpMs !== null && isIn(this.#catchingUpMs)) ||
      [...this.#doubts].some(isIn)
    );
  }

  /**
   * Closes a span with the bars that its history gives in place of those that ticks built. `tries` counts the fetches
   * of this span. False, and nothing is closed, while the history does not reach as far as the ticks do.
   */
  settle(span: DoubtfulSpan, fetched: FetchedBars, tries: number): boolean {
    const { baseMs, quarterMs } = this.#start;
    const needsWholeSpan = tries < WHOLE_SPAN_TRIES;
    if (!this.#reaches(span.base, this.#base, fetched.base, needsWholeSpan ? baseMs : null))
      return false;
    const quarterFromMs = needsWholeSpan ? quarterMs : null;
    if (
      this.#quarter &&
      !this.#reaches(span.quarter, this.#quarter, fetched.quarter, quarterFromMs)
    ) {
      return false;
    }
    const { writer } = this;
    const { disputedMs } = this.#gate;
    if (disputedMs !== null) this.doubt(disputedMs);
    if (span.quarter) {
      const { toMs } = span.quarter;
      const built = this.#quarter?.close(toMs) ?? [];
      for (const bar of fetched.quarter ?? built) {
        const isNext = bar.openTimeMs > (writer.lastQuarterMs ?? Number.NEGATIVE_INFINITY);
        if (isNext && bar.openTimeMs < toMs) writer.addQuarter(bar);
      }
      this.#quarterThroughMs = toMs;
      this.#settlePrice(fetched.quarter?.at(-1)?.close, toMs);
    }
    if (span.base) {
      const { toMs } = span.base;
      const built = this.#base.close(toMs);
      for (const bar of fetched.base ?? built) {
        const isNext = bar.openTimeMs > (writer.lastBase?.openTimeMs ?? Number.NEGATIVE_INFINITY);
        if (isNext && bar.openTimeMs < toMs) writer.addBase(bar);
      }
      this.throughMs = toMs;
      writer.closeThrough(toMs);
      this.#settlePrice(writer.lastBase?.close, toMs);
    }
    this.#forget();
    return true;
  }

  #settlePrice(price: number | undefined, throughMs: number): void {
    if (price === undefined) return;
    this.#gate.settle(price, throughMs);
    if (this.#lastJumpMs >= throughMs) this.doubt(this.#lastJumpMs);
  }

  /**
   * Whether a history holds every bar of a span of which ticks are known, or goes on behind it. With `builtFromMs`,
   * from where on ticks build bars, also those of which only refused ticks are known, or none because they would have
   * come before.
   */
  #reaches(
    span: Span | null,
    forming: FormingBars,
    history: readonly Bar[] | null,
    builtFromMs: number | null,
  ): boolean {
    if (!span || !history) return true;
    const lastMs = history.at(-1)?.openTimeMs ?? Number.NEGATIVE_INFINITY;
    const { fx } = this.series;
    const { resolution } = forming;
    const has = (openTimeMs: number): boolean =>
      lastMs >= openTimeMs || bucketEnd(resolution, openTimeMs, fx) > span.toMs;
    if (!forming.open().every((bar) => has(bar.openTimeMs))) return false;
    if (builtFromMs === null) return true;
    const endMs = Number.isFinite(lastMs) ? bucketEnd(resolution, lastMs, fx) : lastMs;
    if (span.fromMs < builtFromMs && endMs < Math.min(builtFromMs, span.toMs)) return false;
    for (const doubtMs of this.#doubts) {
      if (doubtMs < span.fromMs || doubtMs >= span.toMs) continue;
      if (!has(bucketStart(resolution, doubtMs, fx))) return false;
    }
    return true;
  }

  /** Every tick up to `dueMs` has arrived: closes what ends by then. True when base bars or buckets may have closed. */
  close(dueMs: number): boolean {
    const { series, writer } = this;
    const quarterMs = bucketStart('15', dueMs, false);
    if (quarterMs > this.#quarterThroughMs) this.#quarterThroughMs = quarterMs;
    for (const bar of this.#quarter?.close(dueMs) ?? []) writer.addQuarter(bar);
    const throughMs = bucketStart(series.base, dueMs, false);
    const closes = throughMs > this.throughMs;
    if (closes) {
      this.throughMs = throughMs;
      for (const bar of this.#base.close(throughMs)) writer.addBase(bar);
      writer.closeThrough(throughMs);
    }
    this.#forget();
    return closes;
  }

  #forget(): void {
    const keptMs = Math.min(this.throughMs, this.#quarterThroughMs);
    for (const doubtMs of this.#doubts) if (doubtMs < keptMs) this.#doubts.delete(doubtMs);
    if (this.#catchingUpMs !== null && this.#catchingUpMs < keptMs) this.#catchingUpMs = null;
  }

  /** The bars that are not closed; of each resolution the newest two, when more wait for the history. */
  forming(): FormingEvent {
    const base = this.#base.open();
    const quarter = this.#quarter?.open() ?? [];
    return {
      symbol: this.series.symbol,
      seriesId: this.series.id,
      bars: {
        ...(quarter.length > 0 && { '15': quarter.slice(-2) }),
        ...(base.length > 0 && { [this.series.base]: base.slice(-2) }),
        ...this.writer.openHigher(base),
      },
    };
  }
}
