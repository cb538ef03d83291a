import { type Body, type Reply, type ROUTES, VIDEO_TYPES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { fileAddress } from './addresses.ts';
import type { EducationContext } from './context.ts';
import { textColumns, titleColumns, titlesOf } from './course.ts';
import {
  deleteVideo,
  insertVideo,
  listLessons,
  listVideos,
  lockLesson,
  lockVideos,
  mapVideoFiles,
  updateLesson,
  updateTask,
  updateVideo,
  updateVideoOrder,
  type VideoPlace,
} from './course-store.ts';
import { playableOf, readTasks } from './lessons.ts';
import { deleteFiles, lockFile, updateTaken } from './upload-store.ts';

type CourseContext = Pick<EducationContext, 'db' | 'clock'>;
type SavedVideo = Body<typeof ROUTES.adminSaveLesson>['video'];
type VideoFiles = Awaited<ReturnType<typeof mapVideoFiles>>;

/** Returns the lessons and tasks for editing. */
export async function readCourse(
  context: EducationContext,
): Promise<Reply<typeof ROUTES.adminLessons>> {
  const lessons = await listLessons(context.db);
  const files = await filesOf(context.db, lessons);
  return {
    lessons: lessons.map((row) => ({
      number: row.number,
      title: titlesOf(row),
      minutes: row.minutes,
      video: editedVideo(context, row, files),
    })),
    tasks: await readTasks(context),
  };
}

/** Returns the platform videos for editing. */
export async function readPlatformVideos(
  context: EducationContext,
): Promise<Reply<typeof ROUTES.adminVideos>> {
  const videos = await listVideos(context.db);
  const files = await filesOf(context.db, videos);
  return videos.map((row) => ({
    id: row.id,
    title: titlesOf(row),
    minutes: row.minutes,
    video: editedVideo(context, row, files),
    plays: playableOf(context, row),
  }));
}

function filesOf(db: Db, places: readonly VideoPlace[]): Promise<VideoFiles> {
  return mapVideoFiles(
    db,
    places.flatMap(({ file_id }) => file_id ?? []),
  );
}

function editedVideo(context: EducationContext, { link, file_id }: VideoPlace, files: VideoFiles) {
  if (link !== null) return { kind: 'link' as const, url: link };
  const file = file_id === null ? undefined : files.get(file_id);
  const type = VIDEO_TYPES.find((one) => one === file?.type);
  if (!file || !type) return { kind: 'none' as const };
  const { id, name, bytes } = file;
  const url = fileAddress(context, 'videos', id);
  return { kind: 'file' as const, id, name: name ?? '', type, bytes: bytes ?? 0, url };
}

/**
 * Changes a lesson in the caller's transaction (`context.db`); a file that the lesson no longer uses is deleted with
 * the commit. Throws `not-found-404` and, for its file, as `placeVideo`.
 */
export async function saveLesson(
  context: CourseContext,
  number: number,
  { title, minutes, video }: Body<typeof ROUTES.adminSaveLesson>,
): Promise<void> {
  const { db } = context;
  const before = await lockLesson(db, number);
  if (!before) throw new AppError('not-found-404');
  const place = await placeVideo(context, before, video);
  await updateLesson(db, number, { ...titleColumns(title), minutes, ...place });
  await dropUnused(db, before, place);
}

/** Changes the task of a homework slot. Throws `not-found-404`. */
export async function saveTask(
  { db }: Pick<CourseContext, 'db'>,
  number: number,
  { title, text }: Body<typeof ROUTES.adminSaveTask>,
): Promise<void> {
  const known = await updateTask(db, number, { ...titleColumns(title), ...textColumns(text) });
  if (!known) throw new AppError('not-found-404');
}

/**
 * Adds or changes a platform video in the caller's transaction (`context.db`) and returns its id. Throws
 * `not-found-404` and, for its file, as `placeVideo`.
 */
export async function savePlatformVideo(
  context: CourseContext,
  { id: given, title, minutes, video, position }: Body<typeof ROUTES.adminSaveVideo>,
): Promise<number> {
  const { db } = context;
  const videos = await lockVideos(db);
  const before = videos.find((one) => one.id === given);
  if (given !== undefined && !before) throw new AppError('not-found-404');
  const place = await placeVideo(context, before ?? null, video);
  const row = { ...titleColumns(title), minutes, ...place };
  let id = given;
  if (id === undefined) id = await insertVideo(db, { ...row, position: videos.length + 1 });
  else await updateVideo(db, id, row);
  if (before) await dropUnused(db, before, place);
  if (position !== undefined) {
    const order = videos.map((one) => one.id).filter((one) => one !== id);
    order.splice(position - 1, 0, id);
    await updateVideoOrder(db, order);
  }
  return id;
}

/**
 * Deletes a platform video in the caller's transaction; its file is deleted with the commit. Throws `not-found-404`.
 */
export async function removePlatformVideo({ db }: Pick<CourseContext, 'db'>, id: number) {
  const before = (await lockVideos(db)).find((one) => one.id === id);
  if (!before) throw new AppError('not-found-404');
  await deleteVideo(db, id);
  await dropUnused(db, before, { link: null, file_id: null });
}

/**
 * Returns the new place of a video. Throws `not-found-404` for an unknown file, `bad-fields-400` when its bytes were
 * never sent, `conflict-409` when another video uses it.
 */
async function placeVideo(
  { db, clock }: CourseContext,
  before: VideoPlace | null,
  video: SavedVideo,
): Promise<VideoPlace> {
  if (video.kind === 'none') return { link: null, file_id: null };
  if (video.kind === 'link') return { link: video.url, file_id: null };
  const place = { link: null, file_id: video.id };
  if (before?.file_id === video.id) return place;
  const field = 'video';
  const file = await lockFile(db, video.id);
  if (file?.kind !== 'video') throw new AppError('not-found-404', { field });
  if (file.stored_at === null) throw new AppError('bad-fields-400', { field });
  if (file.taken_at !== null) throw new AppError('conflict-409', { field });
  await updateTaken(db, video.id, clock.now());
  return place;
}

async function dropUnused(db: Db, before: VideoPlace, now: VideoPlace): Promise<void> {
  if (before.file_id !== null && before.file_id !== now.file_id) {
    await deleteFiles(db, [before.file_id]);
  }
}
