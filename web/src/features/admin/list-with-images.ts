import { LIMITS } from '@rasat/contract';

/** Half of the validity of an image's address; an older reply is stale and fetched again. */
const IMAGES_LAST_MS = 5 * 60_000;

/** Options of a paged list whose images have addresses that expire. */
export const listWithImages = {
  initialPageParam: 1,
  getNextPageParam: (
    { total }: { readonly total: number },
    pages: readonly unknown[],
  ): number | null => (pages.length * LIMITS.adminRows < total ? pages.length + 1 : null),
  staleTime: IMAGES_LAST_MS,
  refetchOnMount: 'always',
} as const;
