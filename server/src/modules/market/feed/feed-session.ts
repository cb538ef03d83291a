import { bucketStart, DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import type { GapRepair } from '../gaps/gap-repair.ts';
import type { Publication } from '../gaps/publication.ts';
import type { RepairedSession } from '../gaps/repaired-session.ts';
import { listOwnSymbols } from '../listing/source-symbols.ts';
import { readFirstSplits } from '../listing/told-actions.ts';
import { listHeads } from '../store/read-bars.ts';
import { openWriters, type SeriesWriter } from '../store/series-writer.ts';
import { listSymbols } from '../store/symbol-store.ts';
import { type MarketSymbol, REPLAY_SOURCE, type Series } from '../symbol.ts';
import { fillTopic } from '../topics.ts';
import { Backfill } from './backfill.ts';
import { CLOCK_LOOK_MS } from './clock-watch.ts';
import { type FedSymbol, HistoryFill } from './history-fill.ts';
import { LiveCommits } from './live-commits.ts';
import { LiveGroups } from './live-groups.ts';
import type { SourceSilence } from './source-silence.ts';
import type { TickLog } from './tick-log.ts';
import type { WaitingActions } from './waiting-actions.ts';

/** Source of a feed, and the context that it feeds. */
export interface SourceFeedOptions {
  readonly context: PartContext;
  readonly connector: Connector;
  /** Clock of the source: the server's own, behind by the delay of the source, or that of a replay. */
  readonly clock: Clock;
  /** Returns the symbols to feed, already created and listed; by default those of the source. */
  readonly listSymbols?: () => Promise<readonly MarketSymbol[]>;
  /** The other sources of the server, whose symbols a source of daily rates leaves to them. */
  readonly others?: readonly Connector[];
  /** What is made of the bars. Without it gaps are not repaired: a replay has no other bars than its file. */
  readonly publication?: Publication;
}

/** Phase of a session. */
export type FeedPhase = 'starting' | 'filling' | 'live' | 'waiting';

const FORMING_MS = 250;
const STORE_TICKS_MS = 5000;
const LOOK_MS = 250;
/** Pause before symbols are listed that wait for another source. */
const LATER_MS = MINUTE_MS;

/**
 * One run from the list of symbols to the live feed, until it fails or is stopped: `HistoryFill` stores the missed
 * history, `LiveGroups` takes ticks and closes bars, `LiveCommits` stores the closed bars, `Backfill` stores older bars
 * beside the live feed.
 */
export class FeedSession implements RepairedSession {
  /** The owner sets `waiting` when the run is over. */
  phase: FeedPhase = 'starting';
  /** Number of symbols that the session feeds. */
  symbolCount = 0;
  /** State of its subscriptions. */
  readonly live: Pick<LiveGroups, 'connected' | 'wasConnected' | 'lastTickMs'>;
  readonly #options: SourceFeedOptions;
  readonly #ticks: TickLog;
  readonly #broken = new AbortController();
  readonly #signal: AbortSignal;
  readonly #fill: HistoryFill;
  readonly #backfill: Backfill;
  /** Stored share of each symbol's history, by the id of its series. */
  readonly #shares = new Map<number, number>();
  readonly #groups: LiveGroups;
  readonly #commits: LiveCommits;
  readonly #silence: SourceSilence;
  readonly #repair: GapRepair | null;
  readonly #waiting: WaitingActions;
  /** Ids of the series without bars whose splits were read. */
  readonly #splitsRead = new Set<number>();
  #joining: Promise<void> = Promise.resolve();
  #lookTimer: Timer | null = null;
  #laterTimer: Timer | null = null;
  #timers: NodeJS.Timeout[] = [];

  /** Creates a session that ends when `outer` aborts. */
  constructor(
    options: SourceFeedOptions,
    {
      ticks,
      silence,
      repair,
      waiting,
    }: {
      readonly ticks: TickLog;
      readonly silence: SourceSilence;
      /** Null for a source whose gaps are not repaired. */
      readonly repair: GapRepair | null;
      readonly waiting: WaitingActions;
    },
    outer: AbortSignal,
  ) {
    const { context, connector, clock } = options;
    this.#options = options;
    this.#ticks = ticks;
    this.#silence = silence;
    this.#repair = repair;
    this.#waiting = waiting;
    this.#signal = AbortSignal.any([outer, this.#broken.signal]);
    const signal = this.#signal;
    const fail = (reason: unknown): void => this.#broken.abort(reason);
    this.#fill = new HistoryFill(context, options, signal);
    this.#commits = new LiveCommits({
      context,
      clock,
      signal: outer,
      sweptThroughMs: () => this.#groups.sweptThroughMs,
      fail,
    });
    const commits = this.#commits;
    const feeding = { context, connector, clock, ticks, silence, waiting, commits, signal, fail };
    this.#groups = new LiveGroups(feeding);
    this.#backfill = new Backfill({
      context,
      connector,
      clock,
      signal,
      isFed: (series) => this.#groups.feeds(series),
      progress: (series, share) => this.#noteShare(series, share),
    });
    this.live = this.#groups;
  }

  /** Stored share of the history, 0 to 1. */
  get filled(): number {
    const shares = [...this.#shares.values()];
    if (shares.length === 0) return this.phase === 'live' ? 1 : 0;
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  /** Number of symbols whose closed bars are not stored yet. */
  get waitingSymbols(): number {
    return this.#commits.waiting;
  }

  /** Runs until a failure or a stop, and throws the reason. */
  async run(): Promise<void> {
    const symbols = await this.#open((await this.#listSymbols()).map(({ series }) => series));
    this.phase = 'filling';
    this.#timers = [
      setInterval(() => this.#commits.publishForming(), FORMING_MS),
      setInterval(() => void this.#storeTicks(), STORE_TICKS_MS),
      setInterval(() => this.#groups.lookAtConnections(), LOOK_MS),
    ];
    this.#lookAtClock();
    await this.#fillAll(symbols);
    this.#signal.throwIfAborted();
    this.phase = 'live';
    this.#backfill.add(symbols.map(({ writer }) => writer.series));
    this.#publishFill(symbols.length, symbols.length);
    this.#joinSoon();
    this.#repair?.follow(this);
    await new Promise<never>((_, reject) => {
      const end = (): void => reject(this.#signal.reason as Error);
      if (this.#signal.aborted) end();
      else this.#signal.addEventListener('abort', end, { once: true });
    });
  }

  /** Ends the subscriptions and stores the closed bars. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#lookTimer?.cancel();
    this.#laterTimer?.cancel();
    this.#repair?.follow(null);
    await this.#joining;
    await this.#backfill.settled();
    await this.#groups.stop();
    await this.#commits.settled();
    await this.#storeTicks();
  }

  /**
   * Stops feeding the symbols that are no longer the source's or that wait for a decision, and starts feeding its new
   * ones.
   */
  async recheck(): Promise<void> {
    await this.#waiting.read();
    const listed = await listSymbols(this.#options.context.db);
    const fed = listed.filter(({ series }) => !this.#waiting.holds(series));
    const ids = new Set(fed.map(({ series }) => series.id));
    this.#groups.keepOnly(ids);
    for (const id of this.#shares.keys()) if (!ids.has(id)) this.#shares.delete(id);
    if (this.phase === 'live') this.#joinSoon();
  }

  /** Aborts when the session is over. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Returns the series that are fed. */
  listFed(): readonly Series[] {
    return this.#groups.listFed().map(({ series }) => series);
  }

  /** See {@link RepairedSession}. */
  insertInto<T>(series: Series, fromMs: number, insert: () => Promise<T>): Promise<T> {
    const work = async (): Promise<T> => {
      const live = this.#groups.listFed().find((one) => one.series.id === series.id);
      if (!live || !isInOpenBars(live.writer, fromMs)) return insert();
      this.#groups.drop(live);
      // What has closed is stored before the bars are inserted; the rest is in the history of the source.
      await this.#commits.settled();
      try {
        return await insert();
      } finally {
        await this.#feed([series]);
      }
    };
    const working = this.#joining.then(work);
    this.#joining = working.then(
      () => {},
      () => {},
    );
    return working;
  }

  async #listSymbols(): Promise<readonly MarketSymbol[]> {
    const { connector, context, clock, others, listSymbols: list } = this.#options;
    const later = (): void => {
      this.#laterTimer?.cancel();
      this.#laterTimer = clock.setTimeout(() => this.#joinSoon(), LATER_MS);
    };
    const listing = { nowMs: clock.now(), later, ...(others && { others }) };
    const listed = await (list ? list() : listOwnSymbols(context, connector, listing));
    await this.#readFirstSplits(listed.map(({ series }) => series));
    await this.#waiting.read();
    const symbols = listed.filter(({ series }) => !this.#waiting.holds(series));
    this.#silence.follow(symbols);
    this.symbolCount = symbols.length;
    return symbols;
  }

  /** Stores the splits by which the history of a series is adjusted, before its first bar is stored. */
  async #readFirstSplits(series: readonly Series[]): Promise<void> {
    const { context, connector, clock } = this.#options;
    if (!connector.actions) return;
    const { db, log } = context;
    const unread = series.filter(({ id }) => !this.#splitsRead.has(id));
    const heads = await listHeads(
      db,
      unread.map(({ id }) => id),
    );
    const filled = new Set(heads.map(({ seriesId }) => seriesId));
    const empty = unread.filter(({ id }) => !filled.has(id));
    const times = { nowMs: context.clock.now(), venueMs: clock.now() };
    const isTold = await readFirstSplits(empty, { db, log, connector, ...times });
    if (!isTold) this.#waiting.noteUntold();
    for (const { id } of unread) this.#splitsRead.add(id);
  }

  /** Opens the writers of series that will be filled. */
  async #open(all: readonly Series[]): Promise<FedSymbol[]> {
    const writers = await openWriters(this.#options.context.db, all);
    return all.flatMap((series) => {
      const writer = writers.get(series.id);
      // A file is played at all hours, since its bars may lie outside the hours of a calendar.
      const isPlayed = series.source === REPLAY_SOURCE;
      return writer ? [{ writer, calendar: isPlayed ? 'always' : series.calendar }] : [];
    });
  }

  async #fillAll(symbols: readonly FedSymbol[]): Promise<void> {
    try {
      await this.#fill.fillAll(symbols, {
        progress: ({ writer }, share) => this.#noteShare(writer.series, share),
        report: (symbolsDone) => this.#publishFill(symbolsDone, symbols.length),
        filled: (some) => this.#groups.begin(some),
      });
    } catch (error) {
      this.#broken.abort(error);
      throw error;
    }
  }

  /** Starts feeding, in the background, the symbols that the source has got since the session began. */
  #joinSoon(): void {
    // A replay feeds only its own symbol.
    if (this.#options.listSymbols) return;
    const join = async (): Promise<void> => {
      if (this.#signal.aborted) return;
      const symbols = await this.#listSymbols();
      const joining = symbols.filter(({ series }) => !this.#groups.feeds(series));
      await this.#feed(joining.map(({ series }) => series));
    };
    this.#joining = this.#joining.then(join).catch((error: unknown) => this.#broken.abort(error));
  }

  #noteShare(series: Series, share: number): void {
    if (share > (this.#shares.get(series.id) ?? 0)) this.#silence.hearHistory();
    this.#shares.set(series.id, share);
  }

  /** Fills series and feeds them, one after the other. A failure ends the session. */
  async #feed(all: readonly Series[]): Promise<void> {
    const fed = all.filter((series) => !this.#waiting.holds(series));
    if (fed.length === 0 || this.#signal.aborted) return;
    try {
      for (const symbol of await this.#open(fed)) {
        const { series } = symbol.writer;
        const filled = await this.#fill.fill(symbol, (share) => this.#noteShare(series, share));
        this.#groups.begin([filled]);
        this.#backfill.add([series]);
      }
    } catch (error) {
      this.#broken.abort(error);
    }
  }

  #publishFill(symbolsDone: number, symbolsTotal: number): void {
    const { context, connector } = this.#options;
    const { filled } = this;
    context.bus.publish(fillTopic, { source: connector.name, filled, symbolsDone, symbolsTotal });
  }

  #lookAtClock(): void {
    const { clock } = this.#options;
    const lookMs = CLOCK_LOOK_MS * clock.speed;
    const dueMs = clock.steady() + lookMs;
    this.#lookTimer = clock.setTimeout(() => {
      if (this.#groups.isClockSound(dueMs)) this.#lookAtClock();
    }, lookMs);
  }

  async #storeTicks(): Promise<void> {
    const { context, clock } = this.#options;
    try {
      await this.#ticks.store(context.db, clock.now());
    } catch (error) {
      context.log.warn({ err: error }, 'refused ticks could not be noted');
    }
  }
}

/** Whether bars from a time on lie in the open bars of a writer, or after its closed ones. */
function isInOpenBars({ series, lastBase, lastQuarterMs }: SeriesWriter, fromMs: number): boolean {
  if (!lastBase) return true;
  // The longest open bar is a week; that of forex begins on Sunday.
  const weekMs = bucketStart('1W', lastBase.openTimeMs, series.fx) - (series.fx ? DAY_MS : 0);
  return fromMs >= Math.min(weekMs, lastQuarterMs ?? weekMs);
}
