import { CONE_SETUPS } from '@rasat/engine';
import {
  CORRECTION_REASONS,
  COST_UNITS,
  END_REASONS,
  LEVEL_GROUPS,
  ORIGINS,
  ROW_KINDS,
  SIGNAL_KINDS,
  UNMATCHED_REASONS,
} from '@rasat/ledger';
import * as z from 'zod/mini';
import { CALIBRATION_SCOPES } from '../calibration-scopes.ts';
import { FAILED_ITEMS, FAILURE_CLASSES } from '../failure-classes.ts';
import { route } from '../route.ts';
import { price, time, way } from '../wire.ts';
import { category, idParams, noQuery, symbolParams, wholeNumber } from './parameters.ts';

/**
 * The source of prices of symbols and ledger rows: `simulated` by the product, `file` imported by the operator, else
 * the name of a vendor's connector. Every figure covers one source.
 */
export const recordSource = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,29}$/));
/**
 * `live`: published within five minutes of its bar's close; `backfill`: a backtest, computed later. Every figure covers
 * one of the two.
 */
export const recordOrigin = z.enum(ORIGINS);
/** The kind of a row that publishes a signal. */
export const recordKind = z.enum(SIGNAL_KINDS);
/** The kind of a ledger row. */
export const recordRowKind = z.enum(ROW_KINDS);
/** `pivot` or `break` of a condition, kind and term such as `36.short` of a box trade, `weekly` of levels. */
export const recordSetup = z.string().check(z.regex(/^[a-z0-9.]{1,20}$/));
/** `all`, `12m` for the last twelve months, or a calendar year (UTC). */
export const recordPeriod = z.string().check(z.regex(/^(all|12m|[12][0-9]{3})$/));
/**
 * The state of a row: `waiting`, a weekly set without an entry in its week so far; `untouched`, a weekly set without an
 * entry; `open`, an entry whose first leg is open; `void`, its series ended before that leg, or before the week of a
 * weekly set without an entry; `ended`, a forecast whose time is over; else how that leg ended.
 */
export const recordState = z.enum([
  'waiting',
  'untouched',
  'open',
  'tp1',
  'sl',
  'expired',
  'ended',
  'void',
]);
/** Why a series ended (docs/formats/ledger.md, Ended series). */
export const recordEndReason = z.enum(END_REASONS);
/**
 * The ledger's `Verdict`; for kinds and setups, and for touches, corrected for their number (docs/formats/record.md).
 * All live groups of a source are `few` until it has been live long enough.
 */
export const recordVerdict = z.enum(['interval-excludes-zero', 'undecided', 'few']);

/**
 * Why a row has no matched entries. `none`: a weekly set without an entry. `days`: fewer than 20 days of bars before
 * it. `wait`: not computed yet, or fewer than 20 candidates in its year so far. `few`: fewer than 20 in the whole year.
 */
export const recordUnmatched = z.enum(['none', ...UNMATCHED_REASONS]);

/** SHA-256 as lower-case hex. */
const hash = z.string();
/** Multiples of the risk. */
const multiple = z.number();
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
const leg = z.object({
  mean: z.nullable(multiple),
  net: z.nullable(interval),
  baseline: z.nullable(multiple),
  /** Difference between rows and matched entries, before costs. */
  difference: z.nullable(interval),
  /** The same after costs, each matched entry at the cost of its own price and risk; verdicts use this difference. */
  netBaseline: z.nullable(multiple),
  netDifference: z.nullable(interval),
});

/** The ledger's `Figures` of one group. */
export const recordFigures = z.object({
  n: z.int(),
  tp1: z.int(),
  sl: z.int(),
  expired: z.int(),
  tp2: z.int(),
  /** Rows with a leg that was open when their series ended; they count in no other figure. */
  voided: z.int(),
  matched: z.int(),
  quarters: z.int(),
  /** UTC days on which rows were entered. */
  days: z.int(),
  baseline: z.nullable(z.object({ tp1: z.number(), sl: z.number(), tp2: z.number() })),
  cost: z.nullable(multiple),
  /**
   * How often the first target came before the stop; expired rows are left out. `n`: rows that ended at target or stop,
   * their share and that of their matched entries, 0 to 1, and the difference; 0.01 is one point.
   */
  hits: z.nullable(
    z.object({
      n: z.int(),
      share: z.number(),
      baseline: z.number(),
      difference: z.nullable(interval),
    }),
  ),
  first: leg,
  second: leg,
  /** Probability, 0 to 1, that chance alone gives an interval as far from 0; null without an interval. */
  chance: z.nullable(z.number()),
  verdict: recordVerdict,
});

/** Costs of a round trip; `of` is a category or a symbol, and a symbol has priority over its category. */
const costs = z.array(
  z.object({
    of: z.string(),
    unit: z.enum(COST_UNITS),
    amount: z.number(),
  }),
);

/**
 * The primary question of a source's live rows: whether conditions of the present engine version, after costs and with
 * the exit at the first target, are better than their matched entries (docs/formats/record.md).
 */
export const recordPrimary = z.object({
  engineVersion: z.string(),
  /** Rows that count, rows after these that may still count, and rows that never will. */
  settled: z.int(),
  pending: z.int(),
  leftOut: z.int(),
  /** Those of the rows that never will whose series ended before their first leg. */
  voided: z.int(),
  /** The looks that were taken; a look never changes. */
  looks: z.array(
    z.object({
      /** Number of rows looked at, the number of the last of them, and calendar months (UTC) of their entries. */
      rows: z.int(),
      lastSeq: z.int(),
      months: z.int(),
      /** Mean excess over the matched entries with its 95 % interval; null below three months. */
      difference: z.nullable(interval),
      /** As in the figures. */
      chance: z.nullable(z.number()),
      /** A chance of at most 0.0125 claims a difference; null without a claim. */
      claim: z.nullable(z.enum(['better', 'worse'])),
      taken: time,
      costs,
    }),
  ),
  /** The looks that are not taken yet, the next one first. */
  coming: z.array(
    z.object({
      rows: z.int(),
      /** Number of settled rows that are missing, and how many of these are not published. */
      missing: z.int(),
      unpublished: z.int(),
      /** Time by which the rows may be settled; an estimate while some are not published. Null while there is no pace. */
      expected: z.nullable(time),
    }),
  ),
});

/** One group of rows; null: all of them together. */
const groupName = {
  kind: z.nullable(recordKind),
  setup: z.nullable(recordSetup),
  category: z.nullable(category),
};

/** First touches of weekly sets, and whether the level held, with their shifted twins. */
export const recordTouches = z.object({
  category: z.nullable(category),
  /** Sets and twins with a known result. */
  n: z.int(),
  twins: z.int(),
  /** Shares that held, 0 to 1. */
  held: z.nullable(z.number()),
  twinsHeld: z.nullable(z.number()),
  difference: z.nullable(interval),
  chance: z.nullable(z.number()),
  verdict: recordVerdict,
});

/** A forecast of touch of the record (docs/formats/ledger.md). */
const recordForecast = z.object({
  model: z.string(),
  class: z.string(),
  until: time,
  /** Market weeks from the row's time to `until`. */
  weeks: z.number(),
  /** Levels, or the edges of a cone: low and high of 50, 80 and 95 %. */
  levels: z.array(price),
  /** Chance of each level, or the three shares. */
  chances: z.array(z.number()),
  /** Chances from the average range alone; null where there is none, empty for a cone. */
  plain: z.array(z.nullable(z.number())),
  /** Whether it is recorded on trial. */
  trial: z.boolean(),
  /** Close of the first bar that reached each level; null while the time is not over, and for a void forecast. */
  first: z.nullable(z.array(z.nullable(time))),
});

/** A value with its interval: plus and minus `halfWidth`, which is null with too few weeks or outcomes. */
const measured = z.object({ value: z.number(), halfWidth: z.nullable(z.number()) });

/** The ledger's `LevelFigures`: shares, chances and errors are fractions, 0.01 is one point. */
const levelCalibration = z.object({
  /** Levels, and weeks in which their forecasts were made. */
  n: z.int(),
  weeks: z.int(),
  /** Mean of forecast minus seen; positive: the chances were too high. */
  error: measured,
  /** Mean distance between forecast and seen of the bins. */
  calibrationError: z.number(),
  brier: z.number(),
  /** Beside the chance that the average range alone gives; null while no level has one. */
  plain: z.nullable(
    z.object({
      n: z.int(),
      brier: z.number(),
      plainBrier: z.number(),
      /** 1 less the ratio of both; positive: better than the plain chance. */
      skill: z.nullable(measured),
    }),
  ),
  /** Ten bins of chances, lowest first; null for one without levels. */
  bins: z.array(z.nullable(z.object({ n: z.int(), forecast: z.number(), seen: measured }))),
});

/** The ledger's `ConeFigures`: shares of paths that stayed within the edges of 50, 80 and 95 %. */
const coneCalibration = z.object({ n: z.int(), weeks: z.int(), inside: z.array(measured) });

/** How often the chances of touch of some symbols came true. */
export const recordCalibration = z.object({
  scope: z.enum(CALIBRATION_SCOPES),
  /** Groups with at least one level, and with at least one cone. */
  levels: z.array(z.object({ group: z.enum(LEVEL_GROUPS), figures: levelCalibration })),
  cones: z.array(z.object({ group: z.enum(CONE_SETUPS), figures: coneCalibration })),
  /**
   * Forecasts that are in no figure: without a bar in their time or with a series that ended before; published more
   * than five minutes late; not over yet.
   */
  voids: z.int(),
  late: z.int(),
  open: z.int(),
});

/** A registered look at the weekly levels of all symbols (docs/formats/record.md). */
export const recordCalibrationLook = z.object({
  weeks: z.int(),
  /** The weeks looked at. */
  from: time,
  before: time,
  /** Half-widths are this many standard errors. */
  z: z.number(),
  n: z.int(),
  /** Mean error, the primary question. */
  error: z.nullable(measured),
  /** Mean errors of chances of 10 to 30, 30 to 50, and 50 to 80 %. */
  bins: z.array(z.nullable(measured)),
  /** Shares inside the 80 % cones. */
  cones: z.array(z.object({ group: z.enum(CONE_SETUPS), n: z.int(), inside: measured })),
  skill: z.nullable(measured),
  taken: time,
});

/** A row of the record as every page shows it. */
export const recordRow = z.object({
  seq: z.int(),
  symbol: z.string(),
  category,
  digits: z.int(),
  source: recordSource,
  origin: recordOrigin,
  kind: recordRowKind,
  setup: recordSetup,
  engineVersion: z.string(),
  barTime: time,
  createdAt: time,
  hash,
  /**
   * True, for callers without a subscription, for an open box trade, for a weekly set until its week is over, and for
   * a forecast as long as its set (a cone: until its time is over). The
   * hash is shown; the prices follow when the trade is decided (or a week after its time limit), or when the week is
   * over. Until then the five prices, `way`, `levels`, `entry` and `forecast` are null, and so is everything from which they could
   * be computed: legs, cost, baseline and touches. The state of a sealed weekly set is `waiting`, even if it is
   * decided.
   */
  sealed: z.boolean(),
  way: z.nullable(way),
  price: z.nullable(price),
  range: z.nullable(price),
  sl: z.nullable(price),
  tp1: z.nullable(price),
  tp2: z.nullable(price),
  /** Of a weekly set: its Monday and its levels, the entry first. */
  levels: z.nullable(z.object({ d: time, buy: z.array(price), sell: z.array(price) })),
  /** Of a weekly set: its entry; null before it. */
  entry: z.nullable(
    z.object({ time, way, price, sl: price, tp1: price, tp2: price, expiry: time }),
  ),
  state: recordState,
  /** Of a forecast: what it gave, and what came of it; null for other rows. */
  forecast: z.nullable(recordForecast),
  /** Result of the leg of each target; null while it is open. `r` is before costs, and null for a void leg (status 2). */
  legs: z.object({
    tp1: z.nullable(z.object({ status: z.int(), price, r: z.nullable(multiple), time })),
    tp2: z.nullable(z.object({ status: z.int(), price, r: z.nullable(multiple), time })),
  }),
  /** Why its void legs have no result: the end of its series and the register row of that end; null without a void leg. */
  ended: z.nullable(z.object({ reason: recordEndReason, seq: z.int(), time })),
  /** Cost of the round trip; null without an entry. */
  cost: z.nullable(multiple),
  /**
   * Its matched entries: their number, 20 to 40, means of both exits before and after costs, and how many reached the
   * first target; null without any.
   */
  baseline: z.nullable(
    z.object({
      entries: z.int(),
      first: multiple,
      second: multiple,
      netFirst: multiple,
      netSecond: multiple,
      tp1: z.int(),
      /** Share of the year after the row that lies before the last bar. */
      coverage: z.number(),
      complete: z.boolean(),
    }),
  ),
  /** Why it has no matched entries; null with them, and for a sealed row. */
  unmatched: z.nullable(recordUnmatched),
  /**
   * Of a weekly set: whether its first touched level held (1), broke (-1) or neither (0), and that of its twin; null
   * when unknown.
   */
  touch: z.nullable(z.int()),
  twinTouch: z.nullable(z.int()),
});

/** The head of both chains on a day, with the roots of the trees over all their rows (docs/formats/record.md). */
export const recordHead = z.object({
  /** UTC calendar day, `2026-11-21`. */
  day: z.string(),
  /** Number of ledger rows, the hash of the last one, and the root over all their hashes. */
  size: z.int(),
  hash,
  root: hash,
  /**
   * Number of outcomes, the hash of the last one, and the root over all their hashes; the root is null in heads that
   * were published before there was a tree over the outcomes.
   */
  outcomes: z.int(),
  outcomesHash: hash,
  outcomesRoot: z.nullable(hash),
  created: time,
});

/** A build of the engine, registered in the ledger's chain before its first row (docs/formats/builds.md). */
export const recordBuild = z.object({
  /** Number in the ledger's chain. */
  seq: z.int(),
  /** Version of the engine, hash of the build's manifest, and version of Node. */
  version: z.string(),
  build: hash,
  node: z.string(),
  created: time,
  /** Rows and outcomes that it computed again before it published, up to a row; null for the first of its version. */
  reproduced: z.nullable(z.object({ rows: z.int(), outcomes: z.int(), through: z.int() })),
});

/** One run of the check that published rows are unchanged. */
export const recordCertificate = z.object({
  finished: time,
  engineVersion: z.string(),
  /**
   * Counts of items equal to the published ones when computed again: rows but weekly sets, weekly sets, boxes,
   * outcomes.
   */
  signals: z.int(),
  levelSets: z.int(),
  forecasts: z.int(),
  boxes: z.int(),
  outcomes: z.int(),
  /** Number of these that were computed in this run; the others were computed in earlier runs. */
  again: z.int(),
  /** The time since which every history was computed from its first bar. */
  oldestWhole: time,
  /** Failures by cause: the engine's, or bars that changed afterwards. */
  engineFailures: z.int(),
  vendorFailures: z.int(),
  /** Rows of engine versions that the program no longer has; only their chain was checked. */
  otherVersions: z.int(),
  /** Bars that a vendor delivered late or again with other values; the stored ones were kept. */
  corrections: z.int(),
  /** Legs that were open when their series ended; they have no result. */
  voided: z.int(),
});

/** The end of a series in the register (docs/formats/ledger.md, Ended series). */
export const recordEnd = z.object({
  /** Number in the ledger's chain. */
  seq: z.int(),
  created: time,
  symbol: z.string(),
  seriesId: z.int(),
  reason: recordEndReason,
  at: time,
  factor: z.nullable(z.number()),
  to: z.nullable(z.object({ symbol: z.string(), seriesId: z.int() })),
  /** Legs that were open then. */
  legs: z.int(),
});

/**
 * First failure of a class, cause, kind of item and symbol, and the number of these failures. A failure of the register
 * or of the figures has an empty `symbol`.
 */
export const recordFailure = z.object({
  class: z.enum(FAILURE_CLASSES),
  count: z.int(),
  symbol: z.string(),
  /** Number of the row; null for an item without a row. */
  seq: z.nullable(z.int()),
  what: z.enum(FAILED_ITEMS),
  key: z.string(),
  cause: z.enum(['engine', 'vendor']),
  time,
});

/**
 * Rows that break an invariant and were published before invariants were checked: listed once, and no failure
 * afterwards (docs/formats/record.md, Inherited rows).
 */
export const recordInherited = z.object({
  class: z.enum(FAILURE_CLASSES),
  symbol: z.string(),
  seq: z.int(),
  /** Leg of the outcome that breaks the invariant; empty for the row itself. */
  leg: z.string(),
});

/** A bar that was delivered again with other values, and the stored bar. */
export const recordCorrection = z.object({
  symbol: z.string(),
  time,
  reason: z.enum(CORRECTION_REASONS),
  seen: time,
  /** Open, high, low, close, volume; null without a stored bar. Both null for callers without access to the bars. */
  stored: z.nullable(z.array(z.number())),
  offered: z.nullable(z.array(z.number())),
});

const filter = {
  source: z.optional(recordSource),
  origin: z.optional(recordOrigin),
  /** Without a kind: every signal, and no forecast. */
  kind: z.optional(recordRowKind),
  setup: z.optional(recordSetup),
  category: z.optional(category),
  symbol: z.optional(symbolParams.shape.symbol),
  state: z.optional(z.union([recordState, z.literal('decided')])),
  /** Rows of bars from `from` on and before `to`. */
  from: z.optional(wholeNumber),
  before: z.optional(wholeNumber),
};

const calibrationQuery = {
  source: recordSource,
  /** `live`: the rows of the record. `backfill`: a backtest over the history before them, without rows. */
  origin: recordOrigin,
  /** Absent: every scope. */
  scope: z.optional(z.enum(CALIBRATION_SCOPES)),
};

/** The boundary between two pages of rows; opaque to the caller. */
const rowCursor = z.string().check(z.regex(/^-?[0-9]{1,16}-[0-9]{1,16}$/));

/** A UTC calendar day, `2026-11-21`. */
const utcDay = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));

const seqParams = z.strictObject({ seq: idParams.shape.id });

/** The record: the result of every signal and of its matched entries, and the data to compute it again. */
export const recordRoutes = {
  record: route({
    method: 'GET',
    path: '/record',
    access: 'guest',
    summary:
      'What the record holds, when its figures were computed, the head of the day and the last certificate',
    query: noQuery,
    reply: z.object({
      /** Progress of the running computation, 0 to 1; null when none runs. */
      computing: z.nullable(z.number()),
      /** The last computation; null before the first. */
      run: z.nullable(
        z.object({
          finished: time,
          engineVersion: z.string(),
          /** Number of rows and outcomes. */
          rows: z.int(),
          outcomes: z.int(),
          /** The fixed seed of the intervals: 32 bytes as hex. */
          seed: hash,
          costs,
        }),
      ),
      head: z.nullable(recordHead),
      certificate: z.nullable(recordCertificate),
      /** The parts of the record by source and origin, with the periods that have figures. */
      parts: z.array(
        z.object({
          source: recordSource,
          origin: recordOrigin,
          /** Rows of signals and of forecasts, and the time of the first and the last of them. */
          rows: z.int(),
          from: time,
          to: time,
          periods: z.array(recordPeriod),
          /** Figures of all its decided rows together; null while there are none. */
          whole: z.nullable(recordFigures),
          /** The primary question of live rows; null for a backtest, and before a live condition is computed. */
          primary: z.nullable(recordPrimary),
        }),
      ),
    }),
    codes: [],
  }),
  recordFigures: route({
    method: 'GET',
    path: '/record/figures',
    access: 'guest',
    summary: 'Figures of every group of a source, origin and period beside matched entries',
    query: z.strictObject({ source: recordSource, origin: recordOrigin, period: recordPeriod }),
    reply: z.object({
      groups: z.array(z.object({ ...groupName, figures: recordFigures })),
      /** Number of kinds and setups for which the verdicts of all categories are corrected. */
      compared: z.int(),
      touches: z.array(recordTouches),
    }),
    codes: ['bad-fields-400'],
  }),
  recordHistory: route({
    method: 'GET',
    path: '/record/history',
    access: 'guest',
    summary:
      'A group month by month: cumulative result with the band of matched entries, and differences by category',
    query: z.strictObject({
      source: recordSource,
      origin: recordOrigin,
      kind: z.optional(recordKind),
      setup: z.optional(recordSetup),
      category: z.optional(category),
    }),
    reply: z.object({
      cumulative: z.array(
        z.object({
          /** Year * 12 + 0 to 11, UTC. */
          month: z.int(),
          r: multiple,
          cost: multiple,
          low: multiple,
          middle: multiple,
          high: multiple,
          /** Costs of the matched entries; `cost` are those of the rows, and the other members are before costs. */
          baselineCost: multiple,
        }),
      ),
      months: z.array(
        z.object({
          category,
          months: z.array(
            z.object({
              month: z.int(),
              n: z.int(),
              matched: z.int(),
              /** Mean difference after costs. */
              netDifference: z.nullable(multiple),
              /** The 95 % interval of the difference; null with too few weeks. */
              netRange: z.nullable(z.object({ low: multiple, high: multiple })),
            }),
          ),
        }),
      ),
    }),
    codes: ['bad-fields-400'],
  }),
  recordRows: route({
    method: 'GET',
    path: '/record/rows',
    access: 'guest',
    summary: 'Rows of the record, losers too, the newest bars first, 50 at a time',
    query: z.strictObject({ ...filter, after: z.optional(rowCursor) }),
    /** `next` is the `after` of the next page. */
    reply: z.object({ rows: z.array(recordRow), next: z.nullable(rowCursor) }),
    codes: ['bad-fields-400'],
  }),
  recordRowsFile: route({
    method: 'GET',
    path: '/record/rows.csv',
    access: 'guest',
    summary: 'The same rows, all of them, as CSV',
    query: z.strictObject(filter),
    reply: z.string(),
    codes: ['bad-fields-400'],
  }),
  recordFind: route({
    method: 'GET',
    path: '/record/find',
    access: 'guest',
    summary:
      'The number of the row that published a signal of the present history; the time of a weekly set is its Monday',
    query: z.strictObject({
      symbol: symbolParams.shape.symbol,
      kind: recordKind,
      /** May be absent for a condition. */
      setup: z.optional(recordSetup),
      time: wholeNumber,
    }),
    reply: z.object({ seq: z.int() }),
    codes: ['bad-fields-400', 'not-found-404'],
  }),
  recordRow: route({
    method: 'GET',
    path: '/record/rows/:seq',
    access: 'guest',
    summary: 'One row with its matched entries',
    params: seqParams,
    query: noQuery,
    reply: z.object({
      row: recordRow,
      /** People who may read the bars and the file, by the licence of the row's source. */
      audience: z.enum(['anyone', 'signed-in', 'subscribers']),
      /** Thousandths of the risk at the exit at the first and at the second target, before costs, in the order of time. */
      entries: z.nullable(z.object({ first: z.array(z.int()), second: z.array(z.int()) })),
      /** A head that covers the row; null while there is none. */
      head: z.nullable(recordHead),
    }),
    codes: ['bad-fields-400', 'not-found-404'],
  }),
  recordRowFile: route({
    method: 'GET',
    path: '/record/rows/:seq/file',
    access: 'guest',
    summary: 'Everything needed to compute one row again (docs/formats/record-file.md)',
    params: seqParams,
    query: noQuery,
    reply: z.string(),
    codes: ['bad-fields-400', 'unauthorized-401', 'forbidden-403', 'not-found-404'],
  }),
  recordSeriesFile: route({
    method: 'GET',
    path: '/record/series/:symbol/file',
    access: 'guest',
    summary:
      'Bars and rows of a history of a symbol, by default the present one, to verify all of them (docs/formats/record-series.md)',
    params: symbolParams,
    query: z.strictObject({ series: z.optional(wholeNumber) }),
    reply: z.string(),
    codes: ['bad-fields-400', 'unauthorized-401', 'forbidden-403', 'not-found-404'],
  }),
  recordHashes: route({
    method: 'GET',
    path: '/record/hashes/:chain',
    access: 'guest',
    summary: 'The hashes of all rows of a chain that the newest head covers, 32 bytes each',
    params: z.strictObject({ chain: z.enum(['ledger', 'outcomes']) }),
    query: noQuery,
    reply: z.string(),
    codes: ['bad-fields-400', 'not-found-404'],
  }),
  recordHeads: route({
    method: 'GET',
    path: '/record/heads',
    access: 'guest',
    summary: 'The heads of the chains day by day, the newest first',
    query: noQuery,
    reply: z.array(recordHead),
    codes: [],
  }),
  recordConsistency: route({
    method: 'GET',
    path: '/record/heads/:from/consistency/:to',
    access: 'guest',
    summary:
      'Proof that the chains of a day begin with those of an earlier day: consistency proofs of RFC 9162, 2.1.4',
    params: z.strictObject({ from: utcDay, to: utcDay }),
    query: noQuery,
    reply: z.object({
      from: recordHead,
      to: recordHead,
      /** Proof for the tree over the rows, in the order of the RFC. */
      rows: z.array(hash),
      /** Proof for the tree over the outcomes; null unless both heads have a root over them. */
      outcomes: z.nullable(z.array(hash)),
    }),
    codes: ['bad-fields-400', 'not-found-404', 'conflict-409'],
  }),
  recordBuilds: route({
    method: 'GET',
    path: '/record/builds',
    access: 'guest',
    summary:
      'The registered builds of the engine, the newest first, and whether rows are published',
    query: noQuery,
    reply: z.object({
      /** A build for which publishing waits: it is being compared with the published rows, or it differs; else null. */
      waiting: z.nullable(z.object({ why: z.enum(['checking', 'refused']), build: hash })),
      builds: z.array(recordBuild),
    }),
    codes: [],
  }),
  engineArchive: route({
    method: 'GET',
    path: '/engine/:hash',
    access: 'guest',
    summary:
      'The source of a registered build as tar.gz (docs/formats/builds.md); also at /engine/:hash',
    params: z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    query: noQuery,
    reply: z.string(),
    codes: ['bad-fields-400', 'not-found-404'],
  }),
  recordCertificates: route({
    method: 'GET',
    path: '/record/certificates',
    access: 'guest',
    summary:
      'The last thirty certificates, the failures of the newest, inherited rows, and corrections by vendors',
    query: noQuery,
    reply: z.object({
      certificates: z.array(recordCertificate),
      failures: z.array(recordFailure),
      /** First hundred inherited breaks of an invariant, by row, and the number of all. */
      inherited: z.array(recordInherited),
      inheritedCount: z.int(),
      corrections: z.array(recordCorrection),
      /** The last hundred ends of series, the newest first, and the number of all. */
      ended: z.array(recordEnd),
      endedCount: z.int(),
    }),
    codes: [],
  }),
  recordCalibration: route({
    method: 'GET',
    path: '/record/calibration',
    access: 'guest',
    summary:
      'How often the chances of touch of a source came true, and the registered looks at them',
    query: z.strictObject(calibrationQuery),
    reply: z.object({
      /** The model of the forecasts, and the time after which its forecasts have rows; null before that is decided. */
      model: z.string(),
      after: z.nullable(time),
      /** The first forecast that counts, and when the figures were computed; null before. */
      since: z.nullable(time),
      computed: z.nullable(time),
      scopes: z.array(recordCalibration),
      /** Symbols of a backtest that are computed, of all that have forecasts; null for live forecasts. */
      symbols: z.nullable(z.object({ done: z.int(), all: z.int() })),
      /** The looks that were taken; a look never changes. Empty for a backtest. */
      looks: z.array(recordCalibrationLook),
      /** The looks that are not taken yet, with the time at which each is due; null before the first weekly forecast. */
      coming: z.array(z.object({ weeks: z.int(), z: z.number(), due: z.nullable(time) })),
    }),
    codes: ['bad-fields-400'],
  }),
  recordCalibrationFile: route({
    method: 'GET',
    path: '/record/calibration.csv',
    access: 'guest',
    summary: 'The same figures as CSV, a line for each bin and for each share of a cone',
    query: z.strictObject(calibrationQuery),
    reply: z.string(),
    codes: ['bad-fields-400'],
  }),
  recordRates: route({
    method: 'GET',
    path: '/record/rates/:symbol',
    access: 'guest',
    summary: "How often signals like a symbol's and matched entries reached their first target",
    params: symbolParams,
    query: noQuery,
    reply: z.array(
      z.object({
        kind: recordKind,
        setup: z.nullable(recordSetup),
        /** Rows of this category, or of all when the category has few. */
        category: z.nullable(category),
        source: recordSource,
        origin: recordOrigin,
        figures: recordFigures,
      }),
    ),
    codes: ['not-found-404'],
  }),
} as const;
