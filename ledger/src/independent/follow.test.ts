import assert from 'node:assert/strict';
import test from 'node:test';
import { followLegs, linesOf } from './follow.ts';
import { prepareBars } from './prepared-bars.ts';
import { resolveRow } from './resolve-row.ts';

type Prices = readonly [open: number, high: number, low: number, close: number];
const HOUR_MS = 3_600_000;

function barsOf(rows: readonly Prices[], digits = 2) {
  const column = (at: number) => Float64Array.from(rows, (row) => row[at]!);
  return prepareBars(
    {
      length: rows.length,
      openTimeMs: Float64Array.from(rows, (_, at) => at * HOUR_MS),
      open: column(0),
      high: column(1),
      low: column(2),
      close: column(3),
    },
    { base: '60', fx: false, digits, category: 'nasdaq' },
  );
}

/** Returns the outcomes of a buy at 100 with a risk of 8, made at the close of the first bar, for so many hours. */
function outcomesOf(rows: readonly Prices[], hours = 20): unknown[][] {
  const bars = barsOf([[100, 100, 100, 100], ...rows]);
  const row = {
    kind: 'condition',
    setup: 'pivot',
    barTime: HOUR_MS,
    way: true,
    price: 100,
    range: 8,
    sl: 92,
    tp1: 108,
    tp2: 116,
    detail: { expiry: HOUR_MS + hours * HOUR_MS },
  } as const;
  return resolveRow(row, bars).map(({ leg, status, price, r, barTime }) => {
    return [leg, status, price, r, barTime / HOUR_MS];
  });
}

// Each example is that of the section of docs/analysis.md with the test's name.

test('stop first', () => {
  assert.deepEqual(outcomesOf([[100, 116, 92, 100]]), [
    ['tp1', -1, 92, -1, 2],
    ['tp2', -1, 92, -1, 2],
  ]);
  assert.deepEqual(
    outcomesOf([
      [100, 108, 100, 104],
      [104, 104, 92, 95],
    ]),
    [
      ['tp1', 1, 108, 1, 2],
      ['tp2', -1, 92, -1, 3],
    ],
  );
});

test('gap through the stop', () => {
  assert.deepEqual(outcomesOf([[88, 120, 87, 100]]), [
    ['tp1', -1, 88, -1.5, 2],
    ['tp2', -1, 88, -1.5, 2],
  ]);
});

test('gap over the target', () => {
  assert.deepEqual(outcomesOf([[124, 124, 118, 120]]), [
    ['tp1', 1, 108, 1, 2],
    ['tp2', 1, 116, 2, 2],
  ]);
});

test('expiry', () => {
  assert.deepEqual(
    outcomesOf(
      [
        [100, 101, 99, 100],
        [100, 104, 96, 102],
      ],
      2,
    ),
    [
      ['tp1', 0, 102, 0.25, 3],
      ['tp2', 0, 102, 0.25, 3],
    ],
  );
  assert.deepEqual(
    outcomesOf(
      [
        [100, 101, 99, 100],
        [100, 108, 96, 102],
      ],
      2,
    ),
    [
      ['tp1', 1, 108, 1, 3],
      ['tp2', 0, 102, 0.25, 3],
    ],
  );
});

test('an expiry a fraction of a millisecond after a close ends with the next bar', () => {
  const flat: Prices = [100, 101, 99, 100];
  const ends = (hours: number) =>
    outcomesOf([flat, flat, flat, flat], hours).map((each) => each[4]);
  assert.deepEqual(ends(2), [3, 3]);
  assert.deepEqual(ends(2 + 2 ** -40), [4, 4]);
  assert.deepEqual(ends(2 - 2 ** -40), [3, 3]);
  assert.deepEqual(ends(4 + 2 ** -40), []);
});

test('the bar of the entry decides nothing, and an undecided leg has no outcome', () => {
  const bars = barsOf([
    [100, 200, 1, 100],
    [100, 108, 93, 100],
  ]);
  const position = { way: 1, price: 100, sl: 92, tp1: 108, tp2: 116, expiryMs: 1e9 } as const;
  const { bar1, status1, bar2 } = followLegs(bars, 1, position);
  assert.deepEqual([bar1, status1, bar2], [1, 1, -1]);
});

test('stop and targets', () => {
  // docs/analysis.md, Stop and targets: 0.999707 is 0.9997, 1.000373 is 1.0004, 1.000706 is 1.0007.
  assert.deepEqual(linesOf(barsOf([], 4), 1, 1.00004, 0.000333), {
    sl: 0.9997,
    tp1: 1.0004,
    tp2: 1.0007,
  });
  assert.deepEqual(linesOf(barsOf([], 4), -1, 100, 8), { sl: 108, tp1: 92, tp2: 84 });
});

test('rounding', () => {
  const rounded = (price: number, digits: number) => barsOf([], digits).round(price);
  assert.equal(rounded(1.005, 2), 1);
  assert.equal(rounded(-2.5, 0), -2);
  assert.equal(rounded(1.144385, 5), 1.14439);
  assert.deepEqual([rounded(0.125, 2), rounded(0.375, 2)], [0.13, 0.38]);
  assert.ok(Object.is(rounded(-0.001, 2), 0));
});
