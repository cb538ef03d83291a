import assert from 'node:assert/strict';
import { test } from 'node:test';
import { powerOfTen } from '@rasat/engine';
import { createColumns } from '@rasat/ledger';
import fc from 'fast-check';
import { columnsOf } from '../store/bar-columns.ts';
import { writeBarsJson } from './bars-json.ts';

const bars = fc.integer({ min: 0, max: 12 }).chain((digits) =>
  fc.record({
    digits: fc.constant(digits),
    rows: fc.array(
      fc
        .tuple(
          fc.integer({ min: -(2 ** 41), max: 2 ** 43 }),
          fc.array(fc.integer({ min: 1, max: 2 ** 50 }), { minLength: 4, maxLength: 4 }),
          fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e15, noNaN: true })),
        )
        .map(([openTimeMs, ticks, volume]) => {
          const [open = 0, high = 0, low = 0, close = 0] = ticks.map((t) => t / powerOfTen(digits));
          return { openTimeMs, open, high, low, close, volume: volume + 0 };
        }),
      { maxLength: 20 },
    ),
  }),
);

test('the JSON reads as the same bars', () => {
  fc.assert(
    fc.property(bars, ({ digits, rows }) => {
      const { bytes } = writeBarsJson(columnsOf(rows), 0, rows.length, digits);
      const expected = rows.map((bar) => ({
        d: bar.openTimeMs,
        o: bar.open,
        h: bar.high,
        l: bar.low,
        c: bar.close,
        v: bar.volume,
      }));
      assert.deepEqual(JSON.parse(`[${bytes.toString()}]`), expected);
      // JSON.stringify turns to exponents below a millionth; otherwise the bytes are the same.
      if (expected.every((bar) => Math.min(bar.o, bar.h, bar.l, bar.c) >= 1e-6)) {
        assert.equal(`[${bytes.toString()}]`, JSON.stringify(expected));
      }
    }),
    { numRuns: 500 },
  );
});

test('the first bars can be left out', () => {
  const columns = createColumns(5);
  columns.openTimeMs.set([1, 22, 333, 4444, 55_555]);
  const all = writeBarsJson(columns, 1, 5, 0);
  assert.deepEqual(
    all.starts.map((at) => JSON.parse(`[${all.bytes.toString('utf8', at)}]`)[0].d),
    [22, 333, 4444],
  );
});
