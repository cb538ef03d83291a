import { LIMITS, type Reply, type ROUTES, VIDEO_TYPES } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { putFile, type UploadOptions } from './put-file.ts';

/** A question as the back office has it. */
export type AdminQuestion = Reply<typeof ROUTES.adminQuestions>['questions'][number];
/** A submission of homework as the back office has it. */
export type AdminHomework = Reply<typeof ROUTES.adminHomework>['homework'][number];
/** How a submission stands. */
export type HomeworkState = AdminHomework['state'];
/** The lessons and tasks as they are edited. */
export type AdminCourse = Reply<typeof ROUTES.adminLessons>;
/** One of the eight lessons. */
export type AdminLesson = AdminCourse['lessons'][number];
/** What a homework slot asks for. */
export type AdminTask = AdminCourse['tasks'][number];
/** A platform video. */
export type AdminVideo = Reply<typeof ROUTES.adminVideos>[number];
/** Where a video is, as it is edited. */
export type VideoSource = AdminLesson['video'];
/** A media type in which a video may be sent. */
export type VideoType = (typeof VIDEO_TYPES)[number];

/** Half of the time for which the address of an image holds: what is older is asked for again. */
const IMAGES_LAST_MS = 5 * 60_000;
/** How often somebody who sends a video shows to be there; one who is idle for half an hour signs in again. */
const AT_WORK_MS = 5 * 60_000;

/** The number of the page after these; null when all is there. */
function nextPage(total: number, pages: number): number | null {
  return pages * LIMITS.adminRows < total ? pages + 1 : null;
}

/** Questions that wait, the longest waiting first, or answered ones, the last answered first; part by part. */
export const adminQuestionsQuery = (state: 'waiting' | 'answered') =>
  infiniteQueryOptions({
    queryKey: ['admin', 'questions', state],
    queryFn: ({ signal, pageParam }) =>
      call('adminQuestions', { query: { state, page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => nextPage(total, pages.length),
    staleTime: IMAGES_LAST_MS,
    refetchOnMount: 'always',
  });

/** Homework in one state: what waits, the longest waiting first, or what was reviewed, the last first; part by part. */
export const adminHomeworkQuery = (state: HomeworkState) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'homework', state],
    queryFn: ({ signal, pageParam }) =>
      call('adminHomework', { query: { state, page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => nextPage(total, pages.length),
    staleTime: IMAGES_LAST_MS,
    refetchOnMount: 'always',
  });

/** The eight lessons and the seven tasks. */
export const adminCourseQuery = () =>
  queryOptions({
    queryKey: ['admin', 'lessons'],
    queryFn: ({ signal }) => call('adminLessons', { query: {}, signal }),
    staleTime: 0,
  });

/** The platform videos in their order. */
export const adminVideosQuery = () =>
  queryOptions({
    queryKey: ['admin', 'videos'],
    queryFn: ({ signal }) => call('adminVideos', { query: {}, signal }),
    staleTime: 0,
  });

/** Why a file is not sent at all. */
export type VideoFault = 'type' | 'empty' | 'bytes';

/** The type of a file by what it says of itself, or else by its ending; null when it is no video that is taken. */
export function findVideoType(file: Pick<File, 'name' | 'type'>): VideoType | null {
  const said = VIDEO_TYPES.find((type) => type === file.type);
  if (said !== undefined || file.type !== '') return said ?? null;
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase();
  return VIDEO_TYPES.find((type) => type === `video/${ending}`) ?? null;
}

/** What keeps a file from being sent; null when nothing does. */
export function findVideoFault(file: Pick<File, 'name' | 'type' | 'size'>): VideoFault | null {
  if (findVideoType(file) === null) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > LIMITS.videoBytes ? 'bytes' : null;
}

/**
 * Sends a video and answers the id under which it is named from then on. Throws `ApiError` with the server's code
 * (`unavailable-503` when the store is away), or `error.network`; an ended signal throws its reason. While it is on its
 * way, whoever sends it counts as being at work.
 */
export async function uploadVideo(
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  const type = findVideoType(file) ?? VIDEO_TYPES[0];
  const name = file.name.trim().slice(-LIMITS.fileName) || type;
  const { url, id } = await call('adminVideoUpload', {
    body: { name, type, bytes: file.size },
    signal,
  });
  signal.throwIfAborted();
  const atWork = setInterval(() => {
    call('adminSummary', { query: {} }).catch(() => undefined);
  }, AT_WORK_MS);
  try {
    await putFile(url, file, type, { onProgress, signal });
  } finally {
    clearInterval(atWork);
  }
  return id;
}
