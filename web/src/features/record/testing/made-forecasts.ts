import type { RecordRow } from '../row-calls.ts';

/** Monday, 10 March 2025, 14:00 UTC. */
export const MADE = Date.UTC(2025, 2, 10, 14);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const UNTIL = MADE + 4 * DAY;

const NONE = {
  way: null,
  range: null,
  sl: null,
  tp1: null,
  tp2: null,
  levels: null,
  entry: null,
  legs: { tp1: null, tp2: null },
  ended: null,
  cost: null,
  baseline: null,
  unmatched: null,
  touch: null,
  twinTouch: null,
} as const;

/** A forecast of weekly levels whose time is over: two of five were reached. */
export const WEEK_FORECAST: RecordRow = {
  ...NONE,
  seq: 4321,
  symbol: 'EURUSD',
  category: 'forex',
  digits: 4,
  source: 'file',
  origin: 'live',
  kind: 'forecast',
  setup: 'weekly',
  engineVersion: '1.1.0',
  barTime: MADE,
  createdAt: MADE + 2000,
  hash: 'aa11',
  sealed: false,
  price: 1.1,
  state: 'ended',
  forecast: {
    model: 'touch-1',
    class: 'fx',
    until: UNTIL,
    weeks: 0.875,
    levels: [1.1, 1.11, 1.15, 1.09, 1.05],
    chances: [0.9931, 0.2917, 0.0042, 0.5049, 0.01],
    plain: [0.99, 0.3111, null, 0.4999, 0.0099],
    trial: false,
    first: [null, MADE + 5 * HOUR, null, MADE + DAY, null],
  },
};

/** A forecast of the levels of a box, whose time is not over. */
export const BOX_FORECAST: RecordRow = {
  ...WEEK_FORECAST,
  seq: 4320,
  setup: '36.short',
  state: 'open',
  forecast: {
    ...(WEEK_FORECAST.forecast as NonNullable<RecordRow['forecast']>),
    levels: [1.12, 1.08],
    chances: [0.2, 0.3],
    plain: [0.21, 0.31],
    trial: true,
    first: null,
  },
};

/** A cone of a week: the edges of 50 % did not hold, the others did. */
export const CONE: RecordRow = {
  ...WEEK_FORECAST,
  seq: 4319,
  setup: 'cone.1w',
  forecast: {
    ...(WEEK_FORECAST.forecast as NonNullable<RecordRow['forecast']>),
    levels: [1.09, 1.11, 1.08, 1.12, 1.07, 1.13],
    chances: [0.5, 0.8, 0.95],
    plain: [],
    first: [MADE + 3 * DAY, MADE + 5 * HOUR, null, null, null, null],
  },
};

/** The same cone, sealed. */
export const SEALED_CONE: RecordRow = {
  ...CONE,
  seq: 4318,
  sealed: true,
  price: null,
  state: 'open',
  forecast: null,
};

/** A void cone of a day: no bar lay in it. */
export const VOID_CONE: RecordRow = {
  ...CONE,
  seq: 4317,
  setup: 'cone.1d',
  state: 'void',
  forecast: { ...(CONE.forecast as NonNullable<RecordRow['forecast']>), first: null },
};
