import { type OrderState, type Reply, type ROUTES, WATCHING } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** An order of the list. */
export type ListedOrder = Reply<typeof ROUTES.adminOrders>['orders'][number];
/** An order with its events. */
export type OrderRecord = Reply<typeof ROUTES.adminOrder>;
/** One run of the reconciliation. */
export type ReconciliationRun = Reply<typeof ROUTES.adminReconciliations>['runs'][number];
/** Difference or notice that an administrator has to review, apart from orders under review. */
export type Review = Reply<typeof ROUTES.adminReviews>['reviews'][number];
/** Filter of the orders; an empty text does not filter. */
export interface OrderChoice {
  readonly search: string;
  readonly state: OrderState | '';
}

/** Key prefix of all queries about orders. */
export const ORDERS_KEY = ['admin', 'orders'] as const;

const MOVING_MS = 5000;
const RUNNING_MS = 2000;
const IDLE_MS = 60_000;
/** States that change without an action of an administrator. */
const MOVING: readonly OrderState[] = ['open', 'unknown', 'refunding'];

/** Returns the paged query of orders, newest first. */
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

/** Returns the query of one order, repeated while its state may change; it does not extend the session. */
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

/** Key prefix of all queries about reviews. */
export const REVIEWS_KEY = ['admin', 'reviews'] as const;

/** Returns the paged query of reviews, newest first. */
export const reviewsQuery = (which: 'open' | 'closed') =>
  infiniteQueryOptions({
    queryKey: [...REVIEWS_KEY, which],
    queryFn: ({ signal, pageParam }) =>
      call('adminReviews', { query: { which, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Returns the paged query of reconciliation runs, newest first, repeated while the page is visible. */
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
