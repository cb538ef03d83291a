import type { ProviderName } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { NewReview, ReviewKind } from './ledger.ts';
import type { PaymentsTables } from './tables.ts';

const open = (db: Db) => db.withTables<PaymentsTables>();

/** Adds a review unless its key has one already. Returns whether the review is new. */
export async function insertReview(db: Db, review: NewReview): Promise<boolean> {
  const { provider, kind, key, orderId, paymentId, amountKurus, currency, detail } = review;
  const { numInsertedOrUpdatedRows } = await open(db)
    .insertInto('payment_review')
    .values({
      provider,
      kind,
      key,
      purchase_id: orderId,
      payment_id: paymentId,
      amount: amountKurus,
      currency,
      detail: JSON.stringify(detail),
      found_at: review.foundAtMs,
    })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns whether a key has a review, open or closed. */
export async function hasReview(db: Db, provider: ProviderName, key: string): Promise<boolean> {
  const row = await open(db)
    .selectFrom('payment_review')
    .select('id')
    .where('provider', '=', provider)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Review with the number of its order. */
export type ListedReview = Awaited<ReturnType<typeof listReviews>>[number];

/** Lists reviews before the one with `beforeId` for a page of the back office, the newest first. */
export function listReviews(db: Db, isOpen: boolean, beforeId: number, most: number) {
  return open(db)
    .selectFrom('payment_review')
    .leftJoin('purchase', 'purchase.id', 'purchase_id')
    .select([
      'payment_review.id',
      'payment_review.provider',
      'kind',
      'purchase.number as orderNumber',
      'payment_id as paymentId',
      'payment_review.amount as amountKurus',
      'payment_review.currency',
      'detail',
      'found_at as foundAtMs',
      'closed_at as closedAtMs',
      'closed_by as closedBy',
      'note',
    ])
    .where('closed_at', isOpen ? 'is' : 'is not', null)
    .where('payment_review.id', '<', beforeId)
    .orderBy('payment_review.id', 'desc')
    .limit(most)
    .execute();
}

/** Counts the open reviews. */
export async function countOpenReviews(db: Db): Promise<number> {
  const { count } = await open(db)
    .selectFrom('payment_review')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Closes a review with a note. Returns whether the review exists, and its kind: null when it was closed before. */
export async function closeReview(
  db: Db,
  id: number,
  { note, by, nowMs }: { readonly note: string; readonly by: string; readonly nowMs: number },
): Promise<{ readonly isKnown: boolean; readonly kind: ReviewKind | null }> {
  const closed = await open(db)
    .updateTable('payment_review')
    .set({ closed_at: nowMs, closed_by: by, note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  if (closed) return { isKnown: true, kind: closed.kind };
  const before = await open(db)
    .selectFrom('payment_review')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return { isKnown: before !== undefined, kind: null };
}
