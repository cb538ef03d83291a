import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { reclaimTable } from '../../platform/db/reclaim.ts';
import type { EngineBuild } from '../../platform/engine-build.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import {
  foldEvents,
  listEvents,
  listEventsAfter,
  listFoldable,
  updatedTopic,
} from '../analysis/index.ts';
import { listSeries, type Series, symbolsTopic } from '../market/index.ts';
import {
  type AppendedRows,
  appendEach,
  appendEvents,
  isFaultOfEvent,
  isRecorded,
  type Publishing,
  type SetAside,
} from './append-events.ts';
import { endArchived } from './end-series.ts';
import { foldSignals, listFoldableSignals, type Sealed, sealChains } from './fold.ts';
import { BuildWaits, registerChanges } from './register.ts';
import { type PublisherWait, savePublisherWait } from './register-store.ts';
import {
  findPublisherCursor,
  lockPublisher,
  type PublisherState,
  updatePublisherCursor,
} from './store.ts';
import { buildWaitsTopic } from './topics.ts';
import { listUnpublished } from './unpublished-events.ts';

/** Number of events in one transaction. */
const BATCH = 2000;
/** Pause after a failure, on the wall clock. */
const RETRY_MS = 1000;
/** Age of an event, and number of events of a history, from which the history's events are folded. */
const FOLD_AGE_MS = DAY_MS;
const FOLD_EVENTS = 500;
/** Number of transactions after which published events are folded while there is more to publish. */
const FOLD_AFTER = 20;
/** Number of histories folded at such a time, even while new events arrive. */
const FOLD_AT_LEAST = 20;
/** Number of keys that a log line names. */
const KEYS_NAMED = 5;

/** Words of the part's status while nothing is published. */
const WAITS = {
  checking: 'publishing waits until the new build has reproduced the stored rows',
  refused:
    'publishing is halted (build-not-reproduced): the new build does not reproduce the stored rows',
} as const satisfies Record<PublisherWait['why'], string>;

type FindSeries = Publishing['findSeries'];

/** Result of one publishing transaction. */
export interface Published extends AppendedRows {
  /** Events that could not become a row; the cursor is nevertheless after them. */
  readonly aside: readonly SetAside[];
  /** Whether there may be more to read immediately. */
  readonly more: boolean;
}

/**
 * Publishes the next events: reads after the cursor, appends to both chains and moves the cursor, in one transaction.
 * An event that cannot be published is set aside: it stays unchanged, without a row, and does not block the others.
 * `findSeries` returns every series, archived ones included. With a `build`, its row and those of changed facts precede
 * the published rows; throws `BuildWaits` for a build that may not publish.
 */
export async function publishNext(
  db: Db,
  findSeries: FindSeries,
  now: () => number,
  batch = BATCH,
  build: EngineBuild | null = null,
): Promise<Published> {
  const publish = (append: typeof appendEvents | typeof appendEach): Promise<Published> =>
    inTransaction(db, async (trx) => {
      const state = await lockPublisher(trx);
      const { events, lastId } = await listEventsAfter(trx, state.eventId, batch);
      if (lastId === state.eventId) return { ledger: [], outcomes: [], aside: [], more: false };
      // The time is read after the events: no event is published at a time before it was made.
      const nowMs = Math.max(now(), state.publishedMs);
      const heads = await withRegister(trx, state, build, nowMs);
      const rows = await append(trx, heads, events, { findSeries, nowMs });
      await updatePublisherCursor(trx, lastId);
      return { aside: [], ...rows, more: events.length === batch };
    });
  try {
    return await publish(appendEvents);
  } catch (error) {
    if (!isFaultOfEvent(error)) throw error;
    return publish(appendEach);
  }
}

/** Appends what must precede the next rows of a build; without a build nothing is registered. */
async function withRegister(
  trx: Db,
  state: PublisherState,
  build: EngineBuild | null,
  nowMs: number,
): Promise<PublisherState> {
  if (!build) return state;
  return { ...state, ledger: await registerChanges(trx, state.ledger, { build, nowMs }) };
}

/** Registers a build when the record has rows already; the first rows of a record register it themselves. */
async function registerBuild(db: Db, build: EngineBuild | null, now: () => number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const state = await lockPublisher(trx);
    if (state.ledger.number > 0)
      await withRegister(trx, state, build, Math.max(now(), state.publishedMs));
    await savePublisherWait(trx, null);
  });
}

/** Tries to publish the events that were set aside, and returns those that still cannot be published. */
export async function publishSetAside(
  db: Db,
  findSeries: FindSeries,
  now: () => number,
  batch = BATCH,
  build: EngineBuild | null = null,
): Promise<SetAside[]> {
  const seriesIds = (await listSeries(db)).filter(isRecorded).map(({ id }) => id);
  const aside: SetAside[] = [];
  for (let afterId = 0; ; ) {
    const ids = await inTransaction(db, async (trx) => {
      const state = await lockPublisher(trx);
      const of = { seriesIds, afterId, upToId: state.eventId, limit: batch };
      const found = await listUnpublished(trx, of);
      if (found.length === 0) return found;
      const events = await listEvents(trx, found);
      const publishing = { findSeries, nowMs: Math.max(now(), state.publishedMs) };
      const heads = await withRegister(trx, state, build, publishing.nowMs);
      aside.push(...(await appendEach(trx, heads, events, publishing)).aside);
      return found;
    });
    if (ids.length < batch) return aside;
    afterId = ids.at(-1) ?? afterId;
  }
}

/** Parameters of folding. */
interface Folding {
  readonly findSeries: FindSeries;
  readonly nowMs: number;
  /** Whether folding must be interrupted; checked before each history. */
  readonly isUrgent: () => boolean;
}

/**
 * Folds what is published and old, one history at a time: first its events, then its rows. A history with events set
 * aside stays unchanged. False when it was interrupted because `isUrgent` returned true.
 */
async function foldPublished(db: Db, { findSeries, nowMs, isUrgent }: Folding): Promise<boolean> {
  const due = { olderThanMs: nowMs - FOLD_AGE_MS, moreThan: FOLD_EVENTS };
  const histories = await listFoldable(db, await findPublisherCursor(db), due);
  for (const history of histories) {
    if (isUrgent()) return false;
    const series = await findSeries(history.seriesId);
    await inTransaction(db, async (trx) => {
      const { eventId } = await lockPublisher(trx);
      const of = { seriesIds: [series.id], upToId: eventId, limit: 1 };
      if (isRecorded(series) && (await listUnpublished(trx, of)).length > 0) return;
      await foldEvents(trx, history, eventId);
    });
  }
  for (;;) {
    if (isUrgent()) return false;
    const sealed = await inTransaction(db, async (trx) => {
      await lockPublisher(trx);
      return sealChains(trx);
    });
    if (!sealed.more) return foldRows(db, sealed, { due, isUrgent });
  }
}

async function foldRows(
  db: Db,
  sealed: Sealed,
  {
    due,
    isUrgent,
  }: Pick<Folding, 'isUrgent'> & { readonly due: Parameters<typeof listFoldableSignals>[2] },
): Promise<boolean> {
  const histories = await listFoldableSignals(db, sealed, due);
  for (const history of histories) {
    if (isUrgent()) return false;
    await inTransaction(db, async (trx) => {
      await lockPublisher(trx);
      await foldSignals(trx, history, sealed);
    });
  }
  for (const table of ['analysis_event', 'ledger', 'ledger_outcome']) await reclaimTable(db, table);
  return true;
}

/** Events set aside, for the operator. */
class AsideList {
  readonly #log: Logger;
  readonly #events = new Map<number, SetAside>();

  constructor(log: Logger) {
    this.#log = log;
  }

  add(aside: readonly SetAside[]): void {
    for (const [series, some] of Map.groupBy(aside, (one) => one.series)) {
      for (const one of some) this.#events.set(one.event.id, one);
      const keys = some.slice(0, KEYS_NAMED).map(({ event }) => event.key);
      const { symbol, id } = series;
      this.#log.error(
        { err: some[0]?.error, symbol, series: id, events: some.length, keys },
        'events of a symbol cannot be published and are set aside',
      );
    }
  }

  clear(): void {
    this.#events.clear();
  }

  /** Current symbols with their numbers of events; undefined without any. */
  get detail(): string | undefined {
    const current = [...this.#events.values()].filter(({ series }) => series.archivedAtMs === null);
    const named = Map.groupBy(current, ({ series }) => series.symbol);
    if (named.size === 0) return undefined;
    return `set aside: ${[...named].map(([symbol, some]) => `${symbol} (${some.length})`).join(', ')}`;
  }
}

/** Options of the publisher. */
export interface PublisherOptions {
  /** Reads the build of the running engine. Without it no build is registered. */
  readonly readBuild?: () => Promise<EngineBuild>;
}

/** Publisher of the record. */
export interface Publisher extends Part {
  /** Whether there is more to publish. */
  isBehind(this: void): boolean;
  /**
   * Whether the build may publish: `pending` while that is not known yet, `waiting` while it is being checked and after
   * it was refused.
   */
  standing(this: void): 'pending' | 'waiting' | 'accepted';
}

/**
 * Publishes the events of the analysis exactly once, even when the process dies; several publishers take turns. Folds
 * published events that are a day old. Events that cannot be published are set aside, named in log and status, and
 * tried again at the next start. Runs in the analyst's thread. Ready when all other events are published. Ends the open
 * legs of archived series.
 *
 * A build that is not registered publishes nothing before it has reproduced the stored rows of its version, which other
 * parts check when {@link buildWaitsTopic} asks for it; meanwhile, and after a failed check, the part is ready and its
 * detail says why nothing is published.
 */
export function startPublisher(
  { db, bus, clock, log }: PartContext,
  { readBuild }: PublisherOptions = {},
): Publisher {
  const stopping = new AbortController();
  const known = new Map<number, Series>();
  let awake = true;
  let wake = (): void => {};
  let state: 'behind' | 'ready' | 'interrupted' | PublisherWait['why'] = 'behind';
  let build: EngineBuild | null = null;
  let isRegistered = false;

  const findSeries = async (id: number): Promise<Series> => {
    // Only a whole series has events, so that one which was not whole when it was read has become so.
    if (!known.get(id)?.isWhole) for (const one of await listSeries(db)) known.set(one.id, one);
    const series = known.get(id);
    assert(series, `an event of series ${id}, which does not exist`);
    return series;
  };
  const ring = (): void => {
    awake = true;
    wake();
  };
  // Series that were archived before this start, and those that are archived later.
  let mayHaveEnded = true;
  const off = [
    bus.subscribe(updatedTopic, ring),
    bus.subscribe(symbolsTopic, () => {
      mayHaveEnded = true;
      ring();
    }),
  ];

  const aside = new AsideList(log);
  let isTriedAgain = false;
  let unfolded = 0;
  const now = (): number => clock.now();
  /** Reports a build that may not publish, once for each state. */
  const wait = async ({ code, build: waiting, check, message }: BuildWaits): Promise<void> => {
    const why = code === 'build-unchecked' ? 'checking' : 'refused';
    isRegistered = false;
    if (state !== why) {
      await savePublisherWait(db, { why, build: waiting });
      if (why === 'checking') log.info({ code, build: waiting }, message);
      else log.error({ code, build: waiting, check }, 'publishing is halted');
      state = why;
    }
    if (why === 'checking') bus.publish(buildWaitsTopic, { build: waiting });
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      awake = false;
      try {
        if (!isRegistered) {
          build ??= (await readBuild?.()) ?? null;
          await registerBuild(db, build, now);
          isRegistered = true;
        }
        const published = await publishNext(db, findSeries, now, BATCH, build);
        const { more, aside: fresh } = published;
        aside.add(fresh);
        if (!more && !isTriedAgain) {
          // Also finds the events that this process has set aside so far.
          const still = await publishSetAside(db, findSeries, now, BATCH, build);
          aside.clear();
          aside.add(still);
          isTriedAgain = true;
        }
        if (!more && mayHaveEnded) {
          mayHaveEnded = false;
          const { waiting } = await endArchived(db, {
            now,
            register: async (trx, last, nowMs) =>
              (await withRegister(trx, last, build, nowMs)).ledger,
          });
          mayHaveEnded ||= waiting > 0;
        }
        state = more ? 'behind' : 'ready';
        unfolded += 1;
        if (more && unfolded < FOLD_AFTER) continue;
        // A continuous stream of new events must not prevent folding.
        let looksLeft = unfolded < FOLD_AFTER ? 0 : FOLD_AT_LEAST;
        const isUrgent = (): boolean => {
          looksLeft -= 1;
          return stopping.signal.aborted || (awake && !more && looksLeft < 0);
        };
        if (await foldPublished(db, { findSeries, nowMs: clock.now(), isUrgent })) unfolded = 0;
        if (more) continue;
      } catch (error) {
        mayHaveEnded = true;
        try {
          if (!(error instanceof BuildWaits)) throw error;
          await wait(error);
        } catch (failure) {
          state = 'interrupted';
          log.error({ err: failure }, 'publishing was interrupted');
        }
        await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
        continue;
      }
      if (!awake && !stopping.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  };
  const running = run();

  return {
    name: 'publisher',
    status() {
      if (state === 'checking') return { ready: true, detail: WAITS.checking };
      if (state === 'refused') return { ready: true, detail: WAITS.refused };
      if (state !== 'ready') return { ready: false, detail: state };
      const { detail } = aside;
      return { ready: true, ...(detail && { detail }) };
    },
    isBehind: () => state === 'behind',
    standing() {
      if (isRegistered) return 'accepted';
      return state === 'checking' || state === 'refused' ? 'waiting' : 'pending';
    },
    async stop() {
      stopping.abort();
      for (const end of off) end();
      ring();
      await running;
    },
  };
}
