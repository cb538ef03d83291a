import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headlineOf, orderSources, standingOf } from './record-headline.ts';

type Part = Parameters<typeof headlineOf>[0][number];

const leg = {
  mean: 0,
  net: null,
  baseline: 0,
  difference: null,
  netBaseline: null,
  netDifference: null,
};
const none: NonNullable<Part['whole']> = {
  n: 0,
  tp1: 0,
  sl: 0,
  expired: 0,
  tp2: 0,
  voided: 0,
  matched: 0,
  quarters: 0,
  days: 0,
  baseline: null,
  cost: null,
  hits: null,
  first: leg,
  second: leg,
  chance: null,
  verdict: 'few',
};

function part(
  origin: Part['origin'],
  n: number,
  days: number,
  net: readonly [number, number, number] | null,
  source = 'venue',
): Part {
  const interval = net && { value: net[0], low: net[1], high: net[2] };
  const whole = { ...none, n, days, first: { ...leg, net: interval } };
  return { source, origin, rows: n + 9, from: 0, to: 1, periods: ['all'], whole, primary: null };
}

test('a verdict needs a year of trading days and enough rows to tell 0.05 R from 0', () => {
  assert.deepEqual(standingOf(null), { rows: 0, days: 0, neededDays: 250, enough: false });
  // 70 rows a day come to 1,537 in 22 days: the days decide.
  assert.deepEqual(standingOf({ n: 490, days: 7 }), {
    rows: 490,
    days: 7,
    neededDays: 250,
    enough: false,
  });
  // Two rows a day need 769 days.
  assert.equal(standingOf({ n: 14, days: 7 }).neededDays, 769);
  assert.equal(standingOf({ n: 1536, days: 600 }).enough, false);
  assert.equal(standingOf({ n: 1537, days: 249 }).enough, false);
  assert.equal(standingOf({ n: 1537, days: 250 }).enough, true);
});

type Claim = readonly [rows: number, claim: 'better' | 'worse' | null];

/** The primary question with looks at these numbers of rows, and what each claims. */
function asked(...claims: Claim[]): NonNullable<Part['primary']> {
  return {
    engineVersion: '1',
    settled: 260,
    pending: 3,
    leftOut: 1,
    voided: 0,
    looks: claims.map(([rows, claim]) => ({
      rows,
      lastSeq: rows,
      months: 3,
      difference: null,
      chance: null,
      claim,
      taken: 1,
      costs: [],
    })),
    coming: [250, 500, 1000, 2000]
      .slice(claims.length)
      .map((rows) => ({ rows, missing: rows - 260, unpublished: 0, expected: 9 })),
  };
}

test('the headline is the primary question about live rows of one source', () => {
  const backtest = part('backfill', 90_000, 4000, [0.3, 0.2, 0.4]);
  const none = { kind: 'none', source: 'venue', settled: 0, look: null, next: null };
  assert.deepEqual(headlineOf([backtest], 'venue'), none);
  const live = { ...part('live', 400, 7, [0.3, 0.2, 0.4]), primary: asked() };
  assert.deepEqual(headlineOf([{ ...live, primary: null }], 'venue'), none);
  assert.deepEqual(headlineOf([backtest, live], 'venue'), {
    kind: 'early',
    source: 'venue',
    settled: 260,
    look: null,
    next: { rows: 250, missing: -10, unpublished: 0, expected: 9 },
  });
  assert.equal(headlineOf([live], 'file').kind, 'none', 'sources stay separate');
});

test('the headline has the answer of the last look', () => {
  const said = (...claims: Claim[]) => {
    const { kind, look, next } = headlineOf(
      [{ ...part('live', 2000, 300, null), primary: asked(...claims) }],
      'venue',
    );
    return [kind, look?.rows, next?.rows];
  };
  assert.deepEqual(said([250, null]), ['open', 250, 500]);
  assert.deepEqual(said([250, null], [500, 'worse']), ['worse', 500, 1000]);
  assert.deepEqual(said([250, 'better'], [500, null]), ['open', 500, 1000]);
  assert.deepEqual(said([250, null], [500, null], [1000, null], [2000, 'better']), [
    'better',
    2000,
    undefined,
  ]);
});

test('venues come before files, and files before simulated prices', () => {
  const parts = [
    part('backfill', 9, 9, null, 'simulated'),
    part('backfill', 8, 9, null, 'file'),
    part('backfill', 1, 9, null, 'venue'),
    part('live', 2, 9, null, 'other'),
  ];
  assert.deepEqual(orderSources(parts), ['other', 'venue', 'file', 'simulated']);
});
