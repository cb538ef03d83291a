import type { CrystalRule } from '../boxes/crystal.ts';

/** Every version of the engine that this program contains, ascending; published with every result. */
export const ENGINE_VERSIONS = ['1.0.0', '1.1.0'] as const;
/** A version of the engine that this program contains. */
export type EngineVersion = (typeof ENGINE_VERSIONS)[number];
/** The version that new results are published with. */
export const ENGINE_VERSION: EngineVersion = '1.1.0';

/** The rules in which the versions differ. */
export interface EngineRules {
  /** Which densities of crystal pivots are equal. */
  readonly crystal: CrystalRule;
  /** Whether a box trade or condition with a stop or target at or below zero is made. */
  readonly makesImpossiblePrices: boolean;
}

/**
 * The rules of each version.
 * Rule: docs/analysis.md#versions-of-the-engine
 */
export const ENGINE_RULES: Readonly<Record<EngineVersion, EngineRules>> = {
  '1.0.0': { crystal: 1, makesImpossiblePrices: true },
  '1.1.0': { crystal: 2, makesImpossiblePrices: false },
};

/**
 * Whether this program contains the version.
 * Rule: docs/analysis.md#versions-of-the-engine
 */
export function isEngineVersion(version: string): version is EngineVersion {
  return Object.hasOwn(ENGINE_RULES, version);
}

/**
 * Returns the versions of this program before a version, ascending.
 * Rule: docs/analysis.md#versions-of-the-engine
 */
export function listOlderVersions(version: EngineVersion): readonly EngineVersion[] {
  return ENGINE_VERSIONS.slice(0, ENGINE_VERSIONS.indexOf(version));
}
