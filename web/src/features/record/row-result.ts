import { DAY_MS, HOUR_MS, type Leg, MINUTE_MS } from '@rasat/engine';
import { VOID } from '@rasat/ledger';
import type { RecordRow } from './row-calls.ts';

/** Trade of a row: the published trade, or the entry of a weekly set. */
export interface RowTrade {
  /** true for buy, false for sell. */
  readonly way: boolean;
  readonly price: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
}

/** Finds the trade of a row; null for a sealed row, and for a weekly set without an entry. */
export function findTrade(row: RecordRow): RowTrade | null {
  if (row.entry !== null) return row.entry;
  const { way, price, sl, tp1, tp2 } = row;
  if (way === null || price === null || sl === null || tp1 === null || tp2 === null) return null;
  return { way, price, sl, tp1, tp2 };
}

/** Result of the exit at a target and of its matched entries, in multiples of the risk; null where unknown. */
export interface RowResult {
  readonly gross: number | null;
  readonly net: number | null;
  /** Mean of the matched entries, each after the cost of its own price and risk. */
  readonly baseline: number | null;
  /** Result after costs minus baseline. */
  readonly difference: number | null;
}

/** Returns the result of a row for the exit at its first or its second target. */
export function computeResult(row: RecordRow, leg: Leg): RowResult {
  const gross = row.legs[leg]?.r ?? null;
  const net = gross === null || row.cost === null ? null : gross - row.cost;
  const baseline = row.baseline?.[leg === 'tp1' ? 'netFirst' : 'netSecond'] ?? null;
  return {
    gross,
    net,
    baseline,
    difference: net === null || baseline === null ? null : net - baseline,
  };
}

/** Returns the state of a leg; `open` for null. */
export function legState(
  leg: { readonly status: number } | null,
): 'stop' | 'target' | 'expired' | 'open' | 'void' {
  if (leg === null) return 'open';
  if (leg.status === VOID) return 'void';
  if (leg.status === 0) return 'expired';
  return leg.status > 0 ? 'target' : 'stop';
}

/** Duration as a count of a readable unit. */
export interface SpokenTime {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days';
  readonly count: number;
}

const UNITS = [
  { unit: 'seconds', ms: 1000, most: 90 },
  { unit: 'minutes', ms: MINUTE_MS, most: 90 },
  { unit: 'hours', ms: HOUR_MS, most: 48 },
  { unit: 'days', ms: DAY_MS, most: Number.POSITIVE_INFINITY },
] as const;

/** Converts milliseconds to seconds below 90 s, minutes below 90 min, hours below 48 h, else days; rounded down. */
export function speakTime(ms: number): SpokenTime {
  const { unit, ms: size } = UNITS.find((one) => ms < one.ms * one.most) ?? UNITS[3];
  return { unit, count: Math.floor(Math.max(0, ms) / size) };
}
