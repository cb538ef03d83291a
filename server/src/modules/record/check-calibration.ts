import { lookDueMs } from '@rasat/ledger';
import type { Calibration, StoredCalibrationLook } from './calibration-store.ts';
import { textOf } from './check-looks.ts';

/**
 * Compares what is stored about the chances of touch with what rows and outcomes give at the same marks, and
 * calls `add` with the name of each part that differs.
 */
export function compareCalibration(
  stored: Calibration & { readonly looks: readonly StoredCalibrationLook[] },
  again: Calibration,
  add: (name: string, how: string) => void,
): void {
  const kept = new Map(namedParts(stored));
  for (const [name, value] of namedParts(again)) {
    const own = kept.get(name);
    kept.delete(name);
    if (own === undefined) add(name, 'is missing');
    else if (own !== value) add(name, 'is not that of its rows');
  }
  for (const name of kept.keys()) add(name, 'follows from no row');
  for (const { source, weeks, takenMs } of stored.looks) {
    const start = again.starts.find((one) => one.source === source);
    const dueMs = lookDueMs(weeks, start?.weeklySinceMs ?? null);
    if (dueMs !== null && takenMs < dueMs) {
      add(`look after ${weeks} weeks of ${source}`, 'was taken before its weeks were over');
    }
  }
}

/** Returns the parts by name, each as canonical JSON. */
function namedParts({ scopes, starts, looks }: Calibration): [name: string, text: string][] {
  return [
    ...scopes.map(({ source, origin, scope, figures }): [string, string] => [
      `calibration ${source} ${origin} ${scope}`,
      textOf(figures),
    ]),
    ...starts.map((start): [string, string] => [
      `calibration start ${start.source}`,
      textOf(start),
    ]),
    ...looks.map(({ source, toSeq, toNo, ...rest }): [string, string] => {
      const { takenMs: _taken, ...look } = { takenMs: 0, ...rest };
      return [`look after ${look.weeks} weeks of ${source}`, textOf({ ...look, toSeq, toNo })];
    }),
  ];
}
