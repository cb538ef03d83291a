import { LIMITS } from '@rasat/contract';

/** Half of the time for which the address of an image holds: what is older is asked for again. */
const IMAGES_LAST_MS = 5 * 60_000;

/** What the lists of questions and of homework have in common: numbered pages, and images whose addresses end. */
export const listWithImages = {
  initialPageParam: 1,
  getNextPageParam: (
    { total }: { readonly total: number },
    pages: readonly unknown[],
  ): number | null => (pages.length * LIMITS.adminRows < total ? pages.length + 1 : null),
  staleTime: IMAGES_LAST_MS,
  refetchOnMount: 'always',
} as const;
