import type {
  RecordCertificates,
  RecordFigures,
  RecordGroup,
  RecordHistory,
  RecordState,
} from '../calls.ts';

// Fixture of a record in which all counts and figures differ.

/** January 2026 as year * 12 + 0 to 11. */
const JANUARY = 2026 * 12;
/** End of the computation of the figures. */
export const FINISHED = Date.UTC(2025, 10, 21, 1, 30);

/** Figures of a group that a test can set. */
interface Made {
  readonly verdict?: RecordGroup['figures']['verdict'];
  readonly n?: number;
  readonly matched?: number;
  readonly mean?: number;
  readonly baseline?: number | null;
  readonly difference?: readonly [value: number, low: number, high: number] | null;
  readonly net?: readonly [value: number, low: number, high: number] | null;
  readonly hits?: RecordGroup['figures']['hits'];
}
const interval = (ends: readonly [number, number, number] | null) =>
  ends && { value: ends[0], low: ends[1], high: ends[2] };

/** Creates a group whose figures all differ. */
export function group(
  kind: RecordGroup['kind'],
  setup: string | null,
  made: Made = {},
): RecordGroup {
  const first = {
    mean: made.mean ?? 0.05,
    net: interval(made.net ?? null),
    baseline: 0.9,
    difference: { value: 0.8, low: 0.7, high: 0.95 },
    netBaseline: made.baseline === undefined ? 0.01 : made.baseline,
    netDifference: interval(made.difference ?? null),
  };
  return {
    kind,
    setup,
    category: null,
    figures: {
      n: made.n ?? 310,
      tp1: 101,
      sl: 102,
      expired: 103,
      tp2: 104,
      voided: 0,
      matched: made.matched ?? 300,
      quarters: 8,
      days: 300,
      chance: null,
      baseline: null,
      cost: 0.08,
      hits: made.hits ?? null,
      first,
      second: first,
      verdict: made.verdict ?? 'undecided',
    },
  };
}

/** Share of rows that reached the first target before the stop. */
export const HITS = {
  n: 1100,
  share: 0.546,
  baseline: 0.508,
  difference: { value: 0.038, low: 0.011, high: 0.065 },
};
/** All rows together: better than matched entries, and a loss after costs. */
export const ALL = group(null, null, {
  n: 1234,
  verdict: 'interval-excludes-zero',
  difference: [0.042, 0.012, 0.071],
  net: [-0.04, -0.09, -0.01],
  hits: HITS,
});
/** One group of each verdict, and of each kind. */
export const FIGURES: RecordFigures = {
  compared: 7,
  groups: [
    ALL,
    group('condition', null, { difference: [0.02, -0.03, 0.07], net: [0.015, 0, 0.03] }),
    group('box', 'hayyam.short', {
      verdict: 'interval-excludes-zero',
      baseline: 0.05,
      difference: [-0.2, -0.3, -0.1],
      hits: HITS,
    }),
    group('box', '52.short', { verdict: 'few', n: 11, matched: 9 }),
    group('box', '36.long', { verdict: 'interval-excludes-zero', difference: [0.1, 0.05, 0.15] }),
    group('levels', null, { mean: 0.07, baseline: 0.02 }),
  ],
  touches: [
    {
      category: null,
      n: 1500,
      twins: 1600,
      chance: null,
      held: 0.55,
      twinsHeld: 0.5,
      difference: { value: 0.05, low: 0.012, high: 0.088 },
      verdict: 'interval-excludes-zero',
    },
    {
      category: 'crypto',
      n: 9,
      twins: 8,
      chance: null,
      held: 0.4,
      twinsHeld: 0.5,
      difference: null,
      verdict: 'few',
    },
    {
      category: 'forex',
      n: 20,
      twins: 30,
      chance: null,
      held: 0.6,
      twinsHeld: 0.4,
      difference: null,
      verdict: 'undecided',
    },
  ],
};
const month = (at: number, matched: number, difference: number, low: number, high: number) => ({
  month: at,
  n: matched + 2,
  matched,
  netDifference: difference,
  netRange: { low, high },
});
/** Two months of results, and three of differences. */
export const HISTORY: RecordHistory = {
  // Before costs the result is 3 and 1; net of costs the scale is −4 to 6.
  cumulative: [
    { month: JANUARY, r: 3, cost: 1, low: -1, middle: 1, high: 5, baselineCost: 1 },
    { month: JANUARY + 1, r: 1, cost: 2, low: -2, middle: 3, high: 8, baselineCost: 2 },
  ],
  months: [
    {
      category: 'forex',
      months: [
        month(JANUARY - 1, 1500, 0.25, 0.1, 0.4),
        month(JANUARY, 14, 0.9, 0.1, 0.4),
        month(JANUARY + 1, 20, -0.5, -0.9, 0.1),
      ],
    },
    { category: 'bist', months: [{ ...month(JANUARY, 30, 0.1, 0, 0), netRange: null }] },
  ],
};
/** State of a record with simulated and real prices. */
export const STATE: RecordState = {
  computing: null,
  run: {
    finished: FINISHED,
    engineVersion: '2.14.0',
    rows: 9000,
    outcomes: 8000,
    seed: '',
    costs: [
      { of: 'forex', unit: 'pips', amount: 1.8 },
      { of: 'index', unit: 'pips', amount: 1 },
      { of: 'crypto', unit: 'basisPoints', amount: 7.25 },
      { of: 'XAUUSD', unit: 'price', amount: 0.12345 },
      { of: 'USDJPY', unit: 'price', amount: 0.125 },
    ],
  },
  head: {
    day: '2025-11-20',
    size: 4321,
    hash: 'aaaaaaaaaabbbbbbcccccc',
    root: 'ddddddddddeeeeeeffffff',
    outcomes: 3210,
    outcomesHash: '11111111112222223333334',
    outcomesRoot: '44444444445555556666667',
    created: FINISHED,
  },
  certificate: {
    finished: FINISHED,
    engineVersion: '2.14.1',
    signals: 1001,
    levelSets: 2002,
    forecasts: 6006,
    boxes: 3003,
    outcomes: 4004,
    again: 5005,
    oldestWhole: FINISHED - 6 * 86_400_000,
    engineFailures: 2,
    vendorFailures: 3,
    otherVersions: 20,
    corrections: 30,
    voided: 0,
  },
  parts: [
    {
      source: 'simulated',
      origin: 'backfill',
      rows: 9000,
      from: Date.UTC(2025, 11, 3),
      to: Date.UTC(2026, 1, 20),
      whole: null,
      primary: null,
      periods: ['all', '12m', '2025', '2026'],
    },
    {
      source: 'simulated',
      origin: 'live',
      rows: 5,
      from: Date.UTC(2026, 1, 3),
      to: Date.UTC(2026, 1, 20),
      whole: null,
      primary: null,
      periods: ['all'],
    },
    {
      source: 'file',
      origin: 'backfill',
      rows: 6,
      from: Date.UTC(2021, 0, 1),
      to: Date.UTC(2026, 1, 20),
      whole: null,
      primary: null,
      periods: ['all', '12m', '2021', '2022', '2023', '2024'],
    },
  ],
};

/** Certificates, failures and corrections. */
export const DETAILS: RecordCertificates = {
  certificates: [
    {
      finished: FINISHED,
      engineVersion: '2',
      signals: 1000,
      levelSets: 200,
      forecasts: 70_000,
      boxes: 30,
      outcomes: 4,
      again: 3,
      oldestWhole: FINISHED,
      engineFailures: 5,
      vendorFailures: 6,
      otherVersions: 0,
      corrections: 7,
      voided: 0,
    },
  ],
  failures: [
    {
      class: 'entry-price',
      count: 12,
      symbol: 'EURUSD',
      seq: 77,
      what: 'levels',
      key: 'k1',
      cause: 'engine',
      time: Date.UTC(2025, 10, 1, 9),
    },
    {
      class: 'box',
      count: 1,
      symbol: 'GBPUSD',
      seq: null,
      what: 'box',
      key: 'k2',
      cause: 'vendor',
      time: Date.UTC(2025, 10, 2, 9),
    },
    {
      class: 'chance',
      count: 4,
      symbol: 'XAUUSD',
      seq: 78,
      what: 'forecast',
      key: 'k3',
      cause: 'engine',
      time: Date.UTC(2025, 10, 2, 10),
    },
  ],
  inherited: [{ class: 'early', symbol: 'AUDUSD', seq: 5, leg: 'tp1' }],
  inheritedCount: 3,
  corrections: [
    {
      symbol: 'EURUSD',
      time: Date.UTC(2025, 10, 3, 9),
      reason: 'differs',
      seen: Date.UTC(2025, 10, 4, 9),
      stored: [1, 2, 0.5, 1.5, 9],
      offered: [1, 3, 0.5, 1.5, 9],
    },
    {
      symbol: 'GBPUSD',
      time: Date.UTC(2025, 10, 5, 9),
      reason: 'late',
      seen: Date.UTC(2025, 10, 6, 9),
      stored: null,
      offered: [1, 1, 1, 1, 1],
    },
  ],
  ended: [
    {
      seq: 912,
      created: Date.UTC(2025, 10, 7, 9),
      symbol: 'AAPL',
      seriesId: 3,
      reason: 'split',
      at: Date.UTC(2025, 10, 7, 9),
      factor: 4,
      to: { symbol: 'AAPL', seriesId: 8 },
      legs: 5,
    },
  ],
  endedCount: 3,
};
