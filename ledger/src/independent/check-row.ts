import type { LedgerRow, OutcomeRow } from '../rows/chain.ts';
import { DAY } from './aggregation.ts';
import { type BoxRow, boxRiskOf, isBoxExpiry } from './box-risk.ts';
import { checkForecast } from './check-forecast.ts';
import { linesOf } from './follow.ts';
import {
  closeTime,
  countUpTo,
  findClosingAt,
  meanRange,
  type PreparedBars,
  spacingOf,
} from './prepared-bars.ts';
import { type ResolvedOutcome, type RowToResolve, resolveRow } from './resolve-row.ts';
import { weeklyLinesOf } from './square-of-nine.ts';
import { type WeeklySet, weeklySetOf, weekOf } from './weekly-set.ts';

/**
 * Causes of a violation. Of a row or an outcome:
 * - `fields`: a field of its kind is missing;
 * - `published-early`: `createdAt` lies before `barTime`;
 * - `created-falls`: `createdAt` lies before that of the number before it.
 *
 * Of an entry, which is a row or the outcome `entry` of a weekly set:
 * - `entry-time`: no bar closes at `barTime`; of a weekly set: no week with bars ends then;
 * - `previous-close`: the price is the close of the bar before the one at `barTime`;
 * - `entry-price`: the price is another one than the close at `barTime`;
 * - `entry-lines`: risk, stop, targets or levels do not follow from the price and the bars;
 * - `entry-expiry`: the time limit does not follow from the bars.
 *
 * Of a forecast:
 * - `chance`: its time, price, levels, chances or market weeks do not follow from the bars.
 *
 * Of an outcome:
 * - `outcome-withheld`: it is due by the last bar and does not exist;
 * - `outcome-not-due`: it exists and no bar decides it;
 * - `outcome-twice`: its leg has another outcome;
 * - `outcome-time`: no bar closes at its `barTime`;
 * - `outcome-late`, `outcome-early`: an earlier or a later bar decides it;
 * - `target-before-stop`: its bar touches stop and target, and it counts as the target;
 * - `outcome-status`, `outcome-price`, `outcome-result`: its status, its exit or its `r` is another one.
 *
 * Of a void outcome, which ends a leg that was open when its series ended:
 * - `void-decided`: a bar of the series decides the leg;
 * - `void-unfounded`: no register row ends the series, or the outcome is not as that row and the last bar say, or its
 *   row has no such open leg;
 * - `void-missing`: a leg of an ended series is open.
 */
export const VIOLATION_CAUSES = [
  'fields',
  'published-early',
  'created-falls',
  'entry-time',
  'previous-close',
  'entry-price',
  'entry-lines',
  'entry-expiry',
  'chance',
  'outcome-withheld',
  'outcome-not-due',
  'outcome-twice',
  'outcome-time',
  'outcome-late',
  'outcome-early',
  'target-before-stop',
  'outcome-status',
  'outcome-price',
  'outcome-result',
  'void-decided',
  'void-unfounded',
  'void-missing',
] as const;
/** A cause of a violation. */
export type ViolationCause = (typeof VIOLATION_CAUSES)[number];

/** A rule that a row or an outcome breaks. */
export interface Violation {
  readonly cause: ViolationCause;
  /** The outcome's leg; null for the row itself. */
  readonly leg: OutcomeRow['leg'] | null;
  /** The value that differs, by the name of its field. */
  readonly field: string;
  /** The value that follows from the bars; null when none does. */
  readonly expected: number | string | null;
  /** The published value; null when there is none. */
  readonly found: number | string | null;
}

/** The fields of a ledger row that are checked. */
export type RowToCheck = RowToResolve & Pick<LedgerRow, 'createdAt'>;
/** The fields of an outcome that are checked. */
export type OutcomeToCheck = Pick<
  OutcomeRow,
  'leg' | 'status' | 'price' | 'r' | 'barTime' | 'createdAt' | 'detail'
>;

/** The end of a series, by its register row (docs/formats/ledger.md#ended-series). */
export interface EndToCheck {
  /** Number of that row; null when it does not exist although the series ended. */
  readonly seq: number | null;
  readonly reason: string;
  readonly atMs: number;
}

/** What a row is checked with besides its bars. */
export interface RowScope {
  /** An outcome is due when its bar closes by then: the last bar, unless the row's engine version ended earlier. */
  readonly dueToMs?: number;
  /** The end of the series; null while it goes on. */
  readonly end?: EndToCheck | null;
}

/**
 * Returns the rules that a row and its outcomes break, at most one for each outcome: empty when the row is as the bars
 * say. `bars` are the closed base bars of the row's series.
 */
export function checkRow(
  row: RowToCheck,
  outcomes: readonly OutcomeToCheck[],
  bars: PreparedBars,
  { dueToMs = Number.POSITIVE_INFINITY, end = null }: RowScope = {},
): Violation[] {
  const found: Violation[] = [];
  if (row.createdAt < row.barTime) {
    found.push(violation('published-early', null, 'createdAt', row.barTime, row.createdAt));
  }
  found.push(...checkMade(row, bars));

  const expected = resolveRow(row, bars);
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    const { leg, barTime, createdAt } = outcome;
    if (createdAt < barTime) {
      found.push(violation('published-early', leg, 'createdAt', barTime, createdAt));
    }
    if (seen.has(leg)) {
      found.push(violation('outcome-twice', leg, 'leg', null, leg));
      continue;
    }
    seen.add(leg);
    const own = expected.find((each) => each.leg === leg);
    // Time alone ends a forecast without bars; before that its series may have ended.
    const byBars = own && isByBars(row, own, bars) ? own : undefined;
    const differing =
      outcome.status === VOID
        ? compareVoid(outcome, byBars, { row, expected, bars, end })
        : own
          ? compareOutcome(outcome, own, row, bars)
          : violation('outcome-not-due', leg, 'barTime', null, barTime);
    if (differing) found.push(differing);
  }
  for (const { leg, barTime } of expected) {
    if (barTime > dueToMs || seen.has(leg)) continue;
    if (row.kind === 'forecast' && barTime > endOfBars(bars)) continue;
    found.push(violation('outcome-withheld', leg, 'barTime', barTime, null));
  }
  for (const leg of end ? undecidedLegs(row, expected, bars, end.atMs) : []) {
    if (!seen.has(leg)) found.push(violation('void-missing', leg, 'barTime', end?.atMs ?? 0, null));
  }
  return found;
}

/** Returns the rules that a row breaks when it is made. */
function checkMade(row: RowToCheck, bars: PreparedBars): Violation[] {
  switch (row.kind) {
    case 'levels':
      return checkSet(row, bars);
    case 'forecast':
      return checkForecast(row, bars).map(({ field, expected, found }) =>
        violation('chance', null, field, expected, found),
      );
    case 'condition':
    case 'box':
      return checkEntry(row, bars);
  }
}

/** Returns the close of the last bar; 0 without bars. */
function endOfBars(bars: PreparedBars): number {
  return bars.length > 0 ? closeTime(bars, bars.length - 1) : 0;
}

/** Whether bars decide an outcome, and not time alone. */
function isByBars(row: RowToCheck, { barTime }: ResolvedOutcome, bars: PreparedBars): boolean {
  return row.kind !== 'forecast' || barTime <= endOfBars(bars);
}

/** Status of a leg that was open when its series ended. */
const VOID = 2;

type OwedLeg = OutcomeToCheck['leg'];

/** Returns the legs of a row that its bars leave open when its series ends. */
function undecidedLegs(
  row: RowToCheck,
  expected: readonly ResolvedOutcome[],
  bars: PreparedBars,
  endMs: number,
): OwedLeg[] {
  if (row.kind === 'forecast') {
    return expected.every((own) => isByBars(row, own, bars)) ? [] : ['touch'];
  }
  const isOpen = (leg: OwedLeg): boolean => expected.every((each) => each.leg !== leg);
  if (row.kind === 'levels' && isOpen('entry')) {
    const set = weeklySetOf(row);
    const weekEndMs = set ? set.d + (bars.fx ? 6 : 7) * DAY : 0;
    return endMs < weekEndMs ? ['entry'] : [];
  }
  const legs: OwedLeg[] = [];
  if (isOpen('tp1')) legs.push('tp1');
  if (isOpen('tp2')) legs.push('tp2');
  return legs;
}

/** Returns the first rule that a void outcome breaks; null for none. */
function compareVoid(
  { leg, price, r, barTime, detail }: OutcomeToCheck,
  own: ResolvedOutcome | undefined,
  of: {
    readonly row: RowToCheck;
    readonly expected: readonly ResolvedOutcome[];
    readonly bars: PreparedBars;
    readonly end: EndToCheck | null;
  },
): Violation | null {
  const { row, expected, bars, end } = of;
  if (own) return violation('void-decided', leg, 'status', own.status, VOID);
  const unfounded = (field: string, wanted: number | string | null, is: number | string | null) =>
    violation('void-unfounded', leg, field, wanted, is);
  const named = told(detail.ended);
  if (end === null || end.seq === null) return unfounded('ended', null, named);
  if (!undecidedLegs(row, expected, bars, end.atMs).includes(leg)) {
    return unfounded('leg', null, leg);
  }
  const closedMs = bars.length > 0 ? closeTime(bars, bars.length - 1) : 0;
  if (closedMs > end.atMs) return unfounded('barTime', closedMs, barTime);
  const last = bars.length > 0 ? bars.round(bars.close[bars.length - 1] as number) : null;
  const values: readonly [string, number | string | null, number | string | null][] = [
    ['ended', end.seq, named],
    ['reason', end.reason, told(detail.reason)],
    ['barTime', end.atMs, barTime],
    ['price', last, price],
    ['r', null, r],
  ];
  const wrong = values.find(([, wanted, is]) => wanted !== is);
  return wrong ? unfounded(...wrong) : null;
}

/**
 * Returns a violation for each `createdAt` of a chain that lies before the one of the number before it. `createdAt` are
 * those of consecutive numbers; `before` is that of the number before the first, if there is one.
 */
export function checkOrder(
  createdAt: ArrayLike<number>,
  before = Number.NEGATIVE_INFINITY,
): (Violation & { readonly at: number })[] {
  const found: (Violation & { readonly at: number })[] = [];
  let last = before;
  for (let at = 0; at < createdAt.length; at++) {
    const time = createdAt[at] as number;
    if (time < last) {
      found.push({ ...violation('created-falls', null, 'createdAt', last, time), at });
    }
    last = time;
  }
  return found;
}

function violation(
  cause: ViolationCause,
  leg: Violation['leg'],
  field: string,
  expected: Violation['expected'],
  found: Violation['found'],
): Violation {
  return { cause, leg, field, expected, found };
}

/** Returns the rules that the entry of a condition or a box trade breaks. */
function checkEntry(row: RowToCheck, bars: PreparedBars): Violation[] {
  const { way, price, range, sl, tp1, tp2, barTime } = row;
  const { expiry } = row.detail;
  if (way === null || range === null || sl === null || tp1 === null || tp2 === null) {
    return [violation('fields', null, 'way', null, null)];
  }
  if (typeof expiry !== 'number') return [violation('fields', null, 'expiry', null, null)];
  const at = findClosingAt(bars, barTime);
  if (at < 0) return [violation('entry-time', null, 'barTime', null, barTime)];
  const found = checkPrice(null, price, at, bars);
  const entry = { ...row, way, range, sl, tp1, tp2 };
  found.push(
    ...(row.kind === 'condition'
      ? checkCondition(entry, at, expiry, bars)
      : checkBox(entry, expiry, bars)),
  );
  return found;
}

/** Returns the violation of a price that is not the close of the bar at that index, if it is one. */
function checkPrice(
  leg: Violation['leg'],
  price: number,
  at: number,
  bars: PreparedBars,
): Violation[] {
  const close = bars.round(bars.close[at] as number);
  if (price === close) return [];
  const isPrevious = at > 0 && price === bars.round(bars.close[at - 1] as number);
  return [violation(isPrevious ? 'previous-close' : 'entry-price', leg, 'price', close, price)];
}

function checkCondition(row: BoxRow, at: number, expiry: number, bars: PreparedBars): Violation[] {
  const days = bars.timeframe('1D');
  // The break setup comes before the buckets that end with the bar are closed: docs/analysis.md, Order of one bar.
  const isBeforeClosing = row.setup === 'break' && bars.lengthMs < DAY;
  const untilMs = isBeforeClosing ? (bars.openTimeMs[at] as number) : closeTime(bars, at);
  const ended = countUpTo(days.endMs, days.length, untilMs);
  const daily = meanRange(days, ended);
  const range = daily > 0 ? Math.max(bars.round(daily), 2 * bars.tick) : null;
  const found: Violation[] = [];
  if (row.range !== range) {
    found.push(violation('entry-lines', null, 'range', range, row.range));
  }
  const lines = linesOf(bars, row.way ? 1 : -1, row.price, row.range);
  for (const field of LINES) {
    if (row[field] === lines[field]) continue;
    found.push(violation('entry-lines', null, field, lines[field], row[field]));
  }
  const limit = row.barTime + 20 * spacingOf(days, ended);
  if (expiry !== limit) found.push(violation('entry-expiry', null, 'expiry', limit, expiry));
  return found;
}

const LINES = ['sl', 'tp1', 'tp2'] as const;

function checkBox(row: BoxRow, expiry: number, bars: PreparedBars): Violation[] {
  const found: Violation[] = [];
  if (boxRiskOf(bars, row) === null) {
    found.push(violation('entry-lines', null, 'range', null, row.range));
  }
  if (!isBoxExpiry(bars, row, expiry)) {
    found.push(violation('entry-expiry', null, 'expiry', null, expiry));
  }
  return found;
}

/** Returns the rules that a weekly set breaks: its time, its anchor and its levels. */
function checkSet(row: RowToCheck, bars: PreparedBars): Violation[] {
  const set = weeklySetOf(row);
  if (set === null) return [violation('fields', null, 'buy', null, null)];
  const ends = bars.fx ? set.d - DAY : set.d;
  const [from, to] = weekOf(bars, set.d - 7 * DAY);
  if (row.barTime !== ends || from === to) {
    return [violation('entry-time', null, 'barTime', ends, row.barTime)];
  }
  const found = checkPrice(null, row.price, to - 1, bars);
  const weeks = bars.timeframe('1W');
  const range = meanRange(weeks, countUpTo(weeks.endMs, weeks.length, ends));
  const lines = range > 0 ? weeklyLinesOf(bars, bars.close[to - 1] as number, range) : null;
  for (const side of SIDES) {
    const [published, computed] = [set[side], lines?.[side] ?? []];
    const at = differingLine(published, computed);
    if (at < 0) continue;
    const [expected = null, own = null] = [computed[at], published[at]];
    found.push(violation('entry-lines', null, `${side}[${at}]`, expected, own));
  }
  return found;
}

const SIDES = ['buy', 'sell'] as const satisfies readonly (keyof WeeklySet)[];

/** Returns the index of the first line that differs; -1 when all are equal. */
function differingLine(one: readonly number[], two: readonly number[]): number {
  const length = Math.max(one.length, two.length);
  for (let at = 0; at < length; at++) {
    if (one[at] !== two[at]) return at;
  }
  return -1;
}

/** Returns the first violation of an outcome compared with the resolved one; null when they are equal. */
function compareOutcome(
  outcome: OutcomeToCheck,
  own: ResolvedOutcome,
  row: RowToCheck,
  bars: PreparedBars,
): Violation | null {
  const { leg, status, price, r, barTime } = outcome;
  if (barTime !== own.barTime) {
    const cause =
      findClosingAt(bars, barTime) < 0
        ? 'outcome-time'
        : barTime > own.barTime
          ? 'outcome-late'
          : 'outcome-early';
    return violation(cause, leg, 'barTime', own.barTime, barTime);
  }
  if (status !== own.status) {
    const cause =
      status === 1 && own.status === -1 && touchesTarget(outcome, own, row, bars)
        ? 'target-before-stop'
        : 'outcome-status';
    return violation(cause, leg, 'status', own.status, status);
  }
  if (leg === 'entry') return compareSetEntry(outcome, own, bars);
  if (leg === 'touch') return compareTouch(outcome, own);
  if (price !== own.price) return violation('outcome-price', leg, 'price', own.price, price);
  const isResult =
    r !== null && own.rFrom !== null && own.rTo !== null && own.rFrom <= r && r <= own.rTo;
  return isResult ? null : violation('outcome-result', leg, 'r', own.r, r);
}

/** Returns the first value in which what came of a forecast differs. */
function compareTouch(outcome: OutcomeToCheck, own: ResolvedOutcome): Violation | null {
  const { leg, price } = outcome;
  if (price !== own.price) return violation('outcome-price', leg, 'price', own.price, price);
  for (const field of ['bars', 'touched', 'first']) {
    const [expected, found] = [own.detail[field], outcome.detail[field]];
    if (JSON.stringify(expected) === JSON.stringify(found)) continue;
    return violation(
      'outcome-status',
      leg,
      field,
      JSON.stringify(expected),
      told(JSON.stringify(found ?? null)),
    );
  }
  return null;
}

/** Returns whether the bar of an outcome touches the target that the outcome claims. */
function touchesTarget(
  { price }: OutcomeToCheck,
  { bar }: ResolvedOutcome,
  { way }: RowToCheck,
  bars: PreparedBars,
): boolean {
  const [high, low] = [bars.high[bar] as number, bars.low[bar] as number];
  // A weekly set has no side in its row; its target lies inside the bar in either case.
  if (way === null) return low <= price && price <= high;
  return way ? high >= price : low <= price;
}

function compareSetEntry(
  { price, detail, r }: OutcomeToCheck,
  own: ResolvedOutcome,
  bars: PreparedBars,
): Violation | null {
  const [wrong] = checkPrice('entry', price, own.bar, bars);
  if (wrong) return wrong;
  for (const field of ['way', ...LINES, 'expiry'] as const) {
    const [expected, found] = [own.detail[field], detail[field]];
    if (expected === found) continue;
    const cause = field === 'expiry' ? 'entry-expiry' : 'entry-lines';
    return violation(cause, 'entry', field, told(expected), told(found));
  }
  return r === null ? null : violation('outcome-result', 'entry', 'r', null, r);
}

/** Returns a value of a detail as a number or a text. */
function told(value: OutcomeToCheck['detail'][string] | undefined): number | string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}
