import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';

/** The lessons and tasks as the editor reads them. */
export type AdminCourse = Reply<typeof ROUTES.adminLessons>;
/** One of the eight lessons. */
export type AdminLesson = AdminCourse['lessons'][number];
/** What a homework slot asks for. */
export type AdminTask = AdminCourse['tasks'][number];
/** A platform video. */
export type AdminVideo = Reply<typeof ROUTES.adminVideos>[number];
/** Where a video is, as it is edited. */
export type VideoSource = AdminLesson['video'];

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
