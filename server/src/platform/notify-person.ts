import type { Db } from './db/pool.ts';

/**
 * Has the product's bot say a plain text to a person, in the caller's transaction and once for each key. False when no
 * chat is linked or the key is known. Modules before the bot's are handed it by the composition.
 */
export type NotifyPerson = (
  db: Db,
  message: { readonly key: string; readonly personId: number; readonly text: string },
  nowMs: number,
) => Promise<boolean>;
