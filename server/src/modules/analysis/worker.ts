import { setTimeout as pause } from 'node:timers/promises';
import { isReference } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { Part, PartContext, PartStatus } from '../../platform/part.ts';
import {
  closedTopic,
  isAnalysed,
  listHeads,
  listSeries,
  listSymbols,
  REPLAY_SOURCE,
  repairedTopic,
  storedTopic,
  symbolsTopic,
} from '../market/index.ts';
import { type EndedSeries, SeriesEngines } from './series-engines.ts';
import { lockAnalyst, unlockAnalyst } from './store.ts';
import { updatedTopic } from './topics.ts';

/** Options of the analyst besides the bus. */
export interface AnalystOptions {
  /**
   * Whether some of its events are not published yet. Histories then wait, so that their events do not pile up; live
   * series never wait.
   */
  readonly isUnpublished?: () => boolean;
  /**
   * Whether the build may publish. The analysis waits until it may, so that no event of a build that is refused is ever
   * stored; while the build is being checked and after it was refused, the part is ready.
   */
  readonly standing?: () => 'pending' | 'waiting' | 'accepted';
}

/** Interval at which waiting histories check again, on the wall clock. */
const UNPUBLISHED_MS = 20;
/** Interval at which an analyst whose build may not publish asks again, on the wall clock. */
const UNACCEPTED_MS = 100;
/** Pause before the next attempt to become the analyst, and after a failure; on the wall clock. */
const RETRY_MS = 1000;

/**
 * Runs the analysis: reads the bars after the analysed ones, steps the engines, and stores states, events and views of
 * a round in one transaction. Of several processes on one database one works and the others wait. Meant for a thread of
 * its own; communicates through the bus and the database only. Ready when every analysed series is caught up.
 *
 * A split ends a series and begins another, so no engine is rescaled here. A series is analysed once all of its source's
 * history is stored: an engine reads bars in order of time, and older ones would change every result. Daily rates of a
 * bank are not analysed at all.
 */
export function startAnalyst(
  context: PartContext,
  { isUnpublished = () => false, standing = () => 'accepted' }: AnalystOptions = {},
): Part {
  const { db, bus, log, clock } = context;
  const news = listenForNews(bus);
  const ending = new AbortController();
  let stopping = false;
  let engines: SeriesEngines | undefined;
  let detail = 'starting';

  const work = async (connection: Db): Promise<void> => {
    const current = new SeriesEngines({ log, now: () => clock.now(), throughOf: news.throughOf });
    let listIsStale = true;
    while (!stopping) {
      if (standing() !== 'accepted') {
        await pause(UNACCEPTED_MS, undefined, { signal: ending.signal }).catch(() => {});
        continue;
      }
      const { symbols, repaired, listChanged } = news.take();
      current.forget(repaired);
      const unknown = symbols !== null && [...symbols].some((symbol) => !current.has(symbol));
      if (listIsStale || listChanged || unknown) {
        listIsStale = false;
        const listed = await listSymbols(connection);
        await current.load(
          connection,
          listed.map((symbol) => symbol.series).filter(isAnalysed),
          await listEnded(connection),
        );
        engines = current;
      }
      current.mark(symbols);
      if (current.hasOnlyHistories && isUnpublished()) {
        await pause(UNPUBLISHED_MS);
      } else if (current.hasWork) {
        const round = await current.round(connection);
        if (round.symbols.length > 0) bus.publish(updatedTopic, round);
      } else if (!(await current.keepSnapshots(connection))) {
        await news.wait();
      }
    }
  };

  /** Works while this connection holds the lock, which is released even when the process is killed. */
  const workAlone = async (connection: Db): Promise<void> => {
    if (!(await lockAnalyst(connection))) {
      detail = 'another process analyses';
      return;
    }
    try {
      detail = 'starting';
      await work(connection);
    } finally {
      await unlockAnalyst(connection).catch(() => {});
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping) {
      try {
        await db.connection().execute(workAlone);
      } catch (error) {
        detail = 'interrupted';
        log.error({ err: error }, 'the analysis was interrupted');
      }
      engines = undefined;
      await pause(RETRY_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const running = run();

  return {
    name: 'analyst',
    status() {
      if (standing() === 'waiting') return { ready: true, detail: 'waits with the publisher' };
      return engines ? statusOf(engines) : { ready: false, detail };
    },
    async stop() {
      stopping = true;
      ending.abort();
      news.stop();
      await running;
    },
  };
}

/** Returns the archived series with bars; those of replays are not read to their end. */
async function listEnded(db: Db): Promise<EndedSeries[]> {
  const archived = (await listSeries(db)).filter(
    ({ archivedAtMs, source, delay }) =>
      archivedAtMs !== null && source !== REPLAY_SOURCE && !isReference(delay),
  );
  const byId = new Map(archived.map((series) => [series.id, series]));
  return (await listHeads(db, [...byId.keys()])).flatMap(({ seriesId, resolution, length }) => {
    const series = byId.get(seriesId);
    return series?.base === resolution ? [{ series, bars: length }] : [];
  });
}

function statusOf(engines: SeriesEngines): PartStatus {
  const { series, caughtUp, failed } = engines.progress();
  if (failed.length > 0) {
    return { ready: caughtUp + failed.length >= series, detail: `stopped: ${failed.join(', ')}` };
  }
  if (caughtUp < series) return { ready: false, detail: `${caughtUp} of ${series} symbols` };
  return { ready: true };
}

/** Market events that are not processed yet. */
interface News {
  /**
   * Returns and clears the symbols that may have new bars (null: any), those among them into whose past bars were
   * inserted, and whether the list of symbols changed.
   */
  take(): {
    readonly symbols: ReadonlySet<string> | null;
    readonly repaired: ReadonlySet<string>;
    readonly listChanged: boolean;
  };
  /** Returns the time up to which no bar of a symbol can still arrive; `take` does not clear it. */
  readonly throughOf: (symbol: string) => number | null;
  /** Resolves when there are new events, and at the end. */
  wait(): Promise<void>;
  stop(): void;
}

function listenForNews(bus: PartContext['bus']): News {
  const through = new Map<string, number>();
  let symbols: Set<string> | null = new Set();
  let repaired = new Set<string>();
  let listChanged = false;
  let isNew = false;
  let wake = (): void => {};

  const hear = (names: readonly string[] | null): void => {
    if (names === null) symbols = null;
    else for (const name of names) symbols?.add(name);
    isNew = true;
    wake();
  };
  const off = [
    bus.subscribe(closedTopic, (event) => {
      for (const symbol of event.symbols) {
        through.set(symbol, Math.max(through.get(symbol) ?? event.throughMs, event.throughMs));
      }
      hear(event.symbols);
    }),
    bus.subscribe(storedTopic, (events) => {
      // `closedTopic` announces single closes; this handler is for histories that arrive at once.
      const filled = events.filter((event) => event.bars === null);
      if (filled.length > 0) hear(filled.map((event) => event.symbol));
    }),
    bus.subscribe(repairedTopic, ({ symbols: names }) => {
      for (const name of names) repaired.add(name);
      hear(names);
    }),
    bus.subscribe(symbolsTopic, (event) => {
      listChanged = true;
      // A new history has no closed time yet.
      for (const symbol of event.symbols ?? [...through.keys()]) through.delete(symbol);
      hear(event.symbols);
    }),
  ];

  return {
    take() {
      const taken = { symbols, repaired, listChanged };
      symbols = new Set();
      repaired = new Set();
      listChanged = false;
      isNew = false;
      return taken;
    },
    throughOf: (symbol) => through.get(symbol) ?? null,
    async wait() {
      if (isNew) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    },
    stop() {
      for (const end of off) end();
      isNew = true;
      wake();
    },
  };
}
