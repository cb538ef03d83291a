import type { BarColumns } from '@rasat/contract';
import { sql } from 'kysely';
import type { Db } from '../server/src/platform/db/pool.ts';

/** The table that the product's chunks are compared with: one row for each bar, in the plainest form. */
export const ROW_TABLE = 'plain_bar';

/** Makes an empty row table; a name of its own where several are compared. */
export async function createRowTable(db: Db, name = ROW_TABLE): Promise<void> {
  const table = sql.id(name);
  await sql`
    create table ${table} (
      series_id integer not null,
      resolution text not null,
      t bigint not null,
      o double precision not null,
      h double precision not null,
      l double precision not null,
      c double precision not null,
      v double precision not null,
      primary key (series_id, resolution, t)
    )`.execute(db);
}

/** Appends hourly bars of a series. */
export async function insertRows(
  db: Db,
  seriesId: number,
  bars: BarColumns,
  name = ROW_TABLE,
): Promise<void> {
  await sql`
    insert into ${sql.id(name)}
    select ${seriesId}, '60', * from unnest(
      ${Array.from(bars.openTimeMs)}::bigint[], ${Array.from(bars.open)}::float8[],
      ${Array.from(bars.high)}::float8[], ${Array.from(bars.low)}::float8[],
      ${Array.from(bars.close)}::float8[], ${Array.from(bars.volume)}::float8[]
    )`.execute(db);
}
