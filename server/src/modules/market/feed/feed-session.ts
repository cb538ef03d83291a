import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { WireTick } from '@rasat/contract';
import { type Bar, bucketStart, isOpen, MINUTE_MS, type Resolution, WEEK_MS } from '@rasat/engine';
import type { Connector, Subscription, VenueTick } from '../../../connectors/connector.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import { listOwnSymbols } from '../listing/source-symbols.ts';
import { openWriters, type SeriesWriter } from '../store/series-writer.ts';
import { listSymbols } from '../store/symbol-store.ts';
import { type MarketSymbol, REPLAY_SOURCE, STALE_MS } from '../symbol.ts';
import { fillTopic, formingTopic, ticksTopic } from '../topics.ts';
import { CLOCK_LOOK_MS, ClockWatch } from './clock-watch.ts';
import { CommitQueue, commitSeries, type SeriesCommit } from './commit.ts';
import { fetchBars, fillHistory, GRACE_MS } from './fill.ts';
import { type DoubtfulSpan, type LiveStart, LiveSymbol } from './live-symbol.ts';
import type { TickLog } from './tick-log.ts';
import { VenueTime } from './venue-time.ts';

/** How a source is fed from and into. */
export interface SourceFeedOptions {
  readonly context: PartContext;
  readonly connector: Connector;
  /** The clock of this source; the server's own except in a replay. */
  readonly clock: Clock;
  /** The symbols to feed: made, if they are not there, and listed. */
  readonly listSymbols?: () => Promise<readonly MarketSymbol[]>;
}

/** Where a run stands. */
export type FeedPhase = 'starting' | 'filling' | 'live' | 'waiting';

/** Symbols whose history is filled at the same time, so that some are whole early. */
const FILL_WIDTH = 4;
/** The same after a stop, when each has some bars to catch up with. */
const CATCH_UP_WIDTH = 50;
/** Symbols that become ready within this time share a subscription. Wall clock, as is everything that paces us. */
const GATHER_MS = 250;
const FORMING_MS = 250;
const TICKS_MS = 5000;
/** How long a subscription may be without its venue, and how long a new one may need to come to it. */
const LOST_MS = 1000;
const CONNECT_MS = 10_000;
const LOOK_MS = 250;
const QUARTER_MS = 15 * MINUTE_MS;
/** How long what one subscription has closed waits for the others, so that a boundary is one close; source's time. */
const GATHER_CLOSE_MS = 500;
/** Pauses between two fetches of a doubtful span, on the clock of the source. */
const FIRST_FETCH_MS = 1000;
const LAST_FETCH_MS = 60_000;
/** Turns of the loop after which what had arrived at their beginning has been read, even if ticks come in each. */
const MOST_TURNS = 100;
/** Ticks that are older than this are made up leeway: only the last of each symbol is worth showing. */
const SHOWN_MS = 10_000;

interface LiveGroup {
  readonly subscription: Subscription;
  readonly symbols: ReadonlySet<LiveSymbol>;
  readonly venueTime: VenueTime;
  /** Up to when it has heard everything, as far as time alone tells; venue time. */
  heardThroughMs: number;
  /** Up to which quarter-hour all its bars are closed. */
  sweptMs: number;
  wasConnected: boolean;
  /** When it was last connected, or began; wall clock. */
  connectedMs: number;
}

/** One run from the list of symbols to the live feed, until it breaks or is stopped. */
export class FeedSession {
  /** Set to `waiting` from outside, when the run is over. */
  phase: FeedPhase = 'starting';
  /** Share of the history that is stored, 0 to 1. */
  filled = 0;
  /** How many symbols it feeds. */
  symbolCount = 0;
  readonly #options: SourceFeedOptions;
  readonly #context: PartContext;
  readonly #clock: Clock;
  readonly #ticks: TickLog;
  readonly #outer: AbortSignal;
  readonly #broken = new AbortController();
  readonly #signal: AbortSignal;
  readonly #groups: LiveGroup[] = [];
  readonly #live = new Map<string, LiveSymbol>();
  /** Symbols that we do not feed any more, or in a later subscription. */
  readonly #left = new Set<string>();
  readonly #dirtyForming = new Set<LiveSymbol>();
  readonly #uncommitted = new Set<LiveSymbol>();
  readonly #toCommit = new Set<LiveSymbol>();
  readonly #fetching = new Set<Promise<void>>();
  readonly #filled: CommitQueue;
  /** Begins with the first subscription. */
  #watch: ClockWatch | null = null;
  #symbols: ReadonlyMap<string, MarketSymbol> = new Map();
  /** How often ticks came. */
  #batches = 0;
  /** When the venue was last heard, or the session began, on the clock of the source. */
  #heardMs: number;
  #wasSilent = false;
  #lookTimer: Timer | null = null;
  #committing: Promise<void> | null = null;
  /** Ends the wait of closed bars for those of other subscriptions. */
  #gathered = (): void => {};
  #joining: Promise<void> = Promise.resolve();
  #sweepTimer: Timer | null = null;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: SourceFeedOptions, ticks: TickLog, outer: AbortSignal) {
    this.#options = options;
    this.#context = options.context;
    this.#clock = options.clock;
    this.#heardMs = options.clock.now();
    this.#ticks = ticks;
    this.#outer = outer;
    this.#signal = AbortSignal.any([outer, this.#broken.signal]);
    this.#filled = new CommitQueue((commits) => commitSeries(this.#context, commits, this.#signal));
  }

  /** When the last tick arrived; null before the first. */
  get lastTickMs(): number | null {
    const times = this.#groups.map(({ subscription }) => subscription.state().lastTickMs ?? 0);
    return Math.max(0, ...times) || null;
  }

  /** Whether a subscription of this session ever reached its venue. */
  get wasConnected(): boolean {
    return this.#groups.some((group) => group.wasConnected);
  }

  /** Whether every subscription has its venue now. */
  get connected(): boolean {
    return (
      !this.#signal.aborted &&
      this.#groups.length > 0 &&
      this.#groups.every(({ subscription }) => subscription.state().connected)
    );
  }

  /**
   * Whether the source as a whole sends nothing: it is connected, some of its markets have been open for a while, and
   * in that time no tick of any symbol came.
   */
  get isSilent(): boolean {
    if (!this.connected) return false;
    const nowMs = this.#clock.now();
    return [...this.#symbols.values()].some(({ calendar, series }) => {
      const sinceMs = nowMs - STALE_MS[series.category];
      return this.#heardMs < sinceMs && isOpen(calendar, nowMs) && isOpen(calendar, sinceMs);
    });
  }

  /** Runs until something breaks or it is stopped; then throws why. */
  async run(): Promise<void> {
    const symbols = await this.#listSymbols();
    const { context } = this.#options;
    this.symbolCount = symbols.length;
    const writers = await openWriters(
      context.db,
      symbols.map((symbol) => symbol.series),
    );
    this.phase = 'filling';
    this.#timers = [
      setInterval(() => this.#publishForming(), FORMING_MS),
      setInterval(() => void this.#storeTicks(), TICKS_MS),
      setInterval(() => this.#watchConnections(), LOOK_MS),
    ];
    this.#lookAtClock();
    await this.#fillAll([...writers.values()]);
    this.phase = 'live';
    this.filled = 1;
    this.#publishFill(symbols.length, symbols.length);
    this.#joinSoon();
    await new Promise<never>((_, reject) => {
      const end = (): void => reject(this.#signal.reason as Error);
      if (this.#signal.aborted) end();
      else this.#signal.addEventListener('abort', end, { once: true });
    });
  }

  /** Ends the subscriptions and stores what has closed. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#sweepTimer?.cancel();
    this.#lookTimer?.cancel();
    await this.#joining;
    await Promise.all(this.#fetching);
    await Promise.all(this.#groups.map(({ subscription }) => subscription.stop()));
    await this.#committing;
    await this.#storeTicks();
  }

  /** A subscription that has lost its venue is given up: the next session fetches what was missed. */
  #watchConnections(): void {
    const nowMs = performance.now();
    for (const group of this.#groups) {
      if (group.subscription.state().connected) {
        group.wasConnected = true;
        group.connectedMs = nowMs;
      } else if (nowMs - group.connectedMs > (group.wasConnected ? LOST_MS : CONNECT_MS)) {
        this.#broken.abort(new Error('the source is not connected'));
      }
    }
  }

  /** Leaves symbols alone that it must not feed any more, and begins to feed those that it must. */
  async recheck(): Promise<void> {
    const current = new Set((await listSymbols(this.#context.db)).map(({ series }) => series.id));
    for (const [name, live] of this.#live) {
      if (current.has(live.series.id)) continue;
      this.#live.delete(name);
      this.#left.add(name);
      for (const set of [this.#dirtyForming, this.#uncommitted, this.#toCommit]) set.delete(live);
    }
    if (this.phase === 'live') this.#joinSoon();
  }

  /** Looks at the clock, in a timer that was due at `dueMs`; false, and the session is over, when it cannot be relied on. */
  #isClockSound(dueMs?: number): boolean {
    const watch = this.#watch;
    if (!watch) return true;
    const broken = dueMs === undefined ? watch.look() : watch.wake(dueMs, GRACE_MS);
    if (broken !== null) this.#broken.abort(new Error(broken));
    return broken === null;
  }

  #lookAtClock(): void {
    const lookMs = CLOCK_LOOK_MS * this.#clock.speed;
    const dueMs = this.#clock.steady() + lookMs;
    this.#lookTimer = this.#clock.setTimeout(() => {
      this.#noteSilence();
      if (this.#isClockSound(dueMs)) this.#lookAtClock();
    }, lookMs);
  }

  #noteSilence(): void {
    const { isSilent } = this;
    if (isSilent === this.#wasSilent) return;
    this.#wasSilent = isSilent;
    const { connector, context } = this.#options;
    const source = connector.name;
    if (isSilent) context.log.warn({ source }, 'a source sends no ticks at all');
    else context.log.info({ source }, 'a source sends ticks again');
  }

  async #listSymbols(): Promise<readonly MarketSymbol[]> {
    const { connector, context, listSymbols: list } = this.#options;
    const symbols = await (list ? list() : listOwnSymbols(context, connector, this.#clock.now()));
    this.#symbols = new Map(symbols.map((one) => [one.symbol, one]));
    return symbols;
  }

  /** Begins to feed, in the background, what has become ours since the session began. */
  #joinSoon(): void {
    // A replay feeds what it was made for.
    if (this.#options.listSymbols) return;
    const join = async (): Promise<void> => {
      if (this.#signal.aborted) return;
      const symbols = await this.#listSymbols();
      const joining = symbols.filter(
        ({ symbol, series }) => this.#live.get(symbol)?.series.id !== series.id,
      );
      this.symbolCount = symbols.length;
      if (joining.length === 0) return;
      const writers = await openWriters(
        this.#context.db,
        joining.map(({ series }) => series),
      );
      for (const writer of writers.values()) {
        this.#goLive([{ writer, start: await this.#fill(writer, () => {}) }]);
      }
    };
    this.#joining = this.#joining.then(join).catch((error: unknown) => this.#broken.abort(error));
  }

  #fill(writer: SeriesWriter, progress: (share: number) => void): Promise<LiveStart> {
    const { connector, context } = this.#options;
    return fillHistory(writer, {
      connector,
      clock: this.#clock,
      signal: this.#signal,
      commit: (one, throughMs) => this.#filled.add({ writer: one, throughMs }),
      refuse: (series, resolution: Resolution, bar: Bar) =>
        context.log.warn(
          { symbol: series.symbol, resolution, bar },
          'a bar of the source is refused',
        ),
      progress,
    });
  }

  async #fillAll(writers: readonly SeriesWriter[]): Promise<void> {
    const shares = new Map(
      writers.map((writer) => [writer, isNearlyFilled(writer, this.#clock.now()) ? 1 : 0]),
    );
    let done = 0;
    let reportedMs = 0;
    const report = (): void => {
      let sum = 0;
      for (const share of shares.values()) sum += share;
      this.filled = writers.length === 0 ? 1 : sum / writers.length;
      if (performance.now() - reportedMs < GATHER_MS) return;
      reportedMs = performance.now();
      this.#publishFill(done, writers.length);
    };
    const ready: { writer: SeriesWriter; start: LiveStart }[] = [];
    const gather = setInterval(() => this.#goLive(ready.splice(0)), GATHER_MS);
    const queue = writers.values();
    const work = async (): Promise<void> => {
      for (const writer of queue) {
        const start = await this.#fill(writer, (share) => {
          shares.set(writer, share);
          report();
        });
        ready.push({ writer, start });
        done += 1;
      }
    };
    try {
      const isCatchingUp = [...shares.values()].every((share) => share === 1);
      const width = isCatchingUp ? CATCH_UP_WIDTH : FILL_WIDTH;
      await Promise.all(Array.from({ length: width }, work));
    } catch (error) {
      this.#broken.abort(error);
      throw error;
    } finally {
      clearInterval(gather);
    }
    this.#goLive(ready);
  }

  #publishFill(symbolsDone: number, symbolsTotal: number): void {
    this.#context.bus.publish(fillTopic, {
      source: this.#options.connector.name,
      filled: this.filled,
      symbolsDone,
      symbolsTotal,
    });
  }

  #goLive(ready: readonly { writer: SeriesWriter; start: LiveStart }[]): void {
    if (ready.length === 0 || this.#signal.aborted) return;
    const symbols = ready.map(({ writer, start }) => {
      const { source, symbol } = writer.series;
      // A file is played as it is, also where its hours are not those of a calendar.
      const isPlayed = source === REPLAY_SOURCE;
      const calendar = isPlayed ? 'always' : (this.#symbols.get(symbol)?.calendar ?? 'always');
      return new LiveSymbol(writer, calendar, start);
    });
    for (const symbol of symbols) {
      this.#live.set(symbol.series.symbol, symbol);
      this.#left.delete(symbol.series.symbol);
      this.#dirtyForming.add(symbol);
    }
    const wanted = symbols.map(({ series, fromMs }) => ({ symbol: series.symbol, fromMs }));
    const nowMs = this.#clock.now();
    this.#watch ??= new ClockWatch(this.#clock);
    let group: LiveGroup | null = null;
    const early: (readonly VenueTick[])[] = [];
    const take = (ticks: readonly VenueTick[]): void => {
      try {
        if (group) this.#take(ticks, group);
        else early.push(ticks);
      } catch (error) {
        this.#broken.abort(error);
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
    this.#sweep();
  }

  #take(ticks: readonly VenueTick[], group: LiveGroup): void {
    if (this.#signal.aborted) return;
    this.#batches += 1;
    const nowMs = this.#clock.now();
    if (ticks.length > 0) this.#heardMs = nowMs;
    const shown: WireTick[] = [];
    const lastOfOld = new Map<string, WireTick>();
    const heard = new Set<LiveSymbol>();
    let heardMs = Number.NEGATIVE_INFINITY;
    for (const tick of ticks) {
      const live = this.#live.get(tick.symbol);
      if (!live) {
        if (!this.#left.has(tick.symbol)) this.#ticks.refuse(tick, 'unknown-symbol', nowMs);
        continue;
      }
      // An earlier subscription may still name a symbol that has a new history.
      if (!group.symbols.has(live)) continue;
      heard.add(live);
      live.take(tick, nowMs, {
        accept: ({ symbol: s, timeMs: d, price: p }, isNewest) => {
          this.#ticks.accept();
          heardMs = Math.max(heardMs, d);
          if (!isNewest) return;
          if (d > nowMs - SHOWN_MS) shown.push({ s, d, p });
          else lastOfOld.set(s, { s, d, p });
        },
        refuse: (refused, reason) => {
          this.#ticks.refuse(refused, reason, nowMs);
          if (reason === 'late' || reason === 'old') heardMs = Math.max(heardMs, refused.timeMs);
          if (this.#ticks.hasClockAlarm(nowMs)) live.doubt(nowMs);
        },
      });
      this.#dirtyForming.add(live);
    }
    if (Number.isFinite(heardMs)) group.venueTime.hear(heardMs, this.#clock.steady());
    const published = [...lastOfOld.values(), ...shown];
    if (published.length > 0) this.#context.bus.publish(ticksTopic, published);
    this.#closeGroup(group, nowMs, heard);
  }

  /**
   * Closes what is certain to be whole; true when that reaches the present. `heard`: the symbols whose ticks are the
   * reason, which between two boundaries are all that can close.
   */
  #closeGroup(
    group: LiveGroup,
    nowMs: number,
    heard: ReadonlySet<LiveSymbol> = group.symbols,
  ): boolean {
    if (!this.#isClockSound()) return true;
    const settledMs = nowMs - GRACE_MS;
    const { throughMs } = group.subscription.state();
    const byTimeMs = throughMs === null ? group.heardThroughMs : Math.min(throughMs, nowMs);
    const quarterMs = bucketStart('15', byTimeMs, false);
    const isBoundary = quarterMs > group.sweptMs;
    if (isBoundary || throughMs === null) {
      group.sweptMs = quarterMs;
      for (const live of isBoundary ? group.symbols : heard) {
        // A tick shows that those before it have come, as far as the source keeps order.
        const byTickMs = throughMs ?? (live.newestMs ?? Number.NEGATIVE_INFINITY) - GRACE_MS;
        const dueMs = Math.min(nowMs, Math.max(byTimeMs, byTickMs));
        if (this.#live.get(live.series.symbol) !== live || !Number.isFinite(dueMs)) continue;
        if (live.isFetching) continue;
        const doubtful = live.findDoubtful(dueMs);
        if (doubtful) this.#fetchSoon(group, live, doubtful);
        else this.#close(live, dueMs);
      }
      this.#commitSoon();
    }
    return byTimeMs >= bucketStart('15', settledMs, false);
  }

  #close(live: LiveSymbol, dueMs: number): void {
    const closed = live.close(dueMs);
    if (!closed && live.writer.pendingBars === 0) return;
    this.#uncommitted.add(live);
    this.#toCommit.add(live);
  }

  /** Fetches a doubtful span again until the source has it, and closes it then. */
  #fetchSoon(group: LiveGroup, live: LiveSymbol, span: DoubtfulSpan): void {
    live.isFetching = true;
    const { series, writer } = live;
    const work: Promise<void> = this.#fetchUntilWhole(live, span)
      .catch((error: unknown) => {
        if (!this.#signal.aborted) this.#broken.abort(error);
      })
      .finally(() => {
        live.isFetching = false;
        this.#fetching.delete(work);
        if (this.#signal.aborted || this.#live.get(series.symbol) !== live) return;
        if (writer.pendingBars > 0) this.#uncommitted.add(live);
        this.#toCommit.add(live);
        group.sweptMs = Number.NEGATIVE_INFINITY;
        this.#closeGroup(group, this.#clock.now());
      });
    this.#fetching.add(work);
  }

  async #fetchUntilWhole(live: LiveSymbol, span: DoubtfulSpan): Promise<void> {
    const { connector, context } = this.#options;
    const { series, writer } = live;
    const options = { connector, clock: this.#clock, signal: this.#signal };
    const offered = (await connector.available(series.symbol)).map(({ resolution }) => resolution);
    // A source without a history has nothing better than its ticks.
    const ask = async (resolution: '15' | '60' | '1D', part: DoubtfulSpan['base']) =>
      part && offered.includes(resolution) ? fetchBars(writer, resolution, part, options) : null;
    let waitMs = FIRST_FETCH_MS;
    for (let tries = 0; ; tries++) {
      const base = await ask(series.base, span.base);
      const quarter = await ask('15', span.quarter);
      this.#signal.throwIfAborted();
      if (this.#live.get(series.symbol) !== live) return;
      if (live.settle(span, { base, quarter }, tries)) return;
      if (tries === 0) {
        const { symbol } = series;
        context.log.warn({ symbol, span }, 'bars wait for the history of their source');
      }
      await this.#clock.sleep(waitMs, this.#signal);
      waitMs = Math.min(waitMs * 2, LAST_FETCH_MS);
    }
  }

  /** Runs a little after every quarter-hour, and again soon while a source has not come that far. */
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
    close().catch((error: unknown) => this.#broken.abort(error));
  }

  #sweepLater(nowMs: number, isWhole: boolean): void {
    this.#sweepTimer?.cancel();
    const nextMs = bucketStart('15', nowMs - GRACE_MS, false) + QUARTER_MS + GRACE_MS;
    const waitMs = isWhole ? nextMs - nowMs : Math.min(1000, nextMs - nowMs);
    const dueMs = this.#clock.steady() + Math.max(0, waitMs);
    this.#sweepTimer = this.#clock.setTimeout(() => {
      if (this.#isClockSound(dueMs)) this.#sweep();
    }, waitMs);
  }

  /** Up to when everything has arrived, though it may not have been read yet. */
  #heardThrough({ subscription, venueTime }: LiveGroup): number {
    const isKnown = subscription.state().connected && this.#watch?.isSettled !== false;
    if (!isKnown) return Number.NEGATIVE_INFINITY;
    return venueTime.reachedMs(this.#clock.now(), this.#clock.steady()) - GRACE_MS;
  }

  /** After a pause of the process timers run before what the sockets hold is read: waits until it is. */
  async #readWaiting(): Promise<void> {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const before = this.#batches;
      await nextTurn();
      if (this.#batches === before) return;
    }
  }

  /** Whether every subscription has closed its bars as far as any has that waits to be stored. */
  get #isGathered(): boolean {
    let throughMs = Number.NEGATIVE_INFINITY;
    for (const live of this.#toCommit) throughMs = Math.max(throughMs, live.throughMs);
    const boundaryMs = bucketStart('15', throughMs, false);
    return this.#groups.every(({ sweptMs }) => sweptMs >= boundaryMs);
  }

  #commitSoon(): void {
    if (this.#toCommit.size === 0) return;
    if (this.#isGathered) this.#gathered();
    if (this.#committing) return;
    const work = async (): Promise<void> => {
      // What closes in the same turn of the loop is one close.
      await Promise.resolve();
      while (this.#toCommit.size > 0) {
        if (!this.#isGathered) await this.#gather();
        const symbols = [...this.#toCommit];
        this.#toCommit.clear();
        const commits: SeriesCommit[] = symbols.map(({ writer, throughMs }) => ({
          writer,
          throughMs,
        }));
        await commitSeries(this.#context, commits, this.#outer);
        for (const symbol of symbols) {
          if (!this.#toCommit.has(symbol)) this.#uncommitted.delete(symbol);
          this.#dirtyForming.add(symbol);
        }
        this.#publishForming();
      }
    };
    this.#committing = work()
      .catch((error: unknown) => this.#broken.abort(error))
      .finally(() => {
        this.#committing = null;
      });
  }

  /** Waits for the other subscriptions, for a while. */
  async #gather(): Promise<void> {
    const enough = new AbortController();
    this.#gathered = () => enough.abort();
    const signal = AbortSignal.any([enough.signal, this.#outer]);
    await pause(GATHER_CLOSE_MS / this.#clock.speed, undefined, { signal }).catch(() => {});
  }

  #publishForming(): void {
    const ready = [...this.#dirtyForming].filter((live) => !this.#uncommitted.has(live));
    if (ready.length === 0) return;
    for (const live of ready) this.#dirtyForming.delete(live);
    this.#context.bus.publish(
      formingTopic,
      ready.map((live) => live.forming()),
    );
  }

  async #storeTicks(): Promise<void> {
    const { db, log } = this.#context;
    try {
      await this.#ticks.store(db, this.#clock.now());
    } catch (error) {
      log.warn({ err: error }, 'refused ticks could not be noted');
    }
  }
}

/** Whether only a stop has to be caught up with, not a first filling. */
function isNearlyFilled(writer: SeriesWriter, nowMs: number): boolean {
  const { lastBaseEndMs } = writer;
  return lastBaseEndMs !== null && nowMs - lastBaseEndMs < WEEK_MS;
}
