import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** Lessons and platform videos of a person. */
export type LessonsReply = Reply<typeof ROUTES.lessons>;
/** One of the eight lessons. */
export type Lesson = LessonsReply['lessons'][number];
/** A platform video. */
export type PlatformVideo = LessonsReply['videos'][number];
/** Last question with its answer. */
export type Question = NonNullable<Reply<typeof ROUTES.question>>;
/** Submitted homework, by slot number. */
export type HomeworkReply = Reply<typeof ROUTES.homework>;
/** Homework slot with at least one submission. */
export type HomeworkSlot = NonNullable<HomeworkReply[keyof HomeworkReply]>;
/** One submission of a homework slot. */
export type Submission = HomeworkSlot['earlier'][number];
/** Half the validity of an image address. An older reply is read again. */
const IMAGES_LAST_MS = 5 * 60_000;

/** Reads whether the person has the course, and the addresses of its eight lessons. */
export const educationQuery = () =>
  queryOptions({
    queryKey: ['account', 'education'],
    queryFn: ({ signal }) => call('education', { query: {}, signal }),
    // A payment opens the course at once.
    staleTime: 0,
  });

/** Reads the lessons with their titles and played shares, and the platform videos. */
export const lessonsQuery = () =>
  queryOptions({
    queryKey: ['account', 'lessons'],
    queryFn: ({ signal }) => call('lessons', { query: {}, signal }),
  });

/** Reads the last question of a student; null without one. */
export const questionQuery = () =>
  queryOptions({
    queryKey: ['account', 'question'],
    queryFn: ({ signal }) => call('question', { query: {}, signal }),
    staleTime: IMAGES_LAST_MS,
  });

/** Reads the submitted homework of a student. */
export const homeworkQuery = () =>
  queryOptions({
    queryKey: ['account', 'homework'],
    queryFn: ({ signal }) => call('homework', { query: {}, signal }),
    staleTime: IMAGES_LAST_MS,
  });

/** Reads the task of each homework slot. Only students may call it. */
export const homeworkTasksQuery = () =>
  queryOptions({
    queryKey: ['account', 'homework', 'tasks'],
    queryFn: ({ signal }) => call('homeworkTasks', { query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
