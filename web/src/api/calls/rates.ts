import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/client.ts';

/** How long an empty answer stays fresh: a new installation computes the rates after its markets are filled. */
const NONE_MS = 5 * 60_000;

/**
 * Rates at which signals like a symbol's reached their first target, with those of matched entries. Read once a visit,
 * since they change once a night.
 */
export const ratesQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['record', 'rates', symbol],
    queryFn: ({ signal }) => call('recordRates', { params: { symbol }, signal }),
    staleTime: ({ state: { data } }) =>
      data !== undefined && data.length > 0 ? Number.POSITIVE_INFINITY : NONE_MS,
    gcTime: Number.POSITIVE_INFINITY,
  });
