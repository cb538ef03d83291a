import type { Resolution } from '../time/resolution.ts';
import type { BoxKind, BoxTerm } from './kinds.ts';

/** One causal pivot detector: a count of bars and the timeframe it watches. */
export type DetectorName =
  | '36@60'
  | '36@240'
  | '33@240'
  | '33@1D'
  | '144@240'
  | '144@1D'
  | '52@1D'
  | '52@1W';

/** What a detector counts and where it looks. */
export interface DetectorRule {
  readonly name: DetectorName;
  /** The N of "a box of N": the box spans N bars and sqrt(N) average ranges. */
  readonly n: number;
  readonly resolution: Resolution;
  /** Weight of its pivots in the crystal memory; 0 keeps them out. */
  readonly crystalWeight: number;
}

/**
 * All detectors, by timeframe; within a timeframe in the order in which they run.
 * Rule: docs/analysis.md#kinds-and-detectors
 */
export const DETECTORS: readonly DetectorRule[] = [
  { name: '36@60', n: 36, resolution: '60', crystalWeight: 0 },
  { name: '33@240', n: 33, resolution: '240', crystalWeight: 1 },
  { name: '36@240', n: 36, resolution: '240', crystalWeight: 0 },
  { name: '144@240', n: 144, resolution: '240', crystalWeight: 2 },
  { name: '33@1D', n: 33, resolution: '1D', crystalWeight: 2 },
  { name: '52@1D', n: 52, resolution: '1D', crystalWeight: 3 },
  { name: '144@1D', n: 144, resolution: '1D', crystalWeight: 4 },
  { name: '52@1W', n: 52, resolution: '1W', crystalWeight: 0 },
];

/** A slot for one current box: a kind, a term and the detector. */
export interface BoxSlot {
  readonly kind: BoxKind;
  readonly term: BoxTerm;
  readonly resolution: Resolution;
  /** The detector whose pivots make the box; null for crystal boxes, which a calendar makes. */
  readonly detector: DetectorName | null;
}

/**
 * All box slots in the order in which they are processed.
 * Rule: docs/analysis.md#kinds-and-detectors
 */
export const BOX_SLOTS: readonly BoxSlot[] = [
  { kind: 'hayyam', term: 'short', resolution: '240', detector: '33@240' },
  { kind: 'hayyam', term: 'long', resolution: '1D', detector: '33@1D' },
  { kind: '52', term: 'short', resolution: '1D', detector: '52@1D' },
  { kind: '52', term: 'long', resolution: '1W', detector: '52@1W' },
  { kind: '144', term: 'short', resolution: '240', detector: '144@240' },
  { kind: '144', term: 'long', resolution: '1D', detector: '144@1D' },
  { kind: '36', term: 'short', resolution: '60', detector: '36@60' },
  { kind: '36', term: 'long', resolution: '240', detector: '36@240' },
  { kind: 'crystal', term: 'short', resolution: '240', detector: null },
  { kind: 'crystal', term: 'long', resolution: '1D', detector: null },
];
