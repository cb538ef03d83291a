import { retryUnavailable } from '../../../platform/db/retry-unavailable.ts';
import type { PartContext } from '../../../platform/part.ts';
import { appendBars, type SeriesBars } from '../store/append-bars.ts';
import { barAt } from '../store/bar-columns.ts';
import { insertCorrections } from '../store/correction-store.ts';
import type { SeriesWriter } from '../store/series-writer.ts';
import { closedTopic, type StoredEvent, storedTopic } from '../topics.ts';

/** Series to commit. */
export interface SeriesCommit {
  readonly writer: SeriesWriter;
  /** Close time up to which no base bar can arrive after this commit. */
  readonly throughMs: number;
}

/** Greatest number of bars in an event; subscribers read a backfill from the database. */
const MOST_BARS_IN_EVENT = 20;

/**
 * Stores the writers' pending bars in one transaction and publishes them afterwards. Stores bars that came too late as
 * corrections. While the database is unavailable it retries until the signal aborts, and loses nothing. Throws
 * `AppendRefused` when another process has changed a series.
 */
export async function commitSeries(
  context: PartContext,
  commits: readonly SeriesCommit[],
  signal: AbortSignal,
): Promise<void> {
  const taken = commits.map((commit) => ({ ...commit, pending: commit.writer.takePending() }));
  const appends = taken.flatMap(({ pending }) => pending);
  const late = commits.flatMap(({ writer }) => {
    const bars = writer.takeLate();
    return bars.length > 0 ? [{ series: writer.series, bars }] : [];
  });
  const { bus, db, log, clock } = context;
  const store = async (): Promise<void> => {
    // Corrections come first: unlike the bars, they may be stored again by a retry.
    for (const { series, bars } of late) {
      const of = { seriesId: series.id, resolution: series.base, reason: 'late' } as const;
      await insertCorrections(db, { ...of, bars }, clock.now());
    }
    await appendBars(db, appends);
  };
  await retryUnavailable(store, {
    signal,
    onUnavailable: (error) => log.warn({ err: error }, 'closed bars wait for the database'),
  });
  for (const { series, bars } of late) {
    const times = Array.from(bars.openTimeMs);
    log.warn(
      { symbol: series.symbol, times },
      'bars came after their time was closed without them',
    );
  }
  const stored = taken.flatMap(({ writer, pending }) =>
    pending.map((append) => storedEvent(writer, append)),
  );
  if (stored.length > 0) bus.publish(storedTopic, stored);
  for (const [throughMs, some] of Map.groupBy(taken, (one) => one.throughMs)) {
    bus.publish(closedTopic, {
      symbols: some.map(({ writer }) => writer.series.symbol),
      throughMs,
    });
  }
}

/**
 * Queue of commits of several callers, each for one series: commits that arrive during a transaction go into the next
 * one. Each caller waits for its own commit.
 */
export class CommitQueue {
  readonly #store: (commits: readonly SeriesCommit[]) => Promise<void>;
  #due: SeriesCommit[] = [];
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  /** `store` is called for one list at a time; when it rejects, so do the callers of that list. */
  constructor(store: (commits: readonly SeriesCommit[]) => Promise<void>) {
    this.#store = store;
  }

  add(commit: SeriesCommit): Promise<void> {
    this.#due.push(commit);
    this.#next ??= this.#run();
    return this.#next;
  }

  async #run(): Promise<void> {
    await this.#running.catch(() => {});
    const commits = this.#due;
    this.#due = [];
    this.#next = null;
    this.#running = this.#store(commits);
    await this.#running;
  }
}

function storedEvent(writer: SeriesWriter, { resolution, bars }: SeriesBars): StoredEvent {
  return {
    symbol: writer.series.symbol,
    seriesId: writer.series.id,
    resolution,
    bars:
      bars.length > MOST_BARS_IN_EVENT
        ? null
        : Array.from({ length: bars.length }, (_, i) => barAt(bars, i)),
  };
}
