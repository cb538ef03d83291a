import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** The contents of the landing page. */
export type SiteContent = Reply<typeof ROUTES.site>;

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
