import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from '../../../engine/src/testing/generated-market.ts';
import { excessOf, type Look, type LookRow, type Looks, takeLooks } from './looks.ts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const LIMIT = 2 * DAY;
const START = Date.UTC(2024, 0, 1);

/** Rows twelve hours apart, sixty a month, all settled, with the given excess in millionths. */
function rowsOf(count: number, excessOf: (at: number) => LookRow['excess']): LookRow[] {
  return Array.from({ length: count }, (_, at) => {
    const openedMs = START + (at * DAY) / 2;
    const dueMs = openedMs + YEAR + LIMIT;
    return { seq: 3 * at + 7, openedMs, dueMs, settledMs: dueMs, excess: excessOf(at) };
  });
}

/** Wins and losses of 1 R by a coin, with a mean of `edge`. */
function tossed(count: number, edge = 0, seed = 5): LookRow[] {
  const random = createRandom(seed);
  return rowsOf(count, () => (random() < 0.5 + edge / 2 ? 1_000_000 : -1_000_000));
}

/** The end of all bars: every row is due. */
const LAST = START + 5 * YEAR;
const look = (
  rows: readonly LookRow[],
  { lastMs = LAST, nowMs = LAST, taken = [] as readonly Look[] } = {},
): Looks => takeLooks(rows, { lastMs, nowMs }, taken);
/** Replaces one row. */
const withRow = (rows: readonly LookRow[], at: number, change: Partial<LookRow>): LookRow[] =>
  rows.map((row, index) => (index === at ? { ...row, ...change } : row));
const PENDING = { settledMs: null } as const;

test('a look covers the first 250, 500, 1,000 and 2,000 rows by number, and no others', () => {
  const rows = tossed(2100);
  const { looks, settled, pending, coming } = look(rows);
  assert.deepEqual(
    looks.map(({ rows: count, lastSeq }) => [count, lastSeq]),
    [
      [250, 754],
      [500, 1504],
      [1000, 3004],
      [2000, 6004],
    ],
    'row n has the number 3 (n - 1) + 7',
  );
  assert.deepEqual([settled, pending, coming], [2100, 0, []]);
  for (const [at, count] of [250, 500, 1000, 2000].entries()) {
    const sum = rows.slice(0, count).reduce((all, { excess }) => all + Number(excess), 0);
    assert.equal(looks[at]?.difference?.value, sum / count / 1e6);
  }
  assert.deepEqual(look(rows.slice(0, 249)).looks, []);
});

test('a look never changes when rows are added, or when the clock goes on', () => {
  const rows = tossed(1300);
  const early = look(rows.slice(0, 600)).looks;
  assert.equal(early.length, 2);
  assert.deepEqual(look(rows).looks.slice(0, 2), early);
  assert.deepEqual(look(rows, { lastMs: LAST + YEAR, nowMs: 0 }).looks.slice(0, 2), early);
});

test('a pending row before the last of a look holds the look up, a later one does not', () => {
  const rows = tossed(600);
  const lastMs = (rows[249]?.dueMs ?? 0) + DAY;
  const held = look(withRow(rows, 249, PENDING), { lastMs });
  assert.deepEqual(held.looks, []);
  assert.deepEqual([held.settled, held.pending], [249, 351], 'rows behind it wait too');
  assert.deepEqual(look(withRow(rows, 250, PENDING), { lastMs }).looks.length, 1);
  const open = look(withRow(rows, 100, { excess: 'open' }));
  assert.deepEqual([open.settled, open.pending, open.leftOut], [100, 500, 0], 'an open leg waits');
});

test('a row is left out without matched entries, and 30 days after it was due without a bar', () => {
  const rows = tossed(600);
  const none = look(withRow(rows, 10, { excess: 'none' }));
  assert.deepEqual([none.settled, none.leftOut], [599, 1]);
  assert.equal(none.looks[0]?.lastSeq, 757, 'the next row takes its place');
  const never = look(withRow(rows, 10, { excess: 'none', ...PENDING }), { lastMs: START });
  assert.equal(never.leftOut, 1, 'without waiting for its year');
  const dueMs = rows[10]?.dueMs ?? 0;
  const ended = withRow(rows, 10, PENDING);
  const after = (ms: number) => look(ended, { lastMs: dueMs + ms });
  assert.deepEqual([after(30 * DAY).settled, after(30 * DAY).leftOut], [10, 0]);
  assert.deepEqual([after(30 * DAY + 1).settled, after(30 * DAY + 1).leftOut], [599, 1]);
});

test('a row whose series ended before its first leg is left out at once and counted', () => {
  const rows = tossed(600);
  const ended = look(withRow(rows, 10, { excess: 'void', ...PENDING }), { lastMs: LAST });
  assert.deepEqual([ended.settled, ended.leftOut, ended.voided], [599, 1, 1]);
  assert.equal(ended.looks[0]?.lastSeq, 757, 'the next row takes its place');
  const early = look(withRow(rows, 10, { excess: 'void', ...PENDING }), { lastMs: START });
  assert.deepEqual([early.settled, early.voided], [599, 1], 'without waiting for its year');
  const none = look(withRow(rows, 10, { excess: 'none' }));
  assert.deepEqual([none.leftOut, none.voided], [1, 0]);
});

test('a symbol that comes back after more than 30 days changes no look', () => {
  const rows = tossed(600);
  const dueMs = rows[10]?.dueMs ?? 0;
  const before = look(withRow(rows, 10, PENDING));
  const back = withRow(rows, 10, { settledMs: dueMs + 30 * DAY + 1 });
  assert.deepEqual(look(back), before);
  assert.equal(look(withRow(rows, 10, { settledMs: dueMs + 30 * DAY })).leftOut, 0);
});

test('looks that were taken stay as they were, even with fewer or other rows', () => {
  const taken: Look = {
    rows: 250,
    lastSeq: 1,
    months: 3,
    difference: { value: 1, low: 0, high: 2 },
    chance: 0.04,
    claim: null,
  };
  const fewer = look(tossed(240), { taken: [taken] });
  assert.deepEqual(fewer.looks, [taken]);
  assert.deepEqual(
    fewer.coming.map(({ rows, missing }) => [rows, missing]),
    [
      [500, 260],
      [1000, 760],
      [2000, 1760],
    ],
  );
  assert.deepEqual(look(tossed(520), { taken: [taken] }).looks[0], taken);
});

test('months are UTC months of the entries, and two of them have no interval', () => {
  // 62 rows of January, 58 of February (2024), 62 of March, 60 of April, 8 of May.
  assert.equal(look(tossed(250)).looks[0]?.months, 5);
  const near = (step: number) =>
    tossed(250).map((row, at) => ({ ...row, openedMs: START + at * step }));
  // 249 hours are ten days; 249 times six hours are 62 days, the last of which is 2 March.
  assert.deepEqual(look(near(DAY / 4)).looks[0]?.months, 3);
  assert.notEqual(look(near(DAY / 4)).looks[0]?.difference, null);
  const two = look(near(DAY / 6)).looks[0];
  assert.deepEqual([two?.months, two?.difference, two?.chance, two?.claim], [2, null, null, null]);
});

test('the interval is that of the months, resampled in whole millionths', () => {
  // Three months of 2024 with sums 10, -4 and 12 million over 100, 90 and 60 rows: mean 18 / 250. Of 1,000 resamples of
  // three months, the 25th smallest holds February alone (-4 / 90) and the 25th largest March alone (12 / 60), each
  // with a chance of 1 in 27. Widened by sqrt(3 / 2) * 4.303 / 1.96.
  const months = [
    [Date.UTC(2024, 0, 5), 100, 10],
    [Date.UTC(2024, 1, 5), 90, -4],
    [Date.UTC(2024, 2, 5), 60, 12],
  ] as const;
  const rows = months.flatMap(([openedMs, count, sum]) =>
    Array.from({ length: count }, (_, at) => ({
      seq: openedMs / DAY + at,
      openedMs,
      dueMs: openedMs + YEAR,
      settledMs: openedMs + YEAR,
      excess: at === 0 ? sum * 1e6 : 0,
    })),
  );
  const difference = look(rows).looks[0]?.difference;
  const factor = (Math.sqrt(3 / 2) * 4.303) / 1.96;
  const value = 18 / 250;
  const close = (found: number | undefined, expected: number) =>
    assert.ok(Math.abs((found ?? Number.NaN) - expected) < 1e-12, `${found}, ${expected}`);
  close(difference?.value, value);
  close(difference?.low, value - factor * (value + 4 / 90));
  close(difference?.high, value + factor * (12 / 60 - value));
});

test('a look claims a difference of either sign at a chance of 0.0125 and no greater one', () => {
  const rows = (edge: number) => tossed(2000, edge, 9);
  const claims = (edge: number) => look(rows(edge)).looks.map(({ claim }) => claim);
  assert.equal(claims(0.3).at(-1), 'better');
  assert.equal(claims(-0.3).at(-1), 'worse');
  assert.deepEqual(claims(0), [null, null, null, null]);
  // Looks with every strength of a difference: the claim and the chance agree in each.
  let near = 0;
  for (let seed = 1; seed <= 60; seed++) {
    for (const { chance, claim } of look(tossed(500, 0.12, seed)).looks) {
      assert.ok(chance !== null);
      assert.equal(claim !== null, chance <= 0.0125, `${chance}`);
      if (chance > 0.0125 && chance < 0.05) near++;
    }
  }
  assert.ok(near > 5, 'some are between 0.0125 and 0.05');
});

test('a coming look says how many rows are missing, and when published rows are due', () => {
  const rows = tossed(260);
  const lastMs = (rows[99]?.dueMs ?? 0) + 1;
  const mid = rows.map((row, at) =>
    at < 100 ? row : { ...row, ...PENDING, excess: 'open' as const },
  );
  const { settled, pending, coming } = look(mid, { lastMs, nowMs: lastMs });
  assert.deepEqual([settled, pending], [100, 160]);
  assert.deepEqual(coming[0], {
    rows: 250,
    missing: 150,
    unpublished: 0,
    expectedMs: rows[249]?.dueMs,
  });
});

test('rows that are not published are expected at the pace so far, a year and the time limit later', () => {
  // 50 rows in 25 days, two a day: 200 more take 100 days, and then 365 days and the time limit of two days.
  const rows = tossed(50).map((row) => ({ ...row, ...PENDING, excess: 'open' as const }));
  const nowMs = START + 25 * DAY;
  const { coming } = look(rows, { lastMs: nowMs, nowMs });
  assert.deepEqual(coming[0], {
    rows: 250,
    missing: 250,
    unpublished: 200,
    expectedMs: nowMs + 100 * DAY + 367 * DAY,
  });
  assert.equal(coming[3]?.expectedMs, nowMs + 975 * DAY + 367 * DAY);
  const early = look(rows.slice(0, 14), { lastMs: nowMs, nowMs: START + 7 * DAY - 1 });
  assert.deepEqual([early.pending, early.coming[0]?.expectedMs], [14, null], 'no pace in a week');
  assert.deepEqual(look([], { nowMs }).coming[0]?.expectedMs, null);
});

test('the excess is the row after its cost less the mean of its entries after their own costs', () => {
  // 1 - 0.1 - ((0.5 - 1 + 0.25) / 3 - 0.06 / 3): the mean of the entries is -83,333.3 millionths, of their costs
  // 20,000.
  const row = { r: 1, cost: 0.1, entries: [500, -1000, 250], entryCosts: 60_000 };
  assert.equal(excessOf(row), 900_000 - (-83_333 - 20_000));
  // Halves are rounded up: costs of 5 millionths over two entries are 3.
  assert.equal(excessOf({ r: 0, cost: 0, entries: [0, 0], entryCosts: 5 }), 3);
  assert.equal(excessOf({ ...row, r: -7.5 }), -5_000_000 - 100_000 + 103_333, 'at least -5 R');
});
