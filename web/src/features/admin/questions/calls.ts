import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { listWithImages } from '../list-with-images.ts';

/** A question as the back office has it. */
export type AdminQuestion = Reply<typeof ROUTES.adminQuestions>['questions'][number];

/** Questions that wait, the longest waiting first, or answered ones, the last answered first; part by part. */
export const adminQuestionsQuery = (state: 'waiting' | 'answered') =>
  infiniteQueryOptions({
    queryKey: ['admin', 'questions', state],
    queryFn: ({ signal, pageParam }) =>
      call('adminQuestions', { query: { state, page: String(pageParam) }, signal }),
    ...listWithImages,
  });
