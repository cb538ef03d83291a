import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** A listed symbol as the back office has it. */
export type AdminSymbol = Reply<typeof ROUTES.adminSymbols>['symbols'][number];
/** Symbols, what the sources offer besides, and the sources. */
export type AdminSymbols = Reply<typeof ROUTES.adminSymbols>;
/** How sources and parts are. */
export type Feeds = Reply<typeof ROUTES.adminFeeds>;
/** The contents of the landing page. */
export type SiteContent = Reply<typeof ROUTES.site>;
/** A row of the audit log. */
export type AuditEntry = Reply<typeof ROUTES.adminAudit>['entries'][number];

const FEEDS_MS = 10_000;

/** Symbols, offers and sources. */
export const adminSymbolsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'symbols'],
    queryFn: ({ signal }) => call('adminSymbols', { query: {}, signal }),
    staleTime: 0,
  });

/** The feeds, read again every ten seconds while they are looked at. */
export const feedsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'feeds'],
    queryFn: ({ signal }) => call('adminFeeds', { query: {}, signal }),
    staleTime: 0,
    refetchInterval: FEEDS_MS,
  });

/** The texts of the landing page: built in, and the owner's. */
export const siteTextsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'site-texts'],
    queryFn: ({ signal }) => call('adminSiteTexts', { query: {}, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** The contents of the landing page as they were saved. */
export const adminSiteQuery = () =>
  queryOptions({
    queryKey: ['admin', 'site'],
    queryFn: ({ signal }) => call('adminSite', { query: {}, signal }),
    staleTime: 0,
  });

/** What narrows the audit log; empty texts do not. */
export interface AuditFilter {
  readonly admin: string;
  readonly action: string;
  readonly subject: string;
}

/** The audit log, the newest first, part by part. */
export const auditQuery = ({ admin, action, subject }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', admin, action, subject],
    queryFn: ({ signal, pageParam }) =>
      call('adminAudit', {
        query: {
          ...(admin && { admin }),
          ...(action && { action }),
          ...(subject && { subject }),
          ...(pageParam && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
