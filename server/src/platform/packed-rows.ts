import { promisify } from 'node:util';
import zlib from 'node:zlib';

const compress = promisify(zlib.zstdCompress);
const decompress = promisify(zlib.zstdDecompress);

/** Smaller by a tenth than the usual level, in three times its time; parts are read far more often than written. */
const LEVEL = 9;

/** What JSON can say of a row. */
export type PackedRow = Readonly<Record<string, unknown>>;

/** A column: one value for all rows, whole numbers as steps from the one before, or each value. */
type Column =
  | { readonly same: unknown }
  | { readonly steps: readonly number[] }
  | { readonly each: readonly unknown[] };

/** Rows by columns. Every row has the members of the first one. */
export interface PackedColumns {
  readonly rows: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Puts rows into columns. */
export function packRows(rows: readonly PackedRow[]): PackedColumns {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => [name, packColumn(rows.map((row) => row[name]))] as const);
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

function packColumn(values: readonly unknown[]): Column {
  const [first] = values;
  if (values.every((value) => value === first)) return { same: first };
  if (!values.every((value) => Number.isSafeInteger(value))) return { each: values };
  let before = 0;
  const steps = values.map((value) => {
    const step = Number(value) - before;
    before = Number(value);
    return step;
  });
  return steps.every(Number.isSafeInteger) ? { steps } : { each: values };
}

/** The rows of `packRows`, as they were. */
export function unpackRows<Row extends PackedRow>({ rows, columns }: PackedColumns): Row[] {
  const named = Object.entries(columns).map(
    ([name, column]) => [name, unpackColumn(column, rows)] as const,
  );
  return Array.from({ length: rows }, (_, i) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of named) row[name] = values[i];
    return row as Row;
  });
}

function unpackColumn(column: Column, rows: number): readonly unknown[] {
  if ('same' in column) return Array.from({ length: rows }, () => column.same);
  if ('each' in column) return column.each;
  let sum = 0;
  return column.steps.map((step) => {
    sum += step;
    return sum;
  });
}

const LENGTH_BYTES = 4;

/** A value that JSON can say and bytes behind it, Zstandard over both. */
export function pack(value: unknown, bytes: Uint8Array): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return compress(Buffer.concat([length, json, bytes]), {
    params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL },
  });
}

/** What `pack` was given; rejects for anything else. */
export async function unpack(
  packed: Uint8Array,
): Promise<{ readonly value: unknown; readonly bytes: Buffer }> {
  const all = await decompress(packed);
  const end = LENGTH_BYTES + all.readUInt32LE(0);
  return {
    value: JSON.parse(all.toString('utf8', LENGTH_BYTES, end)) as unknown,
    bytes: all.subarray(end),
  };
}
