import { promisify } from 'node:util';
import zlib from 'node:zlib';

const compress = promisify(zlib.zstdCompress);

/** A tenth smaller than the default level, in three times its time; parts are read far more often than written. */
const LEVEL = 9;

/** A row of JSON values. */
export type PackedRow = Readonly<Record<string, unknown>>;

/** A column: one value for all rows, whole numbers as differences from the previous one, or each value. */
type Column =
  | { readonly same: unknown }
  | { readonly steps: readonly number[] }
  | { readonly each: readonly unknown[] };

/** Rows by columns. Every row has the members of the first one. */
export interface PackedColumns {
  readonly rows: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Converts rows to columns. */
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

/** Rows in columns; a row is created only when it is read. */
export interface OpenRows<Row> {
  readonly length: number;
  /** Returns the row at an existing index. */
  at(place: number): Row;
  /** Returns the values of one member in all rows, in order; empty when the rows have no such member. */
  column<Name extends keyof Row & string>(name: Name): readonly Row[Name][];
}

/** Opens the result of `packRows`. */
export function openRows<Row extends PackedRow>({ rows, columns }: PackedColumns): OpenRows<Row> {
  const named = Object.entries(columns);
  // Each row starts as a copy of the common values, so only the others are set.
  const first = Object.fromEntries(
    named.map(([name, column]) => [name, 'same' in column ? column.same : null]),
  );
  const own = named.flatMap(([name, column]) =>
    'same' in column ? [] : [{ name, values: valuesOf(column) }],
  );
  return {
    length: rows,
    at(place) {
      const row: Record<string, unknown> = { ...first };
      for (const { name, values } of own) row[name] = values[place];
      return row as Row;
    },
    column<Name extends keyof Row & string>(name: Name) {
      const column = columns[name];
      if (column === undefined) return [];
      const values =
        'same' in column ? Array.from({ length: rows }, () => column.same) : valuesOf(column);
      return values as Row[Name][];
    },
  };
}

function valuesOf(column: Exclude<Column, { readonly same: unknown }>): readonly unknown[] {
  if ('each' in column) return column.each;
  let sum = 0;
  return column.steps.map((step) => {
    sum += step;
    return sum;
  });
}

const LENGTH_BYTES = 4;

/** Packs a JSON value followed by bytes, compressed together with Zstandard. */
export function pack(value: unknown, bytes: Uint8Array): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return compress(Buffer.concat([length, json, bytes]), {
    params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL },
  });
}

/**
 * Unpacks the result of `pack`; throws for anything else. It takes some hundredths of a millisecond, less than a
 * message to a thread.
 */
export function unpack(packed: Uint8Array): { readonly value: unknown; readonly bytes: Buffer } {
  const all = zlib.zstdDecompressSync(packed);
  const end = LENGTH_BYTES + all.readUInt32LE(0);
  return {
    value: JSON.parse(all.toString('utf8', LENGTH_BYTES, end)) as unknown,
    bytes: all.subarray(end),
  };
}
