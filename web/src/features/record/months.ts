import { CATEGORIES, type Category } from '@rasat/contract';
import type { RecordHistory } from './calls.ts';

/** Rows below which a figure says nothing. */
export const FEW = 15;

/** A cell of the table of months. */
export interface MonthCell {
  readonly month: number;
  /** Rows that have matched entries. */
  readonly n: number;
  /** Mean difference to them in R; null when there are too few rows, or none. */
  readonly difference: number | null;
  /** The 95 % interval of the difference; null where there is none. */
  readonly range: { readonly low: number; readonly high: number } | null;
}

/** The table of months: its columns, and a row a category. */
export interface MonthTable {
  readonly months: readonly number[];
  readonly rows: readonly { readonly category: Category; readonly cells: readonly MonthCell[] }[];
}

/**
 * The months that a period shows, from the first to the last that has rows in any category: all of them, the last
 * twelve, or a calendar year.
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

/** The table of a history's months within a period; categories that never had a row are left out. */
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
      return { month, n, difference: known?.difference ?? null, range: known?.range ?? null };
    });
    return [{ category, cells }];
  });
  return { months, rows };
}

/** The difference at which a tint is full: the largest shown, but at least a fifth of the risk. */
export function fullTint({ rows }: MonthTable): number {
  const shown = rows.flatMap(({ cells }) => cells.map(({ difference }) => difference ?? 0));
  return Math.max(0.2, ...shown.map(Math.abs));
}

/** Left of the first month: the names of the categories and the gap after them; right of the last: the padding. */
const BESIDE_MONTHS_PX = 102;
const LEAST_COLUMN_PX = 44;
const GAP_PX = 2;

/**
 * The least width of a month's column in pixels, so that a whole number of them fills a table of this width and none
 * stands half behind the names. 0 before the table is laid out.
 */
export function columnWidth(tableWidth: number, months: number): number {
  const room = tableWidth - BESIDE_MONTHS_PX;
  if (room <= 0) return tableWidth > 0 ? LEAST_COLUMN_PX : 0;
  const fitting = Math.max(1, Math.floor(room / (LEAST_COLUMN_PX + GAP_PX)));
  return months <= fitting ? LEAST_COLUMN_PX : room / fitting - GAP_PX;
}
