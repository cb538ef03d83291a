import { resolutionMs } from '@rasat/engine';
import {
  type BarColumns,
  chunkLength,
  createColumns,
  decodeBarsInto,
  sliceColumns,
} from '../bars/bars-codec.ts';
import { fromBase64 } from '../rows/bytes.ts';
import type { RecordFile } from './record-file.ts';

/** The bars of a file; `damaged` is the number, from 1, of the first chunk that cannot be read. */
export type FileBars =
  | { readonly columns: BarColumns; readonly damaged: null }
  | { readonly columns: null; readonly damaged: number };

/** Decodes the bars of a file. A chunk whose times do not ascend counts as damaged. */
export function readFileBars({ bars }: Pick<RecordFile, 'bars'>): FileBars {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const text of bars) {
    try {
      const chunk = fromBase64(text);
      length += chunkLength(chunk);
      chunks.push(chunk);
    } catch (error) {
      if (error instanceof RangeError) return { columns: null, damaged: chunks.length + 1 };
      throw error;
    }
  }
  const columns = createColumns(length);
  let at = 0;
  for (const [i, chunk] of chunks.entries()) {
    const end = tryDecode(chunk, columns, at);
    if (end === null || !ascends(columns.openTimeMs, at, end)) {
      return { columns: null, damaged: i + 1 };
    }
    at = end;
  }
  return { columns, damaged: null };
}

function tryDecode(chunk: Uint8Array, columns: BarColumns, at: number): number | null {
  try {
    return at + decodeBarsInto(chunk, columns, at);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function ascends(times: Float64Array, from: number, to: number): boolean {
  for (let i = Math.max(1, from); i < to; i++) {
    if (!((times[i - 1] as number) < (times[i] as number))) return false;
  }
  return true;
}

/** Returns the bars that close at or before an instant. */
export function barsUntil(
  columns: BarColumns,
  base: RecordFile['series']['base'],
  timeMs: number,
): BarColumns {
  return sliceColumns(columns, 0, countClosed(columns, base, timeMs));
}

/** Returns how many bars close at or before an instant. */
export function countClosed(
  { openTimeMs }: BarColumns,
  base: RecordFile['series']['base'],
  timeMs: number,
): number {
  const lastOpenMs = timeMs - resolutionMs[base];
  let from = 0;
  let to = openTimeMs.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((openTimeMs[middle] as number) <= lastOpenMs) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Returns the bars with the vendor's later values in place of the first ones; of several values for one time the last
 * wins. Both lists ascend.
 */
export function applyCorrections(
  columns: BarColumns,
  corrections: RecordFile['corrections'],
): BarColumns {
  const bySeen = corrections.toSorted((a, b) => a.seen - b.seen);
  const offered = new Map(bySeen.map((one) => [one.time, one.offered]));
  const stored = new Set(columns.openTimeMs);
  const added = [...offered.keys()].filter((time) => !stored.has(time)).toSorted((a, b) => a - b);
  const all = createColumns(columns.length + added.length);
  let row = 0;
  const put = (time: number, bar: readonly number[]): void => {
    all.openTimeMs[row] = time;
    all.open[row] = bar[0] ?? 0;
    all.high[row] = bar[1] ?? 0;
    all.low[row] = bar[2] ?? 0;
    all.close[row] = bar[3] ?? 0;
    all.volume[row] = bar[4] ?? 0;
    row += 1;
  };
  let next = 0;
  const putAddedBefore = (time: number): void => {
    for (let at = added[next]; at !== undefined && at < time; at = added[++next]) {
      put(at, offered.get(at) ?? []);
    }
  };
  for (let i = 0; i < columns.length; i++) {
    const time = columns.openTimeMs[i] as number;
    putAddedBefore(time);
    put(time, offered.get(time) ?? barValues(columns, i));
  }
  putAddedBefore(Number.POSITIVE_INFINITY);
  return all;
}

/** Returns open, high, low, close and volume of the bar that opened at a time; null without such a bar. */
export function findBarValues(
  columns: BarColumns,
  base: RecordFile['series']['base'],
  openTimeMs: number,
): readonly number[] | null {
  const row = countClosed(columns, base, openTimeMs + resolutionMs[base]) - 1;
  return columns.openTimeMs[row] === openTimeMs ? barValues(columns, row) : null;
}

function barValues(columns: BarColumns, row: number): readonly number[] {
  const { open, high, low, close, volume } = columns;
  return [open, high, low, close, volume].map((column) => column[row] as number);
}
