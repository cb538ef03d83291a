import { isTrialForecast, WEEK_MS } from '@rasat/engine';
import {
  type CostSettings,
  costInR,
  type EndReason,
  type EntryRow,
  firstTouches,
  recordedEntry,
  recordedForecast,
  recordedLevels,
  VOID,
  wholeMean,
} from '@rasat/ledger';
import type { OutcomeEntry } from '../signals/index.ts';
import { type Baseline, unpackEntries } from './baseline-part.ts';
import type { RowDetails, ShownRow } from './row-store.ts';

/** View of a row: the time, the costs, and whether the caller may see open rows. */
export interface RowView {
  readonly nowMs: number;
  readonly costs: CostSettings;
  readonly seesAll: boolean;
}

/** Returns the shown state of a row. */
function stateOf({ state, weekEnd }: RowDetails, nowMs: number): ShownRow['state'] {
  if (state !== 'none') return state;
  return weekEnd !== null && weekEnd <= nowMs ? 'untouched' : 'waiting';
}

/** Time after its time limit at which a trade no longer runs, even if the exchange was closed. */
const LONGEST_REST_MS = WEEK_MS;

/**
 * Whether a row is sealed for callers without a subscription: a running box trade; a weekly set until its week is
 * over, even when it is decided; a forecast as long as its set, or until its time is over. Conditions are never sealed.
 * A box trade that will never be decided, since its bars or its engine have ended, is public a week after its time
 * limit.
 */
export function isSealed(row: RowDetails, { nowMs, seesAll: all }: RowView): boolean {
  if (all || row.kind === 'condition') return false;
  if (row.kind === 'forecast') return nowMs < openingOf(row);
  if (row.kind === 'levels') return row.weekEnd === null || nowMs < row.weekEnd;
  const entry = recordedEntry(row, null);
  const isOpen = stateOf(row, nowMs) === 'open';
  return isOpen && (entry === null || nowMs < entry.expiryMs + LONGEST_REST_MS);
}

/** Returns when a forecast is open to all: with its week, cone, or the last trade that its box can have opened. */
function openingOf({ detail, barTime }: RowDetails): number {
  const { until, boxEnd } = detail;
  // A trade opens in the first three quarters of a box and runs for half of its length.
  if (typeof boxEnd === 'number') return 2 * boxEnd - barTime;
  return typeof until === 'number' ? until : Number.POSITIVE_INFINITY;
}

function findOutcome(row: RowDetails, leg: OutcomeEntry['leg']): OutcomeEntry | null {
  return row.outcomes.find((one) => one.leg === leg) ?? null;
}

/** Returns the entry of a weekly set; null without one, also when its series ended before. */
function findEntry(row: RowDetails): OutcomeEntry | null {
  const entry = findOutcome(row, 'entry');
  return entry?.status === VOID ? null : entry;
}

/** Returns the shown form of a row. A sealed row contains nothing that reveals its side or one of its prices. */
export function showRow(row: RowDetails, view: RowView): ShownRow {
  const sealed = isSealed(row, view);
  return {
    seq: row.seq,
    symbol: row.symbol,
    category: row.category,
    digits: row.digits,
    source: row.source,
    origin: row.origin,
    kind: row.kind,
    setup: row.setup,
    engineVersion: row.engineVersion,
    barTime: row.barTime,
    createdAt: row.createdAt,
    hash: row.hash.toString('hex'),
    sealed,
    // The time of entry would reveal where a week's levels are.
    state: sealed && row.kind === 'levels' ? 'waiting' : stateOf(row, view.nowMs),
    ...(sealed ? SEALED : showOpen(row, view)),
  };
}

const SEALED = {
  way: null,
  price: null,
  range: null,
  sl: null,
  tp1: null,
  tp2: null,
  levels: null,
  forecast: null,
  entry: null,
  legs: { tp1: null, tp2: null },
  ended: null,
  cost: null,
  baseline: null,
  unmatched: null,
  touch: null,
  twinTouch: null,
};

function showOpen(row: RowDetails, { costs }: RowView) {
  const entry = findEntry(row);
  return {
    way: row.way,
    price: row.price,
    range: row.range,
    sl: row.sl,
    tp1: row.tp1,
    tp2: row.tp2,
    levels: showLevels(row),
    forecast: showForecast(row),
    entry: entry && showEntry(entry),
    legs: { tp1: showLeg(findOutcome(row, 'tp1')), tp2: showLeg(findOutcome(row, 'tp2')) },
    ended: showEnd(row),
    cost: costOf(row, entry, costs),
    ...showMatched(row, entry),
    touch: row.touch,
    twinTouch: row.twinTouch,
  };
}

function showLevels(row: RowDetails): ShownRow['levels'] {
  const set = row.kind === 'levels' ? recordedLevels(row) : null;
  return set && { d: set.d, buy: [...set.buy], sell: [...set.sell] };
}

function showForecast(row: RowDetails): ShownRow['forecast'] {
  const forecast = recordedForecast(row);
  if (forecast === null) return null;
  const touch = findOutcome(row, 'touch');
  const { levels, chances, plain, ...rest } = forecast;
  return {
    ...rest,
    levels: [...levels],
    chances: [...chances],
    plain: [...plain],
    trial: isTrialForecast(forecast.class, row.setup),
    first: touch && firstTouches(touch),
  };
}

function showEntry({ price, barTime: time, detail }: OutcomeEntry): ShownRow['entry'] {
  const { way, sl, tp1, tp2, expiry } = detail as Pick<
    NonNullable<ShownRow['entry']>,
    'way' | 'sl' | 'tp1' | 'tp2' | 'expiry'
  >;
  return { time, way, price, sl, tp1, tp2, expiry };
}

function showLeg(leg: OutcomeEntry | null): ShownRow['legs']['tp1'] {
  if (!leg || leg.status === null) return null;
  const { status, price, r, barTime: time } = leg;
  return { status, price, r, time };
}

function showEnd({ outcomes }: RowDetails): ShownRow['ended'] {
  const ended = outcomes.find(({ status }) => status === VOID);
  if (!ended) return null;
  const { reason, ended: seq } = ended.detail as { reason: EndReason; ended: number };
  return { reason, seq, time: ended.barTime };
}

function costOf(row: EntryRow & RowDetails, outcome: OutcomeEntry | null, costs: CostSettings) {
  const entry = recordedEntry(row, outcome);
  return entry && costInR(costs, row.category, row.symbol, entry.price, entry.risk);
}

/** Returns the means of a row's matched entries, or why it has none. */
function showMatched(
  { kind, baseline }: RowDetails,
  entry: OutcomeEntry | null,
): Pick<ShownRow, 'baseline' | 'unmatched'> {
  // A forecast enters nothing, so there is nothing to match.
  if (kind === 'forecast') return { baseline: null, unmatched: null };
  if (baseline === null) {
    const isIdle = kind === 'levels' && entry === null;
    return { baseline: null, unmatched: isIdle ? 'none' : 'wait' };
  }
  if (baseline.reason !== null) return { baseline: null, unmatched: baseline.reason };
  return { baseline: showBaseline(baseline), unmatched: null };
}

function showBaseline(stored: Baseline): ShownRow['baseline'] {
  const { first, second } = readEntries(stored);
  const { targets1: tp1, costs, coverage, complete } = stored;
  const { length: entries } = first;
  const paid = wholeMean(costs, entries);
  const [mean1, mean2] = [meanOf(first), meanOf(second)];
  return {
    entries,
    first: mean1 / MILLION,
    second: mean2 / MILLION,
    netFirst: (mean1 - paid) / MILLION,
    netSecond: (mean2 - paid) / MILLION,
    tp1,
    coverage,
    complete,
  };
}

const MILLION = 1e6;

/** Returns the mean of thousandths as a whole number of millionths. */
function meanOf(thousandths: readonly number[]): number {
  const sum = thousandths.reduce((all, one) => all + one, 0);
  return wholeMean(1000 * sum, thousandths.length);
}

/** Returns the matched entries at the exit at either target: thousandths of the risk, in the order of time. */
export function readEntries({ entries1, entries2 }: Baseline): {
  readonly first: number[];
  readonly second: number[];
} {
  return { first: unpackEntries(entries1), second: unpackEntries(entries2) };
}
