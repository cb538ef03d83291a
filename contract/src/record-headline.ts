import type { Reply } from './route.ts';
import type { recordRoutes } from './routes/record.ts';

type Part = Reply<typeof recordRoutes.record>['parts'][number];
type Figures = NonNullable<Part['whole']>;
type Interval = NonNullable<Figures['first']['net']>;

/**
 * Least that a source must have published live before anything is said of it: about a year of trading days, so that its
 * interval stands on four calendar quarters, and as many decided rows as tell a mean of 0.05 R from none when each comes
 * to +1 or -1 R: (1.96 / 0.05)², rounded up.
 */
export const LIVE_MINIMUM = { days: 250, rows: 1537 } as const;

/** How long a source has been live, and for how long it would have to be. */
export interface LiveStanding {
  /** Decided rows, and UTC days on which they were entered. */
  readonly rows: number;
  readonly days: number;
  /** Days that are needed: at the pace so far, to come to rows enough as well. */
  readonly neededDays: number;
  readonly enough: boolean;
}

/** The standing of live figures over all rows and times; null: none is decided yet. */
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
 * What the record says of a source in one sentence: of its live rows alone. `early`: they are too few. `zero`: the 95 %
 * interval of the mean after costs contains 0, or there is none. Else they came out above or below it.
 */
export interface RecordHeadline extends LiveStanding {
  readonly kind: 'early' | 'zero' | 'above' | 'below';
  readonly source: string;
  /** Mean after costs at the exit at the first target; null below two calendar quarters. */
  readonly net: Interval | null;
}

/** The headline of a source. */
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

/** Whether an interval leaves it open on which side of 0 the truth lies. */
export function containsZero({ low, high }: Pick<Interval, 'low' | 'high'>): boolean {
  return low <= 0 && high >= 0;
}

/** Sources that the record has, those that say most first: venues, then imported files, then simulated prices. */
export function orderSources(parts: readonly Pick<Part, 'source' | 'rows'>[]): string[] {
  const rank = (source: string): number => (source === 'simulated' ? 2 : source === 'file' ? 1 : 0);
  const rows = new Map<string, number>();
  for (const part of parts) rows.set(part.source, (rows.get(part.source) ?? 0) + part.rows);
  return [...rows]
    .toSorted(([one, own], [other, others]) => rank(one) - rank(other) || others - own)
    .map(([source]) => source);
}
