import { listDueForecasts, type PreparedBars } from '@rasat/ledger';
import type { Signal } from '../signals/index.ts';
import type { OnFlaw } from './flaw.ts';

/**
 * Checks that no forecast of a weekly set and no cone is left out, of those made after `afterMs` and by `byMs`. `signals`
 * are all rows of the version.
 */
export function checkForecasts(
  signals: readonly Signal[],
  bars: PreparedBars,
  { afterMs, byMs }: { readonly afterMs: number; readonly byMs: number },
  onFlaw: OnFlaw,
): void {
  const nameOf = (setup: string, barTime: number): string => `forecast.${setup}.${barTime}`;
  const made = new Set(
    signals.flatMap(({ row }) => (row.kind === 'forecast' ? [nameOf(row.setup, row.barTime)] : [])),
  );
  for (const { setup, barTime } of listDueForecasts(bars, afterMs, byMs)) {
    const key = nameOf(setup, barTime);
    if (made.has(key)) continue;
    const text = `the forecast ${setup} of ${barTime} is due and was never published`;
    const head = { class: 'row-missing', what: 'forecast', seq: null, leg: '' } as const;
    onFlaw({ ...head, key, timeMs: barTime, text });
  }
}
