import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type {
  EducationTables,
  HomeworkTaskTable,
  LessonProgressTable,
  LessonTable,
  PlatformVideoTable,
} from './tables.ts';

const open = (db: Db) => db.withTables<EducationTables>();

/** Place of a video: an address, a file, or neither yet. */
export interface VideoPlace {
  readonly link: string | null;
  readonly file_id: string | null;
}

/** Adds the lessons whose numbers do not exist yet. */
export async function insertLessons(
  db: Db,
  lessons: readonly Insertable<LessonTable>[],
): Promise<void> {
  await open(db)
    .insertInto('lesson')
    .values(lessons)
    .onConflict((clash) => clash.column('number').doNothing())
    .execute();
}

/** Adds the homework tasks whose numbers do not exist yet. */
export async function insertTasks(
  db: Db,
  tasks: readonly Insertable<HomeworkTaskTable>[],
): Promise<void> {
  await open(db)
    .insertInto('homework_task')
    .values(tasks)
    .onConflict((clash) => clash.column('number').doNothing())
    .execute();
}

/** Lists the lessons by number. */
export function listLessons(db: Db) {
  return open(db).selectFrom('lesson').selectAll().orderBy('number').execute();
}

/** Finds a lesson and locks its row until the transaction ends. */
export function lockLesson(db: Db, number: number) {
  return open(db)
    .selectFrom('lesson')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a lesson. */
export async function updateLesson(
  db: Db,
  number: number,
  change: Omit<LessonTable, 'number'>,
): Promise<void> {
  await open(db).updateTable('lesson').set(change).where('number', '=', number).execute();
}

/** Lists the homework tasks by number. */
export function listTasks(db: Db) {
  return open(db).selectFrom('homework_task').selectAll().orderBy('number').execute();
}

/** Changes a homework task; false when there is none of that number. */
export async function updateTask(
  db: Db,
  number: number,
  change: Omit<HomeworkTaskTable, 'number'>,
): Promise<boolean> {
  const { numUpdatedRows } = await open(db)
    .updateTable('homework_task')
    .set(change)
    .where('number', '=', number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the platform videos in their order. */
export function listVideos(db: Db) {
  return open(db)
    .selectFrom('platform_video')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Lists the platform videos in their order and locks their rows until the transaction ends. */
export function lockVideos(db: Db) {
  return open(db)
    .selectFrom('platform_video')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Adds a platform video and returns its id. */
export async function insertVideo(db: Db, video: Insertable<PlatformVideoTable>): Promise<number> {
  const { id } = await open(db)
    .insertInto('platform_video')
    .values(video)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a platform video. */
export async function updateVideo(
  db: Db,
  id: number,
  change: Omit<PlatformVideoTable, 'id' | 'position'>,
): Promise<void> {
  await open(db).updateTable('platform_video').set(change).where('id', '=', id).execute();
}

/** Sets the order of the platform videos to the order of these ids. */
export async function updateVideoOrder(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update platform_video set position = place.position
    from unnest(${[...ids]}::bigint[]) with ordinality as place (id, position)
    where platform_video.id = place.id`.execute(db);
}

/** Deletes a platform video. */
export async function deleteVideo(db: Db, id: number): Promise<void> {
  await open(db).deleteFrom('platform_video').where('id', '=', id).execute();
}

/** Returns the files of lessons and platform videos, by id. */
export async function mapVideoFiles(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await open(db)
    .selectFrom('education_file')
    .select(['id', 'name', 'type', 'bytes'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists how far a person has played each lesson. */
export function listProgress(db: Db, personId: number) {
  return open(db)
    .selectFrom('lesson_progress')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('lesson')
    .execute();
}

/** Stores how far a lesson was played; the stored share never decreases. */
export async function saveProgress(db: Db, progress: LessonProgressTable): Promise<void> {
  await open(db)
    .insertInto('lesson_progress')
    .values(progress)
    .onConflict((clash) =>
      clash.columns(['person_id', 'lesson']).doUpdateSet({
        progress: sql<number>`greatest(lesson_progress.progress, excluded.progress)`,
        position_seconds: sql<number>`excluded.position_seconds`,
        saved_at: sql<number>`excluded.saved_at`,
      }),
    )
    .execute();
}

/** Deletes how far a person has played the lessons. */
export async function deleteProgress(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('lesson_progress').where('person_id', '=', personId).execute();
}
