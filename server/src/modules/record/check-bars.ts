import { HOUR_MS, resolutionMs } from '@rasat/engine';
import { aggregateBars, type BarColumns, findBarDifference, sliceColumns } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { readHistory, type Series } from '../market/index.ts';
import type { OnFlaw } from './flaw.ts';

/** Resolutions that the server aggregates from base bars, by base. */
const AGGREGATED = { '60': ['240', '1D', '1W'], '1D': ['1W'] } as const;

/**
 * Checks stored bars of other resolutions: 240, 1D and 1W are those that the base bars make, and no 15-minute bar
 * leaves the range of the hour that contains it. Returns the number of 15-minute bars whose hour is not stored.
 */
export async function checkBars(
  db: Db,
  series: Series,
  base: BarColumns,
  onFlaw: OnFlaw,
): Promise<{ readonly uncovered: number }> {
  const add = (resolution: string, timeMs: number, text: string): void =>
    onFlaw({
      class: 'bars',
      what: 'bars',
      seq: null,
      leg: '',
      key: `bars.${resolution}`,
      timeMs,
      text,
    });
  const lastMs = base.openTimeMs[base.length - 1] ?? 0;
  const closedToMs = lastMs + resolutionMs[series.base];
  for (const resolution of AGGREGATED[series.base]) {
    const stored = await readHistory(db, series, resolution);
    if (stored.length === 0) continue;
    const due = aggregateBars(base, resolution, series.fx, closedToMs).length;
    const all = aggregateBars(base, resolution, series.fx);
    // The last bucket is closed by time; it may be stored before a base bar follows it.
    const length = Math.max(due, Math.min(all.length, stored.length));
    const difference = findBarDifference(stored, sliceColumns(all, 0, length));
    if (difference === null) continue;
    const { openTimeMs, value } = difference;
    const text = `the stored ${resolution} bar of ${iso(openTimeMs)} is not that of its base bars: ${value}`;
    add(resolution, openTimeMs, text);
  }
  if (series.base !== '60') return { uncovered: 0 };
  return checkQuarters(await readHistory(db, series, '15'), base, (timeMs) =>
    add('15', timeMs, `the stored 15 bar of ${iso(timeMs)} leaves the range of its hour`),
  );
}

function checkQuarters(
  quarters: BarColumns,
  hours: BarColumns,
  onOutside: (timeMs: number) => void,
): { readonly uncovered: number } {
  let uncovered = 0;
  let at = 0;
  for (let i = 0; i < quarters.length; i++) {
    const timeMs = quarters.openTimeMs[i] as number;
    const hourMs = Math.floor(timeMs / HOUR_MS) * HOUR_MS;
    while (at < hours.length && (hours.openTimeMs[at] as number) < hourMs) at += 1;
    if (hours.openTimeMs[at] !== hourMs) {
      uncovered += 1;
      continue;
    }
    const isInside =
      (quarters.high[i] as number) <= (hours.high[at] as number) &&
      (quarters.low[i] as number) >= (hours.low[at] as number);
    if (!isInside) onOutside(timeMs);
  }
  return { uncovered };
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
