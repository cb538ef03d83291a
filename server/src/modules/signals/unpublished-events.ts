import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Ids of the events of these series behind `afterId` and up to `upToId`, the publisher's cursor, that became no row:
 * they were set aside. Ascending, at most `limit`. The series must be recorded.
 */
export async function listUnpublished(
  db: Db,
  {
    seriesIds,
    afterId = 0,
    upToId,
    limit,
  }: {
    readonly seriesIds: readonly number[];
    readonly afterId?: number;
    readonly upToId: number;
    readonly limit: number;
  },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from analysis_event e
    cross join lateral (
      select
        case when type in ('levelsTrade', 'levelsClosed') then 'levels.' || (payload ->> 'd')
          when type in ('tradeClosed', 'conditionLeg') then payload ->> 'id'
          else event_key end as row_key,
        case when type = 'levelsTrade' then 'entry'
          when type in ('levelsClosed', 'tradeClosed', 'conditionLeg') then payload ->> 'leg'
        end as leg
    ) n
    where e.series_id = any(${[...seriesIds]}::int[]) and e.id > ${afterId} and e.id <= ${upToId}
      and e.type <> 'box'
      and not exists (
        select from ledger l
        where l.series_id = e.series_id and l.engine_version = e.engine_version
          and l.event_key = n.row_key
          and (n.leg is null or exists (
            select from ledger_outcome o where o.seq = l.seq and o.leg = n.leg
          ))
      )
    order by e.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
