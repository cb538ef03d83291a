import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { packBars } from '@rasat/contract';
import type { Bar, Resolution } from '@rasat/engine';
import {
  type BarColumns,
  CHUNK_BARS,
  decodeBarTimes,
  encodeBars,
  sliceColumns,
} from '@rasat/ledger';
import { columnsOf, encodeInChunks, firstRowAtOrAfter } from '../store/bar-columns.ts';
import { decodeStored, END_OF_TIME_MS } from '../store/read-bars.ts';
import type { Series } from '../symbol.ts';
import { type BarsJson, writeBarsJson } from './bars-json.ts';

/** Requested bars: the last `limit` that open before `toMs`; null means the newest, open ones included. */
export interface HistoryWindow {
  readonly series: Series;
  readonly resolution: Resolution;
  readonly toMs: number | null;
  readonly limit: number;
}

const deflateClosed = promisify(deflateRaw);
const GZIP_LEVEL = 4;
const OPEN_BRACKET = Buffer.from('[');
/** Header of a gzip member without name and time. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Encoded forms of a window's closed bars, each built on its first request. */
export class WindowEntry {
  readonly key: string;
  readonly group: string;
  /** Bytes that the cache has counted for the entry. */
  counted = 0;
  /** Whether the window may include bars that are appended later. */
  readonly mayGrow: boolean;
  readonly #digits: number;
  readonly #chunks: readonly Buffer[];
  readonly #tail: BarColumns;
  readonly #skip: number;
  readonly #take: number;
  readonly #lastMs: number;
  #json: BarsJson | null = null;
  #whole: { readonly tail: string; readonly bytes: Buffer } | null = null;
  #deflated: Deflated | null = null;
  #zippedTail: { readonly tail: string; readonly bytes: Buffer } | null = null;
  #packed: { readonly tail: string; readonly out: number; readonly bytes: Buffer } | null = null;
  #packedTail: readonly Uint8Array[] | null = null;

  constructor(
    key: string,
    group: string,
    digits: number,
    chunks: readonly Buffer[],
    tail: BarColumns,
    { toMs, limit }: HistoryWindow,
  ) {
    this.key = key;
    this.group = group;
    this.#digits = digits;
    const beforeMs = toMs ?? END_OF_TIME_MS;
    // Only the last chunk can extend beyond the window, and only when the window has no row of the tail.
    const lastChunk = chunks.at(-1);
    const lastTimes =
      tail.length > 0 ? tail.openTimeMs : lastChunk ? decodeBarTimes(lastChunk) : tail.openTimeMs;
    const cut = firstRowAtOrAfter(lastTimes, beforeMs);
    const end = chunks.length * CHUNK_BARS + tail.length - (lastTimes.length - cut);
    const unused = Math.floor(Math.max(0, end - limit) / CHUNK_BARS);
    this.#chunks = chunks.slice(Math.min(unused, chunks.length));
    const left = (chunks.length - this.#chunks.length) * CHUNK_BARS;
    this.#take = Math.min(limit, end);
    this.#skip = end - left - this.#take;
    this.#tail = tail;
    this.#lastMs = lastTimes[cut - 1] ?? Number.NEGATIVE_INFINITY;
    this.mayGrow = toMs === null || cut === lastTimes.length;
  }

  /** Number of closed bars in the window. */
  get length(): number {
    return this.#take;
  }

  get bytes(): number {
    let sum = this.#tail.length * 48 + 1000;
    for (const chunk of this.#chunks) sum += chunk.length;
    return (
      sum +
      (this.#json?.bytes.length ?? 0) +
      (this.#whole?.bytes.length ?? 0) +
      (this.#deflated?.bytes.length ?? 0) +
      (this.#packed?.bytes.length ?? 0)
    );
  }

  /** Returns the open bars after the closed ones, and the number of closed ones that they push out of the window. */
  #fit(open: readonly Bar[], limit: number): { newer: readonly Bar[]; out: number } {
    const newer = open.filter((bar) => bar.openTimeMs > this.#lastMs).slice(-limit);
    return { newer, out: Math.max(0, this.#take + newer.length - limit) };
  }

  json(open: readonly Bar[], limit: number): Buffer {
    const { newer, out } = this.#fit(open, limit);
    this.#json ??= this.#writeClosed();
    const closed = closedFrom(this.#json, out);
    const tail = tailJson(newer, closed.length > 0);
    // Between two ticks all callers get the same bytes.
    if (this.#whole?.tail !== tail) {
      this.#whole = { tail, bytes: Buffer.concat([OPEN_BRACKET, closed, Buffer.from(tail)]) };
    }
    return this.#whole.bytes;
  }

  /**
   * Returns the gzip member. The closed bars are compressed once; the open bars, which change with every tick, are
   * appended to the same member.
   */
  async gzip(open: readonly Bar[], limit: number): Promise<Buffer> {
    const { newer, out } = this.#fit(open, limit);
    const deflated = this.#deflated?.out === out ? this.#deflated : await this.#deflate(out);
    const tail = tailJson(newer, deflated.length > OPEN_BRACKET.length);
    if (this.#zippedTail?.tail !== tail) {
      this.#zippedTail = { tail, bytes: deflateRawSync(tail) };
    }
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(tail, deflated.crc), 0);
    end.writeUInt32LE(deflated.length + Buffer.byteLength(tail), 4);
    return Buffer.concat([GZIP_HEADER, deflated.bytes, this.#zippedTail.bytes, end]);
  }

  /**
   * Compresses the closed bars. Their JSON, ten times as large, is not kept: a reader of compressed bars never needs
   * it.
   */
  async #deflate(out: number): Promise<Deflated> {
    const closed = closedFrom(this.#json ?? this.#writeClosed(), out);
    const whole = Buffer.concat([OPEN_BRACKET, closed]);
    const bytes = await deflateClosed(whole, {
      level: GZIP_LEVEL,
      finishFlush: constants.Z_FULL_FLUSH,
    });
    const deflated = { out, length: whole.length, crc: crc32(whole), bytes };
    this.#deflated = deflated;
    return deflated;
  }

  binary(open: readonly Bar[], limit: number): Buffer {
    const { newer, out } = this.#fit(open, limit);
    const tail = newer.map(barJson).join();
    if (this.#packed?.tail === tail && this.#packed.out === out) return this.#packed.bytes;
    const chunks: Uint8Array[] = [...this.#chunks];
    this.#packedTail ??= encodeInChunks(this.#tail, this.#digits);
    chunks.push(...this.#packedTail);
    // A window whose last chunk extends beyond it has no open bars.
    if (newer.length > 0) chunks.push(encodeBars(columnsOf(newer), this.#digits));
    const take = this.#take - out + newer.length;
    const packed = packBars(chunks, this.#skip + out, take, newer.length);
    const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
    this.#packed = { tail, out, bytes };
    return bytes;
  }

  #writeClosed(): BarsJson {
    const all = decodeStored({ chunks: this.#chunks, tail: this.#tail });
    const closed = sliceColumns(all, this.#skip, this.#skip + this.#take);
    return writeBarsJson(closed, 0, closed.length, this.#digits);
  }
}

/** Compressed closed bars of a window without the first `out`, to which the open bars can be appended. */
interface Deflated {
  readonly out: number;
  /** Number of bytes before compression, including the opening bracket. */
  readonly length: number;
  readonly crc: number;
  readonly bytes: Buffer;
}

function closedFrom({ bytes, starts }: BarsJson, out: number): Buffer {
  return out === 0 ? bytes : bytes.subarray(starts[out] ?? bytes.length);
}

/** Returns the JSON after the closed bars, to the end of the array. */
function tailJson(newer: readonly Bar[], hasClosed: boolean): string {
  return `${newer.map((bar, i) => (hasClosed || i > 0 ? ',' : '') + barJson(bar)).join('')}]`;
}

function barJson({ openTimeMs: d, open: o, high: h, low: l, close: c, volume: v }: Bar): string {
  return JSON.stringify({ d, o, h, l, c, v });
}
