/**
 * The terms that the product explains, by group and in the order of the glossary. Each is also an anchor of the
 * glossary page.
 */
export const TERM_GROUPS = {
  analysis: ['box', 'trade-line', 'weekly-levels', 'seer', 'cycle', 'gann-spectrum'],
  trade: ['trade-condition', 'setup', 'stop-loss', 'take-profit', 'r', 'atr'],
  honesty: ['matched-entries', 'interval', 'live', 'backtest', 'simulated', 'imported'],
  pages: ['predictor', 'portfolio', 'record'],
} as const;

/** A group of terms. */
export type TermGroup = keyof typeof TERM_GROUPS;

/** A term that the product explains. */
export type Term = (typeof TERM_GROUPS)[TermGroup][number];

/** Every term, in the order of the glossary. */
export const TERMS: readonly Term[] = Object.values(TERM_GROUPS).flat();
