import { type Reply, type ROUTES, WATCHING } from '@rasat/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useTranslation } from '../../../i18n/index.ts';
import { readFailure } from '../../../ui/failure.ts';
import { notify } from '../../../ui/notices.ts';

/** State of sources and parts. */
export type Feeds = Reply<typeof ROUTES.adminFeeds>;

const FEEDS_MS = 2000;

/**
 * Returns the query of the feeds, repeated every two seconds while the page is visible; it does not extend the session.
 */
export const feedsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'feeds'],
    queryFn: ({ signal }) => call('adminFeeds', { query: {}, signal, headers: WATCHING }),
    staleTime: 0,
    refetchInterval: FEEDS_MS,
  });

/** Returns the action that starts or stops the repair of a source, null for all sources; a failure becomes a notice. */
export function useRepair(action: 'adminFillGaps' | 'adminStopGaps') {
  const client = useQueryClient();
  const { t } = useTranslation('adminMarket');
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (source: string | null) =>
      call(action, { body: source === null ? {} : { source } }),
    onSuccess: () => client.invalidateQueries({ queryKey: feedsQuery().queryKey }),
    onError: (error) =>
      notify({
        title: t('feeds.gaps.failed'),
        text: errorText(readFailure(error).code),
        tone: 'bad',
      }),
  });
}
