import { CALIBRATION_SCOPES, type CalibrationScope } from '@rasat/contract';
import { LEVEL_GROUPS, type LevelGroup } from '@rasat/ledger';
import type { RecordCalibration } from './calls.ts';

/** Figures of the symbols of a scope. */
export type ScopeFigures = RecordCalibration['scopes'][number];
/** Figures of a group of levels. */
export type LevelsFigures = ScopeFigures['levels'][number]['figures'];
/** Figures of the cones of a length. */
export type ConesFigures = ScopeFigures['cones'][number];
/** A value with its interval, or without one while there is too little for it. */
export type Measured = LevelsFigures['error'];
/** A look that was taken. */
export type CalibrationLook = RecordCalibration['looks'][number];

/** The choices of the tab, as kept in its address. */
export interface CalibrationChoice {
  readonly scope: CalibrationScope;
  readonly group: LevelGroup;
}

/** Lists the scopes that can be chosen: all symbols, and each scope with figures, in the order of the contract. */
export function listScopes(scopes: readonly ScopeFigures[]): readonly CalibrationScope[] {
  return CALIBRATION_SCOPES.filter(
    (scope) => scope === 'all' || hasFigures(scopes.find((each) => each.scope === scope)),
  );
}

/** Returns whether a scope has figures of levels or cones. */
export function hasFigures(figures: ScopeFigures | undefined): figures is ScopeFigures {
  return figures !== undefined && (figures.levels.length > 0 || figures.cones.length > 0);
}

/** Reads the choices from the address. Scopes without figures and unknown values count as `all`. */
export function readChoice(
  search: URLSearchParams,
  scopes: readonly ScopeFigures[],
): CalibrationChoice {
  return {
    scope: listScopes(scopes).find((scope) => scope === search.get('scope')) ?? 'all',
    group: LEVEL_GROUPS.find((group) => group === search.get('group')) ?? 'all',
  };
}

/** Returns the figures of a group of levels; null without levels. */
export function findLevels(figures: ScopeFigures, group: LevelGroup): LevelsFigures | null {
  return figures.levels.find((each) => each.group === group)?.figures ?? null;
}

/** Returns the ends of the interval of a value; null without one. */
export function rangeOf({
  value,
  halfWidth,
}: Measured): { readonly low: number; readonly high: number } | null {
  return halfWidth === null ? null : { low: value - halfWidth, high: value + halfWidth };
}

/**
 * Returns what a look says about the mean error: `high` or `low` when its interval lies above or below 0, `contains`
 * when 0 is within it, `short` without an interval.
 */
export function answerOf({
  error,
}: Pick<CalibrationLook, 'error'>): 'high' | 'low' | 'contains' | 'short' {
  const range = error && rangeOf(error);
  if (!range) return 'short';
  if (range.low > 0) return 'high';
  return range.high < 0 ? 'low' : 'contains';
}
