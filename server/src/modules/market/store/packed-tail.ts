import { type BarColumns, createColumns } from '@rasat/ledger';

/**
 * SQL that packs the rows of a tail into one value of 48 bytes a bar: a thousand rows would take a hundred times as
 * long to read.
 */
export const PACKED_TAIL = `string_agg(
  int8send(t) || float8send(o) || float8send(h) || float8send(l) || float8send(c) || float8send(v),
  ''::bytea order by t)`;
/** Returns the bars of a packed tail; none for null. */
export function unpackTail(data: Buffer | null): BarColumns {
  if (!data) return createColumns(0);
  const columns = createColumns(data.length / 48);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let i = 0, at = 0; i < columns.length; i++, at += 48) {
    columns.openTimeMs[i] = view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4);
    columns.open[i] = view.getFloat64(at + 8);
    columns.high[i] = view.getFloat64(at + 16);
    columns.low[i] = view.getFloat64(at + 24);
    columns.close[i] = view.getFloat64(at + 32);
    columns.volume[i] = view.getFloat64(at + 40);
  }
  return columns;
}
