import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from '../../../engine/src/testing/generated-market.ts';
import { hashOf } from '../testing/engine-record.ts';
import { type Interval, resampleMean, widening } from './bootstrap.ts';
import { compareTwins, computeFigures, listCumulative, listMonths } from './figures.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createResolvedRows, tallyRows } from './tally.ts';

const SEED = hashOf(31);
const JANUARY_2023 = 2023 * 12;
/** Student's 0.975 quantile of three and of seven degrees of freedom. */
const STUDENT: Readonly<Record<number, number>> = { 4: 3.182, 8: 2.365 };

interface PlainRow {
  readonly month: number;
  readonly day: number;
  readonly status: -1 | 0 | 1;
  readonly r1: number;
  readonly r2: number;
  readonly cost: number;
  readonly entries: readonly number[];
  readonly entryCosts: readonly number[];
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Two years of rows; every number is different, in thousandths, so that no two can be confused. */
const ROWS: readonly PlainRow[] = (() => {
  const random = createRandom(5);
  const thousandths = (from: number, to: number): number =>
    Math.floor((from + random() * (to - from)) * 1000) / 1000;
  return Array.from({ length: 120 }, () => ({
    month: JANUARY_2023 + Math.floor(random() * 24),
    day: 1 + Math.floor(random() * 28),
    status: ([-1, 0, 1] as const)[Math.floor(random() * 3)]!,
    r1: thousandths(-1, 1.5),
    r2: thousandths(-1, 2.5),
    cost: thousandths(0.01, 0.2),
    entries: Array.from({ length: 40 }, () => thousandths(-1.2, 1.1)),
    entryCosts: Array.from({ length: 40 }, () => thousandths(0.01, 0.3)),
  }));
})();

/** Returns the tally of the rows and of `waiting` rows of a later quarter without matched entries. */
function tallyOf(waiting: number) {
  const rows = createResolvedRows(ROWS.length + waiting);
  rows.month.fill(JANUARY_2023 + 30, ROWS.length);
  for (const [at, row] of ROWS.entries()) {
    rows.month[at] = row.month;
    rows.day[at] = row.day;
    rows.status1[at] = row.status;
    rows.r1[at] = row.r1;
    rows.r2[at] = row.r2;
    rows.cost[at] = row.cost;
    rows.count[at] = row.entries.length;
    rows.entryCosts[at] = sum(row.entryCosts) * 1e6;
    rows.entries1.set(
      row.entries.map((r) => Math.round(r * 1000)),
      at * 40,
    );
    rows.entries2.set(
      row.entries.map((r) => Math.round(r * 2000)),
      at * 40,
    );
    rows.targets1[at] = row.entries.filter((r) => r > 0.4).length;
    rows.stops1[at] = row.entries.filter((r) => r < -0.6).length;
  }
  return tallyRows(rows, new Uint8Array(rows.length), 1)[0]!;
}

const TALLY = tallyOf(0);

const meanOf = (rows: readonly PlainRow[], of: (row: PlainRow) => number): number =>
  sum(rows.map(of)) / rows.length;

/**
 * Returns the interval of docs/formats/record.md, computed from rows: it draws whole blocks of rows with the seed's
 * numbers, takes the statistic of all drawn rows and the 25th of a thousand from either end, and widens.
 */
function byRows(
  blockOf: (row: PlainRow) => number,
  rows: readonly PlainRow[],
  statistic: (rows: readonly PlainRow[]) => number,
): Interval {
  const numbers = [...new Set(rows.map(blockOf))].sort((a, b) => a - b);
  const blocks = numbers.map((number) => rows.filter((row) => blockOf(row) === number));
  const random = createSeededRandom(SEED);
  const values = Array.from({ length: 1000 }, () => {
    const drawn = blocks.map(() => blocks[Math.floor((random.next() * blocks.length) / 2 ** 32)]!);
    return statistic(drawn.flat());
  }).sort((a, b) => a - b);
  const value = statistic(rows);
  const b = blocks.length;
  const factor = (Math.sqrt(b / (b - 1)) * STUDENT[b]!) / 1.96;
  return {
    value,
    low: value - factor * (value - values[24]!),
    high: value + factor * (values[975]! - value),
  };
}

function assertInterval(found: Partial<Interval> | null | undefined, expected: Interval): void {
  assert.ok(found);
  for (const end of ['value', 'low', 'high'] as const) {
    if (found[end] === undefined) continue;
    const apart = Math.abs(found[end] - expected[end]);
    assert.ok(apart < 1e-9, `${end}: ${found[end]}, ${expected[end]}`);
  }
}

const quarterOf = ({ month }: PlainRow): number => Math.floor(month / 3);

test('every interval is the bootstrap over the quarters of its own rows', () => {
  const { first, second, hits } = computeFigures(TALLY, SEED);
  const over = (statistic: (rows: readonly PlainRow[]) => number) =>
    byRows(quarterOf, ROWS, statistic);
  assertInterval(
    first.net,
    over((rows) => meanOf(rows, ({ r1, cost }) => r1 - cost)),
  );
  assertInterval(
    second.net,
    over((rows) => meanOf(rows, ({ r2, cost }) => r2 - cost)),
  );
  const baseline = ({ entries }: PlainRow) => sum(entries) / 40;
  assertInterval(
    first.difference,
    over((rows) => meanOf(rows, (row) => row.r1 - baseline(row))),
  );
  assertInterval(
    second.difference,
    over((rows) => meanOf(rows, (row) => row.r2 - 2 * baseline(row))),
  );
  const paid = ({ entryCosts }: PlainRow) => sum(entryCosts) / 40;
  assertInterval(
    first.netDifference,
    over((rows) => meanOf(rows, (row) => row.r1 - row.cost - (baseline(row) - paid(row)))),
  );
  assertInterval(
    second.netDifference,
    over((rows) => meanOf(rows, (row) => row.r2 - row.cost - (2 * baseline(row) - paid(row)))),
  );
  const share = (targets: number, stops: number) => targets / (targets + stops);
  const count = (rows: readonly PlainRow[], is: (r: number) => boolean) =>
    sum(rows.map(({ entries }) => entries.filter(is).length));
  const ended = (rows: readonly PlainRow[], own: number) =>
    rows.filter(({ status }) => status === own).length;
  assertInterval(
    hits?.difference,
    over(
      (rows) =>
        share(ended(rows, 1), ended(rows, -1)) -
        share(
          count(rows, (r) => r > 0.4),
          count(rows, (r) => r < -0.6),
        ),
    ),
  );
});

test('the interval of a month is the bootstrap over its four weeks', () => {
  const weekOf = ({ day }: PlainRow): number => Math.min(3, Math.floor((day - 1) / 7));
  let compared = 0;
  for (const { month, netRange } of listMonths(TALLY, SEED)) {
    const rows = ROWS.filter((row) => row.month === month);
    if (new Set(rows.map(weekOf)).size < 4) continue;
    compared++;
    const expected = byRows(weekOf, rows, (drawn) =>
      meanOf(
        drawn,
        ({ r1, cost, entries, entryCosts }) => r1 - cost - (sum(entries) - sum(entryCosts)) / 40,
      ),
    );
    assertInterval(netRange, expected);
  }
  assert.ok(compared >= 3, `${compared} months`);
});

test('the difference to the twins is the bootstrap over the quarters with values or twins', () => {
  // Two years: eight quarters, some with no value on one side.
  const months = Int32Array.from(ROWS, ({ month }) => month);
  const own = Float64Array.from(ROWS, ({ status, r1 }) => (status === 0 ? Number.NaN : r1));
  const twins = Float64Array.from(ROWS, ({ day, r2 }) => (day % 5 === 0 ? Number.NaN : r2));
  const known = (rows: readonly PlainRow[]) =>
    meanOf(
      rows.filter(({ status }) => status !== 0),
      ({ r1 }) => r1,
    ) -
    meanOf(
      rows.filter(({ day }) => day % 5 !== 0),
      ({ r2 }) => r2,
    );
  const either = ROWS.filter(({ status, day }) => status !== 0 || day % 5 !== 0);
  assertInterval(
    compareTwins(months, own, twins, SEED).difference,
    byRows(quarterOf, either, known),
  );
});

test('the band of the curve comes from a thousand histories, one entry for every row of a month', () => {
  const random = createSeededRandom(SEED);
  const histories = Array.from({ length: 1000 }, () => 0);
  const months = [...new Set(ROWS.map(({ month }) => month))].sort((a, b) => a - b);
  const points = listCumulative(TALLY, SEED);
  assert.deepEqual(
    points.map(({ month }) => month),
    months,
  );
  const near = (found: number, expected: number, what: string) =>
    assert.ok(Math.abs(found - expected) < 1e-9, `${what}: ${found}, ${expected}`);
  for (const [at, month] of months.entries()) {
    const rows = ROWS.filter((row) => row.month === month);
    for (const [each, before] of histories.entries()) {
      const k = Math.floor((random.next() * 40) / 2 ** 32);
      histories[each] = before + sum(rows.map(({ entries }) => entries[k]!));
    }
    const sorted = histories.toSorted((a, b) => a - b);
    const soFar = ROWS.filter((row) => row.month <= month);
    const { r, cost, low, middle, high, baselineCost } = points[at]!;
    near(low, sorted[24]!, 'low');
    near(high, sorted[975]!, 'high');
    near(r, sum(soFar.map(({ r1 }) => r1)), 'r');
    near(cost, sum(soFar.map((row) => row.cost)), 'cost');
    near(middle, sum(soFar.map(({ entries }) => sum(entries) / 40)), 'middle');
    near(baselineCost, sum(soFar.map(({ entryCosts }) => sum(entryCosts) / 40)), 'baselineCost');
  }
});

test('a quarter without compared rows takes no part in a comparison', () => {
  const [plain, waiting] = [computeFigures(TALLY, SEED), computeFigures(tallyOf(3), SEED)];
  assert.deepEqual([plain.n, waiting.n], [120, 123]);
  assert.deepEqual([plain.quarters, waiting.quarters], [8, 8]);
  assert.deepEqual(waiting.hits, plain.hits);
  assert.deepEqual(waiting.first.difference, plain.first.difference);
  assert.notDeepEqual(waiting.first.net, plain.first.net, 'its rows have results');
  const compare = (months: readonly number[], values: readonly number[]) =>
    compareTwins(
      Int32Array.from(months),
      Float64Array.from(values),
      Float64Array.from(values, (value) => value / 3),
      SEED,
    );
  const months = ROWS.map(({ month }) => month);
  const values = ROWS.map(({ r1 }) => r1);
  assert.deepEqual(
    compare([...months, JANUARY_2023 + 30], [...values, Number.NaN]),
    compare(months, values),
  );
});

test('the interval of five blocks with a seed of zeros', () => {
  // The worked example of docs/analysis.md: (3 - 2 + 5 + 0.5 + 7) / 20, t of four degrees is 2.776.
  const blocks = [
    [3, 4],
    [-2, 5],
    [5, 6],
    [0.5, 2],
    [7, 3],
  ] as const;
  const { value, low, high } = resampleMean(blocks, new Uint8Array(32))!;
  assert.equal(value, 0.675);
  assert.ok(Math.abs(widening(5) - 1.583501) < 1e-6);
  assert.ok(Math.abs(low + 0.393863) < 1e-6 && Math.abs(high - 2.02306) < 1e-6, `${low} ${high}`);
});
