import { barEnd, DAY_MS, HOUR_MS } from '@rasat/engine';
import type { Connector } from '../../connectors/connector.ts';
import { delayClock, type Timer } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import {
  SourceFeed,
  type SourceFigures,
  type SourceReport,
  type SourceStatus,
} from './feed/source-feed.ts';
import type { RepairState } from './gaps/gap-repair.ts';
import type { Publication } from './gaps/publication.ts';
import { underOwnNames } from './listing/own-names.ts';
import { underSplits } from './listing/under-splits.ts';
import { type OpenBars, playReplay, SILENT_MS } from './replay/replay.ts';
import { deleteFilledGaps } from './store/gap-store.ts';
import { listHeads } from './store/read-bars.ts';
import { deleteRefusedTicks } from './store/refused-tick-store.ts';
import { deleteReplayBars, listOpenReplays, updateReplay } from './store/replay-store.ts';
import { findSymbol, listSymbols, lockSymbol, removeSymbol } from './store/symbol-store.ts';
import { deleteTickCounts } from './store/tick-count-store.ts';
import { FILE_SOURCE, type MarketSymbol, REPLAY_SOURCE } from './symbol.ts';
import { closedTopic, MARKET_CHANNEL, REPLAY_CHANNEL, symbolsTopic } from './topics.ts';

/** Options of the feed. */
export interface FeedOptions {
  readonly connectors: readonly Connector[];
  /** Reads the files of replays. */
  readonly openBars: OpenBars;
  /** What is made of the bars. Without it gaps are not repaired. */
  readonly publication?: Publication;
}

/** The running feed. */
export interface FeedPart extends Part {
  /** Returns the completed share of the first fill of the markets, 0 to 1. */
  filled(): number;
  /** Returns the status of each source. */
  sources(): readonly SourceStatus[];
  /** Returns the status of each source with its properties and the ages of its prices. */
  reports(): readonly SourceReport[];
  /** Returns what is measured of each source besides its status. */
  figures(): readonly SourceFigures[];
  /** Repair of the gaps of the sources. */
  readonly gaps: FeedGaps;
  /**
   * Asks every source that tells splits and renames for them, and stores the new ones. Rejects after all were asked when
   * one of them failed.
   */
  findActions(): Promise<void>;
}

/** Repair of the gaps of the sources; an action without a source is for all of them. */
export interface FeedGaps {
  states(): readonly RepairState[];
  /** Begins a repair in the background, unless one runs. */
  fill(source?: string): void;
  /** Stops the repair, and waits for its end. */
  stop(source?: string): Promise<void>;
  /**
   * Compares the last days of each source's histories with the source, one source after the other. A source that is not
   * live is left out.
   */
  review(): Promise<void>;
}

/** Greatest number of replays that run at the same time. */
const MOST_REPLAYS = 3;
/** Time for which an ended replay stays visible. */
const REPLAY_SHOWN_MS = HOUR_MS;
const TICK_DAYS = 14;
/** Time after which filled gaps are deleted. An empty gap stays known, so that it is not found again. */
const GAP_DAYS = 90;

/**
 * Feeds every source into the database and the bus, plays the files that the command line requests, and announces the
 * command line's imports to the other parts. Ready when every source is live.
 */
export function startFeed(context: PartContext, options: FeedOptions): FeedPart {
  const { listen, log } = context;
  const { publication } = options;
  const stopping = new AbortController();
  const feeds = options.connectors
    .map((connector) => underSplits(underOwnNames(connector, context.db), context.db))
    .map(
      (connector, _, all) =>
        new SourceFeed({
          context,
          connector,
          others: all.filter((one) => one !== connector),
          clock: delayClock(context.clock, connector.delay.ms),
          ...(publication && { publication }),
        }),
    );
  const replays = new Map<number, Promise<void>>();
  const background = new Set<Promise<void>>();
  const timers = new Set<Timer>();
  const inBackground = (work: Promise<void>, what: string): void => {
    const tracked: Promise<void> = work
      .catch((error: unknown) => log.warn({ err: error }, what))
      .finally(() => background.delete(tracked));
    background.add(tracked);
  };

  const playAsked = async (): Promise<void> => {
    for (const replay of await listOpenReplays(context.db)) {
      if (stopping.signal.aborted || replay.state !== 'asked' || replays.has(replay.id)) continue;
      if (replay.silentMs > SILENT_MS) {
        await updateReplay(context.db, replay.id, { state: 'ended', detail: 'Its caller left.' });
        continue;
      }
      if (replays.size >= MOST_REPLAYS) return;
      const playing = playReplay(context, replay, options.openBars, stopping.signal).finally(() => {
        replays.delete(replay.id);
        if (stopping.signal.aborted) return;
        inBackground(playAsked(), 'replays could not be listed');
        inBackground(forgetLater(replay.symbol), 'a replay could not be forgotten');
      });
      replays.set(replay.id, playing);
    }
  };
  const forgetLater = async (symbol: string): Promise<void> => {
    const shown = await findReplaySymbol(context, symbol);
    if (!shown) return;
    const timer = context.clock.setTimeout(() => {
      timers.delete(timer);
      inBackground(forgetReplay(context, shown), 'a replay could not be forgotten');
    }, REPLAY_SHOWN_MS);
    if (stopping.signal.aborted) timer.cancel();
    else timers.add(timer);
  };
  const begin = async (): Promise<void> => {
    const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
    await forgetReplays(context).catch(warn('earlier replays could not be forgotten'));
    // The other parts may have read their data before an import whose notice did not reach them.
    await tellImport(context, feeds, null).catch(warn('imports could not be told'));
    for (const feed of feeds) if (!stopping.signal.aborted) feed.start();
  };
  let begun: Promise<void> | undefined;
  const unlisten = [
    listen(MARKET_CHANNEL, (payload) => {
      // The first call means that this process now receives the notices.
      if (begun) {
        const told = begun.then(() => tellImport(context, feeds, payload));
        inBackground(told, 'an import could not be told');
      } else begun = begin();
    }),
    listen(REPLAY_CHANNEL, () => {
      inBackground(Promise.resolve(begun).then(playAsked), 'replays could not be listed');
    }),
  ];

  return {
    name: 'feed',
    status: () => describe(feeds.map((feed) => feed.status())),
    sources: () => feeds.map((feed) => feed.status()),
    reports: () => feeds.map((feed) => feed.report()),
    figures: () => feeds.map((feed) => feed.figures()),
    gaps: gapsOf(context, feeds),
    findActions: () => findActions(context, feeds),
    filled: () => feeds.reduce((sum, feed) => sum + feed.status().filled, 0) / (feeds.length || 1),
    async stop() {
      stopping.abort();
      for (const end of unlisten) end();
      for (const timer of timers) timer.cancel();
      await begun;
      await Promise.all([...replays.values(), ...background]);
      await Promise.all(feeds.map((feed) => feed.stop()));
    },
  };
}

function gapsOf({ log }: PartContext, feeds: readonly SourceFeed[]): FeedGaps {
  const named = (source: string | undefined): readonly SourceFeed[] =>
    feeds.filter((feed) => source === undefined || feed.status().source === source);
  return {
    states: () => feeds.flatMap((feed) => feed.repair() ?? []),
    fill(source) {
      for (const feed of named(source)) feed.fillGaps();
    },
    async stop(source) {
      await Promise.all(named(source).map((feed) => feed.stopFillingGaps()));
    },
    async review() {
      for (const feed of feeds) {
        if (await feed.review()) continue;
        const { source } = feed.status();
        log.warn({ source }, 'the last days of a source could not be compared with it');
      }
    },
  };
}

async function findActions({ log }: PartContext, feeds: readonly SourceFeed[]): Promise<void> {
  const found: Record<string, number | null> = {};
  const errors: unknown[] = [];
  for (const feed of feeds.filter((one) => one.tellsActions)) {
    try {
      found[feed.status().source] = await feed.findActions();
    } catch (error) {
      errors.push(error);
    }
  }
  log.info({ found, failed: errors.length }, 'splits and renames were looked for');
  if (errors.length > 0) throw new AggregateError(errors, 'a source did not tell its splits');
}

/** Ends the replays that a previous server process left unfinished, before anything is fed. */
async function forgetReplays(context: PartContext): Promise<void> {
  const { db, clock } = context;
  for (const replay of await listOpenReplays(db)) {
    if (replay.state === 'playing') {
      await updateReplay(db, replay.id, { state: 'ended', detail: 'The server was restarted.' });
    }
  }
  for (const { symbol, series } of await listSymbols(db)) {
    if (series.source !== REPLAY_SOURCE) continue;
    await inTransaction(db, (trx) => removeSymbol(trx, symbol, clock.now()));
  }
}

async function findReplaySymbol({ db }: PartContext, name: string): Promise<MarketSymbol | null> {
  const symbol = await findSymbol(db, name);
  return symbol?.series.source === REPLAY_SOURCE ? symbol : null;
}

/** Removes a replayed symbol from the list, unless another replay of that name has started. */
async function forgetReplay(context: PartContext, { symbol, series }: MarketSymbol): Promise<void> {
  const { db, bus, clock } = context;
  const gone = await inTransaction(db, async (trx) => {
    await lockSymbol(trx, symbol);
    const listed = await findSymbol(trx, symbol);
    if (listed?.series.id !== series.id) return false;
    await removeSymbol(trx, symbol, clock.now());
    return true;
  });
  if (gone) bus.publish(symbolsTopic, { symbols: [symbol] });
}

/** Handles the notice that another process has changed a symbol, or (null) possibly any of them. */
async function tellImport(
  context: PartContext,
  feeds: readonly SourceFeed[],
  payload: string | null,
): Promise<void> {
  const { db, bus } = context;
  const name = payload === '' ? null : payload;
  await Promise.all(feeds.map((feed) => feed.recheck()));
  bus.publish(symbolsTopic, { symbols: name === null ? null : [name] });
  const imported = (await listSymbols(db)).filter(
    ({ symbol, series }) => series.source === FILE_SOURCE && (name === null || symbol === name),
  );
  const heads = await listHeads(
    db,
    imported.map(({ series }) => series.id),
  );
  for (const { symbol, series } of imported) {
    const head = heads.find((one) => one.seriesId === series.id && one.resolution === series.base);
    if (!head) continue;
    const throughMs = barEnd(series.base, head.lastOpenTimeMs, series.fx);
    bus.publish(closedTopic, { symbols: [symbol], throughMs });
  }
}

function describe(sources: readonly SourceStatus[]): { ready: boolean; detail: string } {
  const detail = sources.map((status) => {
    const {
      source,
      phase,
      filled,
      symbols,
      connected,
      accepted,
      refused,
      clockAlarm,
      silentSinceMs,
    } = status;
    const counts = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`);
    return [
      `${source}: ${phase === 'filling' ? `filling ${Math.floor(filled * 100)} %` : phase}`,
      `${symbols} symbols`,
      `${accepted} ticks`,
      ...(counts.length > 0 ? [`refused ${counts.join(', ')}`] : []),
      ...(phase === 'live' && filled < 1 ? [`history ${Math.floor(filled * 100)} %`] : []),
      ...(phase === 'live' && !connected ? ['not connected'] : []),
      ...(silentSinceMs === null ? [] : ['sends nothing']),
      ...(clockAlarm ? ['its clock is not ours'] : []),
    ].join('; ');
  });
  return { ready: sources.every(({ phase }) => phase === 'live'), detail: detail.join(' | ') };
}

/** Daily jobs of the market that delete refused ticks, counts of ticks, bars of old replays and filled gaps. */
export const marketJobs: readonly Job[] = [
  {
    name: 'market.forget-replays',
    cron: '27 4 * * *',
    async run({ db, clock, log }) {
      const beforeMs = clock.now() - DAY_MS;
      const count = await inTransaction(db, (trx) =>
        deleteReplayBars(trx, REPLAY_SOURCE, beforeMs),
      );
      log.info({ count }, 'bars of replays forgotten');
    },
  },
  {
    name: 'market.forget-prints',
    cron: '17 4 * * *',
    async run({ db, clock, log }) {
      const beforeMs = clock.now() - TICK_DAYS * DAY_MS;
      await deleteTickCounts(db, beforeMs);
      const count = await deleteRefusedTicks(db, beforeMs);
      log.info({ count }, 'refused ticks forgotten');
    },
  },
  {
    name: 'market.forget-gaps',
    cron: '37 4 * * *',
    async run({ db, clock, log }) {
      const count = await deleteFilledGaps(db, clock.now() - GAP_DAYS * DAY_MS);
      log.info({ count }, 'filled gaps forgotten');
    },
  },
];

/**
 * Job that looks for splits and renames: among other times before the openings of Borsa İstanbul and of New York.
 */
export function actionsJob(find: FeedPart['findActions']): Job {
  return { name: 'market.actions', cron: '22 4,9,15,21 * * *', run: () => find() };
}

/** Job that compares the last days of every source with the stored bars, before the record of the night is computed. */
export function reviewJob(review: FeedGaps['review']): Job {
  return { name: 'market.review', cron: '42 4 * * *', run: () => review() };
}
