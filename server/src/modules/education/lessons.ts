import { LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { fileAddress } from './addresses.ts';
import type { EducationContext } from './context.ts';
import { type Task, type Texts, titlesOf } from './course.ts';
import {
  listLessons,
  listProgress,
  listTasks,
  listVideos,
  type VideoPlace,
} from './course-store.ts';

/** Returns the public data of the lessons: titles, and whether each has its video. */
export async function listCourse(
  db: Db,
): Promise<{ readonly title: Texts; readonly hasVideo: boolean }[]> {
  const lessons = await listLessons(db);
  return lessons.map((row) => ({
    title: titlesOf(row),
    hasVideo: row.link !== null || row.file_id !== null,
  }));
}

/** Returns where a video plays; null while it has no link and no file. */
export function playableOf(context: EducationContext, { link, file_id }: VideoPlace) {
  if (link !== null) return { kind: 'link' as const, url: link };
  if (file_id === null) return null;
  return { kind: 'file' as const, url: fileAddress(context, 'videos', file_id) };
}

/** Returns the addresses of the eight lessons; all are empty for a caller who is not a student. */
export async function readLinks(context: EducationContext, student: boolean): Promise<string[]> {
  const links = Array.from({ length: LIMITS.lessons }, () => '');
  if (!student) return links;
  for (const { number, ...place } of await listLessons(context.db)) {
    links[number - 1] = playableOf(context, place)?.url ?? '';
  }
  return links;
}

/** Returns the lessons and the platform videos; a caller who is not a student gets only titles and states. */
export async function readLessons(
  context: EducationContext,
  { id, student }: { readonly id: number; readonly student: boolean },
): Promise<Reply<typeof ROUTES.lessons>> {
  const { db } = context;
  const lessons = await listLessons(db);
  const progress = new Map((await listProgress(db, id)).map((row) => [row.lesson, row]));
  const videos = student ? await listVideos(db) : [];
  return {
    hasLesson: student,
    lessons: lessons.map((lesson) => {
      const video = playableOf(context, lesson);
      const played = progress.get(lesson.number);
      return {
        number: lesson.number,
        title: titlesOf(lesson),
        minutes: lesson.minutes,
        state: video ? 'ready' : 'pending',
        video: student ? video : null,
        progress: played?.progress ?? 0,
        position: played?.position_seconds ?? 0,
      };
    }),
    videos: videos.flatMap((row) => {
      const video = playableOf(context, row);
      return video ? [{ id: row.id, title: titlesOf(row), minutes: row.minutes, video }] : [];
    }),
  };
}

/** Returns the addresses of the platform videos, in their order. */
export async function readVideoLinks(context: EducationContext): Promise<string[]> {
  const videos = await listVideos(context.db);
  return videos.flatMap((row) => playableOf(context, row)?.url ?? []);
}

/** Returns the tasks of the homework slots. */
export async function readTasks({ db }: Pick<EducationContext, 'db'>): Promise<Task[]> {
  const tasks = await listTasks(db);
  return tasks.map((row) => ({
    number: row.number,
    title: titlesOf(row),
    text: { tr: row.text_tr, az: row.text_az, en: row.text_en },
  }));
}
