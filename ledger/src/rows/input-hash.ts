import type { BarColumns } from '../bars/bars-codec.ts';

/** A function that returns SHA-256 of bytes, in the byte array type of the caller. */
export type Sha256<Hash extends Uint8Array = Uint8Array> = (bytes: Uint8Array) => Hash;

/** The hash over the bars of a series so far. */
export interface InputHash<Hash extends Uint8Array = Uint8Array> {
  readonly value: Hash;
  /** Adds the bar in that row. */
  add(bars: BarColumns, row: number): void;
}

/**
 * Returns the rolling hash of docs/formats/ledger.md. `start` is the hash so far, 32 zero bytes before the first bar:
 * SHA-256(hash before || d || o || h || l || c || v), the numbers as little-endian float64.
 */
export function rollInputHash<Hash extends Uint8Array>(
  sha256: Sha256<Hash>,
  start: Hash,
): InputHash<Hash> {
  const block = new Uint8Array(80);
  const numbers = new DataView(block.buffer, 32, 48);
  let value = start;
  return {
    get value() {
      return value;
    },
    add(bars, row) {
      block.set(value);
      numbers.setFloat64(0, bars.openTimeMs[row] as number, true);
      numbers.setFloat64(8, bars.open[row] as number, true);
      numbers.setFloat64(16, bars.high[row] as number, true);
      numbers.setFloat64(24, bars.low[row] as number, true);
      numbers.setFloat64(32, bars.close[row] as number, true);
      numbers.setFloat64(40, bars.volume[row] as number, true);
      value = sha256(block);
    },
  };
}
