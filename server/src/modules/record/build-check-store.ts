import type { Db } from '../../platform/db/pool.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { RecordTables } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Returns the checkpoints that a build made, of every history and engine version. */
export async function listBuildCheckpoints(db: Db, build: string): Promise<Checkpoint[]> {
  const rows = await tables(db)
    .selectFrom('build_checkpoint')
    .selectAll()
    .where('build', '=', Buffer.from(build, 'hex'))
    .execute();
  return rows.map(({ build: _build, ...checkpoint }) => checkpoint);
}

/** Stores the checkpoints that a build made in place of those of every build. */
export async function replaceBuildCheckpoints(
  trx: Db,
  build: string,
  made: readonly Checkpoint[],
): Promise<void> {
  await tables(trx).deleteFrom('build_checkpoint').execute();
  for (const checkpoint of made) {
    await tables(trx)
      .insertInto('build_checkpoint')
      .values({ build: Buffer.from(build, 'hex'), ...checkpoint })
      .execute();
  }
}
