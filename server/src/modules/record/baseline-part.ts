import { MATCHED_ENTRIES } from '@rasat/engine';
import {
  type PackedColumns,
  type PackedRow,
  pack,
  packRows,
  unpack,
  unpackRows,
} from '../../platform/packed-rows.ts';

/** The forty random entries of a row. */
export interface Baseline {
  readonly seq: number;
  /** Forty little-endian int16: thousandths of the risk, at the exit at either target. */
  readonly entries1: Buffer;
  readonly entries2: Buffer;
  /** How many reached the first target, the stop of that leg, the second target; how many are undecided. */
  readonly targets1: number;
  readonly stops1: number;
  readonly targets2: number;
  readonly open: number;
  /** Share of the year after the row from which they were drawn; complete: no further bar can change them. */
  readonly coverage: number;
  readonly complete: boolean;
  /** Close of the last bar that there was when they were drawn. */
  readonly barsTo: number;
}

/** Bytes of the entries of one leg. */
const ENTRY_BYTES = 2 * MATCHED_ENTRIES;

/** Baselines as they are kept: columns as JSON, behind them the entries of both legs of each row, Zstandard over both. */
export function encodeBaselines(baselines: readonly Baseline[]): Promise<Buffer> {
  const stored = baselines.map(
    ({ entries1: _first, entries2: _second, ...rest }): PackedRow => rest,
  );
  const entries = baselines.flatMap(({ entries1, entries2 }) => [entries1, entries2]);
  return pack(packRows(stored), Buffer.concat(entries));
}

/** The baselines of a part; rejects when it cannot be read. */
export async function decodeBaselines(data: Uint8Array): Promise<Baseline[]> {
  const { value, bytes } = await unpack(data);
  const rows = unpackRows<PackedRow & Omit<Baseline, 'entries1' | 'entries2'>>(
    value as PackedColumns,
  );
  return rows.map((row, i) => {
    const at = 2 * i * ENTRY_BYTES;
    return {
      ...row,
      entries1: bytes.subarray(at, at + ENTRY_BYTES),
      entries2: bytes.subarray(at + ENTRY_BYTES, at + 2 * ENTRY_BYTES),
    };
  });
}

/** Entries as bytes, little-endian whatever the machine. */
export function packEntries(entries: Int16Array): Buffer {
  const bytes = Buffer.allocUnsafe(ENTRY_BYTES);
  let at = 0;
  for (const value of entries) at = bytes.writeInt16LE(value, at);
  return bytes;
}

/** Reads the entries of a leg into `target` from `at` on. */
export function unpackEntries(bytes: Buffer, target: Int16Array, at: number): void {
  for (let k = 0; k < MATCHED_ENTRIES; k++) target[at + k] = bytes.readInt16LE(2 * k);
}
