import { CATEGORIES, type Category, orderSources, standingOf } from '@rasat/contract';
import type { SignalKind } from '@rasat/ledger';
import type { RecordState } from './calls.ts';
import { listSubjects, subjectKey } from './groups.ts';

/** Part of the record: the rows of one source and origin. No figure mixes sources or origins. */
export type RecordPart = RecordState['parts'][number];

/**
 * Whether a part is judged: `judged` for enough live rows and days, `early` for too few of them, `backtest` for
 * backfilled rows, which are never judged.
 */
export type Standing = 'judged' | 'early' | 'backtest';

/** Returns the standing of a part of the record. */
export function getStanding({ origin, whole }: Pick<RecordPart, 'origin' | 'whole'>): Standing {
  if (origin === 'backfill') return 'backtest';
  return standingOf(whole).enough ? 'judged' : 'early';
}

/** View of the page, as kept in its address. */
export interface RecordView {
  readonly source: RecordPart['source'];
  readonly origin: RecordPart['origin'];
  /** Null while the source has no such rows. */
  readonly part: RecordPart | null;
  readonly period: string;
  /** Group of the cumulative result: `all`, `box`, or the key of a subject. */
  readonly of: string;
  readonly category: Category | null;
  readonly gross: boolean;
  /** Whether boxes of the long term have rows of their own. */
  readonly long: boolean;
}

/** Groups that the cumulative result can show. */
export const GROUPS: readonly string[] = [
  'all',
  'condition',
  'box',
  ...listSubjects(true)
    .filter(({ kind }) => kind === 'box')
    .map(subjectKey),
  'levels',
];

/** Returns the query parameters of a group; empty for `all`. */
export function groupQuery(of: string): {
  kind?: SignalKind;
  setup?: string;
} {
  if (of === 'condition' || of === 'box' || of === 'levels') return { kind: of };
  return of === 'all' ? {} : { kind: 'box', setup: of };
}

/**
 * Reads the view from the address; unknown values are ignored. The origin is live unless the address names the
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

/** Query parameters of this page's address. */
export type RecordKey =
  | 'tab'
  | 'source'
  | 'origin'
  | 'period'
  | 'of'
  | 'in'
  | 'result'
  | 'terms'
  | 'scope'
  | 'group';

/** Tabs of the page, in their order. */
export const TABS = ['signals', 'calibration'] as const;
/** A tab of the page. */
export type RecordTab = (typeof TABS)[number];

/** Reads the open tab from the address; signals unless it names another one. */
export function readTab(search: URLSearchParams): RecordTab {
  return TABS.find((tab) => tab === search.get('tab')) ?? 'signals';
}

/** Returns the query parameters with the changes applied; null removes a parameter. All other parameters are kept. */
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
