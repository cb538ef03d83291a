import type { Query, Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** A row of the record. */
export type RecordRow = Reply<typeof ROUTES.recordRows>['rows'][number];
/** A row with its forty matched entries and the head that covers it. */
export type RecordRowDetail = Reply<typeof ROUTES.recordRow>;
/** What a list of rows is narrowed by, as the calls take it. */
export type RecordRowsQuery = Query<typeof ROUTES.recordRowsFile>;

/** Rows of the record, the newest first, 50 at a time. */
export const recordRowsQuery = (query: RecordRowsQuery) =>
  infiniteQueryOptions({
    queryKey: ['record', 'rows', query],
    queryFn: ({ signal, pageParam }) =>
      call('recordRows', {
        query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** One row of the record; `seq` as it stands in an address. */
export const recordRowQuery = (seq: string) =>
  queryOptions({
    queryKey: ['record', 'row', seq],
    queryFn: ({ signal }) => call('recordRow', { params: { seq }, signal }),
  });

/** The number of the row that published a signal. Throws `ApiError` with `not-found-404` while there is none. */
export async function findRow(
  query: Query<typeof ROUTES.recordFind>,
  signal: AbortSignal,
): Promise<number> {
  const { seq } = await call('recordFind', { query, signal });
  return seq;
}
