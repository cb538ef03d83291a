import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { columnsOf, type Row, rowsOf } from '../testing/bar-rows.ts';
import {
  type BarColumns,
  CHUNK_BARS,
  chunkLength,
  createColumns,
  decodeBars,
  decodeBarsInto,
  decodeBarTimes,
  encodeBars,
  sliceColumns,
} from './bars-codec.ts';

/** Prices are drawn as whole ticks, times as gaps on a grid, volumes in one of four kinds. */
const series = fc
  .record({
    digits: fc.integer({ min: 0, max: 12 }),
    start: fc.integer({ min: -(2 ** 41), max: 2 ** 43 }),
    unit: fc.constantFrom(1, 1000, 60_000, 900_000, 3_600_000, 86_400_000, 604_800_000),
    kind: fc.constantFrom('none', 'whole', 'decimal', 'any'),
    bars: fc.array(
      fc.record({
        gap: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5000 })),
        ticks: fc.tuple(
          fc.integer({ min: 1, max: 2 ** 45 }),
          fc.integer({ min: 0, max: 2 ** 20 }),
          fc.integer({ min: 0, max: 2 ** 20 }),
          fc.integer({ min: 0, max: 2 ** 20 }),
        ),
        volume: fc.double({ min: 0, max: 1e12, noNaN: true }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ digits, start, unit, kind, bars }) => {
    let t = start;
    const scale = Number(`1e${digits}`);
    const rows = bars.map(({ gap, ticks: [low, a, b, c], volume }): Row => {
      t += gap * unit;
      const sorted = [a, b, c].sort((x, y) => x - y);
      const [open, close] = a < b ? [sorted[0]!, sorted[1]!] : [sorted[1]!, sorted[0]!];
      const v =
        kind === 'none'
          ? 0
          : kind === 'whole'
            ? Math.round(volume)
            : kind === 'decimal'
              ? Math.round((volume % 1e6) * 1e8) / 1e8
              : Math.abs(volume);
      return [
        t,
        (low + open) / scale,
        (low + sorted[2]!) / scale,
        low / scale,
        (low + close) / scale,
        v,
      ];
    });
    return { digits, rows };
  });

test('decoding returns every bar of a chunk bit for bit', () => {
  fc.assert(
    fc.property(series, ({ digits, rows }) => {
      const chunk = encodeBars(columnsOf(rows), digits);
      assert.deepEqual(rowsOf(decodeBars(chunk)), rows);
      assert.equal(chunkLength(chunk), rows.length);
      assert.deepEqual(
        [...decodeBarTimes(chunk)],
        rows.map(([t]) => t),
      );
    }),
    { numRuns: 500 },
  );
});

test('reading a damaged chunk ends, refused or not, and never passes its end', () => {
  fc.assert(
    fc.property(
      series,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      ({ digits, rows }, at, flip) => {
        const chunk = encodeBars(columnsOf(rows), digits);
        const cut = chunk.subarray(0, at % chunk.length);
        assert.throws(() => decodeBars(cut), RangeError);
        const changed = chunk.slice();
        changed[at % chunk.length]! ^= flip;
        try {
          const read = decodeBars(changed);
          assert.ok(read.length <= CHUNK_BARS);
        } catch (error) {
          assert.ok(error instanceof RangeError);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a bar that would not decode exactly is refused', () => {
  const good: Row = [0, 1.5, 2, 1, 1.25, 0];
  const refused: readonly [string, Row[], number][] = [
    ['no bars', [], 2],
    ['more bars than a chunk holds', Array.from({ length: 1001 }, (_, i) => [i, 1, 1, 1, 1, 0]), 2],
    ['more decimals than the symbol has', [[0, 1.505, 2, 1, 1.25, 0]], 2],
    ['not a number', [[0, Number.NaN, 2, 1, 1.25, 0]], 2],
    ['an infinite high', [[0, 1.5, Number.POSITIVE_INFINITY, 1, 1.25, 0]], 2],
    ['an infinite close', [[0, 1.5, 2, 1, Number.NEGATIVE_INFINITY, 0]], 2],
    ['a price of zero', [[0, 1.5, 2, 0, 1.25, 0]], 2],
    ['a negative price', [[0, 1.5, 2, -1, 1.25, 0]], 2],
    ['a high below the open', [[0, 2.5, 2, 1, 1.25, 0]], 2],
    ['a low above the close', [[0, 1.5, 2, 1.3, 1.25, 0]], 2],
    ['a negative volume', [[0, 1.5, 2, 1, 1.25, -1]], 2],
    ['negative zero as volume', [[0, 1.5, 2, 1, 1.25, -0]], 2],
    ['an infinite volume', [[0, 1.5, 2, 1, 1.25, Number.POSITIVE_INFINITY]], 2],
    ['half a millisecond', [[0.5, 1.5, 2, 1, 1.25, 0]], 2],
    ['two bars of one time', [good, good], 2],
    ['times that go back', [good, [-1, 1.5, 2, 1, 1.25, 0]], 2],
    ['a price beyond exact integers', [[0, 2 ** 44, 2 ** 44, 2 ** 44, 2 ** 44, 0]], 12],
    ['thirteen digits', [good], 13],
    ['negative digits', [[0, 10, 10, 10, 10, 0]], -1],
  ];
  for (const [why, rows, digits] of refused) {
    assert.throws(() => encodeBars(columnsOf(rows), digits), RangeError, why);
  }
});

test('a chunk of a later version is refused', () => {
  const chunk = encodeBars(columnsOf([[0, 1, 1, 1, 1, 0]]), 2);
  chunk[0] = 2;
  assert.throws(() => decodeBars(chunk), /version 1/);
});

test('decoding a chunk never writes past the columns', () => {
  const chunk = encodeBars(columnsOf([[0, 1, 1, 1, 1, 0]]), 2);
  assert.throws(() => decodeBarsInto(chunk, createColumns(3), 3), RangeError);
});

/** Returns an hourly random walk of five decimals without weekends, with a volatility of 24 ticks. */
function walk(length: number): BarColumns {
  const columns = createColumns(length);
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const normal = () => random() + random() + random() + random() - 2;
  let price = 112_345;
  for (let i = 0; i < length; i++) {
    const open = price;
    const path = [0, 0, 0, 0].map(() => (price += Math.round(normal() * 90)));
    columns.openTimeMs[i] = 1_700_000_000_000 + i * 3_600_000 - (1_700_000_000_000 % 3_600_000);
    columns.open[i] = open / 1e5;
    columns.high[i] = Math.max(open, ...path) / 1e5;
    columns.low[i] = Math.min(open, ...path) / 1e5;
    columns.close[i] = price / 1e5;
    columns.volume[i] = Math.round(random() * 5000);
  }
  return columns;
}

function bytesBeside(columns: BarColumns, digits: number) {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < columns.length; at += CHUNK_BARS) {
    chunks.push(
      encodeBars(sliceColumns(columns, at, Math.min(at + CHUNK_BARS, columns.length)), digits),
    );
  }
  const json = Buffer.from(
    JSON.stringify(rowsOf(columns).map(([d, o, h, l, c, v]) => ({ d, o, h, l, c, v }))),
  );
  const packed = Buffer.concat(chunks);
  return {
    raw: packed.length / json.length,
    zipped: () => gzipSync(packed, { level: 1 }).length / gzipSync(json, { level: 6 }).length,
    perBar: packed.length / columns.length,
  };
}

test('5,000 bars take at most 0.15 of their JSON, and 0.35 of it when both are zipped', () => {
  const { raw, zipped } = bytesBeside(walk(5000), 5);
  assert.ok(raw <= 0.15, `raw ${raw}`);
  assert.ok(zipped() <= 0.35, `zipped ${zipped()}`);
});

const MARKET = new URL('../../../shared/data/market/', import.meta.url);

test('real bars decode exactly', { skip: !existsSync(MARKET) && 'no shared data' }, (t) => {
  const index = readFileSync(new URL('INDEX.csv', MARKET), 'utf8').trim().split('\n').slice(1);
  let bars = 0;
  for (const line of index) {
    const [category, symbol, resolution, , , , digits] = line.split(',');
    const file = readFileSync(new URL(`${category}/${symbol}/${resolution}.csv`, MARKET), 'utf8');
    const rows = file
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').map(Number) as unknown as Row);
    const columns = columnsOf(rows);
    for (let at = 0; at < rows.length; at += CHUNK_BARS) {
      const part = sliceColumns(columns, at, Math.min(at + CHUNK_BARS, rows.length));
      const back = decodeBars(encodeBars(part, Number(digits)));
      for (const name of ['openTimeMs', 'open', 'high', 'low', 'close', 'volume'] as const) {
        assert.ok(
          back[name].every((value, i) => Object.is(value, part[name][i])),
          `${symbol} ${resolution} ${name}`,
        );
      }
    }
    const { raw, perBar } = bytesBeside(columns, Number(digits));
    t.diagnostic(
      `${symbol} ${resolution}: ${perBar.toFixed(1)} B a bar, ${raw.toFixed(3)} of JSON`,
    );
    bars += rows.length;
  }
  t.diagnostic(`${index.length} shared files, ${bars} bars`);
});
