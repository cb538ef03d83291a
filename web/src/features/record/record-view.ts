import { CATEGORIES, type Category, orderSources, standingOf } from '@rasat/contract';
import type { RowKind } from '@rasat/ledger';
import type { RecordState } from './calls.ts';
import { listSubjects, subjectKey } from './groups.ts';

/** A part of the record: rows of one source and origin. No two sources, and no two origins, share a figure. */
export type RecordPart = RecordState['parts'][number];

/**
 * How much may follow from a part: live rows that are enough are judged, those that are `early` are not yet, a backtest
 * never is.
 */
export type Standing = 'judged' | 'early' | 'backtest';

/** The standing of a part of the record. */
export function getStanding({ origin, whole }: Pick<RecordPart, 'origin' | 'whole'>): Standing {
  if (origin === 'backfill') return 'backtest';
  return standingOf(whole).enough ? 'judged' : 'early';
}

/** What the page shows, as its address keeps it. */
export interface RecordView {
  readonly source: RecordPart['source'];
  readonly origin: RecordPart['origin'];
  /** Null while the source has no such rows. */
  readonly part: RecordPart | null;
  readonly period: string;
  /** Of the cumulative result: `all`, `box`, or the key of a subject. */
  readonly of: string;
  readonly category: Category | null;
  readonly gross: boolean;
  /** Whether boxes of the long term have rows of their own. */
  readonly long: boolean;
}

/** What may be chosen as the group of the cumulative result. */
export const GROUPS: readonly string[] = [
  'all',
  'condition',
  'box',
  ...listSubjects(true)
    .filter(({ kind }) => kind === 'box')
    .map(subjectKey),
  'levels',
];

/** The group of a choice as the calls take it. */
export function groupQuery(of: string): {
  kind?: RowKind;
  setup?: string;
} {
  if (of === 'condition' || of === 'box' || of === 'levels') return { kind: of };
  return of === 'all' ? {} : { kind: 'box', setup: of };
}

/**
 * Reads the address; unknown values are ignored. What was published live is shown unless the address asks for the
 * backtest. Undefined while the record has no part.
 */
export function readView(
  search: URLSearchParams,
  parts: readonly RecordPart[],
): RecordView | undefined {
  const sources = orderSources(parts);
  const source = sources.find((each) => each === search.get('source')) ?? sources[0];
  if (source === undefined) return undefined;
  const origin = search.get('origin') === 'backfill' ? 'backfill' : 'live';
  const part = parts.find((each) => each.source === source && each.origin === origin) ?? null;
  const period = search.get('period') ?? 'all';
  const of = search.get('of') ?? 'all';
  return {
    source,
    origin,
    part,
    period: part?.periods.includes(period) ? period : 'all',
    of: GROUPS.includes(of) ? of : 'all',
    category: CATEGORIES.find((category) => category === search.get('in')) ?? null,
    gross: search.get('result') === 'gross',
    long: search.get('terms') === 'long',
  };
}

/** What an address may say of this page. */
export type RecordKey = 'source' | 'origin' | 'period' | 'of' | 'in' | 'result' | 'terms';

/** The address after a choice; null takes a word out. What others keep in the address stays. */
export function writeView(
  search: URLSearchParams,
  changes: Readonly<Partial<Record<RecordKey, string | null>>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}
