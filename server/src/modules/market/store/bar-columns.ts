import type { Bar } from '@rasat/engine';
import {
  type BarColumns,
  CHUNK_BARS,
  createColumns,
  encodeBars,
  sliceColumns,
} from '@rasat/ledger';

/** Growing list of bars as columns; `columns` is a view that is valid until the next `push`. */
export class BarList {
  #room: BarColumns;
  #length = 0;

  constructor(room = 64) {
    this.#room = createColumns(room);
  }

  get length(): number {
    return this.#length;
  }

  get lastOpenTimeMs(): number | null {
    return this.#length === 0 ? null : (this.#room.openTimeMs[this.#length - 1] ?? null);
  }

  push(
    openTimeMs: number,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
  ): void {
    if (this.#length === this.#room.length) this.#grow();
    const at = this.#length++;
    this.#room.openTimeMs[at] = openTimeMs;
    this.#room.open[at] = open;
    this.#room.high[at] = high;
    this.#room.low[at] = low;
    this.#room.close[at] = close;
    this.#room.volume[at] = volume;
  }

  pushBar(bar: Bar): void {
    this.push(bar.openTimeMs, bar.open, bar.high, bar.low, bar.close, bar.volume);
  }

  get columns(): BarColumns {
    return sliceColumns(this.#room, 0, this.#length);
  }

  #grow(): void {
    const wider = createColumns(this.#room.length * 2);
    copyColumns(this.#room, wider, 0);
    this.#room = wider;
  }
}

/** Copies all bars of `from` into `to`, from row `at` on. */
export function copyColumns(from: BarColumns, to: BarColumns, at: number): void {
  to.openTimeMs.set(from.openTimeMs, at);
  to.open.set(from.open, at);
  to.high.set(from.high, at);
  to.low.set(from.low, at);
  to.close.set(from.close, at);
  to.volume.set(from.volume, at);
}

/** Returns the bars of several lists as one list, in their order. */
export function joinColumns(parts: readonly BarColumns[]): BarColumns {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const joined = createColumns(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    copyColumns(part, joined, at);
    at += part.length;
  }
  return joined;
}

/** Returns the bars of a list as columns. */
export function columnsOf(bars: readonly Bar[]): BarColumns {
  const list = new BarList(bars.length);
  for (const bar of bars) list.pushBar(bar);
  return list.columns;
}

/** Returns the bars in stored form, in chunks of 1,000 except the last; no chunk for no bars. */
export function encodeInChunks(bars: BarColumns, digits: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bars.length; at += CHUNK_BARS) {
    const end = Math.min(bars.length, at + CHUNK_BARS);
    chunks.push(encodeBars(sliceColumns(bars, at, end), digits));
  }
  return chunks;
}

/** Returns row `i` as an object. */
export function barAt(columns: BarColumns, i: number): Bar {
  const openTimeMs = columns.openTimeMs[i];
  if (openTimeMs === undefined) throw new RangeError(`no bar ${i}`);
  return {
    openTimeMs,
    open: columns.open[i] ?? 0,
    high: columns.high[i] ?? 0,
    low: columns.low[i] ?? 0,
    close: columns.close[i] ?? 0,
    volume: columns.volume[i] ?? 0,
  };
}

/** Returns the first row whose opening time is at or after `timeMs`; `length` when there is none. */
export function firstRowAtOrAfter(openTimeMs: Float64Array, timeMs: number): number {
  let low = 0;
  let high = openTimeMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((openTimeMs[middle] ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
