import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { RecordCertificateTable, RecordFailureTable, RecordTables } from './tables.ts';

/** Failure without the id of its certificate and its number in it. */
export type NewFailure = Omit<RecordFailureTable, 'certificate_id' | 'no'>;

/** Stores a certificate with its failures and returns its id. */
export async function insertCertificate(
  trx: Db,
  certificate: Insertable<RecordCertificateTable>,
  failures: readonly NewFailure[],
): Promise<number> {
  const { id } = await trx
    .withTables<RecordTables>()
    .insertInto('record_certificate')
    .values(certificate)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (failures.length > 0) {
    await sql`
      insert into record_failure
        (certificate_id, no, class, count, symbol, seq, what, event_key, cause, bar_time)
      select ${id}, no, class, count, symbol, seq, what, event_key, cause, bar_time from unnest(
        ${failures.map((one) => one.class)}::text[], ${failures.map((one) => one.count)}::int[],
        ${failures.map((one) => one.symbol)}::text[], ${failures.map((one) => one.seq)}::bigint[],
        ${failures.map((one) => one.what)}::text[], ${failures.map((one) => one.event_key)}::text[],
        ${failures.map((one) => one.cause)}::text[], ${failures.map((one) => one.bar_time)}::bigint[]
      ) with ordinality as f (class, count, symbol, seq, what, event_key, cause, bar_time, no)`.execute(
      trx,
    );
  }
  return id;
}
