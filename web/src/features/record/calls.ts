import type { Query, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** What the record holds: its last computation, the head of the day, the certificate. */
export type RecordState = Reply<typeof ROUTES.record>;
/** Every group of a source, origin and period, and the touches of weekly levels. */
export type RecordFigures = Reply<typeof ROUTES.recordFigures>;
/** A group of rows with its figures. */
export type RecordGroup = RecordFigures['groups'][number];
/** Touches of weekly levels of a category beside those of their twins. */
export type RecordTouches = RecordFigures['touches'][number];
/** A group month by month. */
export type RecordHistory = Reply<typeof ROUTES.recordHistory>;
/** The heads of the chains. */
export type RecordHead = Reply<typeof ROUTES.recordHeads>[number];
/** Certificates, what failed, and corrections. */
export type RecordCertificates = Reply<typeof ROUTES.recordCertificates>;

/** How often a page looks whether figures are there while they are computed. */
const COMPUTING_MS = 4000;
/** How often it looks for those of a new night. */
const IDLE_MS = 10 * 60_000;

/** What the record holds; asked again often while figures are being computed, or none exist yet. */
export const recordQuery = () =>
  queryOptions({
    queryKey: ['record', 'state'],
    queryFn: ({ signal }) => call('record', { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && data.run !== null && data.computing === null ? IDLE_MS : COMPUTING_MS,
  });

/** Figures of every group; `finished` is when they were computed, so that those of a new run are fetched. */
export const recordFiguresQuery = (query: Query<typeof ROUTES.recordFigures>, finished: number) =>
  queryOptions({
    queryKey: ['record', 'figures', query, finished],
    queryFn: ({ signal }) => call('recordFigures', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Without a network they fail: those of another choice must not stay for as long as it is away.
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** A group month by month; see `recordFiguresQuery` of `finished`. */
export const recordHistoryQuery = (query: Query<typeof ROUTES.recordHistory>, finished: number) =>
  queryOptions({
    queryKey: ['record', 'history', query, finished],
    queryFn: ({ signal }) => call('recordHistory', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** The heads of the chains, the newest first. */
export const recordHeadsQuery = () =>
  queryOptions({
    queryKey: ['record', 'heads'],
    queryFn: ({ signal }) => call('recordHeads', { signal }),
  });

/** The last thirty certificates, what failed in the newest, and corrections. */
export const recordCertificatesQuery = () =>
  queryOptions({
    queryKey: ['record', 'certificates'],
    queryFn: ({ signal }) => call('recordCertificates', { signal }),
  });
