import type { Reply } from './route.ts';
import type { recordRoutes } from './routes/record.ts';

type Part = Reply<typeof recordRoutes.record>['parts'][number];
type Figures = NonNullable<Part['whole']>;
type Interval = NonNullable<Figures['first']['net']>;

/**
 * Least live record of a source before a verdict: about a year of trading days, so that its interval uses four calendar
 * quarters, and enough decided rows to distinguish a mean of 0.05 R from 0 when each ends at +1 or -1 R: (1.96 /
 * 0.05)², rounded up.
 */
export const LIVE_MINIMUM = { days: 250, rows: 1537 } as const;

/** Rows and days of a source's live record, and the days that it needs. */
export interface LiveStanding {
  /** Decided rows, and UTC days on which they were entered. */
  readonly rows: number;
  readonly days: number;
  /** Days needed, also to reach enough rows at the pace so far. */
  readonly neededDays: number;
  readonly enough: boolean;
}

/** Returns the standing of live figures over all rows and times; `whole` is null while no row is decided. */
export function standingOf(whole: Pick<Figures, 'n' | 'days'> | null): LiveStanding {
  const { n: rows, days } = whole ?? { n: 0, days: 0 };
  const paced = rows === 0 ? 0 : Math.ceil((LIVE_MINIMUM.rows * days) / rows);
  return {
    rows,
    days,
    neededDays: Math.max(LIVE_MINIMUM.days, paced),
    enough: rows >= LIVE_MINIMUM.rows && days >= LIVE_MINIMUM.days,
  };
}

/**
 * The record's headline for a source, from its live rows alone. `early`: too few rows or days. `zero`: the 95 %
 * interval of the mean after costs contains 0 or is missing. Else `above` or `below` 0.
 */
export interface RecordHeadline extends LiveStanding {
  readonly kind: 'early' | 'zero' | 'above' | 'below';
  readonly source: string;
  /** Mean after costs at the exit at the first target; null below two calendar quarters. */
  readonly net: Interval | null;
}

/** Returns the headline of a source. */
export function headlineOf(parts: readonly Part[], source: string): RecordHeadline {
  const live = parts.find((part) => part.source === source && part.origin === 'live');
  const whole = live?.whole ?? null;
  const standing = standingOf(whole);
  const net = whole?.first.net ?? null;
  return { ...standing, source, net, kind: standing.enough ? sideOf(net) : 'early' };
}

function sideOf(net: Interval | null): RecordHeadline['kind'] {
  if (net === null || containsZero(net)) return 'zero';
  return net.value > 0 ? 'above' : 'below';
}

/** Returns whether an interval contains 0, its ends included. */
export function containsZero({ low, high }: Pick<Interval, 'low' | 'high'>): boolean {
  return low <= 0 && high >= 0;
}

/** Returns the sources of the record in order: venues, then imported files, then simulated prices. */
export function orderSources(parts: readonly Pick<Part, 'source' | 'rows'>[]): string[] {
  const rank = (source: string): number => (source === 'simulated' ? 2 : source === 'file' ? 1 : 0);
  const rows = new Map<string, number>();
  for (const part of parts) rows.set(part.source, (rows.get(part.source) ?? 0) + part.rows);
  return [...rows]
    .toSorted(([one, own], [other, others]) => rank(one) - rank(other) || others - own)
    .map(([source]) => source);
}
