import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { listWithImages } from '../list-with-images.ts';

/** A homework submission of the back office. */
export type AdminHomework = Reply<typeof ROUTES.adminHomework>['homework'][number];
/** State of a submission. */
export type HomeworkState = AdminHomework['state'];

/** Returns the paged query of homework in one state: waiting ones oldest first, reviewed ones newest first. */
export const adminHomeworkQuery = (state: HomeworkState) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'homework', state],
    queryFn: ({ signal, pageParam }) =>
      call('adminHomework', { query: { state, page: String(pageParam) }, signal }),
    ...listWithImages,
  });
