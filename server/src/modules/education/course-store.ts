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

/** Where a video is: at an address, in a file, or nowhere yet. */
export interface VideoPlace {
  readonly link: string | null;
  readonly file_id: string | null;
}

/** Adds the lessons whose numbers are not there. */
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

/** Adds the homework tasks whose numbers are not there. */
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

/** The lessons in their order. */
export function listLessons(db: Db) {
  return open(db).selectFrom('lesson').selectAll().orderBy('number').execute();
}

/** A lesson, held until the transaction ends. */
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

/** The homework tasks in their order. */
export function listTasks(db: Db) {
  return open(db).selectFrom('homework_task').selectAll().orderBy('number').execute();
}

/** Changes a homework task; false when there is none. */
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

/** The platform videos in their order. */
export function listVideos(db: Db) {
  return open(db)
    .selectFrom('platform_video')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The platform videos in their order, held until the transaction ends. */
export function lockVideos(db: Db) {
  return open(db)
    .selectFrom('platform_video')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Adds a platform video and answers its id. */
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

/** Gives the platform videos the order of these ids. */
export async function updateVideoOrder(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update platform_video set position = place.position
    from unnest(${[...ids]}::bigint[]) with ordinality as place (id, position)
    where platform_video.id = place.id`.execute(db);
}

/** Removes a platform video. */
export async function deleteVideo(db: Db, id: number): Promise<void> {
  await open(db).deleteFrom('platform_video').where('id', '=', id).execute();
}

/** The files that lessons and platform videos play, by id. */
export async function mapVideoFiles(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await open(db)
    .selectFrom('education_file')
    .select(['id', 'name', 'type', 'bytes'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** How far a person has played which lesson. */
export function listProgress(db: Db, personId: number) {
  return open(db)
    .selectFrom('lesson_progress')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('lesson')
    .execute();
}

/** Keeps how far a lesson was played; the share never goes back. */
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

/** Forgets how far a person has played. */
export async function deleteProgress(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('lesson_progress').where('person_id', '=', personId).execute();
}
