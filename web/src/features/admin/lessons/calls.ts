import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** Lessons and tasks of the editor. */
export type AdminCourse = Reply<typeof ROUTES.adminLessons>;
/** One of the eight lessons. */
export type AdminLesson = AdminCourse['lessons'][number];
/** Task of a homework slot. */
export type AdminTask = AdminCourse['tasks'][number];
/** A platform video. */
export type AdminVideo = Reply<typeof ROUTES.adminVideos>[number];
/** Source of a video, as edited. */
export type VideoSource = AdminLesson['video'];

/** Returns the query of the eight lessons and the seven tasks. */
export const adminCourseQuery = () =>
  queryOptions({
    queryKey: ['admin', 'lessons'],
    queryFn: ({ signal }) => call('adminLessons', { query: {}, signal }),
    staleTime: 0,
  });

/** Returns the query of the platform videos, in their order. */
export const adminVideosQuery = () =>
  queryOptions({
    queryKey: ['admin', 'videos'],
    queryFn: ({ signal }) => call('adminVideos', { query: {}, signal }),
    staleTime: 0,
  });
