import { DAY_MS, HOUR_MS, type Leg, MINUTE_MS } from '@rasat/engine';
import type { RecordRow } from './row-calls.ts';

/** The trade of a row: what was published as such, or the entry of a weekly set. */
export interface RowTrade {
  /** true: buy. */
  readonly way: boolean;
  readonly price: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
}

/** The trade of a row; null of a sealed row, and of a weekly set that no price entered. */
export function findTrade(row: RecordRow): RowTrade | null {
  if (row.entry !== null) return row.entry;
  const { way, price, sl, tp1, tp2 } = row;
  if (way === null || price === null || sl === null || tp1 === null || tp2 === null) return null;
  return { way, price, sl, tp1, tp2 };
}

/** What the exit at a target came to in multiples of the risk, beside matched entries; null where it is not known. */
export interface RowResult {
  readonly gross: number | null;
  readonly net: number | null;
  readonly baseline: number | null;
  /** Result before costs minus baseline; costs would fall on both alike. */
  readonly difference: number | null;
}

/** The result of a row for the exit at its first or its second target. */
export function computeResult(row: RecordRow, leg: Leg): RowResult {
  const gross = row.legs[leg]?.r ?? null;
  const baseline = row.baseline?.[leg === 'tp1' ? 'first' : 'second'] ?? null;
  return {
    gross,
    net: gross === null || row.cost === null ? null : gross - row.cost,
    baseline,
    difference: gross === null || baseline === null ? null : gross - baseline,
  };
}

/** The word for how a leg stands. */
export function legState(
  leg: { readonly status: number } | null,
): 'stop' | 'target' | 'expired' | 'open' {
  if (leg === null) return 'open';
  if (leg.status === 0) return 'expired';
  return leg.status > 0 ? 'target' : 'stop';
}

/** A length of time as a person says it. */
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

/** Milliseconds in the largest unit that leaves a count worth reading, rounded down. */
export function speakTime(ms: number): SpokenTime {
  const { unit, ms: size } = UNITS.find((one) => ms < one.ms * one.most) ?? UNITS[3];
  return { unit, count: Math.floor(Math.max(0, ms) / size) };
}
