import type { CostOf } from '@rasat/contract';
import { canonicalJson, type Look } from '@rasat/ledger';
import type { PrimaryState, StoredLook, StoredPrimary } from './look-store.ts';

/**
 * Compares the stored states and looks of the primary question with those that the rows give at the same marks, and
 * calls `add` with the name of each that differs. `costs` are those of the computation. Of a look that was taken with
 * other costs only its rows and months are compared, because its matched entries are stored with the present ones.
 */
export function compareLooks(
  stored: readonly StoredPrimary[],
  again: readonly PrimaryState[],
  costs: readonly CostOf[],
  add: (name: string, how: string) => void,
): void {
  const sources = new Set([...stored, ...again].map(({ source }) => source));
  for (const source of sources) {
    const name = `primary question of ${source}`;
    const kept = stored.find((one) => one.source === source);
    const found = again.find((one) => one.source === source);
    if (!kept) add(name, 'is missing');
    else if (!found) add(name, 'follows from no row');
    else {
      if (textOf(stateOf(kept)) !== textOf(stateOf(found))) add(name, 'is not that of its rows');
      for (const look of found.looks) {
        const own = kept.looks.find(({ rows }) => rows === look.rows);
        if (!own) add(`look at ${look.rows} rows of ${source}`, 'is missing');
        else if (!isSame(own, look, costs)) {
          add(`look at ${look.rows} rows of ${source}`, 'is not that of its rows');
        }
      }
      for (const { rows } of kept.looks) {
        if (found.looks.some((look) => look.rows === rows)) continue;
        add(`look at ${rows} rows of ${source}`, 'was taken before its rows were settled');
      }
    }
  }
}

function stateOf({
  engineVersion,
  settled,
  pending,
  leftOut,
  voided,
  lastMs,
}: PrimaryState): object {
  return { engineVersion, settled, pending, leftOut, voided, lastMs };
}

function isSame(
  { takenMs: _taken, costs: ownCosts, ...own }: StoredLook,
  again: Look,
  costs: readonly CostOf[],
): boolean {
  if (textOf(ownCosts) === textOf(costs)) return textOf(own) === textOf(again);
  return own.lastSeq === again.lastSeq && own.months === again.months;
}

/** Returns a value as canonical JSON, as it is after it was stored as JSON. */
export const textOf = (value: unknown): string => canonicalJson(JSON.parse(JSON.stringify(value)));
