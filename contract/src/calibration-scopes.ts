import { CATEGORIES } from './symbols.ts';

/**
 * Of which symbols the chances of touch are counted: `all`; `main`, those that are not on trial, and `trial`; or those
 * of a category, trial or not.
 */
export const CALIBRATION_SCOPES = ['all', 'main', 'trial', ...CATEGORIES] as const;
/** Of which symbols the chances of touch are counted. */
export type CalibrationScope = (typeof CALIBRATION_SCOPES)[number];
