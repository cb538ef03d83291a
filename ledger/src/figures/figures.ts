import { MATCHED_ENTRIES } from '../baselines/matched-entries.ts';
import { fromHex } from '../rows/bytes.ts';
import {
  type Interval,
  middleShare,
  RESAMPLES,
  resampleBlocks,
  resampleMean,
} from './bootstrap.ts';
import { createSeededRandom } from './seeded-random.ts';
import { chanceOf, passHolm } from './significance.ts';
import {
  addSums,
  countDays,
  countVoids,
  createSums,
  listQuarters,
  type MonthSums,
  millionths,
  type RecordTally,
} from './tally.ts';

/** Fewest compared rows for a verdict. */
export const FEW_ROWS = 15;

/**
 * The verdict of a group: `few` below 15 rows with matched entries, `interval-excludes-zero` when the 95 % interval of
 * the difference after costs at the first target excludes 0, else `undecided`. {@link correctVerdicts} widens the
 * interval for groups that are judged together.
 */
export type Verdict = 'interval-excludes-zero' | 'undecided' | 'few';

/** Figures of the exit at one target, in multiples of the risk. */
export interface LegFigures {
  /** Mean before costs; null without rows. */
  readonly mean: number | null;
  /** Mean after costs with its interval; null below two quarters. */
  readonly net: Interval | null;
  /** Mean of the rows' matched entries before costs; null without any. */
  readonly baseline: number | null;
  /** Mean difference between rows and their matched entries, before costs; null below two quarters. */
  readonly difference: Interval | null;
  /** Baseline and difference after costs; each matched entry pays the cost of its own price and risk. */
  readonly netBaseline: number | null;
  readonly netDifference: Interval | null;
}

/**
 * How often the first target was reached before the stop, over the rows with matched entries. Expired rows and entries
 * are left out, because matched entries of quieter hours expire more often than signals.
 */
export interface HitFigures {
  /** Rows that ended at the first target or at the stop. */
  readonly n: number;
  /** Shares of the rows and of their matched entries, 0 to 1. */
  readonly share: number;
  readonly baseline: number;
  /** Share of the rows minus share of the entries; null below two quarters. */
  readonly difference: Interval | null;
}

/** Figures of one group of rows. */
export interface Figures {
  readonly n: number;
  readonly tp1: number;
  readonly sl: number;
  readonly expired: number;
  readonly tp2: number;
  /** Rows with a leg that was open when their series ended; they count in no other figure. */
  readonly voided: number;
  /** Rows with matched entries, and the number of their calendar quarters. */
  readonly matched: number;
  readonly quarters: number;
  /** UTC days on which rows were entered. */
  readonly days: number;
  /** Shares of the matched entries, 0 to 1; null without any. */
  readonly baseline: { readonly tp1: number; readonly sl: number; readonly tp2: number } | null;
  /** Mean cost in multiples of the risk; null without rows. */
  readonly cost: number | null;
  /** Null while no compared row, or no matched entry, ended at target or stop. */
  readonly hits: HitFigures | null;
  readonly first: LegFigures;
  readonly second: LegFigures;
  /**
   * Probability that chance alone gives a difference after costs at the first target whose interval is as far from 0;
   * null without an interval.
   */
  readonly chance: number | null;
  readonly verdict: Verdict;
}

/** The months that count: from one up to, not including, the other. */
export interface MonthSpan {
  readonly fromMonth: number;
  readonly beforeMonth: number;
}

const EVERY_MONTH: MonthSpan = {
  fromMonth: Number.NEGATIVE_INFINITY,
  beforeMonth: Number.POSITIVE_INFINITY,
};

const MILLION = 1e6;

const LEG_SUMS = {
  first: { all: 'r1', matched: 'matchedR1', baseline: 'baselineR1' },
  second: { all: 'r2', matched: 'matchedR2', baseline: 'baselineR2' },
} as const;

/**
 * The seed of every interval and band: SHA-256 of the text `rasat record intervals`. It is fixed, so that no seed can
 * be tried out.
 * Rule: docs/analysis.md#intervals
 */
export const FIGURES_SEED: Uint8Array = fromHex(
  '1284cd1af4e388bda1d9d9d56cc9e34b5f92a933ff324dab0dfe07718c43a911',
);

/**
 * Computes the figures of a tally. Intervals are bootstraps over calendar quarters (see {@link resampleBlocks});
 * `seed`, 32 bytes, determines them. The order in which rows were added has no effect.
 * Rule: docs/analysis.md#figures
 */
export function computeFigures(
  tally: RecordTally,
  seed: Uint8Array,
  { fromMonth, beforeMonth }: MonthSpan = EVERY_MONTH,
): Figures {
  const quarters = listQuarters(tally, fromMonth, beforeMonth);
  const whole = totalOf(quarters);
  const { n, tp1, sl, expired, tp2, matched } = whole;
  const first = legFigures(quarters, whole, seed, 'first');
  const second = legFigures(quarters, whole, seed, 'second');
  const blocks = quarters.filter((sums) => sums.matched > 0).length;
  return {
    n,
    tp1,
    sl,
    expired,
    tp2,
    voided: countVoids(tally, fromMonth, beforeMonth),
    matched,
    quarters: blocks,
    days: countDays(tally, fromMonth, beforeMonth),
    baseline:
      matched === 0
        ? null
        : {
            tp1: whole.baselineTp1 / matched / MILLION,
            sl: whole.baselineSl / matched / MILLION,
            tp2: whole.baselineTp2 / matched / MILLION,
          },
    cost: n === 0 ? null : whole.cost / n / MILLION,
    hits: hitFigures(quarters, whole, seed),
    first,
    second,
    chance: chanceOf(first.netDifference, blocks),
    verdict: matched < FEW_ROWS ? 'few' : verdictOf(first.netDifference),
  };
}

function hitFigures(
  quarters: readonly MonthSums[],
  { matchedTp1, matchedSl, baselineTp1, baselineSl }: MonthSums,
  seed: Uint8Array,
): HitFigures | null {
  const n = matchedTp1 + matchedSl;
  const entries = baselineTp1 + baselineSl;
  if (n === 0 || entries === 0) return null;
  const blocks = quarters
    .filter((sums) => sums.matched > 0)
    .map((sums) => [sums.matchedTp1, sums.matchedSl, sums.baselineTp1, sums.baselineSl]);
  const difference = resampleBlocks(
    blocks,
    ([tp1 = 0, sl = 0, tp1s = 0, sls = 0]) => tp1 / (tp1 + sl) - tp1s / (tp1s + sls),
    seed,
  );
  return { n, share: matchedTp1 / n, baseline: baselineTp1 / entries, difference };
}

function verdictOf(difference: Interval | null): Verdict {
  return difference !== null && (difference.low > 0 || difference.high < 0)
    ? 'interval-excludes-zero'
    : 'undecided';
}

/** A group's inputs of the correction. */
export interface Judged {
  readonly verdict: Verdict;
  readonly chance: number | null;
}

/**
 * Returns the verdicts of groups that are judged together, corrected for their number by Holm (see {@link passHolm}).
 * All groups with enough rows count. An interval excludes 0 only if it still does when widened by the correction.
 * Rule: docs/analysis.md#verdicts
 */
export function correctVerdicts(groups: readonly Judged[]): Verdict[] {
  const compared = groups.filter(({ verdict }) => verdict !== 'few');
  const passed = passHolm(compared.map(({ chance }) => chance ?? 1));
  const kept = new Set(compared.filter((_, at) => passed[at]));
  return groups.map((group) =>
    group.verdict === 'interval-excludes-zero' && !kept.has(group) ? 'undecided' : group.verdict,
  );
}

function totalOf(quarters: readonly MonthSums[]): MonthSums {
  const whole = createSums();
  for (const sums of quarters) addSums(whole, sums);
  return whole;
}

function legFigures(
  quarters: readonly MonthSums[],
  whole: MonthSums,
  seed: Uint8Array,
  leg: 'first' | 'second',
): LegFigures {
  const { all, matched, baseline } = LEG_SUMS[leg];
  const net = resampleMean(
    quarters.map((sums) => [(sums[all] - sums.cost) / MILLION, sums.n]),
    seed,
  );
  const difference = resampleMean(
    quarters.map((sums) => [(sums[matched] - sums[baseline]) / MILLION, sums.matched]),
    seed,
  );
  const netDifference = resampleMean(
    quarters.map((sums) => [netExcess(sums, leg) / MILLION, sums.matched]),
    seed,
  );
  const meanOf = (sum: number): number | null =>
    whole.matched === 0 ? null : sum / whole.matched / MILLION;
  return {
    mean: whole.n === 0 ? null : whole[all] / whole.n / MILLION,
    net,
    baseline: meanOf(whole[baseline]),
    difference,
    netBaseline: meanOf(whole[baseline] - whole.baselineCost),
    netDifference,
  };
}

/** Returns by how many millionths the compared rows are above their baselines after costs. */
function netExcess(sums: MonthSums, leg: 'first' | 'second'): number {
  const { matched, baseline } = LEG_SUMS[leg];
  return sums[matched] - sums.matchedCost - (sums[baseline] - sums.baselineCost);
}

/** Figures of one month of a group, for a table by month and category. */
export interface MonthFigures {
  /** UTC calendar month, year * 12 + 0 to 11. */
  readonly month: number;
  readonly n: number;
  readonly matched: number;
  /** Mean difference to the matched entries at the first target, after costs; null without matched entries. */
  readonly netDifference: number | null;
  /** Its 95 % interval, a bootstrap over the weeks of the month; null below two of them. */
  readonly netRange: Pick<Interval, 'low' | 'high'> | null;
}

/**
 * Returns figures month by month, ascending; months without rows are left out. `seed`, 32 bytes, determines the
 * intervals.
 * Rule: docs/analysis.md#months-and-the-cumulative-curve
 */
export function listMonths(tally: RecordTally, seed: Uint8Array): MonthFigures[] {
  return sortMonths(tally).map(([month, sums]) => ({
    month,
    n: sums.n,
    matched: sums.matched,
    netDifference: sums.matched === 0 ? null : netExcess(sums, 'first') / sums.matched / MILLION,
    netRange: rangeOfWeeks(sums, seed),
  }));
}

function rangeOfWeeks({ byWeek }: MonthSums, seed: Uint8Array): MonthFigures['netRange'] {
  const weeks: [number, number][] = [];
  for (let at = 0; at < byWeek.length; at += 2) {
    weeks.push([(byWeek[at] as number) / MILLION, byWeek[at + 1] as number]);
  }
  const interval = resampleMean(weeks, seed);
  return interval && { low: interval.low, high: interval.high };
}

/** Cumulative sums of rows and matched entries at the end of a month, exit at the first target. */
export interface CumulativePoint {
  readonly month: number;
  /** Sum of the rows with matched entries, in multiples of the risk before costs. */
  readonly r: number;
  /** Sum of the costs of these rows. */
  readonly cost: number;
  /** The middle 95 % and the mean of matched entries in the place of the rows, before costs. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** Sum of the mean costs of their matched entries. */
  readonly baselineCost: number;
}

/**
 * Returns cumulative multiples month by month with the band of matched entries. The band comes from 1,000 histories: in
 * every month one k of 0 to 39 is drawn from the seed's generator, and each row is replaced by its matched entry number
 * floor(k m / 40) of m. With one k the entries of all rows of a month lie at the same place of the year after them. The
 * band at a month is the 25th smallest to the 25th largest sum. The verdict uses the interval of the difference.
 * Rule: docs/analysis.md#months-and-the-cumulative-curve
 */
export function listCumulative(tally: RecordTally, seed: Uint8Array): CumulativePoint[] {
  const random = createSeededRandom(seed);
  const histories = new Float64Array(RESAMPLES);
  const points: CumulativePoint[] = [];
  let r = 0;
  let cost = 0;
  let middle = 0;
  let baselineCost = 0;
  for (const [month, sums] of sortMonths(tally)) {
    r += sums.matchedR1;
    cost += sums.matchedCost;
    middle += sums.baselineR1;
    baselineCost += sums.baselineCost;
    for (let at = 0; at < RESAMPLES; at++) {
      const drawn = sums.byEntry[random.below(MATCHED_ENTRIES)] as number;
      histories[at] = (histories[at] as number) + drawn;
    }
    const [low, high] = middleShare(histories.slice());
    points.push({
      month,
      r: r / MILLION,
      cost: cost / MILLION,
      low: low / 1000,
      middle: middle / MILLION,
      high: high / 1000,
      baselineCost: baselineCost / MILLION,
    });
  }
  return points;
}

function sortMonths(tally: RecordTally): [number, MonthSums][] {
  return [...tally.months].sort(([one], [other]) => one - other);
}

/** Means of a group of values and of their twins, and their difference. */
export interface TwinFigures {
  /** Known values on either side. */
  readonly n: number;
  readonly twins: number;
  readonly mean: number | null;
  readonly twinMean: number | null;
  readonly difference: Interval | null;
  /** As in {@link Figures}. */
  readonly chance: number | null;
  readonly verdict: Verdict;
}

/**
 * Compares values with those of their twins, such as 1 and 0 for a weekly set's first level that held or did not, or
 * the multiples of its trade; NaN for an unknown value. Each side keeps all its values: a choice of weeks with both
 * would depend on what followed the nearer of two lines. `months` as in {@link ResolvedRows}; interval and verdict as
 * in {@link computeFigures}.
 * Rule: docs/analysis.md#sets-and-twins-compared
 */
export function compareTwins(
  months: Int32Array,
  values: Float64Array,
  twins: Float64Array,
  seed: Uint8Array,
): TwinFigures {
  const quarters = new Map<number, [own: number, n: number, twin: number, twins: number]>();
  const whole: [own: number, n: number, twin: number, twins: number] = [0, 0, 0, 0];
  for (let at = 0; at < months.length; at++) {
    const quarter = Math.floor((months[at] as number) / 3);
    const sums = quarters.get(quarter) ?? [0, 0, 0, 0];
    quarters.set(quarter, sums);
    for (const [side, value] of [values[at] as number, twins[at] as number].entries()) {
      if (Number.isNaN(value)) continue;
      for (const each of [sums, whole]) {
        each[2 * side] = (each[2 * side] as number) + millionths(value);
        each[2 * side + 1] = (each[2 * side + 1] as number) + 1;
      }
    }
  }
  const blocks = [...quarters]
    .sort(([one], [other]) => one - other)
    .map(([, sums]) => sums)
    .filter(([, own, , twin]) => own + twin > 0);
  const [own, n, twin, twinCount] = whole;
  const difference = resampleBlocks(
    blocks,
    ([a = 0, b = 0, c = 0, d = 0]) => (a / b - c / d) / MILLION,
    seed,
  );
  const compared = n === 0 || twinCount === 0 ? null : difference;
  return {
    n,
    twins: twinCount,
    mean: n === 0 ? null : own / n / MILLION,
    twinMean: twinCount === 0 ? null : twin / twinCount / MILLION,
    difference: compared,
    chance: chanceOf(compared, blocks.length),
    verdict: Math.min(n, twinCount) < FEW_ROWS ? 'few' : verdictOf(difference),
  };
}
