import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { listWithImages } from '../list-with-images.ts';

/** A question of the back office. */
export type AdminQuestion = Reply<typeof ROUTES.adminQuestions>['questions'][number];

/** Returns the paged query of questions: waiting ones oldest first, answered ones newest first. */
export const adminQuestionsQuery = (state: 'waiting' | 'answered') =>
  infiniteQueryOptions({
    queryKey: ['admin', 'questions', state],
    queryFn: ({ signal, pageParam }) =>
      call('adminQuestions', { query: { state, page: String(pageParam) }, signal }),
    ...listWithImages,
  });
