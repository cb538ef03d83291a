import { powerOfTen, resolutionMs } from '@rasat/engine';

/** Bars as columns; row i of every column is one bar. Times are epoch milliseconds, ascending. */
export interface BarColumns {
  readonly length: number;
  readonly openTimeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Most bars in one chunk; a closed stored chunk has exactly this many. */
export const CHUNK_BARS = 1000;

/** First byte of a chunk. A reader refuses any other. */
export const CHUNK_VERSION = 1;

// Units of the time column, longest first. A chunk uses the longest that divides every step.
const TIME_UNITS_MS = [
  resolutionMs['1W'],
  resolutionMs['1D'],
  resolutionMs['240'],
  resolutionMs['60'],
  resolutionMs['15'],
  60_000,
  1000,
  1,
] as const;

const VOLUME_NONE = 0;
const VOLUME_DECIMAL = 1;
const VOLUME_RAW = 2;
const HEADER_BYTES = 5;
const MAX_DECIMALS = 12;
// A zigzag number is twice its value; both must be exact doubles.
const MAX_SCALED = 2 ** 51;

/** Returns columns for `length` bars, all zero. */
export function createColumns(length: number): BarColumns {
  const column = () => new Float64Array(length);
  return {
    length,
    openTimeMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
}

/** Returns the bars from index `from` up to, not including, `to`, as views on the same memory. */
export function sliceColumns(columns: BarColumns, from: number, to: number): BarColumns {
  return {
    length: to - from,
    openTimeMs: columns.openTimeMs.subarray(from, to),
    open: columns.open.subarray(from, to),
    high: columns.high.subarray(from, to),
    low: columns.low.subarray(from, to),
    close: columns.close.subarray(from, to),
    volume: columns.volume.subarray(from, to),
  };
}

class Writer {
  bytes = new Uint8Array(16_384);
  at = 0;

  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.at + count));
    grown.set(this.bytes);
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.at++] = value;
  }

  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x10000000) {
      this.bytes[this.at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.bytes[this.at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.at++] = rest;
  }

  zigzag(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }
}

/** Returns whether a price is a whole number of 10^-digits that a chunk can hold. */
export function isStorablePrice(price: number, digits: number): boolean {
  const scale = powerOfTen(digits);
  const integer = Math.round(price * scale);
  return integer / scale === price && integer > 0 && integer < MAX_SCALED;
}

/** Returns a number as an integer count of 10^-decimals. Throws RangeError when it is not exact. */
function scaled(value: number, scale: number, what: string): number {
  const integer = Math.round(value * scale);
  if (integer / scale !== value || !(Math.abs(integer) < MAX_SCALED)) {
    throw new RangeError(`${what} ${value} cannot be stored exactly`);
  }
  return integer;
}

/** Returns the fewest decimals that make every volume exact, or -1. */
function volumeDecimals(volume: Float64Array): number {
  let decimals = 0;
  for (const value of volume) {
    for (;;) {
      const scale = powerOfTen(decimals);
      const integer = Math.round(value * scale);
      if (integer >= MAX_SCALED) return -1;
      if (integer / scale === value) break;
      decimals += 1;
      if (decimals > MAX_DECIMALS) return -1;
    }
  }
  return decimals;
}

function writeTimes(writer: Writer, times: Float64Array): void {
  let unit = 0;
  for (let i = 1; i < times.length; i++) {
    const step = (times[i] ?? 0) - (times[i - 1] ?? 0);
    if (!(step > 0)) throw new RangeError('bar times must ascend');
    while (step % (TIME_UNITS_MS[unit] ?? 1) !== 0) unit += 1;
  }
  const unitMs = TIME_UNITS_MS[unit] ?? 1;
  writer.bytes[4] = unit;
  writer.varint(times.length);
  writer.zigzag(times[0] ?? 0);
  let i = 1;
  while (i < times.length) {
    const step = ((times[i] ?? 0) - (times[i - 1] ?? 0)) / unitMs;
    let run = 1;
    while (
      i + run < times.length &&
      ((times[i + run] ?? 0) - (times[i + run - 1] ?? 0)) / unitMs === step
    ) {
      run += 1;
    }
    writer.varint(step);
    writer.varint(run);
    i += run;
  }
}

function writePrices(writer: Writer, columns: BarColumns, digits: number): void {
  const scale = powerOfTen(digits);
  const n = columns.length;
  const open = new Float64Array(n);
  const close = new Float64Array(n);
  let before = 0;
  for (let i = 0; i < n; i++) {
    const value = scaled(columns.close[i] ?? 0, scale, 'price');
    close[i] = value;
    writer.zigzag(value - before);
    before = value;
  }
  before = 0;
  for (let i = 0; i < n; i++) {
    const value = scaled(columns.open[i] ?? 0, scale, 'price');
    open[i] = value;
    writer.zigzag(value - before);
    before = close[i] ?? 0;
  }
  for (let i = 0; i < n; i++) {
    const above =
      scaled(columns.high[i] ?? 0, scale, 'price') - Math.max(open[i] ?? 0, close[i] ?? 0);
    if (!(above >= 0)) throw new RangeError('a high must contain open and close');
    writer.varint(above);
  }
  for (let i = 0; i < n; i++) {
    const low = scaled(columns.low[i] ?? 0, scale, 'price');
    const below = Math.min(open[i] ?? 0, close[i] ?? 0) - low;
    if (!(below >= 0 && low > 0)) {
      throw new RangeError('a low must be positive and contain open and close');
    }
    writer.varint(below);
  }
}

function writeVolumes(writer: Writer, volume: Float64Array): void {
  if (volume.every((value) => Object.is(value, 0))) {
    writer.bytes[1] = VOLUME_NONE;
    return;
  }
  for (const value of volume) {
    if (!(value >= 0 && Number.isFinite(value)) || Object.is(value, -0)) {
      throw new RangeError(`volume ${value} is not a positive number or zero`);
    }
  }
  const decimals = volumeDecimals(volume);
  if (decimals < 0) {
    writer.bytes[1] = VOLUME_RAW;
    writer.reserve(volume.length * 8);
    const view = new DataView(writer.bytes.buffer);
    for (const value of volume) {
      view.setFloat64(writer.at, value, true);
      writer.at += 8;
    }
    return;
  }
  writer.bytes[1] = VOLUME_DECIMAL;
  writer.bytes[3] = decimals;
  const scale = powerOfTen(decimals);
  for (const value of volume) writer.varint(Math.round(value * scale));
}

/**
 * Encodes bars as one chunk (docs/formats/bars.md). Decoding returns the same doubles, bit for bit. Throws RangeError
 * for bars that would not decode exactly: no bars or too many, times that do not ascend, a price with more than
 * `digits` decimals, a bar whose high or low does not contain it, a volume that is negative or not finite.
 */
export function encodeBars(columns: BarColumns, digits: number): Uint8Array {
  if (columns.length < 1 || columns.length > CHUNK_BARS) {
    throw new RangeError(`a chunk holds 1 to ${CHUNK_BARS} bars, not ${columns.length}`);
  }
  if (!Number.isInteger(digits) || digits < 0 || digits > MAX_DECIMALS) {
    throw new RangeError(`prices have 0 to ${MAX_DECIMALS} decimals, not ${digits}`);
  }
  for (const time of columns.openTimeMs) {
    if (!Number.isSafeInteger(time) || Math.abs(time) >= MAX_SCALED) {
      throw new RangeError(`time ${time} is not a whole number of milliseconds`);
    }
  }
  const writer = new Writer();
  writer.byte(CHUNK_VERSION);
  writer.byte(VOLUME_NONE);
  writer.byte(digits);
  writer.byte(0);
  writer.byte(0);
  writeTimes(writer, columns.openTimeMs);
  writePrices(writer, columns, digits);
  writeVolumes(writer, columns.volume);
  return writer.bytes.slice(0, writer.at);
}

class Reader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  varint(): number {
    const { bytes } = this;
    let at = this.at;
    let byte = bytes[at++] ?? 0;
    // Most numbers of a chunk take one or two bytes.
    if (byte < 128 && at <= bytes.length) {
      this.at = at;
      return byte;
    }
    let value = byte & 127;
    let shift = 7;
    while (byte > 127 && shift < 28) {
      byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      shift += 7;
    }
    let factor = 0x10000000;
    while (byte > 127) {
      byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      factor *= 128;
      if (factor > 2 ** 56) throw new RangeError('a number in the chunk is too long');
    }
    if (at > bytes.length) throw new RangeError('the chunk ends early');
    this.at = at;
    return value;
  }

  zigzag(): number {
    const value = this.varint();
    if (value <= 0x7fffffff) return (value >>> 1) ^ -(value & 1);
    const half = Math.floor(value / 2);
    return value % 2 === 0 ? half : -half - 1;
  }
}

interface ChunkHead {
  readonly length: number;
  readonly digits: number;
  readonly volumeMode: number;
  readonly volumeDecimals: number;
  readonly unitMs: number;
}

function readHead(reader: Reader): ChunkHead {
  const { bytes } = reader;
  if (bytes.length < HEADER_BYTES || bytes[0] !== CHUNK_VERSION) {
    throw new RangeError(`not a chunk of version ${CHUNK_VERSION}`);
  }
  const unitMs = TIME_UNITS_MS[bytes[4] ?? 0];
  const digits = bytes[2] ?? 0;
  const decimals = bytes[3] ?? 0;
  const volumeMode = bytes[1] ?? 0;
  if (
    unitMs === undefined ||
    volumeMode > VOLUME_RAW ||
    digits > MAX_DECIMALS ||
    decimals > MAX_DECIMALS
  ) {
    throw new RangeError('the header of the chunk is damaged');
  }
  reader.at = HEADER_BYTES;
  const length = reader.varint();
  if (length < 1 || length > CHUNK_BARS) throw new RangeError('the chunk has no valid length');
  return { length, digits, volumeMode, volumeDecimals: decimals, unitMs };
}

function readTimes(reader: Reader, head: ChunkHead, times: Float64Array, at: number): void {
  let time = reader.zigzag();
  times[at] = time;
  let i = 1;
  while (i < head.length) {
    const step = reader.varint() * head.unitMs;
    const run = reader.varint();
    if (step === 0 || run === 0 || i + run > head.length) {
      throw new RangeError('the times of the chunk are damaged');
    }
    for (let k = 0; k < run; k++) {
      time += step;
      times[at + i] = time;
      i += 1;
    }
  }
}

function readPrices(reader: Reader, head: ChunkHead, out: BarColumns, at: number): void {
  const scale = powerOfTen(head.digits);
  const end = at + head.length;
  const { open, high, low, close } = out;
  let before = 0;
  for (let i = at; i < end; i++) {
    before += reader.zigzag();
    close[i] = before;
  }
  before = 0;
  for (let i = at; i < end; i++) {
    open[i] = before + reader.zigzag();
    before = close[i] ?? 0;
  }
  for (let i = at; i < end; i++) {
    high[i] = (Math.max(open[i] ?? 0, close[i] ?? 0) + reader.varint()) / scale;
  }
  for (let i = at; i < end; i++) {
    low[i] = (Math.min(open[i] ?? 0, close[i] ?? 0) - reader.varint()) / scale;
  }
  for (let i = at; i < end; i++) {
    open[i] = (open[i] ?? 0) / scale;
    close[i] = (close[i] ?? 0) / scale;
  }
}

function readVolumes(reader: Reader, head: ChunkHead, volume: Float64Array, at: number): void {
  const end = at + head.length;
  if (head.volumeMode === VOLUME_NONE) {
    volume.fill(0, at, end);
  } else if (head.volumeMode === VOLUME_DECIMAL) {
    const scale = powerOfTen(head.volumeDecimals);
    for (let i = at; i < end; i++) volume[i] = reader.varint() / scale;
  } else {
    if (reader.at + head.length * 8 > reader.bytes.length) {
      throw new RangeError('the chunk ends early');
    }
    const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset);
    for (let i = at; i < end; i++) {
      volume[i] = view.getFloat64(reader.at, true);
      reader.at += 8;
    }
  }
}

/** Returns the number of bars in a chunk, from its header alone. Throws RangeError for bytes that are no chunk. */
export function chunkLength(bytes: Uint8Array): number {
  return readHead(new Reader(bytes, 0)).length;
}

/** Returns the opening times of a chunk without decoding the rest. Throws RangeError when it is damaged. */
export function decodeBarTimes(bytes: Uint8Array): Float64Array {
  const reader = new Reader(bytes, 0);
  const head = readHead(reader);
  const times = new Float64Array(head.length);
  readTimes(reader, head, times, 0);
  return times;
}

/**
 * Writes the bars of a chunk into `out` from row `at` on and returns their number. Throws RangeError when the chunk is
 * damaged or `out` has no room for it.
 */
export function decodeBarsInto(bytes: Uint8Array, out: BarColumns, at: number): number {
  const reader = new Reader(bytes, 0);
  const head = readHead(reader);
  if (at + head.length > out.length) throw new RangeError('no room for the chunk');
  readTimes(reader, head, out.openTimeMs, at);
  readPrices(reader, head, out, at);
  readVolumes(reader, head, out.volume, at);
  if (reader.at !== bytes.length) throw new RangeError('the chunk has bytes left over');
  return head.length;
}

/** Returns the bars of one chunk. Throws RangeError when it is damaged. */
export function decodeBars(bytes: Uint8Array): BarColumns {
  const columns = createColumns(chunkLength(bytes));
  decodeBarsInto(bytes, columns, 0);
  return columns;
}
