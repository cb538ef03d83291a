import { BOXES, type BoxKind } from '@rasat/contract';

/** The kinds that have a levels button: all but crystal, which has its own. */
export const LEVEL_KINDS = ['hayyam', '52', '144', '36'] as const satisfies readonly BoxKind[];

/** A drawing that a header button switches on and off. */
export type DrawingId =
  | 'gann'
  | 'crystal'
  | 'targets'
  | `box.${BoxKind}`
  | `levels.${(typeof LEVEL_KINDS)[number]}`;

/** The box that a button is about; null for the three that are about none. */
export function boxOf(id: DrawingId): BoxKind | null {
  return BOXES.find(({ kind }) => id === `box.${kind}` || id === `levels.${kind}`)?.kind ?? null;
}
