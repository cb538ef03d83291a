import { CATEGORIES, type Category, orderSources } from '@rasat/contract';
import type { RecordState } from '../../api/record.ts';
import { listSubjects, subjectKey } from './groups.ts';

/** A part of the record: a source and an origin, which never share a figure. */
export type RecordPart = RecordState['parts'][number];

/** What the page shows, as its address keeps it. */
export interface RecordView {
  readonly part: RecordPart;
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
  kind?: 'condition' | 'box' | 'levels';
  setup?: string;
} {
  if (of === 'condition' || of === 'box' || of === 'levels') return { kind: of };
  return of === 'all' ? {} : { kind: 'box', setup: of };
}

/** The part that is shown when the address names none: of real prices where there are any, the one with most rows. */
export function choosePart(parts: readonly RecordPart[]): RecordPart | undefined {
  const [first] = orderSources(parts);
  return parts.filter(({ source }) => source === first).toSorted((a, b) => b.rows - a.rows)[0];
}

/**
 * Reads the address: whatever it names that does not exist is as if it were not there. Undefined while the record has
 * no part.
 */
export function readView(
  search: URLSearchParams,
  parts: readonly RecordPart[],
): RecordView | undefined {
  const source = search.get('source');
  const origin = search.get('origin');
  const inSource = parts.filter((part) => part.source === source);
  const part =
    inSource.find((each) => each.origin === origin) ??
    choosePart(inSource) ??
    choosePart(parts.filter((each) => each.origin === origin)) ??
    choosePart(parts);
  if (!part) return undefined;
  const period = search.get('period') ?? 'all';
  const of = search.get('of') ?? 'all';
  return {
    part,
    period: part.periods.includes(period) ? period : 'all',
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
