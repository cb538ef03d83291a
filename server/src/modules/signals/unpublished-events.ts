import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { listEventsAfter } from '../analysis/index.ts';
import { findPublisherWait } from './register-store.ts';
import { findPublisherCursor } from './store.ts';

/** Whether there are events that the publisher has not read; false while it waits with its build. */
export async function hasUnread(db: Db): Promise<boolean> {
  if (await findPublisherWait(db)) return false;
  const cursor = await findPublisherCursor(db);
  const { lastId } = await listEventsAfter(db, cursor, 1);
  return lastId > cursor;
}

/**
 * Returns the ids of these series' events after `afterId` and up to `upToId`, the publisher's cursor, that became no
 * row because they were set aside. Ascending, at most `limit`. The series must be recorded.
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
  // A row is folded after the events of its history, so the rows of these events are still in their tables. The row of
  // an outcome may be folded; the list of rows has its name.
  const { rows } = await sql<{ id: number }>`
    select e.id from analysis_event e
    cross join lateral (
      select
        case when type in ('levelsTrade', 'levelsClosed') then 'levels.' || (payload ->> 'd')
          when type in ('tradeClosed', 'conditionLeg', 'touched') then payload ->> 'id'
          else event_key end as row_key,
        case when type = 'levelsTrade' then 'entry'
          when type in ('levelsClosed', 'tradeClosed', 'conditionLeg') then payload ->> 'leg'
          when type = 'touched' then 'touch'
        end as leg
    ) n
    cross join lateral (select substring(n.row_key from '[0-9]{1,15}$')::bigint as row_time) t
    where e.series_id = any(${[...seriesIds]}::int[]) and e.id > ${afterId} and e.id <= ${upToId}
      and e.type <> 'box'
      and not case
        when n.leg is null then exists (
          select from ledger l
          where l.series_id = e.series_id and l.engine_version = e.engine_version
            and l.event_key = n.row_key
        )
        when e.type in ('levelsTrade', 'levelsClosed') then exists (
          select from record_cell c join record_row r on r.cell = c.id
          join ledger_outcome o on o.seq = r.seq
          where c.series_id = e.series_id and c.engine_version = e.engine_version
            and c.kind = 'levels' and r.week_end = t.row_time + 604800000 and o.leg = n.leg
            and r.bar_time between t.row_time - 604800000 and t.row_time + 604800000
        )
        else exists (
          select from record_cell c join record_row r on r.cell = c.id
          join ledger_outcome o on o.seq = r.seq
          where c.series_id = e.series_id and c.engine_version = e.engine_version
            and r.bar_time = t.row_time and o.leg = n.leg
            and concat_ws('.', case c.kind when 'box' then 'trade' else c.kind end, c.setup,
              r.bar_time) = n.row_key
        )
      end
    order by e.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
