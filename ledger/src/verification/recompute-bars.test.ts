import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BarColumns, createColumns, encodeBars } from '../bars/bars-codec.ts';
import {
  applyCorrections,
  barsUntil,
  countClosed,
  findBarValues,
  readFileBars,
} from './recompute-bars.ts';
import type { RecordFile } from './record-file.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Returns bars that open at these hours, with different prices: 10, 12, 9, 11, 1, and one more of each from bar to bar.
 */
function barsAt(...hours: readonly number[]): BarColumns {
  const bars = createColumns(hours.length);
  for (const [row, hour] of hours.entries()) {
    bars.openTimeMs[row] = hour * HOUR;
    bars.open[row] = 10 + row;
    bars.high[row] = 12 + row;
    bars.low[row] = 9 + row;
    bars.close[row] = 11 + row;
    bars.volume[row] = 1 + row;
  }
  return bars;
}

const rowsOf = (bars: BarColumns): number[][] =>
  Array.from({ length: bars.length }, (_, row) =>
    [bars.openTimeMs, bars.open, bars.high, bars.low, bars.close, bars.volume].map(
      (column, at) => (column[row] ?? Number.NaN) / (at === 0 ? HOUR : 1),
    ),
  );

const textOf = (bars: BarColumns): string => Buffer.from(encodeBars(bars, 0)).toString('base64');
const read = (...chunks: readonly string[]) => readFileBars({ bars: chunks });

type Correction = RecordFile['corrections'][number];
const correction = (hour: number, seen: number, open: number): Correction => ({
  time: hour * HOUR,
  reason: 'differs',
  seen,
  offered: [open, open + 3, open - 1, open + 1, 70],
});

test('the chunks of a file are read in order', () => {
  const { columns, damaged } = read(textOf(barsAt(1, 2, 3)), textOf(barsAt(5, 7)));
  assert.equal(damaged, null);
  assert.deepEqual(columns && rowsOf(columns).map(([hour, open]) => [hour, open]), [
    [1, 10],
    [2, 11],
    [3, 12],
    [5, 10],
    [7, 11],
  ]);
  assert.deepEqual(read(), { columns: createColumns(0), damaged: null });
});

test('the first chunk that cannot be read, or does not ascend, is named, counted from 1', () => {
  const good = textOf(barsAt(1, 2));
  const cut = Buffer.from(encodeBars(barsAt(3, 4), 0))
    .subarray(0, -1)
    .toString('base64');
  assert.deepEqual(read('!', good), { columns: null, damaged: 1 });
  assert.deepEqual(read(good, '*'), { columns: null, damaged: 2 });
  assert.deepEqual(read(good, cut), { columns: null, damaged: 2 });
  assert.deepEqual(read(good, textOf(barsAt(2, 3))), { columns: null, damaged: 2 });
  assert.deepEqual(read(good, textOf(barsAt(3)), textOf(barsAt(1))), { columns: null, damaged: 3 });
  assert.equal(read(good, textOf(barsAt(3)), textOf(barsAt(4))).damaged, null);
});

test('an hourly or daily bar is closed from its end on', () => {
  const bars = barsAt(0, 1, 2, 5);
  const closedAt = (timeMs: number) => countClosed(bars, '60', timeMs);
  assert.deepEqual(
    [0, HOUR - 1, HOUR, 2 * HOUR - 1, 2 * HOUR, 3 * HOUR, 6 * HOUR - 1, 6 * HOUR, DAY].map(
      closedAt,
    ),
    [0, 0, 1, 1, 2, 3, 3, 4, 4],
  );
  const days = barsAt(0, 24);
  assert.deepEqual(
    [DAY - 1, DAY, 2 * DAY].map((timeMs) => countClosed(days, '1D', timeMs)),
    [0, 1, 2],
  );
  assert.deepEqual(rowsOf(barsUntil(bars, '60', 2 * HOUR)), [
    [0, 10, 12, 9, 11, 1],
    [1, 11, 13, 10, 12, 2],
  ]);
});

test('a bar is found by its opening time alone', () => {
  const bars = barsAt(1, 3);
  assert.deepEqual(findBarValues(bars, '60', 3 * HOUR), [11, 13, 10, 12, 2]);
  assert.deepEqual(findBarValues(bars, '60', HOUR), [10, 12, 9, 11, 1]);
  for (const hour of [0, 2, 4]) assert.equal(findBarValues(bars, '60', hour * HOUR), null);
});

test('later values replace the bar; of several the last wins', () => {
  const bars = barsAt(1, 2, 3);
  const changed = applyCorrections(bars, [correction(2, 9, 40), correction(2, 5, 30)]);
  assert.deepEqual(rowsOf(changed), [
    [1, 10, 12, 9, 11, 1],
    [2, 40, 43, 39, 41, 70],
    [3, 12, 14, 11, 13, 3],
  ]);
  assert.deepEqual(rowsOf(applyCorrections(bars, [])), rowsOf(bars));
  assert.deepEqual(rowsOf(bars)[1], [2, 11, 13, 10, 12, 2], 'the bars given are as they were');
});

test('late bars are inserted in order: before, between and after the others', () => {
  const late = [8, 2, 0, 3].map((hour, at) => correction(hour, at, 20 + hour));
  assert.deepEqual(
    rowsOf(applyCorrections(barsAt(1, 4), late)).map(([hour, open, , , , volume]) => [
      hour,
      open,
      volume,
    ]),
    [
      [0, 20, 70],
      [1, 10, 1],
      [2, 22, 70],
      [3, 23, 70],
      [4, 11, 2],
      [8, 28, 70],
    ],
  );
});
