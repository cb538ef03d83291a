import { LIMITS } from './limits.ts';

/**
 * The limits that every page of the app needs. Its build replaces this module with these values, so that the first page
 * does not carry the other limits.
 */
export const PAGE_LIMITS = {
  sessionSeconds: LIMITS.sessionSeconds,
  liveMessagesPerSecond: LIMITS.liveMessagesPerSecond,
  favorites: LIMITS.favorites,
} as const;
