import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { listWithImages } from '../list-with-images.ts';

/** A submission of homework as the back office has it. */
export type AdminHomework = Reply<typeof ROUTES.adminHomework>['homework'][number];
/** How a submission stands. */
export type HomeworkState = AdminHomework['state'];

/** Homework in one state: what waits, the longest waiting first, or what was reviewed, the last first; part by part. */
export const adminHomeworkQuery = (state: HomeworkState) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'homework', state],
    queryFn: ({ signal, pageParam }) =>
      call('adminHomework', { query: { state, page: String(pageParam) }, signal }),
    ...listWithImages,
  });
