import { DAY_MS, LEGS, WEEK_MS } from '@rasat/engine';
import type { OutcomeDraft, OutcomeLeg, RowKind } from './drafts.ts';

/**
 * Why a series ended: a `split` of its symbol; a `rename`; other decimals (`digits`) or another `source`; an `import`
 * that replaced its bars; `retired` from the list; `archived` before reasons were recorded.
 */
export const END_REASONS = [
  'split',
  'rename',
  'digits',
  'source',
  'import',
  'retired',
  'archived',
] as const;
/** Why a series ended. */
export type EndReason = (typeof END_REASONS)[number];

/** Status of the outcome of a leg that was open when its series ended. */
export const VOID = 2;

/** Content of a register row of the kind `ended` (docs/formats/ledger.md). */
export type EndDetail = {
  readonly symbol: string;
  readonly seriesId: number;
  readonly reason: EndReason;
  /** When the series ended: no bar of it closes later. Epoch milliseconds. */
  readonly at: number;
  /** New shares for each old one; null unless the reason is a split. */
  readonly factor: number | null;
  /** The series that follows; null without one. */
  readonly to: { readonly symbol: string; readonly seriesId: number } | null;
  /** Number of legs that were open. */
  readonly legs: number;
};

/** The fields of a row that tell its legs. */
export type RowWithLegs = {
  readonly kind: RowKind;
  readonly detail: { readonly [key: string]: unknown };
};

/** The fields of an outcome that tell which leg it ends. */
export type LegOutcome = Pick<OutcomeDraft, 'leg' | 'status'>;

/**
 * Returns the legs of a row that are open when its series ends at `atMs`: both targets of an entry, as far as no outcome
 * has decided them; the entry of a weekly set whose week is not over; a forecast without an outcome. `outcomes` are the decided ones. With `fx`, a week
 * begins and ends a day earlier.
 * Rule: docs/formats/ledger.md#ended-series
 */
export function openLegs(
  row: RowWithLegs,
  outcomes: readonly LegOutcome[],
  atMs: number,
  fx: boolean,
): OutcomeLeg[] {
  const decided = new Set(outcomes.map(({ leg }) => leg));
  if (row.kind === 'forecast') return decided.has('touch') ? [] : ['touch'];
  if (row.kind === 'levels' && !decided.has('entry')) {
    const { d } = row.detail;
    const endMs = typeof d === 'number' ? d + WEEK_MS - (fx ? DAY_MS : 0) : atMs;
    return atMs < endMs ? ['entry'] : [];
  }
  return LEGS.filter((leg) => !decided.has(leg));
}

/** The end of a series, as its outcomes state it. */
export interface SeriesEnd {
  /** Number of the register row. */
  readonly seq: number;
  readonly reason: EndReason;
  readonly atMs: number;
  /** Close of the last bar. */
  readonly close: number;
  /** Rolling hash over all bars, as hex. */
  readonly inputHash: string;
}

/** Returns the outcome of a leg that was open when its series ended: no profit, and the last close as its price. */
export function voidDraft(leg: OutcomeLeg, engineVersion: string, end: SeriesEnd): OutcomeDraft {
  return {
    leg,
    status: VOID,
    price: end.close,
    r: null,
    engineVersion,
    barTime: end.atMs,
    detail: { ended: end.seq, reason: end.reason },
    inputHash: end.inputHash,
  };
}
