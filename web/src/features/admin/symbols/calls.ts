import { type Reply, type ROUTES, WATCHING } from '@rasat/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** A listed symbol of the back office. */
export type AdminSymbol = Reply<typeof ROUTES.adminSymbols>['symbols'][number];
/** Symbols, and the sources. */
export type AdminSymbols = Reply<typeof ROUTES.adminSymbols>;
/** Result of a search of the instruments. */
export type FoundInstruments = Reply<typeof ROUTES.adminInstruments>;
/** An instrument that a source offers. */
export type OfferedInstrument = FoundInstruments['instruments'][number];

/** Returns the query of symbols and sources. */
export const adminSymbolsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'symbols'],
    queryFn: ({ signal }) => call('adminSymbols', { query: {}, signal }),
    staleTime: 0,
  });

const ACTIONS_MS = 60_000;

/** Key of every search of the instruments. */
export const INSTRUMENTS_KEY = ['admin', 'instruments'] as const;

/** A search of the instruments; what is empty or absent does not restrict it. */
export interface InstrumentSearch {
  readonly search: string;
  readonly source: string;
  readonly category?: AdminSymbol['category'];
}

/** Returns the query of a search of the instruments; the last result stays until the next one is there. */
export const instrumentsQuery = ({ search, source, category }: InstrumentSearch) =>
  queryOptions({
    queryKey: [...INSTRUMENTS_KEY, search, source, category ?? ''],
    queryFn: ({ signal }) =>
      call('adminInstruments', {
        query: {
          ...(search && { search }),
          ...(source && { source }),
          ...(category && { category }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Returns the query of the number of signals of a symbol that are open. */
export const openSignalsQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['admin', 'open-signals', symbol],
    queryFn: ({ signal }) => call('adminOpenSignals', { params: { symbol }, query: {}, signal }),
    staleTime: 0,
  });

/** A split or rename that a source has told. */
export type ToldAction = Reply<typeof ROUTES.adminCorporateActions>['actions'][number];

/** Returns the query of the splits and renames that the sources tell, repeated each minute while the page is visible. */
export const corporateActionsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'corporate-actions'],
    queryFn: ({ signal }) =>
      call('adminCorporateActions', { query: {}, signal, headers: WATCHING }),
    staleTime: 0,
    refetchInterval: ACTIONS_MS,
  });
