import { MATCHED_ENTRIES, type MatchedEntries } from '@rasat/ledger';
import {
  openRows,
  type PackedColumns,
  type PackedRow,
  pack,
  packRows,
  unpack,
} from '../../platform/packed-rows.ts';

/** The forty matched entries of a row. */
export interface Baseline extends Omit<MatchedEntries, 'at' | 'thousandths1' | 'thousandths2'> {
  readonly seq: number;
  /** Thousandths of the risk at the exit at the first target, forty little-endian int16; `entries2` at the second. */
  readonly entries1: Buffer;
  readonly entries2: Buffer;
  /** Close of the first bar that closes when the entries are due to be complete, or later; null while there is none. */
  readonly settledMs: number | null;
  /** Close of the last bar that was stored when the entries were drawn. */
  readonly barsTo: number;
}

/** Bytes of the entries of one leg. */
const ENTRY_BYTES = 2 * MATCHED_ENTRIES;

/**
 * Packs baselines for storage: their columns as JSON, then the entries of both legs of each row, compressed with
 * Zstandard.
 */
export function encodeBaselines(baselines: readonly Baseline[]): Promise<Buffer> {
  const stored = baselines.map(
    ({ entries1: _first, entries2: _second, ...rest }): PackedRow => rest,
  );
  const entries = baselines.flatMap(({ entries1, entries2 }) => [entries1, entries2]);
  return pack(packRows(stored), Buffer.concat(entries));
}

/** Part that builds each baseline only when the caller reads it. */
export interface OpenBaselines {
  /** Row numbers of the baselines, ascending. */
  readonly seqs: readonly number[];
  /** Returns the baseline at an index of `seqs`. */
  at(place: number): Baseline;
}

/** Opens a part. Throws when the part cannot be read. */
export function openBaselines(data: Uint8Array): OpenBaselines {
  const { value, bytes } = unpack(data);
  const rows = openRows<PackedRow & Omit<Baseline, 'entries1' | 'entries2'>>(
    value as PackedColumns,
  );
  const entriesAt = (leg: number): Buffer =>
    bytes.subarray(leg * ENTRY_BYTES, (leg + 1) * ENTRY_BYTES);
  return {
    seqs: Array.from({ length: rows.length }, (_, place) => rows.at(place).seq),
    at: (place) => ({
      ...rows.at(place),
      entries1: entriesAt(2 * place),
      entries2: entriesAt(2 * place + 1),
    }),
  };
}

/** Returns the baselines of a part. Throws when the part cannot be read. */
export function decodeBaselines(data: Uint8Array): Baseline[] {
  const open = openBaselines(data);
  return open.seqs.map((_, place) => open.at(place));
}

/** Packs entries as bytes, little-endian on every machine. */
export function packEntries(entries: Int16Array): Buffer {
  const bytes = Buffer.allocUnsafe(ENTRY_BYTES);
  let at = 0;
  for (const value of entries) at = bytes.writeInt16LE(value, at);
  return bytes;
}

/** Returns the thousandths of the risk at one exit, in the order of drawing. */
export function unpackEntries(bytes: Buffer): number[] {
  return Array.from({ length: MATCHED_ENTRIES }, (_, k) => bytes.readInt16LE(2 * k));
}
