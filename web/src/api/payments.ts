import type { Product, Purchase, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** What is sold, at which price. */
export type Offers = Reply<typeof ROUTES.offers>;
/** A product with its price. */
export type Offer = Offers['products'][number];
/** An order as its banner shows it. */
export type Order = NonNullable<Reply<typeof ROUTES.latestOrder>>;

/** What is sold, at which price, by whom it is paid, and which texts are agreed to. */
export const offersQuery = () =>
  queryOptions({
    queryKey: ['payment', 'offers'],
    queryFn: ({ signal }) => call('offers', { query: {}, signal }),
    staleTime: 60_000,
  });

/** From when until when the person is subscribed; nulls without a subscription. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: ['account', 'subscription'],
    queryFn: ({ signal }) => call('subscription', { query: {}, signal }),
    staleTime: 0,
  });

/** The newest order of a purchase; null without one. */
export const latestOrderQuery = (purchase: Purchase) =>
  queryOptions({
    queryKey: ['account', 'order', purchase],
    queryFn: ({ signal }) => call('latestOrder', { query: { product: purchase }, signal }),
    staleTime: 0,
  });

/** What somebody wants to buy, having agreed to the agreement of that version. */
export interface Wish {
  readonly product: Product;
  readonly agreement: string;
}

/**
 * Orders a product; answers the address of the page on which it is paid. The same key with the same wish is answered the
 * same. Throws `ApiError`.
 */
export async function buy({ product, agreement }: Wish, idempotencyKey: string): Promise<string> {
  const { url } =
    product === 'lesson'
      ? await call('buyLesson', { body: { terms: true, agreement }, idempotencyKey })
      : await call('buySubscription', {
          body: { type: product === '3-months' ? 3 : 6, terms: true, agreement },
          idempotencyKey,
        });
  return url;
}
