import { LIMITS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';

/** The id before which a list goes on, as `after` says; larger than any id where a list begins. Throws `bad-fields-400`. */
function readCursor(after: string | undefined): number {
  if (after === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^[1-9]\d{0,14}$/.test(after)) throw new AppError('bad-fields-400', { field: 'after' });
  return Number(after);
}

/**
 * Reads a page of a list, and where the rest begins; null when that is all. `list` returns at most so many rows, from
 * the one before an id on. Throws `bad-fields-400` for an `after` that is no id.
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
