/** Kinds of corporate actions: changes of an instrument after which its prices or its name do not continue. */
export const ACTION_KINDS = ['split', 'rename'] as const;
/** See `ACTION_KINDS`. */
export type ActionKind = (typeof ACTION_KINDS)[number];

/**
 * States of a corporate action that a source has told.
 *
 * - `open`: an operator has not decided yet
 * - `confirmed`: it is carried out when it is effective, or was
 * - `dismissed`: the history of the symbol continues without it
 */
export const ACTION_STATES = ['open', 'confirmed', 'dismissed'] as const;
/** See `ACTION_STATES`. */
export type ActionState = (typeof ACTION_STATES)[number];

/** Least and greatest number of new shares for each old one. */
export const SPLIT_FACTORS = { least: 0.0001, most: 10_000 } as const;
