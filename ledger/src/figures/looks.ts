import { DAY_MS, monthNumberUtc } from '@rasat/engine';
import { R_FLOOR } from '../baselines/history.ts';
import { BASELINE_YEAR_MS } from '../baselines/matched-entries.ts';
import { type Interval, resampleMean } from './bootstrap.ts';
import { FIGURES_SEED } from './figures.ts';
import { chanceOf } from './significance.ts';
import { millionths, wholeMean } from './tally.ts';

/** Numbers of rows at which the primary question is looked at, registered before the first row. */
export const LOOK_ROWS = [250, 500, 1000, 2000] as const;

/** Largest chance at which a look claims a difference: 0.05 over the four looks. */
export const LOOK_CHANCE = 0.05 / LOOK_ROWS.length;

/** Fewest calendar months of a look with an interval: blocks of very unequal size make an interval of two too short. */
export const LOOK_MONTHS = 3;

/** Time after which a row that is not settled no longer holds up the looks; see {@link takeLooks}. */
export const LEFT_OUT_AFTER_MS = 30 * DAY_MS;

/** Shortest time since the first row from which a pace is computed. */
export const PACE_FROM_MS = 7 * DAY_MS;

/** A row of the primary question: a live condition of the present engine version. */
export interface LookRow {
  readonly seq: number;
  /** Time of the entry. */
  readonly openedMs: number;
  /** Time from which its matched entries never change: entry, 365 days, time limit. */
  readonly dueMs: number;
  /** Close of the first bar of its series that closes at `dueMs` or later; null while there is none. */
  readonly settledMs: number | null;
  /**
   * See {@link excessOf}. `open`: no outcome of its first leg is published, or it has no matched entries yet. `none`:
   * it never gets any. `void`: its series ended before its first leg.
   */
  readonly excess: number | 'open' | 'none' | 'void';
}

/** The result of a look at the primary question. */
export interface Look {
  /** Number of rows looked at. */
  readonly rows: number;
  /** Number of the last of these rows in the ledger. */
  readonly lastSeq: number;
  /** Calendar months (UTC) of their entries. */
  readonly months: number;
  /** Mean excess with its 95 % interval, multiples of the risk; null below {@link LOOK_MONTHS} months. */
  readonly difference: Interval | null;
  /** Probability that chance alone gives a difference as far from 0; null without an interval. */
  readonly chance: number | null;
  /** Whether the look claims that the rows are better or worse than their matched entries; null for neither. */
  readonly claim: 'better' | 'worse' | null;
}

/** A look that is not taken yet. */
export interface ComingLook {
  readonly rows: number;
  /** Number of settled rows that are missing. */
  readonly missing: number;
  /** Number of these that are not published yet. */
  readonly unpublished: number;
  /** Time by which the rows may be settled; null while there is no pace. */
  readonly expectedMs: number | null;
}

/** The state of the primary question. */
export interface Looks {
  readonly looks: readonly Look[];
  /** Rows that count: the settled ones before the first pending one. */
  readonly settled: number;
  /** Rows published after these that may still count. */
  readonly pending: number;
  /** Rows without matched entries, and rows whose symbol had no bar within 30 days after they were due. */
  readonly leftOut: number;
  /** The rows left out whose series ended before their first leg. */
  readonly voided: number;
  /** The looks that are not taken yet, the next one first. */
  readonly coming: readonly ComingLook[];
}

/** What a row came to at its first target, and its matched entries; see `MatchedEntries`. */
export interface RowResult {
  /** Its multiple of the risk before costs, and its cost. */
  readonly r: number;
  readonly cost: number;
  /** Thousandths of the risk of each entry before costs, and the sum of their costs in millionths. */
  readonly entries: ArrayLike<number>;
  readonly entryCosts: number;
}

/**
 * Returns the multiple of a row after costs, less the mean of its matched entries after their own costs: whole
 * millionths of the risk. A multiple below {@link R_FLOOR} counts as that. Needs at least one entry.
 * Rule: docs/analysis.md#the-primary-question
 */
export function excessOf({ r, cost, entries, entryCosts }: RowResult): number {
  const { length } = entries;
  let sum = 0;
  for (let j = 0; j < length; j++) sum += entries[j] as number;
  const own = millionths(Math.max(R_FLOOR, r)) - millionths(cost);
  return own - (wholeMean(1000 * sum, length) - wholeMean(entryCosts, length));
}

/** What the looks are taken with. */
export interface LookTime {
  /** Close of the last bar of the source. */
  readonly lastMs: number;
  /** Time of the computation, for the expected times alone. */
  readonly nowMs: number;
}

const MILLION = 1e6;

/**
 * Looks at the primary question: whether live conditions of the present engine version, after costs and with the exit
 * at the first target, are better than their matched entries. `rows` are in the order of their numbers. A look at n
 * rows is over the first n that are settled, and is taken when no row before the last of them is pending. A row is left
 * out when its series ended before its first leg, and when the source has a bar more than 30 days after the row was due, but the row's series has none within these 30
 * days: its symbol ended. So a look is a function of the bars, and neither the time of the computation nor later rows
 * affect it. A settled row whose outcome is not published holds up the looks until it is. `taken` are the looks of
 * earlier computations, which are returned unchanged.
 * Rule: docs/analysis.md#the-primary-question
 */
export function takeLooks(
  rows: readonly LookRow[],
  { lastMs, nowMs }: LookTime,
  taken: readonly Look[] = [],
): Looks {
  const settled: SettledRow[] = [];
  const waiting: LookRow[] = [];
  let leftOut = 0;
  let voided = 0;
  for (const row of rows) {
    const { excess, settledMs } = row;
    const endMs = row.dueMs + LEFT_OUT_AFTER_MS;
    const isSettled = settledMs !== null && settledMs <= endMs;
    const hasEnded = !isSettled && (settledMs !== null || lastMs > endMs);
    if (excess === 'void') voided++;
    if (excess === 'void' || excess === 'none' || hasEnded) leftOut++;
    else if (excess === 'open' || !isSettled || waiting.length > 0) waiting.push(row);
    else settled.push({ row, excess });
  }
  const looks: Look[] = [];
  const coming: ComingLook[] = [];
  const pace = paceOf(rows[0], [...settled.map(({ row }) => row), ...waiting], nowMs);
  for (const count of LOOK_ROWS) {
    const known = taken.find((look) => look.rows === count);
    if (known) looks.push(known);
    else if (count <= settled.length) looks.push(lookAt(settled.slice(0, count)));
    else coming.push(expectLook(count, count - settled.length, waiting, pace, nowMs));
  }
  return { looks, settled: settled.length, pending: waiting.length, leftOut, voided, coming };
}

interface SettledRow {
  readonly row: LookRow;
  readonly excess: number;
}

interface Pace {
  /** Mean time from one row to the next. */
  readonly eachMs: number;
  /** Mean time limit of a row. */
  readonly limitMs: number;
}

/** Returns the pace of the rows that count or may count; null before a week has passed since the first row. */
function paceOf(
  first: LookRow | undefined,
  counted: readonly LookRow[],
  nowMs: number,
): Pace | null {
  const passedMs = nowMs - (first?.openedMs ?? nowMs);
  if (counted.length === 0 || passedMs < PACE_FROM_MS) return null;
  const limits = counted.reduce(
    (sum, { openedMs, dueMs }) => sum + dueMs - openedMs - BASELINE_YEAR_MS,
    0,
  );
  return { eachMs: passedMs / counted.length, limitMs: limits / counted.length };
}

function expectLook(
  rows: number,
  missing: number,
  waiting: readonly LookRow[],
  pace: Pace | null,
  nowMs: number,
): ComingLook {
  const unpublished = Math.max(0, missing - waiting.length);
  if (unpublished === 0) {
    const dueMs = waiting.slice(0, missing).reduce((last, row) => Math.max(last, row.dueMs), nowMs);
    return { rows, missing, unpublished, expectedMs: dueMs };
  }
  const expectedMs =
    pace && Math.round(nowMs + unpublished * pace.eachMs + BASELINE_YEAR_MS + pace.limitMs);
  return { rows, missing, unpublished, expectedMs };
}

function lookAt(settled: readonly SettledRow[]): Look {
  const months = new Map<number, [sum: number, count: number]>();
  for (const { row, excess } of settled) {
    const month = monthNumberUtc(row.openedMs);
    const [sum, count] = months.get(month) ?? [0, 0];
    months.set(month, [sum + excess, count + 1]);
  }
  const blocks = [...months].toSorted(([one], [other]) => one - other).map(([, sums]) => sums);
  const difference =
    blocks.length < LOOK_MONTHS ? null : inRisks(resampleMean(blocks, FIGURES_SEED));
  const chance = chanceOf(difference, blocks.length);
  const isClaim = difference !== null && chance !== null && chance <= LOOK_CHANCE;
  return {
    rows: settled.length,
    lastSeq: settled.at(-1)?.row.seq ?? 0,
    months: blocks.length,
    difference,
    chance,
    claim: isClaim ? (difference.value > 0 ? 'better' : 'worse') : null,
  };
}

/** Returns an interval of millionths in multiples of the risk. */
function inRisks(interval: Interval | null): Interval | null {
  if (interval === null) return null;
  const { value, low, high } = interval;
  return { value: value / MILLION, low: low / MILLION, high: high / MILLION };
}
