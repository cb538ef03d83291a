import type { MatchedEntries, RoundTripCost } from '@rasat/ledger';
import {
  openRows,
  type PackedColumns,
  type PackedRow,
  pack,
  packRows,
  unpack,
} from '../../platform/packed-rows.ts';

/** The matched entries of a row, or why it has none. */
export interface Baseline extends Omit<MatchedEntries, 'at' | 'thousandths1' | 'thousandths2'> {
  readonly seq: number;
  /** Thousandths of the risk at the exit at the first target, little-endian int16; `entries2` at the second. */
  readonly entries1: Buffer;
  readonly entries2: Buffer;
  /** Close of the first bar that closes when the entries are due to be complete, or later; null while there is none. */
  readonly settledMs: number | null;
  /** Cost of a round trip in the row's symbol, from which `costs` were computed. */
  readonly cost: RoundTripCost;
  /** Close of the last bar that was stored when the entries were computed. */
  readonly barsTo: number;
}

/** A baseline with its entries as a count; the cost is two columns, so that equal ones are stored once. */
type StoredBaseline = PackedRow &
  Omit<Baseline, 'entries1' | 'entries2' | 'cost'> & {
    readonly entries: number;
    readonly unit: RoundTripCost['unit'];
    readonly amount: number;
  };

const ENTRY_BYTES = 2;

/**
 * Packs baselines for storage: their columns as JSON, then the entries of both legs of each row, compressed with
 * Zstandard.
 */
export function encodeBaselines(baselines: readonly Baseline[]): Promise<Buffer> {
  const stored = baselines.map(
    ({ entries1, entries2: _second, cost, ...rest }): StoredBaseline => ({
      ...rest,
      entries: entries1.length / ENTRY_BYTES,
      unit: cost.unit,
      amount: cost.amount,
    }),
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
  const rows = openRows<StoredBaseline>(value as PackedColumns);
  const starts: number[] = [];
  let end = 0;
  for (const entries of rows.column('entries')) {
    starts.push(end);
    end += 2 * entries * ENTRY_BYTES;
  }
  return {
    seqs: rows.column('seq'),
    at(place) {
      const { entries, unit, amount, ...rest } = rows.at(place);
      const start = starts[place] ?? 0;
      const size = entries * ENTRY_BYTES;
      return {
        ...rest,
        cost: { unit, amount },
        entries1: bytes.subarray(start, start + size),
        entries2: bytes.subarray(start + size, start + 2 * size),
      };
    },
  };
}

/** Returns the baselines of a part. Throws when the part cannot be read. */
export function decodeBaselines(data: Uint8Array): Baseline[] {
  const open = openBaselines(data);
  return open.seqs.map((_, place) => open.at(place));
}

/** Whether the entries of a baseline pay this cost. */
export function paysCost({ cost }: Baseline, { unit, amount }: RoundTripCost): boolean {
  return cost.unit === unit && cost.amount === amount;
}

/** Packs entries as bytes, little-endian on every machine. */
export function packEntries(entries: Int16Array): Buffer {
  const bytes = Buffer.allocUnsafe(ENTRY_BYTES * entries.length);
  let at = 0;
  for (const value of entries) at = bytes.writeInt16LE(value, at);
  return bytes;
}

/** Returns the thousandths of the risk at one exit, in the order of time. */
export function unpackEntries(bytes: Buffer): number[] {
  const entries: number[] = [];
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
    // Shifted up and down again, the sign of the 16 bits becomes that of the number.
    const bits = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    entries.push((bits << 16) >> 16);
  }
  return entries;
}
