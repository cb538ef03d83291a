import { type Access, PAGES } from '@rasat/contract';

/** Path and access of every page. The build replaces this module with these values, without what else is known. */
export const PAGE_ACCESS: readonly (readonly [path: string, access: Access])[] = PAGES.map(
  ({ path, access }) => [path, access],
);
