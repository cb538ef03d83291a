import type { Query, Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** A row of the record. */
export type RecordRow = Reply<typeof ROUTES.recordRows>['rows'][number];
/** A row with its matched entries and the head that covers it. */
export type RecordRowDetail = Reply<typeof ROUTES.recordRow>;
/** Filter of the rows, as query parameters of the calls. */
export type RecordRowsQuery = Query<typeof ROUTES.recordRowsFile>;

/** Returns the paged query of rows, newest first, 50 a page. */
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

/** Returns the query of one row; `seq` is its number as written in the address. */
export const recordRowQuery = (seq: string) =>
  queryOptions({
    queryKey: ['record', 'row', seq],
    queryFn: ({ signal }) => call('recordRow', { params: { seq }, signal }),
  });

/**
 * Returns the number of the row that published a signal. Throws `ApiError` `not-found-404` while there is no such row.
 */
export async function findRow(
  query: Query<typeof ROUTES.recordFind>,
  signal: AbortSignal,
): Promise<number> {
  const { seq } = await call('recordFind', { query, signal });
  return seq;
}
