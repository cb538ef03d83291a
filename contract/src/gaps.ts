/**
 * States of a gap: bars that the calendar of a history has and the history lacks.
 *
 * - `open`: it was found, and its source has not been asked for it yet
 * - `filling`: its source is being asked
 * - `filled`: its source has delivered every bar
 * - `empty`: its source has none of the bars that still lack
 */
export const GAP_STATES = ['open', 'filling', 'filled', 'empty'] as const;
/** See `GAP_STATES`. */
export type GapState = (typeof GAP_STATES)[number];
