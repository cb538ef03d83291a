import { LIMITS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';

/**
 * Returns the id before which a page begins, from `after`; larger than any id for the first page. Throws
 * `bad-fields-400`.
 */
function readCursor(after: string | undefined): number {
  if (after === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^[1-9]\d{0,14}$/.test(after)) throw new AppError('bad-fields-400', { field: 'after' });
  return Number(after);
}

/**
 * Returns a page of a list, and the cursor of the next page; null on the last one. `list` returns at most `most` rows
 * before an id. Throws `bad-fields-400` for an `after` that is not an id.
 */
export async function readPage<T extends { readonly id: number }>(
  after: string | undefined,
  list: (beforeId: number, most: number) => Promise<readonly T[]>,
): Promise<{ readonly rows: readonly T[]; readonly next: string | null }> {
  const most = LIMITS.adminRows;
  const found = await list(readCursor(after), most + 1);
  const rows = found.slice(0, most);
  const last = rows.at(-1);
  return { rows, next: found.length > most && last ? String(last.id) : null };
}
