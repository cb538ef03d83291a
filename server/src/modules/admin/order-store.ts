import type { OrderState } from '@rasat/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { AccountsTables } from '../accounts/index.ts';
import type { PaymentsTables } from '../payments/index.ts';

/** Query of the list of orders. */
export interface OrderQuery {
  /** Part of an order's number, as typed; undefined for every order. */
  readonly number?: string | undefined;
  /** Words that find the buyer, as an alternative to the number. */
  readonly words: readonly string[];
  readonly state?: OrderState | undefined;
}

const open = (db: Db) => db.withTables<PaymentsTables & Pick<AccountsTables, 'person'>>();

function selectOrders(db: Db) {
  return open(db)
    .selectFrom('purchase')
    .innerJoin('purchase_head', 'purchase_head.purchase_id', 'purchase.id')
    .leftJoin('captured_payment', (join) =>
      join
        .onRef('captured_payment.purchase_id', '=', 'purchase.id')
        .on('captured_payment.role', '=', 'pays'),
    )
    .leftJoin('person', 'person.id', 'purchase.person_id')
    .select([
      'purchase.id',
      'purchase.number',
      'purchase.product',
      'purchase.amount',
      'purchase.currency',
      'purchase.provider',
      'purchase.created_at as createdAtMs',
      'purchase_head.state',
      'captured_payment.captured_at as paidAtMs',
      'person.public_id as uid',
      'person.name',
      'person.surname',
      'person.mail',
    ])
    .orderBy('purchase.id', 'desc');
}

/** Order with its buyer, whose columns are null once the account is gone. */
export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/** Lists orders before the one with `beforeId`, the newest first. */
export function listOrders(db: Db, query: OrderQuery, beforeId: number, most: number) {
  const { number, words, state } = query;
  let select = selectOrders(db).where('purchase.id', '<', beforeId).limit(most);
  if (state !== undefined) select = select.where('purchase_head.state', '=', state);
  if (number !== undefined) {
    const bought = words.map((word) => sql<SqlBool>`strpos(p.search_text, fold_text(${word})) > 0`);
    // A subquery finds the buyers first, which avoids a join of every order with its buyer.
    const byBuyer = sql<SqlBool>`purchase.person_id in (
      select p.id from person p where ${sql.join(bought, sql` and `)})`;
    select = select.where((where) =>
      where.or([
        sql<SqlBool>`strpos(purchase.number, upper(${number})) > 0`,
        ...(bought.length > 0 ? [byBuyer] : []),
      ]),
    );
  }
  return select.execute();
}

/** Finds an order with its buyer. */
export function findListedOrder(db: Db, number: string) {
  return selectOrders(db).where('purchase.number', '=', number).executeTakeFirst();
}

/** Lists every order of a person, the newest first. */
export function listOrdersOf(db: Db, personId: number) {
  return selectOrders(db).where('purchase.person_id', '=', personId).execute();
}

/** Counts the orders under review, and those without an answer of the provider. */
export async function countWaitingOrders(
  db: Db,
): Promise<{ readonly inReview: number; readonly unknown: number }> {
  const rows = await open(db)
    .selectFrom('purchase_head')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', 'in', ['review', 'unknown'])
    .groupBy('state')
    .execute();
  const countOf = (state: OrderState): number =>
    rows.find((row) => row.state === state)?.count ?? 0;
  return { inReview: countOf('review'), unknown: countOf('unknown') };
}

/** Lists the events of an order, the oldest first. */
export function listOrderEvents(db: Db, orderId: number) {
  return open(db)
    .selectFrom('provider_event')
    .select(['id', 'at', 'kind', 'attempt_id as attempt', 'refund_id as refund', 'detail'])
    .where('purchase_id', '=', orderId)
    .orderBy('version')
    .execute();
}

/** Lists the prices as set, the last set first, each with the price before it and the administrator who set it. */
export function listPriceChanges(db: Db, beforeId: number, most: number) {
  return open(db)
    .selectFrom('price')
    .leftJoin('person', 'person.public_id', 'price.set_by')
    .select([
      'price.id',
      'price.product',
      'price.amount',
      'price.valid_from as fromMs',
      'price.set_at as setAtMs',
      'price.set_by as setBy',
      'person.name',
      'person.surname',
      // The price that would be in force without this one.
      sql<number | null>`(select before.amount from price before
        where before.product = price.product and before.id < price.id
          and before.valid_from <= price.valid_from
        order by before.valid_from desc, before.id desc limit 1)`.as('previous'),
    ])
    .where('price.id', '<', beforeId)
    .orderBy('price.id', 'desc')
    .limit(most)
    .execute();
}
