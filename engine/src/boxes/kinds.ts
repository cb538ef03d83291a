/** The five analysis boxes, in the order of their type numbers 1 to 5. */
export const BOX_KINDS = ['hayyam', '52', '144', '36', 'crystal'] as const;
/** An analysis box. */
export type BoxKind = (typeof BOX_KINDS)[number];

/** Short is the primary box of a kind, long its companion on the next higher timeframe. */
export const BOX_TERMS = ['short', 'long'] as const;
/** Term of a box. */
export type BoxTerm = (typeof BOX_TERMS)[number];

/**
 * Returns the number (1 to 5) of a kind in calls and lists.
 * Rule: docs/analysis.md#kinds-and-detectors
 */
export function boxTypeNumber(kind: BoxKind): number {
  return BOX_KINDS.indexOf(kind) + 1;
}

/**
 * Returns the kind of a type number; undefined for any number but 1 to 5.
 * Rule: docs/analysis.md#kinds-and-detectors
 */
export function findBoxKind(typeNumber: number): BoxKind | undefined {
  return BOX_KINDS[typeNumber - 1];
}
