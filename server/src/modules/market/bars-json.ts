import type { BarColumns } from '@rasat/contract';
import { powerOfTen } from '@rasat/engine';

/** Bars as the elements of a JSON array, without its brackets. */
export interface BarsJson {
  readonly bytes: Buffer;
  /** Where each of the first bars begins, so that some can be left out. */
  readonly starts: readonly number[];
}

/** How many of the first bars a reader may want to leave out: as many as there can be open bars at the end. */
const KNOWN_STARTS = 3;
const ROOM_PER_BAR = 200;
const ZERO = 48;
const DOT = 46;

const KEYS = ['{"d":', ',"o":', ',"h":', ',"l":', ',"c":', ',"v":'].map((key) => Buffer.from(key));
const LARGEST_SMALL = 0x7fffffff;
/** The two digits of every number below a hundred. */
const TENS = Uint8Array.from({ length: 100 }, (_, i) => ZERO + Math.floor(i / 10));
const ONES = Uint8Array.from({ length: 100 }, (_, i) => ZERO + (i % 10));

/**
 * Writes the rows `from` up to, not including, `to` as `{"d":…,"o":…,"h":…,"l":…,"c":…,"v":…}` with commas between them.
 * Reading the JSON gives the same doubles. Nearly twice as fast as JSON.stringify over objects, because prices
 * with a known number of decimals are integers.
 */
export function writeBarsJson(
  columns: BarColumns,
  from: number,
  to: number,
  digits: number,
): BarsJson {
  const writer = new DigitWriter(scratch(Math.max(1, to - from) * ROOM_PER_BAR));
  const starts: number[] = [];
  const scale = powerOfTen(digits);
  const { openTimeMs, open, high, low, close, volume } = columns;
  for (let i = from; i < to; i++) {
    if (i > from) writer.byte(44);
    if (starts.length < KNOWN_STARTS) starts.push(writer.at);
    writer.key(0);
    writer.integer(openTimeMs[i] ?? 0);
    writer.key(1);
    writer.price(open[i] ?? 0, scale, digits);
    writer.key(2);
    writer.price(high[i] ?? 0, scale, digits);
    writer.key(3);
    writer.price(low[i] ?? 0, scale, digits);
    writer.key(4);
    writer.price(close[i] ?? 0, scale, digits);
    writer.key(5);
    writer.number(volume[i] ?? 0);
    writer.byte(125);
  }
  return { bytes: Buffer.from(writer.bytes.subarray(0, writer.at)), starts };
}

let room = Buffer.alloc(0);

/** Memory to write into until the next call; what was written is copied out before. */
function scratch(bytes: number): Buffer {
  if (room.length < bytes) room = Buffer.alloc(bytes);
  return room;
}

class DigitWriter {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(value: number): void {
    this.bytes[this.at++] = value;
  }

  key(index: number): void {
    const key = KEYS[index];
    if (!key) return;
    for (let i = 0; i < key.length; i++) this.bytes[this.at++] = key[i] ?? 0;
  }

  /** Any finite number. */
  number(value: number): void {
    if (Number.isSafeInteger(value)) this.integer(value);
    else this.at += this.bytes.write(String(value), this.at, 'latin1');
  }

  /** A whole number. */
  integer(value: number): void {
    let rest = value;
    if (rest < 0) {
      this.byte(45);
      rest = -rest;
    }
    if (rest <= LARGEST_SMALL) this.#small(rest, countDigits(rest));
    else this.#large(rest);
  }

  /** A positive price that is a whole number of 10^-digits. */
  price(value: number, scale: number, digits: number): void {
    let ticks = Math.round(value * scale);
    let decimals = digits;
    if (ticks > LARGEST_SMALL) {
      while (decimals > 0 && ticks % 10 === 0) {
        ticks /= 10;
        decimals -= 1;
      }
    } else {
      for (let left = ticks | 0; decimals > 0; decimals -= 1) {
        const next = (left / 10) | 0;
        if (next * 10 !== left) break;
        left = next;
        ticks = left;
      }
    }
    const whole = Math.floor(ticks / powerOfTen(decimals));
    this.integer(whole);
    if (decimals === 0) return;
    this.byte(DOT);
    const rest = ticks - whole * powerOfTen(decimals);
    if (rest <= LARGEST_SMALL) this.#small(rest, decimals);
    else this.#large(rest, decimals);
  }

  /** A number of up to 31 bits, filled up with zeros to the width. */
  #small(value: number, width: number): void {
    const { bytes } = this;
    const first = this.at;
    this.at += width;
    let place = this.at - 1;
    let rest = value | 0;
    while (place > first) {
      const next = (rest / 100) | 0;
      const pair = rest - next * 100;
      bytes[place] = ONES[pair] ?? ZERO;
      bytes[place - 1] = TENS[pair] ?? ZERO;
      place -= 2;
      rest = next;
    }
    if (place === first) bytes[place] = ZERO + (rest % 10);
  }

  #large(value: number, width = countDigits(value)): void {
    const high = Math.floor(value / 1e9);
    if (high > LARGEST_SMALL) this.#large(high, width - 9);
    else this.#small(high, width - 9);
    this.#small(value - high * 1e9, 9);
  }
}

function countDigits(value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count += 1;
  return count;
}
