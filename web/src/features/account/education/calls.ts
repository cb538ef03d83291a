import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

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
/** Half of the time for which the address of an image is valid; older answers are read again. */
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
