import type { Product, Purchase, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** Order with the fields that its outcome shows. */
export type Order = NonNullable<Reply<typeof ROUTES.latestOrder>>;

/** Reads the start and end of the subscription; nulls without one. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: ['account', 'subscription'],
    queryFn: ({ signal }) => call('subscription', { query: {}, signal }),
    staleTime: 0,
  });

/** Reads the newest order of a purchase; null without one. */
export const latestOrderQuery = (purchase: Purchase) =>
  queryOptions({
    queryKey: ['account', 'order', purchase],
    queryFn: ({ signal }) => call('latestOrder', { query: { product: purchase }, signal }),
    staleTime: 0,
  });

/** Reads the site settings of the back office: contact, videos and stores. Read once per visit. */
export const siteQuery = () =>
  queryOptions({
    queryKey: ['site'],
    queryFn: ({ signal }) => call('site', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Order request: the product, and the version of the accepted agreement. */
export interface OrderRequest {
  readonly product: Product;
  readonly agreement: string;
}

/**
 * Orders a product and returns the address of its payment page. The same key with the same request gets the
 * same answer. Throws `ApiError`.
 */
export async function buy(
  { product, agreement }: OrderRequest,
  idempotencyKey: string,
): Promise<string> {
  const { url } =
    product === 'lesson'
      ? await call('buyLesson', { body: { terms: true, agreement }, idempotencyKey })
      : await call('buySubscription', {
          body: { type: product === '3-months' ? 3 : 6, terms: true, agreement },
          idempotencyKey,
        });
  return url;
}
