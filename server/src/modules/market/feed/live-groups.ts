import { setImmediate as nextTurn } from 'node:timers/promises';
import { bucketStart, MINUTE_MS } from '@rasat/engine';
import type { Connector, Subscription, VenueTick } from '../../../connectors/connector.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import type { Series } from '../symbol.ts';
import { ticksTopic } from '../topics.ts';
import { ClockWatch } from './clock-watch.ts';
import { settleDoubtful } from './doubtful-span.ts';
import { GRACE_MS } from './fill.ts';
import type { FilledSymbol } from './history-fill.ts';
import type { LiveCommits } from './live-commits.ts';
import { type DoubtfulSpan, LiveSymbol } from './live-symbol.ts';
import type { SourceSilence } from './source-silence.ts';
import { takeTicks } from './take-ticks.ts';
import type { TickLog } from './tick-log.ts';
import { VenueTime } from './venue-time.ts';
import type { WaitingActions } from './waiting-actions.ts';

/** Options of live feeding besides the symbols. */
export interface LiveGroupsOptions {
  readonly context: PartContext;
  readonly connector: Connector;
  /** Clock of the source. */
  readonly clock: Clock;
  readonly ticks: TickLog;
  readonly silence: SourceSilence;
  /** Tells which symbols are not fed because a split or rename of them waits. */
  readonly waiting: Pick<WaitingActions, 'holds'>;
  /** Receives the symbols whose bars have closed or changed. */
  readonly commits: LiveCommits;
  /** Aborts when the session is over. */
  readonly signal: AbortSignal;
  /** Receives a reason to end the session. */
  fail(reason: unknown): void;
}

/**
 * Longest time that a subscription may be disconnected from its venue, and that a new one may need to connect; wall
 * clock.
 */
const LOST_MS = 1000;
const CONNECT_MS = 10_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** Limit on the turns of the loop after which everything that had arrived before them counts as read. */
const MOST_TURNS = 100;

/** Symbols that share a subscription. */
interface LiveGroup {
  readonly subscription: Subscription;
  readonly symbols: ReadonlySet<LiveSymbol>;
  readonly venueTime: VenueTime;
  /** Venue time up to which everything has been received, judged by time alone. */
  heardThroughMs: number;
  /** Quarter-hour up to which all its bars are closed. */
  sweptMs: number;
  wasConnected: boolean;
  /** Time of its last connection, or of its start; wall clock. */
  connectedMs: number;
}

/** Feeds symbols live: subscribes to them in groups, takes their ticks, and closes their bars. */
export class LiveGroups {
  readonly #options: LiveGroupsOptions;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #groups: LiveGroup[] = [];
  readonly #live = new Map<string, LiveSymbol>();
  /** Symbols that are no longer fed, or that a later subscription feeds. */
  readonly #left = new Set<string>();
  readonly #fetching = new Set<Promise<void>>();
  /** Created with the first subscription. */
  #watch: ClockWatch | null = null;
  /** Number of deliveries of ticks. */
  #batches = 0;
  #sweepTimer: Timer | null = null;

  constructor(options: LiveGroupsOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#signal = options.signal;
  }

  /** Time at which the last tick arrived; null before the first. */
  get lastTickMs(): number | null {
    const times = this.#groups.map(({ subscription }) => subscription.state().lastTickMs ?? 0);
    return Math.max(0, ...times) || null;
  }

  /** Whether any subscription was ever connected to its venue. */
  get wasConnected(): boolean {
    return this.#groups.some((group) => group.wasConnected);
  }

  /** Whether every subscription is connected to its venue now. */
  get connected(): boolean {
    return (
      !this.#signal.aborted &&
      this.#groups.length > 0 &&
      this.#groups.every(({ subscription }) => subscription.state().connected)
    );
  }

  /** Quarter-hour up to which every subscription has closed its bars. */
  get sweptThroughMs(): number {
    return Math.min(...this.#groups.map(({ sweptMs }) => sweptMs));
  }

  /** Whether the groups feed a series. */
  feeds(series: Series): boolean {
    const live = this.#live.get(series.symbol);
    return live?.series.id === series.id && this.#isFed(live);
  }

  /** Subscribes to symbols whose history is stored, in one group; a refusal of the venue ends the session. */
  begin(filled: readonly FilledSymbol[]): void {
    const fed = filled.filter(({ writer }) => !this.#options.waiting.holds(writer.series));
    if (fed.length === 0 || this.#signal.aborted) return;
    const symbols = fed.map(
      ({ writer, calendar, start }) =>
        new LiveSymbol(writer, calendar, start, this.#options.connector.ticks),
    );
    for (const symbol of symbols) {
      this.#live.set(symbol.series.symbol, symbol);
      this.#left.delete(symbol.series.symbol);
      this.#options.commits.change(symbol);
    }
    const nowMs = this.#clock.now();
    this.#watch ??= new ClockWatch(this.#clock);
    try {
      this.#subscribe(symbols, nowMs);
    } catch (error) {
      this.#options.fail(error);
    }
    this.#sweep();
  }

  /** Returns the symbols that are fed. */
  listFed(): readonly LiveSymbol[] {
    return [...this.#live.values()];
  }

  /** Stops feeding every series except those with these ids. */
  keepOnly(seriesIds: ReadonlySet<number>): void {
    for (const live of this.listFed()) if (!seriesIds.has(live.series.id)) this.drop(live);
  }

  /** Stops feeding a symbol; a later subscription may feed it again. */
  drop(live: LiveSymbol): void {
    const { symbol } = live.series;
    this.#live.delete(symbol);
    this.#left.add(symbol);
    this.#options.commits.drop(live);
  }

  /** Ends the session when a subscription has lost its venue: the next session fetches the missed ticks. */
  lookAtConnections(): void {
    const nowMs = performance.now();
    for (const group of this.#groups) {
      if (group.subscription.state().connected) {
        group.wasConnected = true;
        group.connectedMs = nowMs;
      } else if (nowMs - group.connectedMs > (group.wasConnected ? LOST_MS : CONNECT_MS)) {
        this.#options.fail(new Error('the source is not connected'));
      }
    }
  }

  /** Checks the clock, in a timer due at `dueMs`; false when it cannot be relied on, which ends the session. */
  isClockSound(dueMs?: number): boolean {
    const watch = this.#watch;
    if (!watch) return true;
    const broken = dueMs === undefined ? watch.look() : watch.wake(dueMs, GRACE_MS);
    if (broken !== null) this.#options.fail(new Error(broken));
    return broken === null;
  }

  /** Ends the subscriptions, after the end of the session. */
  async stop(): Promise<void> {
    this.#sweepTimer?.cancel();
    await Promise.all(this.#fetching);
    await Promise.all(this.#groups.map(({ subscription }) => subscription.stop()));
  }

  #subscribe(symbols: readonly LiveSymbol[], nowMs: number): void {
    const wanted = symbols.map(({ series, fromMs }) => ({ symbol: series.symbol, fromMs }));
    this.#options.ticks.measureLagFrom(nowMs);
    let group: LiveGroup | null = null;
    const early: (readonly VenueTick[])[] = [];
    const take = (ticks: readonly VenueTick[]): void => {
      try {
        if (group) this.#take(ticks, group);
        else early.push(ticks);
      } catch (error) {
        this.#options.fail(error);
      }
    };
    const subscription = this.#options.connector.subscribe(wanted, take);
    group = {
      subscription,
      symbols: new Set(symbols),
      venueTime: new VenueTime(this.#clock.steady()),
      heardThroughMs: Number.NEGATIVE_INFINITY,
      sweptMs: Number.NEGATIVE_INFINITY,
      wasConnected: subscription.state().connected,
      connectedMs: performance.now(),
    };
    this.#groups.push(group);
    if (subscription.state().throughMs === null) {
      for (const symbol of symbols) symbol.beginCatchUp(nowMs);
    }
    for (const ticks of early) take(ticks);
  }

  #take(ticks: readonly VenueTick[], group: LiveGroup): void {
    if (this.#signal.aborted) return;
    this.#batches += 1;
    const nowMs = this.#clock.now();
    const { context, ticks: log, commits, silence, waiting } = this.#options;
    if (ticks.length > 0) {
      if (group.subscription.state().throughMs === null) this.#doubtSilence(group, nowMs);
      silence.hear();
    }
    const { heard, heardMs, shown } = takeTicks(ticks, nowMs, log, ({ symbol, timeMs }) => {
      const live = this.#live.get(symbol);
      if (!live) return this.#left.has(symbol) ? 'unwanted' : 'unknown';
      if (waiting.holds(live.series, Math.max(timeMs, nowMs))) {
        this.drop(live);
        return 'unwanted';
      }
      // An earlier subscription may still deliver ticks of a symbol that has a new history.
      return group.symbols.has(live) ? live : 'unwanted';
    });
    for (const live of heard) commits.change(live);
    if (Number.isFinite(heardMs)) group.venueTime.hear(heardMs, this.#clock.steady());
    if (shown.length > 0) context.bus.publish(ticksTopic, shown);
    this.#closeGroup(group, nowMs, heard);
  }

  /** Marks the span of a silence in every symbol of a group: ticks of it may be missing. */
  #doubtSilence(group: LiveGroup, nowMs: number): void {
    const { sinceMs } = this.#options.silence;
    if (sinceMs === null) return;
    for (const live of group.symbols) {
      for (let atMs = sinceMs; atMs <= nowMs; atMs += QUARTER_MS) live.doubt(atMs);
      live.doubt(nowMs);
    }
  }

  /**
   * Closes the bars that are certain to be complete; true when these reach the present. `heard`: symbols with new
   * ticks, the only ones that can close between two boundaries.
   */
  #closeGroup(
    group: LiveGroup,
    nowMs: number,
    heard: ReadonlySet<LiveSymbol> = group.symbols,
  ): boolean {
    if (!this.isClockSound()) return true;
    const settledMs = nowMs - GRACE_MS;
    const { throughMs } = group.subscription.state();
    if (throughMs === null) this.#doubtSilence(group, nowMs);
    const byTimeMs = throughMs === null ? group.heardThroughMs : Math.min(throughMs, nowMs);
    const quarterMs = bucketStart('15', byTimeMs, false);
    const isBoundary = quarterMs > group.sweptMs;
    if (isBoundary || throughMs === null) {
      group.sweptMs = quarterMs;
      for (const live of isBoundary ? group.symbols : heard) {
        // A tick shows that the earlier ones have arrived, as far as the source keeps their order.
        const byTickMs = throughMs ?? (live.newestMs ?? Number.NEGATIVE_INFINITY) - GRACE_MS;
        const dueMs = Math.min(nowMs, Math.max(byTimeMs, byTickMs));
        if (!this.#isFed(live) || !Number.isFinite(dueMs)) continue;
        if (live.isFetching) continue;
        const doubtful = live.findDoubtful(dueMs);
        if (doubtful) this.#settleSoon(group, live, doubtful);
        else this.#close(live, dueMs);
      }
      this.#options.commits.commitSoon();
    }
    return byTimeMs >= bucketStart('15', settledMs, false);
  }

  #close(live: LiveSymbol, dueMs: number): void {
    const closed = live.close(dueMs);
    if (closed || live.writer.pendingBars > 0) this.#options.commits.add(live, true);
  }

  /**
   * Closes a doubtful span from the source's history, in the background; no other bar of the symbol closes meanwhile.
   */
  #settleSoon(group: LiveGroup, live: LiveSymbol, span: DoubtfulSpan): void {
    const { connector, context, commits } = this.#options;
    const clock = this.#clock;
    const signal = this.#signal;
    live.isFetching = true;
    const isFed = (): boolean => this.#isFed(live);
    const options = { connector, clock, signal, log: context.log, isFed };
    const work: Promise<void> = settleDoubtful(live, span, options)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#options.fail(error);
      })
      .finally(() => {
        live.isFetching = false;
        this.#fetching.delete(work);
        if (signal.aborted || !isFed()) return;
        commits.add(live, live.writer.pendingBars > 0);
        group.sweptMs = Number.NEGATIVE_INFINITY;
        this.#closeGroup(group, clock.now());
      });
    this.#fetching.add(work);
  }

  #isFed(live: LiveSymbol): boolean {
    const { symbol } = live.series;
    return this.#live.get(symbol) === live && !this.#options.waiting.holds(live.series);
  }

  /** Closes bars shortly after every quarter-hour, and again soon while a source has not reached it. */
  #sweep(): void {
    this.#sweepTimer?.cancel();
    if (this.#signal.aborted) return;
    const nowMs = this.#clock.now();
    const heard = this.#groups.map((group) => ({ group, throughMs: this.#heardThrough(group) }));
    const close = async (): Promise<void> => {
      await this.#readWaiting();
      if (this.#signal.aborted) return;
      const whole = heard.map(({ group, throughMs }) => {
        group.heardThroughMs = Math.max(group.heardThroughMs, throughMs);
        return this.#closeGroup(group, nowMs);
      });
      this.#sweepLater(nowMs, whole.every(Boolean));
    };
    close().catch((error: unknown) => this.#options.fail(error));
  }

  #sweepLater(nowMs: number, isWhole: boolean): void {
    this.#sweepTimer?.cancel();
    const nextMs = bucketStart('15', nowMs - GRACE_MS, false) + QUARTER_MS + GRACE_MS;
    const waitMs = isWhole ? nextMs - nowMs : Math.min(1000, nextMs - nowMs);
    const dueMs = this.#clock.steady() + Math.max(0, waitMs);
    this.#sweepTimer = this.#clock.setTimeout(() => {
      if (this.isClockSound(dueMs)) this.#sweep();
    }, waitMs);
  }

  /** Returns the time up to which everything has arrived, though it may not have been read yet. */
  #heardThrough({ subscription, venueTime }: LiveGroup): number {
    const isKnown = subscription.state().connected && this.#watch?.isSettled !== false;
    if (!isKnown) return Number.NEGATIVE_INFINITY;
    return venueTime.reachedMs(this.#clock.now(), this.#clock.steady()) - GRACE_MS;
  }

  /** Waits until the sockets are read: after a pause of the process, timers run first. */
  async #readWaiting(): Promise<void> {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const before = this.#batches;
      await nextTurn();
      if (this.#batches === before) return;
    }
  }
}
