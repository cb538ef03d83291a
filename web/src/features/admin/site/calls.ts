import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** Contents of the landing page. */
export type SiteContent = Reply<typeof ROUTES.site>;

/** Returns the query of the landing page's texts: the built-in ones and the owner's. */
export const siteTextsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'site-texts'],
    queryFn: ({ signal }) => call('adminSiteTexts', { query: {}, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** Returns the query of the saved contents of the landing page. */
export const adminSiteQuery = () =>
  queryOptions({
    queryKey: ['admin', 'site'],
    queryFn: ({ signal }) => call('adminSite', { query: {}, signal }),
    staleTime: 0,
  });
