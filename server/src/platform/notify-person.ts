import type { Db } from './db/pool.ts';

/**
 * Sends a plain text to a person through the product's bot, in the caller's transaction and once for each key. Returns
 * false when no chat is linked or the key is known. The composition passes this function to modules that come before
 * the bot's.
 */
export type NotifyPerson = (
  db: Db,
  message: { readonly key: string; readonly personId: number; readonly text: string },
  nowMs: number,
) => Promise<boolean>;
