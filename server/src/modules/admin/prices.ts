import {
  type Body,
  DAY_MS,
  LIMITS,
  PRODUCTS,
  type Product,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { listPrices, type Price, setPrice } from '../payments/index.ts';
import { readPage } from './cursor.ts';
import { listPriceChanges } from './order-store.ts';

/** Returns the present and the next price of each product, and a page of the changes. */
export async function readPriceList(
  db: Db,
  after: string | undefined,
  nowMs: number,
): Promise<Reply<typeof ROUTES.adminPrices>> {
  const prices = await listPrices(db);
  const { rows, next } = await readPage(after, (beforeId, most) =>
    listPriceChanges(db, beforeId, most),
  );
  return {
    products: PRODUCTS.map((product) => {
      const now = getPrice(prices, product, nowMs);
      const later = findNext(prices, product, nowMs);
      return {
        product,
        amount: now.amountKurus,
        from: beginOf(now),
        next: later ? { amount: later.amountKurus, from: later.validFromMs } : null,
      };
    }),
    changes: rows.map(
      ({ id, product, amount, previous, fromMs, setAtMs, setBy, name, surname }) => ({
        id,
        product,
        amount,
        previous,
        from: Math.max(fromMs, setAtMs),
        set: setAtMs,
        by: setBy === null ? null : { uid: setBy, name, surname },
      }),
    ),
    next,
    serverTime: nowMs,
  };
}

/** Returns when a price was first shown. The first prices are valid from time zero, but were set later. */
function beginOf({ validFromMs, setAtMs }: Price): number {
  return Math.max(validFromMs, setAtMs);
}

/** Returns the price in force at a moment; `prices` are in the order of `listPrices`. */
function getPrice(prices: readonly Price[], product: Product, atMs: number): Price {
  const price = prices.find((one) => one.product === product && one.validFromMs <= atMs);
  if (!price) throw new Error(`${product} has no price`);
  return price;
}

/** Returns the next price of a product; of several from the same moment the last set one. */
function findNext(prices: readonly Price[], product: Product, nowMs: number): Price | undefined {
  const later = prices.filter((one) => one.product === product && one.validFromMs > nowMs);
  const firstMs = Math.min(...later.map(({ validFromMs }) => validFromMs));
  return later.find(({ validFromMs }) => validFromMs === firstMs);
}

/** Price as set. */
export interface PriceChange {
  readonly product: Product;
  readonly amount: number;
  /** Price that would have been in force without the change. */
  readonly previous: number;
  readonly from: number;
}

/**
 * Sets all prices or none. Throws `bad-fields-400` for a moment in the past or more than a year ahead and for a product
 * named twice, and `conflict-409` when a product has that price from then on already.
 */
export async function setPrices(
  trx: Db,
  { changes, from }: Pick<Body<typeof ROUTES.adminSetPrices>, 'changes' | 'from'>,
  by: string,
  nowMs: number,
): Promise<readonly PriceChange[]> {
  const latestMs = nowMs + LIMITS.priceAheadDays * DAY_MS;
  if (from !== null && (from <= nowMs || from > latestMs)) {
    throw new AppError('bad-fields-400', { field: 'from' });
  }
  if (new Set(changes.map(({ product }) => product)).size < changes.length) {
    throw new AppError('bad-fields-400', { field: 'changes' });
  }
  const validFromMs = from ?? nowMs;
  const prices = await listPrices(trx);
  const set: PriceChange[] = [];
  for (const { product, amount } of changes) {
    const previous = getPrice(prices, product, validFromMs).amountKurus;
    if (previous === amount) throw new AppError('conflict-409');
    await setPrice(trx, { product, amountKurus: amount, validFromMs, by }, nowMs);
    set.push({ product, amount, previous, from: validFromMs });
  }
  return set;
}
