import type { Product } from '@rasat/contract';
import type { PricedProduct } from './calls.ts';
import { readLira } from './lira.ts';

/** Texts of the edited price fields. */
export type TypedPrices = { readonly [P in Product]?: string };

/** New price; amounts are kuruş. */
export interface WantedPrice {
  readonly product: Product;
  /** Price at that moment without the change. */
  readonly previous: number;
  readonly amount: number;
}

/** Returns a product's price at a moment, without the new price; null is now. */
function priceFrom({ amount, next }: PricedProduct, fromMs: number | null): number {
  return fromMs !== null && next && next.from <= fromMs ? next.amount : amount;
}

/** Reads the fields: the prices that change at a moment, and the fields without a valid price. */
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
