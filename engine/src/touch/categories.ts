/** The categories of symbols, in the order in which screens list them. */
export const MARKET_CATEGORIES = ['crypto', 'forex', 'bist', 'nasdaq', 'index'] as const;
/** A category of symbols. */
export type MarketCategory = (typeof MARKET_CATEGORIES)[number];
