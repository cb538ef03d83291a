import type { ProviderName } from '@rasat/contract';
import { sql } from 'kysely';
import type { Movement } from '../../connectors/payment-provider.ts';
import type { Db } from '../../platform/db/pool.ts';
import { open } from './order-store.ts';

/** Stores lines of the provider's list; a line that is stored already is not changed. */
export async function insertMovements(
  db: Db,
  provider: ProviderName,
  day: string,
  movements: readonly Movement[],
  nowMs: number,
): Promise<void> {
  if (movements.length === 0) return;
  await open(db)
    .insertInto('provider_movement')
    .values(
      movements.map((one) => ({
        provider,
        movement_id: one.id,
        day,
        kind: one.kind,
        payment_id: one.paymentId,
        attempt_id: one.attemptId,
        amount: one.amountKurus,
        currency: one.currency,
        word: one.word,
        read_at: nowMs,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Stored line of the provider's list. */
export interface Line extends Movement {
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** Lists every line about a payment, in the order of their reading. */
export async function listLines(
  db: Db,
  provider: ProviderName,
  paymentId: string,
): Promise<Line[]> {
  const rows = await open(db)
    .selectFrom('provider_movement')
    .select([
      'movement_id as id',
      'kind',
      'payment_id as paymentId',
      'attempt_id as attemptId',
      'amount as amountKurus',
      'currency',
      'word',
      'day',
    ])
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .orderBy('provider_movement.id')
    .execute();
  return rows;
}

/** Records that the list of a day was read to its end after the day, and compared. */
export async function insertDay(
  db: Db,
  provider: ProviderName,
  day: string,
  nowMs: number,
): Promise<void> {
  await open(db)
    .insertInto('provider_day')
    .values({ provider, day, compared_at: nowMs })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Finds the first and the last compared day; null before the first comparison. */
export async function findComparedDays(
  db: Db,
  provider: ProviderName,
): Promise<{ readonly first: string; readonly last: string } | null> {
  const row = await open(db)
    .selectFrom('provider_day')
    .select(({ fn }) => [
      fn.min<string | null>('day').as('first'),
      fn.max<string | null>('day').as('last'),
    ])
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.first && row.last ? { first: row.first, last: row.last } : null;
}

/** Finds when the first attempt at a provider began; null before the first one. */
export async function findFirstAttemptMs(db: Db, provider: ProviderName): Promise<number | null> {
  const row = await open(db)
    .selectFrom('purchase_attempt')
    .innerJoin('purchase', 'purchase.id', 'purchase_id')
    .select(({ fn }) => fn.min<number | null>('purchase_attempt.created_at').as('firstMs'))
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.firstMs ?? null;
}

/** Captured payment, as our tables have it. */
export interface CapturedRow {
  readonly orderId: number;
  readonly amountKurus: number;
  readonly currency: string;
}

/** Finds a captured payment by the provider's id. */
export function findCaptured(
  db: Db,
  provider: ProviderName,
  paymentId: string,
): Promise<CapturedRow | undefined> {
  return open(db)
    .selectFrom('captured_payment')
    .select(['purchase_id as orderId', 'amount as amountKurus', 'currency'])
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** Payment of our tables that the provider's list lacks. */
export interface MissingRow extends CapturedRow {
  readonly paymentId: string;
}

/**
 * Lists payments that the provider's list lacks. `charge` means captured payments without a charge line; `refund` means
 * refunds that the provider confirmed and whose refund lines do not add up to the amount. Only attempts that began from
 * `fromMs` on count, because the compared days must include them. The capture or refund happened from `sinceMs` until
 * before `untilMs`.
 */
export async function listMissing(
  db: Db,
  provider: ProviderName,
  kind: 'charge' | 'refund',
  range: { readonly fromMs: number; readonly sinceMs: number; readonly untilMs: number },
): Promise<MissingRow[]> {
  const { fromMs, sinceMs, untilMs } = range;
  const happened =
    kind === 'charge'
      ? sql`select c.*, c.captured_at as at from captured_payment c`
      : sql`select p.*, done.at from provider_event done
          join refund r on r.id = done.refund_id
          join captured_payment p on p.id = r.captured_payment_id
          join provider_event begun on begun.refund_id = r.id and begun.kind = 'refund-begun'
        where done.kind = 'refund-done' and not begun.detail ? 'where'`;
  const { rows } = await sql<MissingRow>`
    select c.purchase_id as "orderId", c.amount as "amountKurus", c.currency,
      c.payment_id as "paymentId"
    from (${happened}) c join purchase_attempt a on a.id = c.attempt_id
    where c.provider = ${provider} and a.created_at >= ${fromMs}
      and c.at >= ${sinceMs} and c.at < ${untilMs}
      and ${kind === 'charge' ? sql`not exists` : sql`c.amount >`} (
        select ${kind === 'charge' ? sql`` : sql`coalesce(sum(m.amount), 0)`} from provider_movement m
        where m.provider = c.provider and m.payment_id = c.payment_id and m.kind = ${kind})
    order by c.id`.execute(db);
  return rows;
}
