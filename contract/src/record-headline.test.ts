import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headlineOf, orderSources, standingOf } from './record-headline.ts';

type Part = Parameters<typeof headlineOf>[0][number];

const leg = { mean: 0, net: null, baseline: 0, difference: null };
const none: NonNullable<Part['whole']> = {
  n: 0,
  tp1: 0,
  sl: 0,
  expired: 0,
  tp2: 0,
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

test('the headline covers live rows alone, and is early until they are enough', () => {
  const backtest = part('backfill', 90_000, 4000, [0.3, 0.2, 0.4]);
  assert.equal(headlineOf([backtest], 'venue').kind, 'early');
  assert.equal(headlineOf([backtest], 'venue').rows, 0);
  const week = part('live', 400, 7, [0.3, 0.2, 0.4]);
  assert.deepEqual(headlineOf([backtest, week], 'venue'), {
    kind: 'early',
    source: 'venue',
    rows: 400,
    days: 7,
    neededDays: 250,
    enough: false,
    net: { value: 0.3, low: 0.2, high: 0.4 },
  });
  assert.equal(headlineOf([week], 'file').rows, 0, 'sources stay separate');
});

test('an interval that contains 0, ends at it, or is missing, decides nothing', () => {
  const kindOf = (net: readonly [number, number, number] | null) =>
    headlineOf([part('live', 2000, 300, net)], 'venue').kind;
  assert.equal(kindOf([0.02, -0.01, 0.05]), 'zero');
  assert.equal(kindOf([0.02, 0, 0.05]), 'zero');
  assert.equal(kindOf([-0.02, -0.05, 0]), 'zero');
  assert.equal(kindOf(null), 'zero');
  assert.equal(kindOf([0.02, 0.001, 0.05]), 'above');
  assert.equal(kindOf([-0.02, -0.05, -0.001]), 'below');
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
