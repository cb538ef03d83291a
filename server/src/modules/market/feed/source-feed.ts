import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Timer } from '../../../platform/clock.ts';
import type { Distributed } from '../../../platform/metrics/distribution.ts';
import { GapRepair, type RepairState } from '../gaps/gap-repair.ts';
import { findActions } from '../listing/told-actions.ts';
import { listSymbols } from '../store/symbol-store.ts';
import { silenceTopic } from '../topics.ts';
import type { AgeSummary } from './age-window.ts';
import { type FeedPhase, FeedSession, type SourceFeedOptions } from './feed-session.ts';
import { SourceSilence } from './source-silence.ts';
import { TickLog } from './tick-log.ts';
import { WaitingActions } from './waiting-actions.ts';

/** Status of a source. */
export interface SourceStatus {
  readonly source: string;
  readonly phase: FeedPhase | 'stopped';
  /** Stored share of the history, 0 to 1. */
  readonly filled: number;
  readonly symbols: number;
  readonly connected: boolean;
  /** Time at which the last tick arrived; null before the first. */
  readonly lastTickMs: number | null;
  readonly accepted: number;
  readonly refused: Readonly<Record<string, number>>;
  /** Whether the source's clock differs from ours; its ticks are refused then. */
  readonly clockAlarm: boolean;
  /** Time of its last ticks when it sends none at all although some of its markets are open; else null. */
  readonly silentSinceMs: number | null;
}

/** Status of a source with its properties and the ages of its prices. */
export interface SourceReport extends SourceStatus, Pick<Connector, 'delay' | 'ticks'> {
  /** Time of the newest accepted tick at the venue; null before the first. */
  readonly newestMs: number | null;
  /** Ages of the prices of the last minute when they arrived, the delay of the source included. */
  readonly minute: AgeSummary;
  /** Median age in each of the last sixty minutes, the current one last; null without a price. */
  readonly hourMs: readonly (number | null)[];
}

/** Measurements of a source besides its status. */
export interface SourceFigures {
  readonly source: string;
  /** Time in seconds from a tick to its arrival here. */
  readonly lag: Distributed;
  /** Symbols whose closed bars wait to be stored. */
  readonly waiting: number;
}

/** First and greatest pause between two attempts; a source that is available again is found within five seconds. */
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4000;
/** Interval of the checks whether a source is silent, in real milliseconds. */
const LOOK_MS = 1000;

/**
 * Feeds one source into the database and the bus until it is stopped: lists its symbols, fills the gaps in their
 * history, then takes live ticks, closes bars and stores them. After any error it starts again from the stored bars,
 * which are never in doubt.
 */
export class SourceFeed {
  readonly #options: SourceFeedOptions;
  readonly #ticks: TickLog;
  readonly #silence: SourceSilence;
  readonly #waiting: WaitingActions;
  #applying: Promise<void> | null = null;
  /** Null for a source whose gaps are not repaired. */
  readonly #repair: GapRepair | null;
  #wasSilentSinceMs: number | null = null;
  #timers: readonly Timer[] = [];
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #session: FeedSession | null = null;
  #phase: SourceStatus['phase'] = 'starting';

  constructor(options: SourceFeedOptions) {
    this.#options = options;
    this.#ticks = new TickLog(options.connector.name);
    this.#silence = new SourceSilence(options.clock);
    const { context, clock } = options;
    this.#waiting = new WaitingActions({ context, clock, source: options.connector.name });
    const { publication } = options;
    this.#repair = publication ? new GapRepair({ ...options, publication }) : null;
  }

  start(): void {
    if (this.#running) return;
    const { clock } = this.#options;
    this.#timers = [
      clock.setInterval(() => this.#lookForSilence(), LOOK_MS * clock.speed),
      clock.setInterval(() => this.#applyDue(), LOOK_MS * clock.speed),
      clock.setInterval(() => this.#repair?.begin(), HOUR_MS),
    ];
    this.#running = this.#run();
  }

  /** Ends the feed; bars that closed before are stored. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) timer.cancel();
    await this.#repair?.stop();
    await this.#applying;
    await this.#running;
    this.#phase = 'stopped';
  }

  /** Stops feeding the symbols that are no longer the source's, and starts feeding its new ones. */
  async recheck(): Promise<void> {
    await this.#session?.recheck();
  }

  status(): SourceStatus {
    const session = this.#session;
    return {
      source: this.#options.connector.name,
      phase: this.#stopping.signal.aborted ? this.#phase : (session?.phase ?? this.#phase),
      filled: session?.filled ?? 0,
      symbols: session?.symbolCount ?? 0,
      connected: session?.live.connected ?? false,
      lastTickMs: session?.live.lastTickMs ?? null,
      accepted: this.#ticks.accepted,
      refused: Object.fromEntries(this.#ticks.refused),
      clockAlarm: this.#ticks.hasClockAlarm(this.#options.clock.now()),
      silentSinceMs: this.#silence.sinceMs,
    };
  }

  /** Returns the state of the repair of its gaps; null for a source whose gaps are not repaired. */
  repair(): RepairState | null {
    return this.#repair?.state() ?? null;
  }

  /** Begins a search for gaps and their repair in the background, unless one runs. */
  fillGaps(): void {
    this.#repair?.begin('request');
  }

  /** Stops the repair that runs. */
  async stopFillingGaps(): Promise<void> {
    await this.#repair?.stop();
  }

  /** Compares the last days with the source; false when it is not live. */
  async review(): Promise<boolean> {
    return (await this.#repair?.review()) ?? false;
  }

  /** Whether the source tells splits and renames, at least with some plan. */
  get tellsActions(): boolean {
    return this.#options.connector.actions !== undefined;
  }

  /**
   * Asks the source for splits and renames and stores the new ones; returns their number, null when the plan of the
   * operator does not include them. Throws while it is unavailable.
   */
  async findActions(): Promise<number | null> {
    const { context, connector, clock } = this.#options;
    const { db, log } = context;
    const times = { nowMs: context.clock.now(), venueMs: clock.now() };
    const found = await findActions({ db, log, connector, ...times });
    if (found === null) this.#waiting.noteUntold();
    return found;
  }

  /** Returns what is measured of the source besides its status. */
  figures(): SourceFigures {
    return {
      source: this.#options.connector.name,
      lag: this.#ticks.lag.read(),
      waiting: this.#session?.waitingSymbols ?? 0,
    };
  }

  /** Returns the status with the properties of the source and the ages of its prices. */
  report(): SourceReport {
    const { connector, clock } = this.#options;
    const { delay, ticks } = connector;
    const nowMs = clock.now();
    const withDelay = (ms: number | null): number | null => (ms === null ? null : ms + delay.ms);
    const minute = this.#ticks.lagOfMinute(nowMs);
    const status = this.status();
    return {
      ...status,
      // A new subscription has had no tick yet.
      lastTickMs: status.lastTickMs ?? withDelay(this.#ticks.arrivedMs),
      delay,
      ticks,
      newestMs: this.#ticks.newestMs,
      minute: {
        ticks: minute.ticks,
        medianMs: withDelay(minute.medianMs),
        p95Ms: withDelay(minute.p95Ms),
      },
      hourMs: this.#ticks.lagsOfHour(nowMs).map(withDelay),
    };
  }

  #lookForSilence(): void {
    const { sinceMs } = this.#silence;
    if (sinceMs === this.#wasSilentSinceMs) return;
    this.#wasSilentSinceMs = sinceMs;
    const { context, connector } = this.#options;
    const source = connector.name;
    if (sinceMs === null) context.log.info({ source }, 'a source sends ticks again');
    else context.log.warn({ source }, 'a source sends no ticks at all');
    context.bus.publish(silenceTopic, { source, sinceMs });
  }

  /** Carries out what has become effective, and stops feeding the symbols that wait for a decision. */
  #applyDue(): void {
    if (this.#applying || this.#stopping.signal.aborted || !this.#waiting.isDue) return;
    const apply = async (): Promise<void> => {
      await this.#waiting.apply();
      await this.#session?.recheck();
    };
    const { context, connector } = this.#options;
    this.#applying = apply()
      .catch((error: unknown) => {
        const source = connector.name;
        context.log.warn({ err: error, source }, 'splits and renames could not be carried out');
      })
      .finally(() => {
        this.#applying = null;
      });
  }

  /** Follows the stored symbols until the source has told its own, which an unavailable one never does. */
  async #followStored(): Promise<void> {
    const { context, connector } = this.#options;
    const stored = await listSymbols(context.db);
    this.#silence.follow(stored.filter(({ series }) => series.source === connector.name));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { log } = this.#options.context;
    const source = this.#options.connector.name;
    await this.#followStored().catch((error: unknown) =>
      log.warn({ err: error, source }, 'the symbols of a source could not be read'),
    );
    let delayMs = FIRST_RETRY_MS;
    let reason: string | null = null;
    while (!signal.aborted) {
      const kept = {
        ticks: this.#ticks,
        silence: this.#silence,
        repair: this.#repair,
        waiting: this.#waiting,
      };
      const session = new FeedSession(this.#options, kept, signal);
      this.#session = session;
      try {
        await session.run();
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        // An outage of an hour is one line of the log, not a thousand.
        if (!signal.aborted && (said !== reason || session.live.wasConnected)) {
          log.error({ err: error, source }, 'the feed begins again');
        }
        reason = said;
      } finally {
        await session.close();
      }
      if (signal.aborted) return;
      session.phase = 'waiting';
      if (session.live.wasConnected) delayMs = FIRST_RETRY_MS;
      // Random pauses keep many feeds of one venue from reconnecting at the same moment.
      const pauseMs = delayMs * (0.5 + Math.random() / 2);
      await pause(pauseMs, undefined, { signal }).catch(() => {});
      delayMs = Math.min(delayMs * 2, LAST_RETRY_MS);
    }
  }
}
