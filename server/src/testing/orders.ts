import { sql } from 'kysely';
import type { Db } from '../platform/db/pool.ts';

/** Order that exists before a test begins. */
export interface PlantedOrder {
  readonly orderId: number;
  readonly orderNumber: string;
}

/** Stores a person's order for the education, without events. */
export async function plantOrder(db: Db, personId: number): Promise<PlantedOrder> {
  const { rows } = await sql<PlantedOrder>`
    insert into purchase (number, person_id, product, amount, vat_rate, currency, agreement_version,
      agreement_sha256, refund_version, refund_sha256, provider, created_at)
    select 'RS-2026-' || lpad(next::text, 6, '0'), ${personId}, 'lesson', 1250000, 20, 'TRY', '1',
      sha256(''), '1', sha256(''), 'demo-bank', 1
    from nextval('purchase_number') next
    returning id as "orderId", number as "orderNumber"`.execute(db);
  const [order] = rows;
  if (!order) throw new RangeError('the order was not stored');
  return order;
}
