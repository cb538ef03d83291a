import type { Product } from '@rasat/contract';
import type { PricedProduct } from './calls.ts';
import { readLira } from './lira.ts';

/** What stands in the fields that were touched. */
export type TypedPrices = { readonly [P in Product]?: string };

/** A price that would be set; amounts are kuruş. */
export interface WantedPrice {
  readonly product: Product;
  /** What it would cost from then on otherwise. */
  readonly previous: number;
  readonly amount: number;
}

/** What a product costs from a moment on when nothing is changed; null is now. */
function priceFrom({ amount, next }: PricedProduct, fromMs: number | null): number {
  return fromMs !== null && next && next.from <= fromMs ? next.amount : amount;
}

/** Reads the fields: which prices would change from a moment on, and which fields hold none. */
export function readPrices(
  products: readonly PricedProduct[],
  typed: TypedPrices,
  fromMs: number | null,
): { readonly changes: readonly WantedPrice[]; readonly wrong: readonly Product[] } {
  const changes: WantedPrice[] = [];
  const wrong: Product[] = [];
  for (const one of products) {
    const text = typed[one.product];
    if (text === undefined) continue;
    const amount = readLira(text);
    const previous = priceFrom(one, fromMs);
    if (amount === null) wrong.push(one.product);
    else if (amount !== previous) changes.push({ product: one.product, previous, amount });
  }
  return { changes, wrong };
}
