import type { ToldAction } from './calls.ts';

/**
 * What an operator sees of a split or rename:
 *
 * - `open`, `held`: it waits for a decision; it is effective, so the symbol is not fed
 * - `planned`, `failed`: it is confirmed and waits for its time; it is effective and could not be carried out yet
 * - `done`, `dismissed`: it was carried out; the history continues without it
 */
export type ShownState = 'open' | 'held' | 'planned' | 'failed' | 'done' | 'dismissed';

/** Returns what an operator sees of an action at a time of the server. */
export function shownState(
  { state, effective, applied }: Pick<ToldAction, 'state' | 'effective' | 'applied'>,
  nowMs: number,
): ShownState {
  if (state === 'dismissed') return 'dismissed';
  if (applied !== null) return 'done';
  const isEffective = effective <= nowMs;
  if (state === 'open') return isEffective ? 'held' : 'open';
  return isEffective ? 'failed' : 'planned';
}
