import { AppError } from '../../platform/app-error.ts';

/** The id before which a list goes on, as `after` says; larger than any id where a list begins. Throws `bad-fields-400`. */
export function readCursor(after: string | undefined): number {
  if (after === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^[1-9]\d{0,14}$/.test(after)) throw new AppError('bad-fields-400', { field: 'after' });
  return Number(after);
}

/** The first `most` of some rows, of which one more was read, and where the rest begins; null when that is all. */
export function splitRows<T extends { readonly id: number }>(
  rows: readonly T[],
  most: number,
): { readonly rows: readonly T[]; readonly next: string | null } {
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > most && last ? String(last.id) : null };
}
