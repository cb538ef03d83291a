import type { Db } from '../../platform/db/pool.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { ServerContext } from '../../platform/part.ts';

/**
 * Says a text to a person in their chat, in the caller's transaction; the same key is said once. False when there is no
 * chat.
 */
export type Tell = (
  db: Db,
  message: { readonly key: string; readonly personId: number; readonly text: string },
  nowMs: number,
) => Promise<boolean>;

/** What the education works with. Changes of the back office are given a transaction as `db`. */
export type EducationContext = Pick<ServerContext, 'db' | 'clock' | 'keys' | 'config'> & {
  readonly files: FileStore;
  readonly tell: Tell;
};
