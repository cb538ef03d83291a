import type { Query, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { calibrationQuery } from '../../api/calls/calibration.ts';
import { call } from '../../api/client/client.ts';

/** State of the record: its last computation, its parts, the head of the day, the certificate. */
export type RecordState = Reply<typeof ROUTES.record>;
/** Figures of every group of a source, origin and period, and the touches of weekly levels. */
export type RecordFigures = Reply<typeof ROUTES.recordFigures>;
/** A group of rows with its figures. */
export type RecordGroup = RecordFigures['groups'][number];
/** Touches of weekly levels and of their shifted twins, in a category or, when it is null, in all of them. */
export type RecordTouches = RecordFigures['touches'][number];
/** Cumulative result of a group by month, and its differences by category and month. */
export type RecordHistory = Reply<typeof ROUTES.recordHistory>;
/** A head of the chains. */
export type RecordHead = Reply<typeof ROUTES.recordHeads>[number];
/** Proof that the chains of one day begin with those of an earlier day. */
export type RecordConsistency = Reply<typeof ROUTES.recordConsistency>;
/** A registered build of the engine. */
export type RecordBuild = Reply<typeof ROUTES.recordBuilds>['builds'][number];
/** How often the chances of touch of a source came true, and the registered looks at them. */
export type RecordCalibration = Reply<typeof ROUTES.recordCalibration>;
/** Certificates, failures of the newest one, and corrections. */
export type RecordCertificates = Reply<typeof ROUTES.recordCertificates>;

/** Refetch interval while figures are being computed, or while none exist. */
const COMPUTING_MS = 4000;
/** Refetch interval while figures are complete; new ones are computed every night. */
const IDLE_MS = 10 * 60_000;

/** Returns the query of the record's state, refetched often while figures are being computed or none exist. */
export const recordQuery = () =>
  queryOptions({
    queryKey: ['record', 'state'],
    queryFn: ({ signal }) => call('record', { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && data.run !== null && data.computing === null ? IDLE_MS : COMPUTING_MS,
  });

/** Returns the query of the figures. `finished` is the end of their computation, so that a new run is fetched. */
export const recordFiguresQuery = (query: Query<typeof ROUTES.recordFigures>, finished: number) =>
  queryOptions({
    queryKey: ['record', 'figures', query, finished],
    queryFn: ({ signal }) => call('recordFigures', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Without a network the query fails instead of pausing: a paused query would keep showing another choice's figures.
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** Returns the query of a group's history; `finished` as in `recordFiguresQuery`. */
export const recordHistoryQuery = (query: Query<typeof ROUTES.recordHistory>, finished: number) =>
  queryOptions({
    queryKey: ['record', 'history', query, finished],
    queryFn: ({ signal }) => call('recordHistory', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** Returns whether symbols of a backtest are still being computed. */
export function isIncomplete({ symbols }: Pick<RecordCalibration, 'symbols'>): boolean {
  return symbols !== null && symbols.done < symbols.all;
}

/** Returns the query of the calibration, refetched often while it is being computed. */
export const recordCalibrationQuery = (query: Query<typeof ROUTES.recordCalibration>) =>
  queryOptions({
    ...calibrationQuery(query),
    refetchInterval: ({ state: { data } }) =>
      data && data.computed !== null && !isIncomplete(data) ? IDLE_MS : COMPUTING_MS,
  });

/** Returns the query of the heads of the chains, newest first. */
export const recordHeadsQuery = () =>
  queryOptions({
    queryKey: ['record', 'heads'],
    queryFn: ({ signal }) => call('recordHeads', { signal }),
  });

/** Returns the query of the registered builds, newest first. */
export const recordBuildsQuery = () =>
  queryOptions({
    queryKey: ['record', 'builds'],
    queryFn: ({ signal }) => call('recordBuilds', { signal }),
  });

/** Returns the query of the last thirty certificates, the failures of the newest one, and the corrections. */
export const recordCertificatesQuery = () =>
  queryOptions({
    queryKey: ['record', 'certificates'],
    queryFn: ({ signal }) => call('recordCertificates', { signal }),
  });
