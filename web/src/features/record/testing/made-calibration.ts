import type { LevelsFigures, Measured, ScopeFigures } from '../calibration-figures.ts';
import type { RecordCalibration } from '../calls.ts';

// Fixture of a calibration in which all counts and figures differ.

/** Sunday, 6 December 2026, the first week with forecasts that count. */
const SINCE = Date.UTC(2026, 11, 6);
/** Day of the first look: 27 weeks and a day later. */
const FIRST_DUE = Date.UTC(2027, 5, 14);
/** Day of the second look: 53 weeks and a day later. */
const SECOND_DUE = Date.UTC(2027, 11, 13);
/** Day of the last look: 79 weeks and a day later. */
const LAST_DUE = Date.UTC(2028, 5, 12);
/** 14 June 2027, 05:10 in Istanbul. */
const COMPUTED = Date.UTC(2027, 5, 14, 2, 10);

const measured = (value: number, halfWidth: number | null): Measured => ({ value, halfWidth });
const bin = (n: number, forecast: number, seen: number, halfWidth: number | null) => ({
  n,
  forecast,
  seen: measured(seen, halfWidth),
});

/** Nine bins with levels, the last of them without an interval, and one without levels. */
export const BINS: LevelsFigures['bins'] = [
  bin(240, 0.062, 0.055, 0.021),
  bin(380, 0.151, 0.158, 0.03),
  bin(310, 0.249, 0.262, 0.034),
  bin(1234, 0.349, 0.362, 0.031),
  bin(260, 0.447, 0.431, 0.042),
  bin(190, 0.549, 0.574, 0.05),
  bin(120, 0.648, 0.602, 0.061),
  bin(88, 0.742, 0.78, 0.083),
  bin(41, 0.851, 0.805, null),
  null,
];

/** Creates figures of levels of which those given differ. */
export function levels(made: Partial<LevelsFigures> = {}): LevelsFigures {
  return {
    n: 2863,
    weeks: 27,
    error: measured(0.008, 0.012),
    calibrationError: 0.0121,
    brier: 0.1734,
    plain: { n: 2800, brier: 0.1731, plainBrier: 0.1769, skill: measured(0.0215, 0.012) },
    bins: BINS,
    ...made,
  };
}

/** Figures of cones: of a day and a week with intervals, of four weeks without. */
export const CONES: ScopeFigures['cones'] = [
  {
    group: 'cone.1d',
    figures: {
      n: 2040,
      weeks: 27,
      inside: [measured(0.512, 0.021), measured(0.814, 0.017), measured(0.953, 0.009)],
    },
  },
  {
    group: 'cone.1w',
    figures: {
      n: 412,
      weeks: 27,
      inside: [measured(0.502, 0.04), measured(0.793, 0.032), measured(0.949, 0.06)],
    },
  },
  {
    group: 'cone.4w',
    figures: {
      n: 98,
      weeks: 24,
      inside: [measured(0.531, null), measured(0.837, null), measured(0.959, null)],
    },
  },
];

/** Creates the figures of a scope of which those given differ. */
export function scopeOf(
  scope: ScopeFigures['scope'],
  made: Partial<ScopeFigures> = {},
): ScopeFigures {
  return {
    scope,
    levels: [{ group: 'all', figures: levels() }],
    cones: CONES,
    voids: 0,
    late: 0,
    open: 0,
    ...made,
  };
}

/** Two categories have a skill of either sign, one has few weeks, and the others have no figures. */
const SCOPES: readonly ScopeFigures[] = [
  scopeOf('all', {
    levels: [
      { group: 'all', figures: levels() },
      {
        group: 'weekly',
        figures: levels({ n: 1777, error: measured(-0.021, 0.015), calibrationError: 0.0232 }),
      },
      { group: 'boxes', figures: levels({ n: 1086, plain: null }) },
      { group: 'short', figures: levels({ n: 1500 }) },
    ],
    voids: 7,
    late: 3,
    open: 540,
  }),
  scopeOf('main', { levels: [{ group: 'all', figures: levels({ n: 2001 }) }] }),
  scopeOf('trial', { levels: [], cones: [] }),
  scopeOf('crypto', {
    levels: [{ group: 'all', figures: levels({ n: 900, error: measured(0.013, 0.02) }) }],
    cones: CONES.slice(0, 1),
  }),
  scopeOf('forex', {
    levels: [
      {
        group: 'all',
        figures: levels({
          n: 1100,
          error: measured(-0.004, 0.011),
          calibrationError: 0.009,
          plain: { n: 1100, brier: 0.18, plainBrier: 0.177, skill: measured(-0.0169, 0.02) },
        }),
      },
    ],
  }),
  scopeOf('bist', {
    levels: [
      {
        group: 'all',
        figures: levels({ n: 120, weeks: 7, error: measured(0.05, null), plain: null }),
      },
    ],
    cones: [],
  }),
];

/** Live chances before the first look. */
export const RUNNING: RecordCalibration = {
  model: 'touch-1',
  after: Date.UTC(2026, 10, 30),
  since: SINCE,
  computed: COMPUTED,
  scopes: [...SCOPES],
  symbols: null,
  looks: [],
  coming: [
    { weeks: 26, z: 3, due: FIRST_DUE },
    { weeks: 52, z: 3, due: SECOND_DUE },
    { weeks: 78, z: 1.97, due: LAST_DUE },
  ],
};

/** The look at 26 weeks: its interval contains 0, and one of its bins has no levels. */
export const FIRST_LOOK: RecordCalibration['looks'][number] = {
  weeks: 26,
  from: SINCE,
  before: SINCE + 26 * 7 * 86_400_000,
  z: 3,
  n: 1650,
  error: measured(0.006, 0.018),
  bins: [measured(-0.012, 0.03), measured(0.025, 0.028), null],
  cones: [
    { group: 'cone.1d', n: 1990, inside: measured(0.812, 0.027) },
    { group: 'cone.1w', n: 400, inside: measured(0.795, 0.05) },
  ],
  skill: measured(0.0201, 0.025),
  taken: FIRST_DUE,
};

/** Live chances after the first look. */
export const LOOKED: RecordCalibration = {
  ...RUNNING,
  looks: [FIRST_LOOK],
  coming: RUNNING.coming.slice(1),
};

/** Live chances of which none has an outcome. */
export const BEGUN: RecordCalibration = {
  ...RUNNING,
  scopes: [scopeOf('all', { levels: [], cones: [], open: 540 })],
};

/** A backtest of which 12 of 45 symbols are computed. */
export const BACKTEST: RecordCalibration = {
  ...RUNNING,
  after: null,
  since: null,
  scopes: [...SCOPES],
  symbols: { done: 12, all: 45 },
  coming: [],
};
