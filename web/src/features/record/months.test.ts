import assert from 'node:assert/strict';
import test from 'node:test';
import { columnWidth, fullTint, tabulateMonths } from './months.ts';

const JANUARY = 2025 * 12;
const cell = (month: number, matched: number, difference: number | null) => ({
  month,
  n: matched + 2,
  matched,
  netDifference: difference,
  netRange: difference === null ? null : { low: difference - 0.3, high: difference + 0.3 },
});

const HISTORY = [
  {
    category: 'forex' as const,
    months: [cell(JANUARY - 2, 40, 0.1), cell(JANUARY + 1, 14, 0.9), cell(JANUARY + 2, 15, -0.5)],
  },
  { category: 'crypto' as const, months: [cell(JANUARY + 3, 100, 0.02)] },
  { category: 'bist' as const, months: [] },
];

test('a table has every month from the first to the last, and no category without rows', () => {
  const { months, rows } = tabulateMonths(HISTORY, 'all');
  assert.deepEqual([months[0], months.at(-1), months.length], [JANUARY - 2, JANUARY + 3, 6]);
  assert.deepEqual(
    rows.map(({ category }) => category),
    ['crypto', 'forex'],
  );
});

test('a month with fewer than fifteen signals has no verdict', () => {
  const forex = tabulateMonths(HISTORY, 'all').rows[1]?.cells ?? [];
  assert.deepEqual(
    forex.map(({ n, difference }) => [n, difference]),
    [
      [40, 0.1],
      [0, null],
      [0, null],
      [14, null],
      [15, -0.5],
      [0, null],
    ],
  );
});

test('a period shows its own months: a whole calendar year, or the last twelve', () => {
  const year = tabulateMonths(HISTORY, '2025');
  assert.deepEqual([year.months[0], year.months.length], [JANUARY, 12]);
  const long = [
    { category: 'forex' as const, months: [cell(JANUARY - 30, 20, 0), cell(JANUARY, 20, 0)] },
  ];
  assert.deepEqual(tabulateMonths(long, '12m').months[0], JANUARY - 11);
  assert.deepEqual(tabulateMonths([], 'all'), { months: [], rows: [] });
});

test('the largest shown difference has the strongest tint', () => {
  assert.equal(fullTint(tabulateMonths(HISTORY, 'all')), 0.5);
  assert.equal(fullTint(tabulateMonths(HISTORY.slice(1), 'all')), 0.2);
});

test('when not all months fit, the table shows whole columns', () => {
  for (const width of [300, 366, 667, 701, 1200]) {
    const column = columnWidth(width, 200);
    const shown = (width - 102) / (column + 2);
    assert.ok(Math.abs(shown - Math.round(shown)) < 1e-9 && column >= 44, `${width}: ${column}`);
  }
  assert.equal(columnWidth(1200, 12), 44);
  assert.equal(columnWidth(0, 12), 0);
  assert.equal(columnWidth(90, 12), 44);
});

test('the last twelve months of a shorter history are all of it', () => {
  assert.deepEqual(tabulateMonths(HISTORY, '12m').months, tabulateMonths(HISTORY, 'all').months);
});

test('a table as narrow as its names, or as wide as its months, keeps the least width', () => {
  // 102 beside the months, 46 a month: one just fits, none fits, all fit.
  assert.deepEqual([columnWidth(148, 12), columnWidth(102, 12), columnWidth(1, 12)], [44, 44, 44]);
  assert.equal(columnWidth(306, 4), 44);
  assert.equal(columnWidth(306, 5), 49);
});
