import { type Bar, bucketEnd, bucketStart, type CalendarName, DAY_MS } from '@rasat/engine';
import type { Connector, VenueTick } from '../../../connectors/connector.ts';
import type { SeriesWriter } from '../store/series-writer.ts';
import type { Series } from '../symbol.ts';
import type { FormingEvent } from '../topics.ts';
import { FormingBars } from './forming-bars.ts';
import { Gate, type TickRefusal } from './gate.ts';

/** Start of the bars that a symbol's ticks build. */
export interface LiveStart {
  /** Time from which ticks build base bars. */
  readonly baseMs: number;
  /** Time from which ticks build 15-minute bars; null when the source has no such bars. */
  readonly quarterMs: number | null;
  /** End of the last base bar of the history; the span between it and `baseMs` may be incomplete. */
  readonly baseThroughMs: number;
  /** End of the last 15-minute bar of the history, likewise. */
  readonly quarterThroughMs: number | null;
  /** Last price that the source offers; null when it has none. */
  readonly price: number | null;
}

/** Receives ticks after the gate; `isNewest` when no tick of its symbol is later. */
export interface LiveSink {
  accept(tick: VenueTick, isNewest: boolean): void;
  refuse(tick: VenueTick, reason: TickRefusal): void;
}

/** Closed bars of the history, ascending, that replace the ones built from ticks. */
export interface FetchedBars {
  /** Null when the source has no history: the bars built from ticks are used. */
  readonly base: readonly Bar[] | null;
  readonly quarter: readonly Bar[] | null;
}

/** Span that has to be fetched again before its bars are closed; ends are exclusive. */
export interface DoubtfulSpan {
  readonly base: Span | null;
  readonly quarter: Span | null;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A tick dated further ahead is an error, not a good tick seen by a slow clock of ours. */
const FURTHEST_DOUBT_MS = DAY_MS;
/** Number of fetches, some ten minutes of them, after which a bar without a known good tick counts as absent. */
const WHOLE_SPAN_TRIES = 16;
/** Four hours of quarters: a vendor may settle its bars after three. */
const MOST_OPEN = 16;

/** Symbol while it is fed live: gate, forming bars, and the writer of the closed bars. */
export class LiveSymbol {
  readonly series: Series;
  readonly writer: SeriesWriter;
  /** Time up to which no base bar can still arrive. */
  throughMs: number;
  /** Time of the newest accepted tick; null before the first. */
  newestMs: number | null = null;
  /** Whether its history is being fetched again; no bar of the symbol closes meanwhile. */
  isFetching = false;
  #quarterThroughMs: number;
  readonly #gate: Gate;
  readonly #isSampled: boolean;
  readonly #start: LiveStart;
  readonly #base: FormingBars;
  readonly #quarter: FormingBars | null;
  /** Starts of the quarter-hours in which ticks may be missing. */
  readonly #doubts = new Set<number>();
  /** Time of the subscription, until a later tick shows that every earlier one has been delivered. */
  #catchingUpMs: number | null = null;
  #lastJumpMs = Number.NEGATIVE_INFINITY;

  /** `ticks`: whether the ticks of its source are all trades. */
  constructor(
    writer: SeriesWriter,
    calendar: CalendarName,
    start: LiveStart,
    ticks: Connector['ticks'] = 'complete',
  ) {
    const { series } = writer;
    this.series = series;
    this.writer = writer;
    this.throughMs = start.baseThroughMs;
    this.#quarterThroughMs = start.quarterThroughMs ?? Number.POSITIVE_INFINITY;
    this.#start = start;
    this.#isSampled = ticks === 'sampled';
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

  /** Time from which the symbol needs ticks. */
  get fromMs(): number {
    return Math.min(this.#start.baseMs, this.#start.quarterMs ?? Number.POSITIVE_INFINITY);
  }

  /** Marks a venue time at which a tick may be missing; its bar is fetched again before it is closed. */
  doubt(timeMs: number): void {
    if (!(timeMs >= Math.min(this.throughMs, this.#quarterThroughMs))) return;
    this.#doubts.add(bucketStart('15', timeMs, false));
  }

  /** Notes that a subscription which does not report its deliveries began at `nowMs`. */
  beginCatchUp(nowMs: number): void {
    this.#catchingUpMs = nowMs;
  }

  /** Passes a tick through the gate into the bars. `nowMs` is our clock. */
  take(tick: VenueTick, nowMs: number, sink: LiveSink): void {
    this.#gate.pass(tick, nowMs, {
      accept: (accepted) => this.#add(accepted, sink),
      refuse: (refused, reason) => {
        if (reason === 'jump') this.#noteJump(refused);
        // With a slow clock of ours the gate refuses good ticks.
        if (reason === 'future' && refused.timeMs < nowMs + FURTHEST_DOUBT_MS) {
          this.doubt(nowMs);
          this.doubt(refused.timeMs);
        }
        sink.refuse(refused, reason);
      },
    });
  }

  #noteJump({ id, timeMs }: VenueTick): void {
    this.#lastJumpMs = Math.max(this.#lastJumpMs, timeMs);
    // A numbered tick is in the venue's own list of trades, and thus possibly in its bar.
    if (id !== undefined) this.doubt(timeMs);
  }

  #add(tick: VenueTick, sink: LiveSink): void {
    const inBase = this.#base.add(tick);
    // A tick before the open quarter belongs to a closed 15-minute bar of the history, and only the base bar needs it.
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

  /**
   * Returns the span that has to be fetched again before `close` may be called with `dueMs`; null when there is none.
   */
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
    if (this.#isSampled || fromMs < builtFromMs) return true;
    const isIn = (timeMs: number): boolean => timeMs >= fromMs && timeMs < toMs;
    const { disputedMs } = this.#gate;
    return (
      (disputedMs !== null && disputedMs < toMs) ||
      (this.#catchingUpMs !== null && isIn(this.#catchingUpMs)) ||
      [...this.#doubts].some(isIn)
    );
  }

  /**
   * Closes a span with the fetched bars of its history in place of the bars built from ticks. `tries` counts the
   * fetches of this span. False, with nothing closed, while the history ends before the ticks do.
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
   * Whether a history contains every bar of a span that has known ticks, or continues after the span. With
   * `builtFromMs`, the time from which ticks build bars, it must also contain the bars with refused ticks only and the
   * bars before that time.
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

  /**
   * Closes the bars that end by `dueMs`, up to which every tick has arrived. True when base bars or buckets may have
   * closed.
   */
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

  /** Returns the bars that are not closed; of each resolution at most `MOST_OPEN`, when more wait for the history. */
  forming(): FormingEvent {
    const base = this.#base.open();
    const quarter = this.#quarter?.open() ?? [];
    return {
      symbol: this.series.symbol,
      seriesId: this.series.id,
      bars: {
        ...(quarter.length > 0 && { '15': quarter.slice(-MOST_OPEN) }),
        ...(base.length > 0 && { [this.series.base]: base.slice(-MOST_OPEN) }),
        ...this.writer.openHigher(base),
      },
    };
  }
}
