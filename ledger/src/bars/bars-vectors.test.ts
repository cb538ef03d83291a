import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, type Row, rowsOf } from '../testing/bar-rows.ts';
import { decodeBars, encodeBars, isStorablePrice } from './bars-codec.ts';

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const HOUR = 3_600_000;

/** Returns three hours, the last after a gap, with these volumes. */
const rowsWith = (...volumes: readonly number[]): Row[] => [
  [HOUR, 1, 1.05, 0.98, 1.02, volumes[0]!],
  [2 * HOUR, 1.02, 1.02, 1, 1.01, volumes[1]!],
  [4 * HOUR, 1, 1.03, 1, 1.03, volumes[2]!],
];

/** The bytes that docs/formats/bars.md gives. */
const body = [
  '03', // three bars
  '80bab703', // the first opens at 3,600,000: zigzag 7,200,000 is 0, 58, 55, 3 in base 128
  '01010201', // a step of one hour once, of two hours once
  'cc01 01 04', // closes 102, -1, +2: zigzag 204 (76 and 1 x 128), 1, 4
  'c801 00 01', // opens 100, then 0 and -1 beside the close before: zigzag 200 (72 and 128), 0, 1
  '03 00 00', // highs above the larger of open and close
  '02 01 00', // lows below the smaller
].join('');

/** Volumes, whether decimal or raw, and how many decimals; the unit 3 is an hour, the digits are two. */
const VECTORS: readonly (readonly [Row[], string])[] = [
  [rowsWith(0, 0, 0), `01 00 02 00 03 ${body}`],
  // 5, 120 and 0 tenths.
  [rowsWith(0.5, 12, 0), `01 01 02 01 03 ${body} 05 78 00`],
  // A third has no decimals; a third, 0 and 2 as little-endian doubles.
  [
    rowsWith(1 / 3, 0, 2),
    `01 02 02 00 03 ${body} 555555555555d53f 0000000000000000 0000000000000040`,
  ],
];

test('a chunk has the bytes of its format, written and read', () => {
  for (const [rows, hex] of VECTORS) {
    assert.deepEqual(encodeBars(columnsOf(rows), 2), bytesOf(hex));
    assert.deepEqual(rowsOf(decodeBars(bytesOf(hex))), rows);
  }
});

test('times are counted in the longest unit that divides every step', () => {
  const units = [604_800_000, 86_400_000, 14_400_000, HOUR, 900_000, 60_000, 1000, 1];
  for (const [unit, step] of units.entries()) {
    // Two steps of one and of two units, before 1970 and on.
    const rows = [-1, 0, 2].map((at): Row => [at * step, 1, 1, 1, 1, 0]);
    const chunk = encodeBars(columnsOf(rows), 0);
    assert.equal(chunk[4], unit);
    assert.deepEqual([...chunk.subarray(-16, -12)], [1, 1, 2, 1], `${step}`);
    assert.deepEqual(rowsOf(decodeBars(chunk)), rows);
  }
});

/** Returns a varint of docs/formats/bars.md, computed on big integers. */
function varint(value: bigint): number[] {
  const digit = Number(value & 127n);
  return value < 128n ? [digit] : [digit | 128, ...varint(value >> 7n)];
}

test('numbers of any size are varints, negative ones zigzag', () => {
  // One bar of one price without volume: after the header and a length of 1 come the zigzags of time, close and open.
  for (const time of [0, 63, 64, -1, -64, -65, 2 ** 27 - 1, 2 ** 27, -(2 ** 27) - 1, 2 ** 43]) {
    for (const price of [1, 2 ** 27, 2 ** 34 - 1, 2 ** 34, 2 ** 51 - 1]) {
      const zigzag = (value: number) => BigInt(value < 0 ? -2 * value - 1 : 2 * value);
      const expected = [
        1,
        0,
        0,
        0,
        0,
        1,
        ...varint(zigzag(time)),
        ...varint(zigzag(price)),
        ...varint(zigzag(price)),
        0,
        0,
      ];
      const rows: Row[] = [[time, price, price, price, price, 0]];
      assert.deepEqual([...encodeBars(columnsOf(rows), 0)], expected, `${time} ${price}`);
      assert.deepEqual(rowsOf(decodeBars(Uint8Array.from(expected))), rows);
    }
  }
});

test('whole numbers stay below 2 to the power of 51, a thousand bars and twelve digits', () => {
  const one = (price: number): Row[] => [[0, price, price, price, price, 0]];
  assert.equal(isStorablePrice(2 ** 51 - 1, 0), true);
  assert.equal(isStorablePrice(2 ** 51, 0), false);
  assert.equal(isStorablePrice(0, 0), false);
  assert.equal(isStorablePrice(0.5, 0), false);
  assert.throws(() => encodeBars(columnsOf(one(2 ** 51)), 0), RangeError);
  assert.equal(encodeBars(columnsOf(one(1)), 12)[2], 12);
  assert.throws(() => encodeBars(columnsOf(one(1)), 13), RangeError);
  const rows = (count: number) =>
    columnsOf(Array.from({ length: count }, (_, at): Row => [at, 1, 1, 1, 1, 0]));
  assert.equal(decodeBars(encodeBars(rows(1000), 0)).length, 1000);
  assert.throws(() => encodeBars(rows(1001), 0), RangeError);
});
