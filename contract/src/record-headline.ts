import type { Reply } from './route.ts';
import type { recordRoutes } from './routes/record.ts';

type Part = Reply<typeof recordRoutes.record>['parts'][number];
type Figures = NonNullable<Part['whole']>;
type Interval = NonNullable<Figures['first']['net']>;
type Primary = NonNullable<Part['primary']>;
type PrimaryLook = Primary['looks'][number];
type ComingLook = Primary['coming'][number];

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
 * The record's headline for a source: the primary question about its live rows. `none`: no live condition is computed.
 * `early`: no look is taken. Else the answer of the last look: `better` or `worse` than matched entries, or `open`, no
 * claim.
 */
export interface RecordHeadline {
  readonly kind: 'none' | 'early' | 'open' | 'better' | 'worse';
  readonly source: string;
  /** Rows that count. */
  readonly settled: number;
  /** The last look that was taken; null before the first. */
  readonly look: PrimaryLook | null;
  /** The look that comes next; null after the last, and for `none`. */
  readonly next: ComingLook | null;
}

/** Returns the headline of a source. */
export function headlineOf(parts: readonly Part[], source: string): RecordHeadline {
  const live = parts.find((part) => part.source === source && part.origin === 'live');
  const primary = live?.primary ?? null;
  if (primary === null) return { kind: 'none', source, settled: 0, look: null, next: null };
  const look = primary.looks.at(-1) ?? null;
  return {
    kind: look === null ? 'early' : (look.claim ?? 'open'),
    source,
    settled: primary.settled,
    look,
    next: primary.coming[0] ?? null,
  };
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
