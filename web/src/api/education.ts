import type { IMAGE_TYPES, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { ApiError, readApiError } from './error.ts';

/** A media type in which an image may be sent. */
export type ImageType = (typeof IMAGE_TYPES)[number];
/** The lessons and the platform videos of a person. */
export type LessonsReply = Reply<typeof ROUTES.lessons>;
/** One of the eight lessons. */
export type Lesson = LessonsReply['lessons'][number];
/** A platform video. */
export type PlatformVideo = LessonsReply['videos'][number];
/** The last question with its answer. */
export type Question = NonNullable<Reply<typeof ROUTES.question>>;
/** What was handed in, by the number of the slot. */
export type HomeworkReply = Reply<typeof ROUTES.homework>;
/** A slot that something was handed in for. */
export type HomeworkSlot = NonNullable<HomeworkReply[keyof HomeworkReply]>;
/** One thing that was handed in. */
export type Submission = HomeworkSlot['earlier'][number];
/** What a slot asks for. */
export type HomeworkTask = Reply<typeof ROUTES.homeworkTasks>[number];

/** Half of the time for which the address of an image holds: what is older is asked for again. */
const IMAGES_LAST_MS = 5 * 60_000;

/** Whether the person has the course, and the eight addresses of its lessons. */
export const educationQuery = () =>
  queryOptions({
    queryKey: ['account', 'education'],
    queryFn: ({ signal }) => call('education', { query: {}, signal }),
    // It opens as soon as it was paid.
    staleTime: 0,
  });

/** The lessons with their titles, how far each was played, and the platform videos. */
export const lessonsQuery = () =>
  queryOptions({
    queryKey: ['account', 'lessons'],
    queryFn: ({ signal }) => call('lessons', { query: {}, signal }),
  });

/** The last question; null without one. For students. */
export const questionQuery = () =>
  queryOptions({
    queryKey: ['account', 'question'],
    queryFn: ({ signal }) => call('question', { query: {}, signal }),
    staleTime: IMAGES_LAST_MS,
  });

/** What was handed in. For students. */
export const homeworkQuery = () =>
  queryOptions({
    queryKey: ['account', 'homework'],
    queryFn: ({ signal }) => call('homework', { query: {}, signal }),
    staleTime: IMAGES_LAST_MS,
  });

/** What each slot asks for. For students. */
export const homeworkTasksQuery = () =>
  queryOptions({
    queryKey: ['account', 'homework', 'tasks'],
    queryFn: ({ signal }) => call('homeworkTasks', { query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How an upload is followed and ended. */
export interface UploadOptions {
  /** Told the share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends an image and answers the id under which it is named from then on. Throws `ApiError` with the server's code
 * (`unavailable-503` when the store is away), or `error.network` when no answer came; an ended signal throws its reason.
 */
export async function uploadImage(
  file: Blob,
  type: ImageType,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  const { url, id } = await call('imageUrl', { query: { type }, signal });
  signal.throwIfAborted();
  await put(url, file, type, { onProgress, signal });
  return id;
}

/** `fetch` does not tell how much of a body was sent, so this is the older way. */
function put(url: string, file: Blob, type: string, options: UploadOptions): Promise<void> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(Math.min(1, loaded / total));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else readRefusal(request).then(reject, reject);
    };
    request.onerror = () => reject(new ApiError('error.network', 0));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    request.open('PUT', url);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', type);
    request.send(file);
  });
}

function readRefusal(request: XMLHttpRequest): Promise<ApiError> {
  const wait = request.getResponseHeader('retry-after');
  return readApiError(
    new Response(request.responseText, {
      status: request.status,
      headers: wait === null ? {} : { 'retry-after': wait },
    }),
  );
}
