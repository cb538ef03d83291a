import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/client.ts';

/** How long no figures count as none: they are computed once a fresh machine has filled its markets. */
const NONE_MS = 5 * 60_000;

/**
 * How often signals like a symbol's reached their first target, beside matched entries. Read once and kept for the visit,
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
