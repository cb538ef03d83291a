import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BarColumns, encodeBars, sliceColumns } from '@rasat/ledger';
import { columnsOf, type Row, rowsOf } from '../../ledger/src/testing/bar-rows.ts';
import { packBars, unpackBars } from './bars-message.ts';

/** Returns hourly bars, each a tenth above the one before. */
const hours = (length: number): BarColumns =>
  columnsOf(
    Array.from({ length }, (_, at) => [at * 3_600_000, 10 + at / 10, 11 + at / 10, 9, 10.5, at]),
  );

test('a reply of stored chunks gives the requested window', () => {
  const columns = hours(2500);
  const chunks = [0, 1000, 2000].map((at) =>
    encodeBars(sliceColumns(columns, at, Math.min(at + 1000, 2500)), 1),
  );
  const forming = encodeBars(sliceColumns(columns, 2499, 2500), 1);
  const reply = unpackBars(packBars(chunks, 700, 1500, 0));
  assert.deepEqual(rowsOf(reply.bars), rowsOf(sliceColumns(columns, 700, 2200)));
  assert.equal(reply.open, 0);
  const live = unpackBars(packBars([chunks[0]!, forming], 999, 2, 1));
  assert.equal(live.open, 1);
  assert.deepEqual(rowsOf(live.bars).at(-1), rowsOf(columns).at(-1));
  assert.throws(() => unpackBars(packBars(chunks, 2000, 501, 0)), RangeError);
  assert.throws(() => unpackBars(packBars(chunks, 0, 1, 0).subarray(0, 40)), RangeError);
});

test('a reply has the bytes of its format, written and read', () => {
  const rows = [1, 2].map((hour): Row => [hour * 3_600_000, 1, 1, 1, 1, 0]);
  const chunk = encodeBars(columnsOf(rows), 0);
  // Version 1, one open bar, leave out 1, take 1; then the length of the chunk and the chunk.
  const reply = Uint8Array.of(1, 1, 1, 0, 0, 0, 1, 0, 0, 0, chunk.length, 0, 0, 0, ...chunk);
  assert.deepEqual(packBars([chunk], 1, 1, 1), reply);
  const read = unpackBars(reply);
  assert.equal(read.open, 1);
  assert.deepEqual(rowsOf(read.bars), rows.slice(1));
  assert.throws(
    () => unpackBars(Uint8Array.from(reply, (byte, at) => (at === 0 ? 2 : byte))),
    RangeError,
  );
});
