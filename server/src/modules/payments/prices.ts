import { PRODUCTS, type Product } from '@rasat/contract';
import { sql } from 'kysely';
import type { Config } from '../../platform/config.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { open } from './order-store.ts';

/**
 * Price as set. Times are UTC epoch milliseconds; `setBy` is null for the first prices, which come from the settings.
 */
export type Price = Awaited<ReturnType<typeof listPrices>>[number];

/** Sets a product's price from a moment on, inside the caller's transaction; existing orders keep their price. */
export async function setPrice(
  db: Db,
  price: {
    readonly product: Product;
    readonly amountKurus: number;
    readonly validFromMs: number;
    readonly by: string | null;
  },
  nowMs: number,
): Promise<void> {
  const { product, amountKurus: amount, validFromMs, by } = price;
  await open(db)
    .insertInto('price')
    .values({ product, amount, valid_from: validFromMs, set_at: nowMs, set_by: by })
    .execute();
}

/** Lists every price ever set. Of several prices from the same moment on, the newest comes first and is in force. */
export function listPrices(db: Db) {
  return open(db)
    .selectFrom('price')
    .select(['id', 'product', 'amount as amountKurus', 'valid_from as validFromMs'])
    .select(['set_at as setAtMs', 'set_by as setBy'])
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the price of each product at `nowMs`, in kuruş. */
export async function readPrices(
  db: Db,
  nowMs: number,
): Promise<Readonly<Record<Product, number>>> {
  const rows = await open(db)
    .selectFrom('price')
    .distinctOn('product')
    .select(['product', 'amount'])
    .where('valid_from', '<=', nowMs)
    .orderBy('product')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const prices = new Map(rows.map(({ product, amount }) => [product, amount]));
  const get = (product: Product): number => {
    const amount = prices.get(product);
    if (amount === undefined) throw new Error(`${product} has no price`);
    return amount;
  };
  return { '3-months': get('3-months'), '6-months': get('6-months'), lesson: get('lesson') };
}

/** Stores the prices of the settings for products that have none; later changes are made in the back office. */
export async function seedPrices(
  db: Db,
  config: Pick<Config, 'price3Months' | 'price6Months' | 'priceLesson'>,
  nowMs: number,
): Promise<void> {
  const amounts: Readonly<Record<Product, number>> = {
    '3-months': config.price3Months,
    '6-months': config.price6Months,
    lesson: config.priceLesson,
  };
  await inTransaction(db, async (trx) => {
    // Two servers that start at once: the second one must see what the first one wrote.
    await sql`lock table price in share row exclusive mode`.execute(trx);
    const known = new Set((await listPrices(trx)).map(({ product }) => product));
    for (const product of PRODUCTS) {
      if (known.has(product)) continue;
      // Valid from the epoch on: a clock that is set back must not leave a product without a price.
      await setPrice(
        trx,
        { product, amountKurus: amounts[product], validFromMs: 0, by: null },
        nowMs,
      );
    }
  });
}
