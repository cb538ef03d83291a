import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBaseRate, isRateStated, type RecordRate } from './base-rate.ts';

const narrow = { value: 0, low: -0.2, high: 0.2 };
const leg = {
  mean: 0,
  net: null,
  baseline: 0,
  difference: null,
  netBaseline: null,
  netDifference: null,
};
const figures: RecordRate['figures'] = {
  n: 200,
  tp1: 110,
  sl: 80,
  expired: 10,
  tp2: 40,
  voided: 0,
  matched: 200,
  quarters: 8,
  days: 300,
  chance: null,
  baseline: { tp1: 0.5, sl: 0.45, tp2: 0.2 },
  cost: 0.02,
  hits: { n: 190, share: 0.55, baseline: 0.5, difference: { value: 0.05, low: -0.02, high: 0.12 } },
  first: leg,
  second: leg,
  verdict: 'undecided',
};
const rate: RecordRate = {
  kind: 'condition',
  setup: 'pivot',
  category: 'forex',
  source: 'simulated',
  origin: 'backfill',
  figures,
};

test('a base rate is the share of first targets before stops; its interval is that of the difference plus the baseline', () => {
  const found = findBaseRate([rate], { kind: 'condition', setup: 'pivot' });
  assert.deepEqual(found, {
    kind: 'condition',
    rate: 0.55,
    n: 190,
    low: 0.48,
    high: 0.62,
    baseline: 0.5,
    verdict: null,
    source: 'simulated',
    backfill: true,
    category: 'forex',
  });
});

test('a rate of another setup is never used instead', () => {
  assert.equal(findBaseRate([rate], { kind: 'condition', setup: 'break' }), null);
  assert.equal(findBaseRate([rate], { kind: 'box', setup: 'pivot' }), null);
  assert.equal(
    findBaseRate([{ ...rate, setup: null }], { kind: 'condition', setup: 'pivot' }),
    null,
  );
});

test('without an interval or a baseline there is no rate', () => {
  const of = (over: Partial<RecordRate['figures']>) =>
    findBaseRate([{ ...rate, figures: { ...figures, ...over } }], {
      kind: 'condition',
      setup: 'pivot',
    });
  assert.equal(of({ hits: null }), null);
  assert.equal(
    of({
      hits: {
        n: 20,
        share: 0.5,
        baseline: 0.5,
        difference: null,
      },
    }),
    null,
  );
});

test('an interval stays within 0 and 1', () => {
  const wide = {
    ...figures,
    hits: { n: 20, share: 0.55, baseline: 0.5, difference: { value: 0.05, low: -0.6, high: 0.7 } },
  };
  const found = findBaseRate([{ ...rate, figures: wide }], { kind: 'condition', setup: 'pivot' });
  assert.deepEqual([found?.low, found?.high], [0, 1]);
});

test('no rate is stated of few signals, or of few compared signals', () => {
  const of = (over: Partial<RecordRate['figures']>): boolean => {
    const found = findBaseRate([{ ...rate, figures: { ...figures, ...over } }], {
      kind: 'condition',
      setup: 'pivot',
    });
    return found !== null && isRateStated(found);
  };
  assert.equal(of({}), true);
  assert.equal(of({ hits: { n: 14, share: 0.5, baseline: 0.5, difference: narrow } }), false);
  assert.equal(of({ verdict: 'few' }), false);
});

test('live signals alone have a verdict; a backtest says at most that its signals are few', () => {
  const verdictOf = (
    origin: RecordRate['origin'],
    verdict: RecordRate['figures']['verdict'],
  ): unknown =>
    findBaseRate([{ ...rate, origin, figures: { ...figures, verdict } }], {
      kind: 'condition',
      setup: 'pivot',
    })?.verdict;
  assert.equal(verdictOf('live', 'interval-excludes-zero'), 'interval-excludes-zero');
  assert.equal(verdictOf('live', 'undecided'), 'undecided');
  assert.equal(verdictOf('backfill', 'interval-excludes-zero'), null);
  assert.equal(verdictOf('backfill', 'undecided'), null);
  assert.equal(verdictOf('backfill', 'few'), 'few');
});
