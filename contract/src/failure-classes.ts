/** Ways in which the register of builds breaks a rule (docs/formats/builds.md, Rules). */
export const BUILD_FAULTS = [
  'row-without-build',
  'archive-missing',
  'archive-differs',
  'build-changed',
  'build-not-running',
] as const;

/**
 * Classes of failures of the record, in the order of docs/formats/record.md, Certificate. Of the replay of the bars:
 * `event`, `box`, `row-missing`, `row-differs`, `row-extra`. Of the chains: `chain`, `order`, `early`. Of the second
 * resolver, and of the replay where it finds the same: `entry-price`, `entry-lines`, `chance`, `outcome-missing`,
 * `outcome-extra`, `outcome-time`, `outcome-differs`, `void-decided`, `void-unfounded`, `void-missing`. Of computed values: `baseline`, `twin`, `figures`, `state`,
 * `bars`. Of the replay in disguise: `disguise`. Of the register: the codes of docs/formats/builds.md.
 */
export const FAILURE_CLASSES = [
  'event',
  'box',
  'row-missing',
  'row-differs',
  'row-extra',
  'chain',
  'order',
  'early',
  'entry-price',
  'entry-lines',
  'chance',
  'outcome-missing',
  'outcome-extra',
  'outcome-time',
  'outcome-differs',
  'void-decided',
  'void-unfounded',
  'void-missing',
  'baseline',
  'twin',
  'figures',
  'state',
  'bars',
  'disguise',
  ...BUILD_FAULTS,
] as const;

/** Class of a failure of the record. */
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** Kinds of items that fail: rows (signals, weekly sets, forecasts) and outcomes, boxes, rows of the register, and values that are computed from rows. */
export const FAILED_ITEMS = [
  'signal',
  'levels',
  'box',
  'forecast',
  'outcome',
  'register',
  'baseline',
  'twin',
  'figures',
  'list',
  'bars',
] as const;

/** Kind of an item that fails. */
export type FailedItem = (typeof FAILED_ITEMS)[number];
