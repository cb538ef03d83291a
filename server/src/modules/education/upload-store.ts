import { HOUR_MS } from '@rasat/engine';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { FileKey } from '../../platform/files/file-store.ts';
import { queueFileRemovals } from '../../platform/files/removals.ts';
import type { EducationFileTable, EducationTables } from './tables.ts';

const open = (db: Db) => db.withTables<EducationTables>();

/** Milliseconds that no PUT exceeds: after them, a PUT of a deleted row has ended. */
const LONGEST_PUT_MS = HOUR_MS;

/** Kind of an uploaded file. */
export type FileKind = EducationFileTable['kind'];

/** Returns the key of a file in the store. */
export function fileKey(kind: FileKind, id: string): FileKey {
  return `${kind}s/${id}`;
}

/** Adds a file whose address was issued. */
export async function insertFile(db: Db, file: Insertable<EducationFileTable>): Promise<void> {
  await open(db).insertInto('education_file').values(file).execute();
}

/** Finds a file, stored or not. */
export function findFile(db: Db, id: string) {
  return open(db).selectFrom('education_file').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds a file and locks its row until the transaction ends. */
export function lockFile(db: Db, id: string) {
  return open(db)
    .selectFrom('education_file')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Lists every file whose bytes are in the store. */
export async function listStoredFiles(
  db: Db,
): Promise<{ readonly key: FileKey; readonly type: string; readonly bytes: number }[]> {
  const rows = await open(db)
    .selectFrom('education_file')
    .select(['id', 'kind', 'type', 'bytes'])
    .where('stored_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, type, bytes }) => ({
    key: fileKey(kind, id),
    type: type ?? '',
    bytes: bytes ?? 0,
  }));
}

/** Records the start of a file's only PUT; false when it has started before. */
export async function beginFile(db: Db, id: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('education_file')
    .set({ begun_at: nowMs })
    .where('id', '=', id)
    .where('begun_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Allows another PUT of a file. */
export async function releaseFile(db: Db, id: string): Promise<void> {
  await open(db)
    .updateTable('education_file')
    .set({ begun_at: null })
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .execute();
}

/** Records that the bytes of a file are stored; false when its row is gone. */
export async function updateStored(
  db: Db,
  id: string,
  stored: Pick<EducationFileTable, 'type' | 'bytes' | 'width' | 'height' | 'stored_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('education_file')
    .set(stored)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that a question, homework or video uses a file. */
export async function updateTaken(db: Db, id: string, nowMs: number): Promise<void> {
  await open(db)
    .updateTable('education_file')
    .set({ taken_at: nowMs })
    .where('id', '=', id)
    .execute();
}

/** Deletes files and queues the removal of their bytes after the commit; returns how many. */
export async function deleteFiles(trx: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await open(trx)
    .deleteFrom('education_file')
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .returning(['id', 'kind', 'begun_at', 'stored_at'])
    .execute();
  const stillComing = gone.filter((file) => file.begun_at !== null && file.stored_at === null);
  const keyOf = ({ kind, id }: (typeof gone)[number]) => fileKey(kind, id);
  await queueFileRemovals(trx, gone.map(keyOf), 0);
  for (const file of stillComing) {
    await queueFileRemovals(trx, [keyOf(file)], (file.begun_at ?? 0) + LONGEST_PUT_MS);
  }
  return gone.length;
}

/** Locks unused files whose address was issued before `beforeMs`; returns their ids. */
export async function lockUnusedFiles(db: Db, beforeMs: number): Promise<string[]> {
  const rows = await open(db)
    .selectFrom('education_file')
    .select('id')
    .where('taken_at', 'is', null)
    .where('created_at', '<=', beforeMs)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the files whose addresses a person was issued, the oldest first. */
export function listFilesOf(db: Db, personId: number) {
  return open(db)
    .selectFrom('education_file')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Removes the uploader from a person's videos, so that an erasure does not delete the videos. */
export async function forgetUploader(db: Db, personId: number): Promise<void> {
  await open(db)
    .updateTable('education_file')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .where('kind', '=', 'video')
    .execute();
}
