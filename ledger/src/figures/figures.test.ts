import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { createRandom } from '../../../engine/src/testing/generated-market.ts';
import { hashOf } from '../testing/engine-record.ts';
import { resampleMean } from './bootstrap.ts';
import { costInR, DEFAULT_COSTS } from './costs.ts';
import {
  compareTwins,
  computeFigures,
  FIGURES_SEED,
  listCumulative,
  listMonths,
} from './figures.ts';
import { createSeededRandom } from './seeded-random.ts';
import {
  addRow,
  addVoids,
  createResolvedRows,
  createTally,
  mergeTallies,
  type ResolvedRows,
  tallyRows,
  wholeMean,
} from './tally.ts';

const SEED = hashOf(77);
const JANUARY_2024 = 2024 * 12;

interface PlainRow {
  readonly month: number;
  /** Day of the month; 1 when absent. */
  readonly day?: number;
  readonly status1: number;
  readonly status2: number;
  readonly r1: number;
  readonly r2: number;
  readonly cost: number;
  /** Multiples of each of the 20 to 40 entries in either leg; null without entries. */
  readonly entries: readonly number[] | null;
  /** Cost of each entry; 0 when absent. */
  readonly entryCost?: number;
}

function columns(plain: readonly PlainRow[]): ResolvedRows {
  const rows = createResolvedRows(plain.length);
  for (const [at, row] of plain.entries()) {
    rows.month[at] = row.month;
    rows.day[at] = row.day ?? 1;
    rows.status1[at] = row.status1;
    rows.status2[at] = row.status2;
    rows.r1[at] = row.r1;
    rows.r2[at] = row.r2;
    rows.cost[at] = row.cost;
    if (row.entries === null) continue;
    rows.count[at] = row.entries.length;
    rows.entryCosts[at] = row.entries.length * Math.round((row.entryCost ?? 0) * 1e6);
    const thousandths = row.entries.map((r) => Math.round(r * 1000));
    rows.entries1.set(thousandths, at * 40);
    rows.entries2.set(thousandths, at * 40);
    rows.targets1[at] = row.entries.filter((r) => r >= 1).length;
    rows.stops1[at] = row.entries.filter((r) => r <= -1).length;
    rows.targets2[at] = row.entries.filter((r) => r >= 2).length;
  }
  return rows;
}

/** Returns 40 entries: `wins` gain one risk, the others lose one. */
function winsOf(wins: number): number[] {
  return Array.from({ length: 40 }, (_, k) => (k < wins ? 1 : -1));
}

/** Returns `count` rows with random outcomes over some quarters; their entries win with the probability `chance`. */
function randomRows(seed: number, count: number, quarters: number, chance: number): PlainRow[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const win = random() < chance;
    const far = win && random() < 0.5;
    return {
      month: JANUARY_2024 + Math.floor(random() * quarters * 3),
      status1: win ? 1 : -1,
      status2: far ? 1 : -1,
      r1: win ? 1 : -1,
      r2: far ? 2 : -1,
      cost: 0.05,
      entries: Array.from({ length: 40 }, () => (random() < 0.5 ? 1 : -1)),
    };
  });
}

test('void rows are counted by the month of their entry and change no other figure', () => {
  const base = { status1: 1, status2: -1, r1: 1, r2: -1, cost: 0.1, entries: null };
  const rows = columns([
    { ...base, month: JANUARY_2024 },
    { ...base, month: JANUARY_2024 + 5 },
  ]);
  const [plain] = tallyRows(rows, [0, 0], 1);
  const [tally] = tallyRows(rows, [0, 0], 1);
  addVoids(tally!, JANUARY_2024 + 5);
  addVoids(tally!, JANUARY_2024 + 5);
  addVoids(tally!, JANUARY_2024 + 9);
  assert.deepEqual(computeFigures(tally!, SEED), { ...computeFigures(plain!, SEED), voided: 3 });
  const june = { fromMonth: JANUARY_2024 + 5, beforeMonth: JANUARY_2024 + 6 };
  assert.equal(computeFigures(tally!, SEED, june).voided, 2);
  assert.equal(computeFigures(mergeTallies([tally!, tally!]), SEED).voided, 6);
  assert.deepEqual(listMonths(tally!, SEED), listMonths(plain!, SEED));
  assert.deepEqual(listCumulative(tally!, SEED), listCumulative(plain!, SEED));
});

test('figures of a small group equal those computed by hand', () => {
  const base = { status2: -1, r2: -1, cost: 0.1 };
  const rows = columns([
    { ...base, month: JANUARY_2024, status1: 1, r1: 1, entries: winsOf(20), entryCost: 0.4 },
    {
      ...base,
      month: JANUARY_2024 + 1,
      status1: -1,
      r1: -7.5,
      entries: winsOf(10),
      entryCost: 0.1,
    },
    { ...base, month: JANUARY_2024 + 5, status1: 0, r1: 0.25, entries: winsOf(30), entryCost: 0.1 },
    { ...base, month: JANUARY_2024 + 5, status1: 1, status2: 1, r1: 1, r2: 2, entries: null },
  ]);
  const [tally] = tallyRows(rows, [0, 0, 0, 0], 1);
  const figures = computeFigures(tally!, SEED);
  assert.deepEqual(
    {
      ...figures,
      chance: 0,
      hits: 0,
      first: { ...figures.first, net: 0, difference: 0, netDifference: 0 },
      second: 0,
    },
    {
      n: 4,
      tp1: 2,
      sl: 1,
      expired: 1,
      tp2: 1,
      voided: 0,
      matched: 3,
      quarters: 2,
      days: 3,
      baseline: { tp1: 0.5, sl: 0.5, tp2: 0 },
      cost: 0.1,
      hits: 0,
      // 1 - 5 (the floor) + 0.25 + 1, over four; entries 0, -0.5, +0.5.
      // The entries cost 0.4, 0.1 and 0.1.
      first: {
        mean: -0.6875,
        net: 0,
        baseline: 0,
        difference: 0,
        netBaseline: -0.2,
        netDifference: 0,
      },
      second: 0,
      verdict: 'few',
      chance: 0,
    },
  );
  assert.ok(Math.abs(figures.first.net!.value + 0.7875) < 1e-12);
  assert.equal(figures.first.difference?.value, -1.25);
  // -1.25 less the rows' mean cost of 0.1, plus that of the entries, 0.2.
  assert.ok(Math.abs(figures.first.netDifference!.value + 1.15) < 1e-12);
  // Of three rows one expired, one reached its first target and one its stop; half of the entries reached each.
  const { difference, ...shares } = figures.hits!;
  assert.deepEqual(shares, { n: 2, share: 0.5, baseline: 0.5 });
  assert.equal(difference?.value, 0);
  assert.equal(figures.second.mean, -0.25);
  assert.deepEqual(
    listMonths(tally!, SEED).map(({ month, n, netDifference }) => [
      month - JANUARY_2024,
      n,
      netDifference,
    ]),
    [
      [0, 1, 1.3],
      [1, 1, -4.5],
      [5, 2, -0.25],
    ],
  );
  const span = { fromMonth: JANUARY_2024 + 1, beforeMonth: JANUARY_2024 + 5 };
  assert.equal(computeFigures(tally!, SEED, span).n, 1);
  assert.equal(computeFigures(tally!, SEED, span).first.difference, null, 'a single quarter');
});

test('a month has an interval over its weeks, and none with a single week', () => {
  const rowOf = (day: number, r1: number): PlainRow => ({
    month: JANUARY_2024,
    day,
    status1: 1,
    status2: 0,
    r1,
    r2: 0,
    cost: 0,
    entries: winsOf(20),
  });
  const rangeOf = (rows: readonly PlainRow[]) => {
    const [tally] = tallyRows(
      columns(rows),
      rows.map(() => 0),
      1,
    );
    return listMonths(tally!, SEED)[0]?.netRange;
  };
  assert.equal(rangeOf([rowOf(8, 1), rowOf(14, -1)]), null, 'days 8 to 14 are one week');
  assert.deepEqual(rangeOf([rowOf(7, 0.5), rowOf(8, 0.5), rowOf(31, 0.5)]), {
    low: 0.5,
    high: 0.5,
  });
  // Four weeks of -1, 0, 0 and 1: a mean of 0 and a symmetric interval of one deviation.
  const range = rangeOf([rowOf(1, -1), rowOf(9, 0), rowOf(17, 0), rowOf(31, 1)]);
  assert.ok(range && range.low < -0.7 && range.high > 0.7, JSON.stringify(range));
  assert.ok(range.low > -2 && range.high < 2, JSON.stringify(range));
});

test('a group without rows has no figures and the verdict few', () => {
  const figures = computeFigures(createTally(), SEED);
  assert.deepEqual(
    [figures.n, figures.cost, figures.baseline, figures.first, figures.verdict],
    [
      0,
      null,
      null,
      {
        mean: null,
        net: null,
        baseline: null,
        difference: null,
        netBaseline: null,
        netDifference: null,
      },
      'few',
    ],
  );
  assert.deepEqual(listMonths(createTally(), SEED), []);
  assert.deepEqual(listCumulative(createTally(), SEED), []);
});

test('fourteen compared rows are few, fifteen are enough; rows without entries are not compared', () => {
  const rows = randomRows(1, 30, 4, 0.5);
  const verdictOf = (plain: PlainRow[]) =>
    computeFigures(
      tallyRows(
        columns(plain),
        plain.map(() => 0),
        1,
      )[0]!,
      SEED,
    ).verdict;
  assert.equal(verdictOf(rows.slice(0, 14)), 'few');
  assert.notEqual(verdictOf(rows.slice(0, 15)), 'few');
  const waiting = rows.slice(15).map((row) => ({ ...row, entries: null }));
  assert.equal(verdictOf([...rows.slice(0, 14), ...waiting]), 'few');
});

test('a clear difference is found in either direction; a single quarter has no interval', () => {
  const figuresOf = (plain: PlainRow[]) =>
    computeFigures(
      tallyRows(
        columns(plain),
        plain.map(() => 0),
        1,
      )[0]!,
      SEED,
    );
  const better = figuresOf(randomRows(2, 3000, 12, 0.62));
  assert.equal(better.verdict, 'interval-excludes-zero');
  assert.ok(better.first.difference!.low > 0);
  const worse = figuresOf(randomRows(3, 3000, 12, 0.38));
  assert.equal(worse.verdict, 'interval-excludes-zero');
  assert.ok(worse.first.difference!.high < 0);
  assert.equal(figuresOf(randomRows(4, 3000, 1, 0.9)).verdict, 'undecided');
});

test('the interval is the plain bootstrap over blocks, widened', () => {
  const sums = [3, -2, 5, 1, 0.5, 7];
  const counts = [4, 5, 6, 0, 2, 3];
  const found = resampleMean(
    sums.map((sum, at) => [sum, counts[at]!] as const),
    SEED,
  )!;
  // A separate implementation: the block without counts is left out; t of 4 degrees is 2.776.
  const blocks = sums.map((sum, at) => [sum, counts[at]!] as const).filter(([, n]) => n > 0);
  const random = createSeededRandom(SEED);
  const means: number[] = [];
  for (let resample = 0; resample < 1000; resample++) {
    const drawn = blocks.map(() => blocks[Math.floor((random.next() * 5) / 2 ** 32)]!);
    const sum = drawn.reduce((total, [each]) => total + each, 0);
    means.push(sum / drawn.reduce((total, [, count]) => total + count, 0));
  }
  means.sort((a, b) => a - b);
  const factor = (Math.sqrt(5 / 4) * 2.776) / 1.96;
  const value = (3 - 2 + 5 + 0.5 + 7) / 20;
  assert.equal(found.value, value);
  assert.ok(Math.abs(found.low - (value - factor * (value - means[24]!))) < 1e-12);
  assert.ok(Math.abs(found.high - (value + factor * (means[975]! - value))) < 1e-12);
  assert.equal(
    resampleMean(
      [
        [1, 1],
        [4, 0],
      ],
      SEED,
    ),
    null,
  );
  assert.equal(resampleMean([], SEED), null);
});

test('intervals of few and of many blocks miss the true value about once in twenty', (t) => {
  for (const blocks of [3, 5, 8, 15, 40]) {
    const random = createRandom(blocks);
    let missed = 0;
    for (let source = 0; source < 400; source++) {
      const sums = Array.from({ length: blocks }, () => {
        const count = 20 + Math.floor(random() * 20);
        let sum = 0;
        for (let row = 0; row < count; row++) sum += random() < 0.5 ? 1 : -1;
        return [sum, count] as const;
      });
      const { low, high } = resampleMean(sums, hashOf(source))!;
      if (low > 0 || high < 0) missed++;
    }
    t.diagnostic(`${blocks} blocks: ${missed} of 400`);
    assert.ok(missed >= 4 && missed <= 40, `${blocks} blocks: ${missed} of 400 missed`);
  }
});

const plainRows = fc.array(
  fc.record({
    month: fc.integer({ min: JANUARY_2024 - 20, max: JANUARY_2024 + 20 }),
    day: fc.integer({ min: 1, max: 31 }),
    status1: fc.constantFrom(-1, 0, 1),
    status2: fc.constantFrom(-1, 0, 1),
    r1: fc.double({ min: -9, max: 3, noNaN: true }),
    r2: fc.double({ min: -9, max: 3, noNaN: true }),
    cost: fc.double({ min: 0, max: 2, noNaN: true }),
    entries: fc.option(
      fc.array(fc.double({ min: -5, max: 2, noNaN: true }), { minLength: 20, maxLength: 40 }),
    ),
    entryCost: fc.double({ min: 0, max: 2, noNaN: true }),
  }),
  { maxLength: 60 },
);

test('neither the order of rows nor their division into tallies changes a figure', () => {
  fc.assert(
    fc.property(plainRows, fc.nat(59), (plain, cut) => {
      const none = plain.map(() => 0);
      const [whole] = tallyRows(columns(plain), none, 1);
      const [turned] = tallyRows(columns(plain.toReversed()), none, 1);
      const two = tallyRows(
        columns(plain),
        plain.map((_, at) => (at < cut ? 0 : 1)),
        2,
      );
      const merged = mergeTallies(two);
      const grown = createTally();
      const rows = columns(plain);
      for (let at = 0; at < plain.length; at++) addRow(grown, rows, at);
      const figures = computeFigures(whole!, SEED);
      const curve = listCumulative(whole!, SEED);
      for (const other of [turned!, merged, grown]) {
        assert.deepEqual(computeFigures(other, SEED), figures);
        assert.deepEqual(listCumulative(other, SEED), curve);
        assert.deepEqual(listMonths(other, SEED), listMonths(whole!, SEED));
      }
      assert.equal(figures.n, figures.tp1 + figures.sl + figures.expired);
    }),
  );
});

test('means agree with sums in floating point', () => {
  fc.assert(
    fc.property(plainRows, (plain) => {
      const [tally] = tallyRows(
        columns(plain),
        plain.map(() => 0),
        1,
      );
      const { n, matched, first, second, cost } = computeFigures(tally!, SEED);
      const near = (found: number | null | undefined, values: number[]) => {
        if (values.length === 0) return assert.equal(found, null);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        assert.ok(Math.abs(found! - mean) < 0.0006, `${found} for ${mean}`);
      };
      assert.equal(n, plain.length);
      near(
        first.mean,
        plain.map((row) => Math.max(-5, row.r1)),
      );
      near(
        second.mean,
        plain.map((row) => Math.max(-5, row.r2)),
      );
      near(
        cost,
        plain.map((row) => row.cost),
      );
      const entries = plain.flatMap((row) => (row.entries === null ? [] : [row.entries]));
      assert.equal(matched, entries.length);
      // Each row's mean is over its own number of entries.
      const means = entries.map((own) => own.reduce((sum, r) => sum + r, 0) / own.length);
      near(first.baseline, means);
      near(second.baseline, means);
      const compared = plain.filter((row) => row.entries !== null);
      near(
        first.netBaseline,
        means.map((mean, at) => mean - compared[at]!.entryCost),
      );
    }),
  );
});

test('the band of the curve is that of histories drawn row by row', () => {
  const plain = randomRows(9, 600, 4, 0.5);
  const [tally] = tallyRows(
    columns(plain),
    plain.map(() => 0),
    1,
  );
  const curve = listCumulative(tally!, SEED);
  const random = createRandom(10);
  const last = curve.at(-1)!;
  const histories = Array.from({ length: 1000 }, () =>
    plain.reduce((sum, row) => sum + row.entries![Math.floor(random() * 40)]!, 0),
  ).sort((a, b) => a - b);
  // The deviation of 600 throws is 24.5.
  assert.ok(Math.abs(last.low - histories[24]!) < 9, `${last.low} for ${histories[24]}`);
  assert.ok(Math.abs(last.high - histories[975]!) < 9, `${last.high} for ${histories[975]}`);
  assert.ok(last.low < last.middle && last.middle < last.high);
  assert.equal(
    last.r,
    plain.reduce((sum, row) => sum + row.r1, 0),
  );
  assert.ok(Math.abs(last.cost - 30) < 1e-9);
  assert.equal(curve.length, 12);
});

test('values and twins are compared with the known values of each side', () => {
  const months = Int32Array.from({ length: 40 }, (_, at) => JANUARY_2024 + at);
  const own = Float64Array.from(months, (_, at) => (at === 3 ? Number.NaN : 1));
  const twins = Float64Array.from(months, (_, at) => (at === 4 || at === 6 ? Number.NaN : at % 2));
  const { difference, verdict, chance, ...counts } = compareTwins(months, own, twins, SEED);
  assert.ok(chance! < 0.001);
  assert.deepEqual(counts, { n: 39, twins: 38, mean: 1, twinMean: 20 / 38 });
  assert.ok(Math.abs(difference!.value - 18 / 38) < 1e-12);
  assert.equal(verdict, 'interval-excludes-zero');
  const few = compareTwins(months.subarray(0, 14), own, twins, SEED);
  assert.equal(few.verdict, 'few');
  const none = compareTwins(
    months,
    own,
    twins.map(() => Number.NaN),
    SEED,
  );
  assert.deepEqual([none.twinMean, none.difference, none.verdict], [null, null, 'few']);
});

test('a row without a group is refused', () => {
  assert.throws(() => tallyRows(createResolvedRows(1), [2], 2), RangeError);
});

test('costs are those of the evaluation, in multiples of the risk', () => {
  const near = (found: number, expected: number) =>
    assert.ok(Math.abs(found - expected) < 1e-12, `${found} for ${expected}`);
  near(costInR(DEFAULT_COSTS, 'forex', 'EURUSD', 1.1, 0.002), 0.05);
  near(costInR(DEFAULT_COSTS, 'forex', 'GBPJPY', 190, 0.36), 0.05);
  near(costInR(DEFAULT_COSTS, 'forex', 'EURCHF', 0.95, 0.0018), 0.1);
  near(costInR(DEFAULT_COSTS, 'forex', 'XAUUSD', 2000, 8), 0.05);
  near(costInR(DEFAULT_COSTS, 'crypto', 'BTCUSDT', 50_000, 500), 0.1);
  near(costInR(DEFAULT_COSTS, 'nasdaq', 'AAPL', 200, 2), 0.02);
  near(costInR(DEFAULT_COSTS, 'index', 'SPX', 4000, 40), 0.03);
  near(costInR(DEFAULT_COSTS, 'bist', 'THYAO', 300, 6), 0.1);
  assert.throws(() => costInR(DEFAULT_COSTS, 'bonds', 'X', 1, 1), RangeError);
});

test('means of twenty to forty entries are rounded to millionths, halves up, and shares too', () => {
  // Twenty-one entries with a sum of -10 and of 11 thousandths: -476.19 and 523.8 millionths.
  const rowOf = (sum: number, count: number): PlainRow => ({
    month: JANUARY_2024,
    status1: 1,
    status2: 1,
    r1: 0,
    r2: 0,
    cost: 0,
    entries: Array.from({ length: count }, (_, j) => (j === 0 ? sum / 1000 : 0)),
  });
  const baselineOf = (row: PlainRow) =>
    computeFigures(tallyRows(columns([row]), [0], 1)[0]!, SEED).first.baseline;
  assert.equal(baselineOf(rowOf(-10, 21)), -476 / 1e6);
  assert.equal(baselineOf(rowOf(11, 21)), 524 / 1e6);
  // A half goes up on either side of zero.
  assert.deepEqual([wholeMean(1, 2), wholeMean(-1, 2), wholeMean(-3, 2)], [1, -0, -1]);
  const one = { ...rowOf(0, 21), entries: [1, ...Array.from({ length: 20 }, () => -1)] };
  const shares = computeFigures(tallyRows(columns([one]), [0], 1)[0]!, SEED).baseline;
  assert.deepEqual(shares, { tp1: 47_619 / 1e6, sl: 952_381 / 1e6, tp2: 0 });
});

test('in the band entry floor(k m / 40) of m takes the place of a row', () => {
  const entries = Array.from({ length: 24 }, (_, j) => j / 100);
  const row = { month: JANUARY_2024, status1: 1, status2: 1, r1: 0, r2: 0, cost: 0, entries };
  const [tally] = tallyRows(columns([row]), [0], 1);
  // Of 24 entries k = 0, 1, 2, 3, 4, 5 give 0, 0, 1, 1, 2, 3 and k = 39 gives 23.
  const sums = [...tally!.months.get(JANUARY_2024)!.byEntry];
  assert.deepEqual(sums.slice(0, 6), [0, 0, 10, 10, 20, 30]);
  assert.equal(sums[39], 230);
  // The mean of all 24 is 0.115; the band has its ends among the sums.
  const [point] = listCumulative(tally!, SEED);
  assert.equal(point!.middle, 0.115);
  assert.ok(point!.low === 0 && point!.high >= 0.22, `${point!.low} to ${point!.high}`);
});

test('the seed of the figures is SHA-256 of the text in docs/formats/record.md', () => {
  const expected = hash('sha256', 'rasat record intervals');
  assert.equal(Buffer.from(FIGURES_SEED).toString('hex'), expected);
  assert.equal(expected, '1284cd1af4e388bda1d9d9d56cc9e34b5f92a933ff324dab0dfe07718c43a911');
});
