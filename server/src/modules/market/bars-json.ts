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

/**
 * Writes the rows `from` up to, not including, `to` as `{"d":…,"o":…,"h":…,"l":…,"c":…,"v":…}` with commas between them.
 * Reading the JSON gives the same doubles. More than twice as fast as JSON.stringify over objects, because prices
 * with a known number of decimals are integers.
 */
export function writeBarsJson(
  columns: BarColumns,
  from: number,
  to: number,
  digits: number,
): BarsJson {
  const writer = new DigitWriter(Math.max(1, to - from) * ROOM_PER_BAR);
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

class DigitWriter {
  readonly bytes: Buffer;
  at = 0;

  constructor(room: number) {
    this.bytes = Buffer.allocUnsafe(room);
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
    this.#decimal(rest, 0);
  }

  /** A positive price that is a whole number of 10^-digits. */
  price(value: number, scale: number, digits: number): void {
    let ticks = Math.round(value * scale);
    let decimals = digits;
    while (decimals > 0 && ticks % 10 === 0) {
      ticks /= 10;
      decimals -= 1;
    }
    this.#decimal(ticks, decimals);
  }

  /** Writes `value / 10^decimals` from its last digit to its first. */
  #decimal(value: number, decimals: number): void {
    const { bytes } = this;
    const width = Math.max(countDigits(value), decimals + 1) + (decimals > 0 ? 1 : 0);
    const first = this.at;
    const dot = decimals > 0 ? first + width - 1 - decimals : -1;
    this.at += width;
    let rest = value;
    let place = first + width - 1;
    for (; place >= first && rest > 0x7fffffff; place--) {
      if (place === dot) {
        bytes[place] = DOT;
        continue;
      }
      const next = Math.floor(rest / 10);
      bytes[place] = ZERO + (rest - next * 10);
      rest = next;
    }
    // Most numbers are small, and small ones divide much faster.
    for (let small = rest | 0; place >= first; place--) {
      if (place === dot) {
        bytes[place] = DOT;
        continue;
      }
      const next = (small / 10) | 0;
      bytes[place] = ZERO + (small - next * 10);
      small = next;
    }
  }
}

function countDigits(value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count += 1;
  return count;
}
