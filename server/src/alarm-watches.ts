import { HOUR_MS, MINUTE_MS } from '@rasat/contract';
import { marketOfCalendar } from '@rasat/engine';
import {
  listEndingCalendars,
  listPendingActions,
  listReviews,
  type SourceStatus,
} from './modules/market/index.ts';
import type { ObservedParts } from './observed-parts.ts';
import type { AlarmWatch, Finding } from './platform/alarms/alarm.ts';
import type { Db } from './platform/db/pool.ts';
import { shareOf } from './platform/disk.ts';
import type { LastRun } from './platform/jobs/last-runs.ts';

/** The server, as the watches see it. */
export interface WatchedServer {
  readonly db: Db;
  readonly observed: ObservedParts;
  /** Names of the scheduled jobs. */
  readonly jobs: ReadonlySet<string>;
  /** Returns whether the database answers. */
  readonly hears: () => boolean;
}

/** Time for which a source may be disconnected before the operator is told. */
const DISCONNECTED_MS = MINUTE_MS;
const DATABASE_MS = 30_000;
/** Age of the last tick below which a source certainly sends prices. */
const HEARD_MS = MINUTE_MS;
const JOBS_MS = MINUTE_MS;
const ACTIONS_MS = MINUTE_MS;
/** Age of a confirmed split or rename above which it could not be carried out; no source is behind for longer. */
const OVERDUE_MS = HOUR_MS;
/** Number and share of the compared bars above which a source differs from what is stored. */
const LEAST_DIFFERING = 3;
const DIFFERING_SHARE = 0.005;

/** Returns the conditions that the operator is told of. */
export function listWatches(server: WatchedServer): readonly AlarmWatch[] {
  const { db, observed, jobs, hears } = server;
  const sources = (): readonly SourceStatus[] => observed.feed?.sources() ?? [];
  return [
    {
      kind: 'database',
      holdMs: DATABASE_MS,
      look: () => (hears() ? [] : [{ subject: '', state: 'holds' }]),
    },
    {
      kind: 'silent',
      // The feed has waited for the limit of the category before it calls a source silent.
      holdMs: 0,
      look: (nowMs) => sources().flatMap((status) => findSilence(status, nowMs) ?? []),
    },
    {
      kind: 'disconnected',
      holdMs: DISCONNECTED_MS,
      look: () => sources().flatMap((status) => findDisconnection(status) ?? []),
    },
    {
      kind: 'differing',
      holdMs: 0,
      everyMs: HOUR_MS,
      look: async () => findDifferences(await listReviews(db), sources()),
    },
    {
      kind: 'action',
      holdMs: 0,
      everyMs: ACTIONS_MS,
      look: async (nowMs) => findUndecided(await listPendingActions(db), nowMs),
    },
    { kind: 'disk', holdMs: 0, look: () => findFilling(observed.disk) },
    {
      kind: 'job',
      holdMs: 0,
      everyMs: JOBS_MS,
      look: async () => findFailures(await observed.lastRuns(), jobs),
    },
    {
      kind: 'calendar',
      holdMs: 0,
      everyMs: HOUR_MS,
      look: async (nowMs) => findEndings(await listEndingCalendars(db, nowMs)),
    },
  ];
}

/**
 * A source that is not connected has an alarm of its own. After a start, or while its markets are closed, a source is not
 * known to send again before a tick has come.
 */
function findSilence(
  { source, silentSinceMs, connected, lastTickMs }: SourceStatus,
  nowMs: number,
): Finding | null {
  if (silentSinceMs !== null && connected) {
    return { subject: source, state: 'holds', sinceMs: silentSinceMs };
  }
  const isHeard = silentSinceMs === null && lastTickMs !== null && nowMs - lastTickMs < HEARD_MS;
  return isHeard ? null : { subject: source, state: 'unknown' };
}

function findDisconnection({ source, phase, connected }: SourceStatus): Finding | null {
  if (connected) return null;
  // While its history is fetched a source answers, although nothing is subscribed yet.
  const isUnknown = phase === 'filling' || phase === 'stopped';
  return { subject: source, state: isUnknown ? 'unknown' : 'holds' };
}

/** A source that has not been compared yet is unknown. */
function findDifferences(
  reviews: Awaited<ReturnType<typeof listReviews>>,
  sources: readonly SourceStatus[],
): readonly Finding[] {
  const last = new Map(reviews.map((review) => [review.source, review]));
  return sources.flatMap(({ source: subject }): readonly Finding[] => {
    const review = last.get(subject);
    if (!review) return [{ subject, state: 'unknown' }];
    const { compared, reviewedMs } = review;
    const differing = review.differs + review.late;
    if (differing < LEAST_DIFFERING || differing <= DIFFERING_SHARE * compared) return [];
    return [{ subject, state: 'holds', sinceMs: reviewedMs, facts: { differing, compared } }];
  });
}

/** Returns the symbols that need a decision: an open action, or a confirmed one that could not be carried out. */
function findUndecided(
  actions: Awaited<ReturnType<typeof listPendingActions>>,
  nowMs: number,
): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const { symbol: subject, state, effectiveMs, foundMs } of actions) {
    const isUndecided = state === 'open' || effectiveMs < nowMs - OVERDUE_MS;
    if (!isUndecided || first.has(subject)) continue;
    const sinceMs = state === 'open' ? foundMs : effectiveMs;
    first.set(subject, { subject, state: 'holds', sinceMs, facts: { effectiveMs } });
  }
  return [...first.values()];
}

/** Versions of a market's calendar end together. */
function findEndings(
  calendars: Awaited<ReturnType<typeof listEndingCalendars>>,
): readonly Finding[] {
  const ends = new Map(
    calendars.map(({ calendar, endsMs }) => [marketOfCalendar(calendar), endsMs] as const),
  );
  return Array.from(ends, ([subject, endsMs]) => ({ subject, state: 'holds', facts: { endsMs } }));
}

function findFilling(disk: ObservedParts['disk']): readonly Finding[] {
  const use = disk?.use();
  if (!disk || !use) return [{ subject: '', state: 'unknown' }];
  if (!disk.isFilling()) return [];
  const facts = {
    usedPercent: Math.floor(shareOf(use) * 100),
    freeMegabytes: Math.floor(use.freeBytes / 1e6),
  };
  return [{ subject: '', state: 'holds', facts }];
}

/** A job without a finished run is unknown: finished runs are deleted after a week. */
function findFailures(runs: readonly LastRun[], jobs: ReadonlySet<string>): readonly Finding[] {
  const last = new Map(runs.map((run) => [run.name, run]));
  return [...jobs].flatMap((subject): readonly Finding[] => {
    const run = last.get(subject);
    if (!run) return [{ subject, state: 'unknown' }];
    return run.failed ? [{ subject, state: 'holds', sinceMs: run.endedMs }] : [];
  });
}
