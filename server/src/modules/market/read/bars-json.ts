import { powerOfTen } from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';

/** Bars as the elements of a JSON array, without its brackets. */
export interface BarsJson {
  readonly bytes: Buffer;
  /** Offsets of the first bars, from which a reader can start. */
  readonly starts: readonly number[];
}

/** Number of first bars with a known offset: as many as there can be open bars at the end. */
const KNOWN_STARTS = 3;
const ROOM_PER_BAR = 200;
const ZERO = 48;
const DOT = 46;
const MINUS = 45;
const COMMA = 44;
const QUOTE = 34;
const COLON = 58;
const OPEN = 123;
const CLOSE = 125;
/** Codes of the letters d, o, h, l, c and v. */
const D = 100;
const O = 111;
const H = 104;
const L = 108;
const C = 99;
const V = 118;
const LARGEST_SMALL = 0x7fffffff;
/** Codes of the two digits of every number below a hundred. */
const TENS = Uint8Array.from({ length: 100 }, (_, i) => ZERO + Math.floor(i / 10));
const ONES = Uint8Array.from({ length: 100 }, (_, i) => ZERO + (i % 10));

/**
 * Returns the rows from `from` up to, not including, `to` as `{"d":…,"o":…,"h":…,"l":…,"c":…,"v":…}` with commas
 * between them. Parsing the JSON gives the same doubles. More than twice as fast as JSON.stringify over objects,
 * because prices with a known number of decimals are integers.
 */
export function writeBarsJson(
  columns: BarColumns,
  from: number,
  to: number,
  digits: number,
): BarsJson {
  const bytes = scratch(Math.max(1, to - from) * ROOM_PER_BAR);
  const starts: number[] = [];
  const scale = powerOfTen(digits);
  const { openTimeMs, open, high, low, close, volume } = columns;
  let at = 0;
  for (let i = from; i < to; i++) {
    if (i > from) bytes[at++] = COMMA;
    if (starts.length < KNOWN_STARTS) starts.push(at);
    at = writeKey(bytes, at, OPEN, D);
    at = writeInteger(bytes, at, openTimeMs[i] ?? 0);
    at = writeKey(bytes, at, COMMA, O);
    at = writePrice(bytes, at, open[i] ?? 0, scale, digits);
    at = writeKey(bytes, at, COMMA, H);
    at = writePrice(bytes, at, high[i] ?? 0, scale, digits);
    at = writeKey(bytes, at, COMMA, L);
    at = writePrice(bytes, at, low[i] ?? 0, scale, digits);
    at = writeKey(bytes, at, COMMA, C);
    at = writePrice(bytes, at, close[i] ?? 0, scale, digits);
    at = writeKey(bytes, at, COMMA, V);
    at = writeNumber(bytes, at, volume[i] ?? 0);
    bytes[at++] = CLOSE;
  }
  return { bytes: Buffer.from(bytes.subarray(0, at)), starts };
}

let room = Buffer.alloc(0);

/** Returns memory to write into until the next call; callers copy their result out before. */
function scratch(bytes: number): Buffer {
  if (room.length < bytes) room = Buffer.alloc(bytes);
  return room;
}

// Each of these functions writes at an offset and returns the next one: a counter in an object would be read and
// written with every byte.

function writeKey(bytes: Buffer, at: number, before: number, letter: number): number {
  bytes[at] = before;
  bytes[at + 1] = QUOTE;
  bytes[at + 2] = letter;
  bytes[at + 3] = QUOTE;
  bytes[at + 4] = COLON;
  return at + 5;
}

/** Writes any finite number. */
function writeNumber(bytes: Buffer, at: number, value: number): number {
  if (Number.isSafeInteger(value)) return writeInteger(bytes, at, value);
  return at + bytes.write(String(value), at, 'latin1');
}

/** Writes an integer. */
function writeInteger(bytes: Buffer, at: number, value: number): number {
  if (value >= 0) return writeWhole(bytes, at, value);
  bytes[at] = MINUS;
  return writeWhole(bytes, at + 1, -value);
}

function writeWhole(bytes: Buffer, at: number, value: number): number {
  return value <= LARGEST_SMALL
    ? writeSmall(bytes, at, value, countDigits(value))
    : writeLarge(bytes, at, value, countDigits(Math.floor(value / 1e9)) + 9);
}

/** Writes a positive price that is a whole number of 10^-digits. */
function writePrice(
  bytes: Buffer,
  at: number,
  value: number,
  scale: number,
  digits: number,
): number {
  let ticks = Math.round(value * scale);
  if (ticks > LARGEST_SMALL) return writeLargePrice(bytes, at, ticks, digits);
  let decimals = digits;
  ticks |= 0;
  for (let next = (ticks / 10) | 0; decimals > 0 && next * 10 === ticks; next = (next / 10) | 0) {
    ticks = next;
    decimals -= 1;
  }
  const width = countDigits(ticks);
  if (decimals === 0) return writeSmall(bytes, at, ticks, width);
  const end = at + Math.max(width, decimals + 1) + 1;
  const dot = end - decimals - 1;
  let place = end;
  let rest = ticks;
  while (place - dot > 2) {
    const next = (rest / 100) | 0;
    const pair = rest - next * 100;
    bytes[--place] = ONES[pair] ?? ZERO;
    bytes[--place] = TENS[pair] ?? ZERO;
    rest = next;
  }
  if (place - dot === 2) {
    const next = (rest / 10) | 0;
    bytes[--place] = ZERO + rest - next * 10;
    rest = next;
  }
  bytes[dot] = DOT;
  writeSmall(bytes, at, rest, dot - at);
  return end;
}

function writeLargePrice(bytes: Buffer, at: number, given: number, digits: number): number {
  let ticks = given;
  let decimals = digits;
  while (decimals > 0 && ticks % 10 === 0) {
    ticks /= 10;
    decimals -= 1;
  }
  const one = powerOfTen(decimals);
  const whole = Math.floor(ticks / one);
  const dot = writeWhole(bytes, at, whole);
  if (decimals === 0) return dot;
  bytes[dot] = DOT;
  const rest = ticks - whole * one;
  return rest <= LARGEST_SMALL
    ? writeSmall(bytes, dot + 1, rest, decimals)
    : writeLarge(bytes, dot + 1, rest, decimals);
}

/** Writes a number of up to 31 bits, padded with zeros to the width. */
function writeSmall(bytes: Buffer, at: number, value: number, width: number): number {
  let place = at + width - 1;
  let rest = value | 0;
  while (place > at) {
    const next = (rest / 100) | 0;
    const pair = rest - next * 100;
    bytes[place] = ONES[pair] ?? ZERO;
    bytes[place - 1] = TENS[pair] ?? ZERO;
    place -= 2;
    rest = next;
  }
  if (place === at) bytes[place] = ZERO + (rest % 10);
  return at + width;
}

function writeLarge(bytes: Buffer, at: number, value: number, width: number): number {
  const high = Math.floor(value / 1e9);
  const behind =
    high > LARGEST_SMALL
      ? writeLarge(bytes, at, high, width - 9)
      : writeSmall(bytes, at, high, width - 9);
  return writeSmall(bytes, behind, value - high * 1e9, 9);
}

function countDigits(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : value < 10_000 ? 4 : 5;
  }
  let count = 6;
  for (let bound = 1_000_000; value >= bound; bound *= 10) count += 1;
  return count;
}
