import { ENGINE_VERSIONS } from '@rasat/engine';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { SeriesVersion } from './series-version.ts';
import type { RecordTables } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Fields of a checkpoint that are read before the checkpoint is used. */
export type CheckpointHead = Pick<
  Checkpoint,
  'series_id' | 'engine_version' | 'whole_at' | 'seq' | 'no' | 'hash'
>;

/** Returns the heads of all checkpoints, by series and version. */
export function listCheckpointHeads(db: Db): Promise<CheckpointHead[]> {
  return tables(db)
    .selectFrom('record_checkpoint')
    .select(['series_id', 'engine_version', 'whole_at', 'seq', 'no', 'hash'])
    .orderBy('series_id')
    .orderBy('engine_version')
    .execute();
}

/** Returns the checkpoint of a series under a version. Throws without one. */
export function getCheckpoint(db: Db, { series, version }: SeriesVersion): Promise<Checkpoint> {
  return tables(db)
    .selectFrom('record_checkpoint')
    .selectAll()
    .where('series_id', '=', series.id)
    .where('engine_version', '=', version)
    .executeTakeFirstOrThrow();
}

/** Replaces all stored checkpoints with these. */
export async function replaceCheckpoints(trx: Db, made: readonly Checkpoint[]): Promise<void> {
  await tables(trx).deleteFrom('record_checkpoint').execute();
  for (const checkpoint of made) {
    await tables(trx).insertInto('record_checkpoint').values(checkpoint).execute();
  }
}

/**
 * Returns the number of rows of both chains of these series that are of versions that this program does not contain.
 */
export async function countRowsOfOthers(db: Db, seriesIds: readonly number[]): Promise<number> {
  const cells = await tables(db)
    .selectFrom('record_cell')
    .select(['id', 'rows'])
    .where('series_id', '=', sql<number>`any(${[...seriesIds]}::int[])`)
    .where('engine_version', 'not in', ENGINE_VERSIONS)
    .execute();
  if (cells.length === 0) return 0;
  const { rows } = await sql<{ n: number }>`
    select ((
      select count(*) from record_row r join ledger_outcome o using (seq)
      where r.cell = any(${cells.map(({ id }) => id)}::int[])
    ) + (
      select coalesce(sum(outcomes), 0) from ledger_part
      where series_id = any(${[...seriesIds]}::int[]) 
        and engine_version <> all(${[...ENGINE_VERSIONS]}::text[])
    ))::int as n`.execute(db);
  return cells.reduce((sum, cell) => sum + cell.rows, 0) + (rows[0]?.n ?? 0);
}
