import { type BarColumns, createColumns } from '../bars/bars-codec.ts';

/** A bar as opening time, open, high, low, close, volume. */
export type Row = readonly [number, number, number, number, number, number];

/** Returns the columns of these bars. */
export function columnsOf(rows: readonly Row[]): BarColumns {
  const columns = createColumns(rows.length);
  rows.forEach(([t, o, h, l, c, v], i) => {
    columns.openTimeMs[i] = t;
    columns.open[i] = o;
    columns.high[i] = h;
    columns.low[i] = l;
    columns.close[i] = c;
    columns.volume[i] = v;
  });
  return columns;
}

/** Returns the bars of columns. */
export function rowsOf(columns: BarColumns): Row[] {
  return Array.from({ length: columns.length }, (_, i) => [
    columns.openTimeMs[i]!,
    columns.open[i]!,
    columns.high[i]!,
    columns.low[i]!,
    columns.close[i]!,
    columns.volume[i]!,
  ]);
}
