import type { LedgerRow, OutcomeRow } from '../rows/chain.ts';
import { boxRiskOf, type RiskBounds, riskByRow } from './box-risk.ts';
import { resolveForecast } from './check-forecast.ts';
import { followLegs, type Legs, type Position } from './follow.ts';
import { closeTime, countClosed, type PreparedBars } from './prepared-bars.ts';
import { findSetEntry, weeklySetOf } from './weekly-set.ts';

/** The fields of a ledger row that its outcomes follow from. */
export type RowToResolve = Pick<
  LedgerRow,
  'kind' | 'setup' | 'barTime' | 'way' | 'price' | 'range' | 'sl' | 'tp1' | 'tp2' | 'detail'
>;

/** An outcome that a row must have. */
export interface ResolvedOutcome
  extends Pick<OutcomeRow, 'leg' | 'status' | 'price' | 'r' | 'barTime' | 'detail'> {
  /** Index of the bar that decides it. */
  readonly bar: number;
  /**
   * The least and the greatest published `r`: equal, except where a row of a box trade does not tell its unrounded risk
   * exactly. Null for an entry.
   */
  readonly rFrom: number | null;
  readonly rTo: number | null;
}

/** The entry of a condition or a box trade. */
export interface RowEntry extends Position {
  readonly risk: RiskBounds;
}

/**
 * Returns every outcome of a row that is due by the last bar, from the published row and the closed base bars of its
 * series alone: the entry of a weekly set, then the legs of both targets; of a forecast what came of it, also where time
 * alone ends it later than the last bar. An undecided leg has none; so has a row whose fields are not those of its kind. Source: docs/analysis.md, Positions and Weekly levels; docs/formats/rounding.md.
 */
export function resolveRow(row: RowToResolve, bars: PreparedBars): ResolvedOutcome[] {
  if (row.kind === 'levels') return resolveSet(row, bars);
  if (row.kind === 'forecast') return resolveTouch(row, bars);
  const entry = rowEntryOf(row, bars);
  if (entry === null) return [];
  const legs = followLegs(bars, countClosed(bars, row.barTime), entry);
  return outcomesOf(bars, entry, entry.risk, legs);
}

/** Returns the entry of a condition or a box trade; null when a field is missing. */
export function rowEntryOf(row: RowToResolve, bars: PreparedBars): RowEntry | null {
  const { way, price, range, sl, tp1, tp2 } = row;
  const { expiry: expiryMs } = row.detail;
  if (way === null || range === null || sl === null || tp1 === null || tp2 === null) return null;
  if (typeof expiryMs !== 'number') return null;
  const exact = { least: range, most: range };
  const boxRow = { ...row, way, range, sl, tp1, tp2 };
  const risk =
    row.kind === 'box' ? (boxRiskOf(bars, boxRow) ?? riskByRow(bars, boxRow) ?? exact) : exact;
  return { way: way ? 1 : -1, price, sl, tp1, tp2, expiryMs, risk };
}

function resolveTouch(row: RowToResolve, bars: PreparedBars): ResolvedOutcome[] {
  const found = resolveForecast(row, bars);
  return found ? [{ ...found, leg: 'touch', status: null, r: null, rFrom: null, rTo: null }] : [];
}

function resolveSet(row: RowToResolve, bars: PreparedBars): ResolvedOutcome[] {
  const set = weeklySetOf(row);
  const entry = set && findSetEntry(bars, set);
  if (!entry) return [];
  const { bar, way, price, risk, sl, tp1, tp2, expiryMs } = entry;
  const detail = { way: way > 0, sl, tp1, tp2, expiry: expiryMs };
  const entered: ResolvedOutcome = {
    leg: 'entry',
    status: null,
    price: bars.round(price),
    r: null,
    rFrom: null,
    rTo: null,
    barTime: closeTime(bars, bar),
    detail,
    bar,
  };
  const legs = followLegs(bars, bar + 1, entry);
  return [entered, ...outcomesOf(bars, entry, { least: risk, most: risk }, legs)];
}

function outcomesOf(
  bars: PreparedBars,
  position: Position,
  risk: RiskBounds,
  legs: Legs,
): ResolvedOutcome[] {
  const { bar1, status1, exit1, bar2, status2, exit2 } = legs;
  const outcomes: ResolvedOutcome[] = [];
  if (bar1 >= 0) outcomes.push(outcomeOf(bars, 'tp1', position, risk, bar1, status1, exit1));
  if (bar2 >= 0) outcomes.push(outcomeOf(bars, 'tp2', position, risk, bar2, status2, exit2));
  return outcomes;
}

function outcomeOf(
  bars: PreparedBars,
  leg: OutcomeRow['leg'],
  { way, price }: Position,
  { least, most }: RiskBounds,
  bar: number,
  status: -1 | 0 | 1,
  exit: number,
): ResolvedOutcome {
  const gain = way * (exit - price);
  const [one, two] = [sixDecimals(gain / least), sixDecimals(gain / most)];
  return {
    leg,
    status,
    price: bars.round(exit),
    r: sixDecimals(gain / ((least + most) / 2)),
    rFrom: Math.min(one, two),
    rTo: Math.max(one, two),
    barTime: closeTime(bars, bar),
    detail: {},
    bar,
  };
}

/** Returns a result as it is published: six decimals, halves up, never -0. */
function sixDecimals(r: number): number {
  return Math.round(r * 1e6) / 1e6 + 0;
}
