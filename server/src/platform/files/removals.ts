import { DAY_MS, MINUTE_MS } from '@rasat/contract';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Job } from '../jobs/jobs.ts';
import type { PartContext } from '../part.ts';
import type { FileKey, FileStore } from './file-store.ts';
import type { FileTables } from './tables.ts';

const open = (db: Db) => db.withTables<FileTables>();

const AT_ONCE = 100;
const FIRST_PAUSE_MS = MINUTE_MS;
const LAST_PAUSE_MS = DAY_MS;

/**
 * Queues files for deletion once the caller's transaction has committed, and not before `dueAtMs`. An entry stays until
 * the store no longer has the file.
 */
export async function queueFileRemovals(
  db: Db,
  keys: readonly FileKey[],
  dueAtMs: number,
): Promise<void> {
  if (keys.length === 0) return;
  await open(db)
    .insertInto('file_removal')
    .values(keys.map((key) => ({ key, due_at: dueAtMs })))
    .onConflict((clash) =>
      clash
        .column('key')
        .doUpdateSet({ due_at: sql<number>`greatest(file_removal.due_at, excluded.due_at)` }),
    )
    .execute();
}

/**
 * Deletes the files that are due and returns their number. A failed deletion is retried after growing pauses; deleting
 * twice is harmless.
 */
export async function removeQueuedFiles(
  { db, clock, log }: Pick<PartContext, 'db' | 'clock' | 'log'>,
  files: FileStore,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await open(db)
      .selectFrom('file_removal')
      .select(['key', 'tries'])
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute();
    for (const { key, tries } of due) {
      try {
        await files.remove(key as FileKey);
        await open(db).deleteFrom('file_removal').where('key', '=', key).execute();
        removed += 1;
      } catch (error) {
        log.warn({ err: error, key }, 'a file could not be removed yet');
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 20), LAST_PAUSE_MS);
        await open(db)
          .updateTable('file_removal')
          .set({ due_at: clock.now() + pauseMs, tries: tries + 1 })
          .where('key', '=', key)
          .execute();
      }
    }
    if (due.length < AT_ONCE) return removed;
  }
}

/** Creates the job that deletes queued files and partial files of killed processes. */
export function fileJob(files: FileStore): Job {
  return {
    name: 'files.remove',
    cron: '*/5 * * * *',
    async run(context) {
      const removed = await removeQueuedFiles(context, files);
      const swept = await files.sweep();
      if (removed + swept > 0) context.log.info({ removed, swept }, 'files were removed');
    },
  };
}
