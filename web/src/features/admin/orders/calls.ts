import { type OrderState, type Reply, type ROUTES, WATCHING } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** An order as the list has it. */
export type ListedOrder = Reply<typeof ROUTES.adminOrders>['orders'][number];
/** An order with everything that happened to it. */
export type OrderRecord = Reply<typeof ROUTES.adminOrder>;
/** One run of the reconciliation. */
export type ReconciliationRun = Reply<typeof ROUTES.adminReconciliations>['runs'][number];
/** Something that a person has to look at besides orders. */
export type Review = Reply<typeof ROUTES.adminReviews>['reviews'][number];
/** Which orders are listed; empty texts do not narrow. */
export interface OrderChoice {
  readonly search: string;
  readonly state: OrderState | '';
}

/** The begin of the keys of everything about orders. */
export const ORDERS_KEY = ['admin', 'orders'] as const;

const MOVING_MS = 5000;
const RUNNING_MS = 2000;
const IDLE_MS = 60_000;
/** States that change by themselves. */
const MOVING: readonly OrderState[] = ['open', 'unknown', 'refunding'];

/** The orders, the newest first, part by part. */
export const ordersQuery = ({ search, state }: OrderChoice) =>
  infiniteQueryOptions({
    queryKey: [...ORDERS_KEY, 'list', search, state],
    queryFn: ({ signal, pageParam }) =>
      call('adminOrders', {
        query: {
          ...(search && { search }),
          ...(state && { state }),
          ...(pageParam && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** One order; while its state may change by itself it is read again, which keeps nobody signed in. */
export const orderQuery = (number: string) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'one', number],
    queryFn: ({ client, queryKey, signal }) =>
      call('adminOrder', {
        params: { number },
        query: {},
        signal,
        ...(client.getQueryData(queryKey) !== undefined && { headers: WATCHING }),
      }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && MOVING.includes(state.data.state) ? MOVING_MS : false,
  });

/** The begin of the keys of everything that a person has to look at besides orders. */
export const REVIEWS_KEY = ['admin', 'reviews'] as const;

/** What a person has to look at besides orders, the newest first, part by part. */
export const reviewsQuery = (which: 'open' | 'closed') =>
  infiniteQueryOptions({
    queryKey: [...REVIEWS_KEY, which],
    queryFn: ({ signal, pageParam }) =>
      call('adminReviews', { query: { which, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Runs of the reconciliation, the newest first, part by part; read again while they are looked at. */
export const reconciliationsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'reconciliations'],
    queryFn: ({ signal, pageParam }) =>
      call('adminReconciliations', {
        query: { ...(pageParam && { after: pageParam }) },
        signal,
        headers: WATCHING,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const [newest] = state.data?.pages[0]?.runs ?? [];
      return newest?.running === true ? RUNNING_MS : IDLE_MS;
    },
  });
