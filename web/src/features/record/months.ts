import { CATEGORIES, type Category } from '@rasat/contract';
import type { RecordHistory } from './calls.ts';

/** Least number of rows for which a figure is shown. */
export const FEW = 15;

/** Cell of the table of months. */
export interface MonthCell {
  readonly month: number;
  /** Number of rows with matched entries. */
  readonly n: number;
  /** Mean difference to the matched entries after costs, in R; null when there are too few rows, or none. */
  readonly difference: number | null;
  /** 95 % interval of the difference; null where there is none. */
  readonly range: { readonly low: number; readonly high: number } | null;
}

/** Table of months: its columns, and one row per category. */
export interface MonthTable {
  readonly months: readonly number[];
  readonly rows: readonly { readonly category: Category; readonly cells: readonly MonthCell[] }[];
}

/**
 * Lists the months of a period: all from the first to the last with rows in any category, the last twelve of these, or
 * a whole calendar year. Empty without rows.
 */
function listMonths(history: RecordHistory['months'], period: string): readonly number[] {
  const known = history.flatMap(({ months }) => months.map(({ month }) => month));
  if (known.length === 0) return [];
  const last = Math.max(...known);
  let from = Math.min(...known);
  let to = last;
  if (period === '12m') from = Math.max(from, last - 11);
  else if (period !== 'all') {
    from = Number(period) * 12;
    to = from + 11;
  }
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Returns the table of a history's months within a period, without the categories that have no rows. */
export function tabulateMonths(history: RecordHistory['months'], period: string): MonthTable {
  const months = listMonths(history, period);
  const rows = CATEGORIES.flatMap((category) => {
    const found = history.find((each) => each.category === category);
    if (!found || found.months.length === 0) return [];
    const byMonth = new Map(found.months.map((each) => [each.month, each]));
    const cells = months.map((month) => {
      const each = byMonth.get(month);
      const n = each?.matched ?? 0;
      const known = n < FEW ? undefined : each;
      return {
        month,
        n,
        difference: known?.netDifference ?? null,
        range: known?.netRange ?? null,
      };
    });
    return [{ category, cells }];
  });
  return { months, rows };
}

/** Returns the difference at which a tint is full: the largest one shown, at least 0.2 R. */
export function fullTint({ rows }: MonthTable): number {
  const shown = rows.flatMap(({ cells }) => cells.map(({ difference }) => difference ?? 0));
  return Math.max(0.2, ...shown.map(Math.abs));
}

/** Width beside the months: at the left the category names and a gap, at the right the padding. */
const BESIDE_MONTHS_PX = 102;
const LEAST_COLUMN_PX = 44;
const GAP_PX = 2;

/**
 * Returns the least width of a month's column in pixels. When the columns need more room than the table has, a whole
 * number of them fills it, so that the category names cover no column partly. 0 before layout.
 */
export function columnWidth(tableWidth: number, months: number): number {
  const room = tableWidth - BESIDE_MONTHS_PX;
  if (room <= 0) return tableWidth > 0 ? LEAST_COLUMN_PX : 0;
  const fitting = Math.max(1, Math.floor(room / (LEAST_COLUMN_PX + GAP_PX)));
  return months <= fitting ? LEAST_COLUMN_PX : room / fitting - GAP_PX;
}
