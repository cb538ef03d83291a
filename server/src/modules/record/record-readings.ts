import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Returns whether a computation of the record, a certificate or the check of a build has read the bars of a series from
 * `fromMs` on; `busy` while one may be reading them. A series without rows is in none of them. No computation begins
 * until the transaction ends.
 */
export async function findRecordReading(
  trx: Db,
  seriesId: number,
  fromMs: number,
): Promise<'read' | 'unread' | 'busy'> {
  const { rows } = await sql<{ free: boolean; isRead: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('rasat record')) as free,
      exists (select from record_cell where series_id = ${seriesId}) and (
        exists (select from record_run where started_at > ${fromMs})
        or exists (select from record_certificate where finished_at > ${fromMs})
        or exists (
          select from record_checkpoint where series_id = ${seriesId} and cursor_ms >= ${fromMs}
        )
        or exists (
          select from build_checkpoint where series_id = ${seriesId} and cursor_ms >= ${fromMs}
        )
      ) as "isRead"`.execute(trx);
  const [found] = rows;
  if (!found?.free) return 'busy';
  return found.isRead ? 'read' : 'unread';
}
