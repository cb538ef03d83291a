import type { Reply, ROUTES } from '@rasat/contract';

/** Seers, trade condition and crystal seer on the wire. */
export type SeerReply = Reply<typeof ROUTES.seer>;
/** A trade condition on the wire. */
export type Condition = NonNullable<SeerReply['tradeCondition']>;
/** This week's levels on the wire. */
export type LevelsReply = Reply<typeof ROUTES.levels>;
/** Chances of touch; null while there is too little history. */
export type TouchReply = Reply<typeof ROUTES.touch>;
/** A past week with its outcome. */
export type PastWeek = Reply<typeof ROUTES.historicalLevels>[number];
/** The cycle on the wire. */
export type CycleReply = Reply<typeof ROUTES.cycle>;
/** The current primary box of a kind. */
export type BoxChart = NonNullable<Reply<typeof ROUTES.boxChart>>;
/** Boxes of both terms, newest first. */
export type PastBoxes = Reply<typeof ROUTES.historicalBox>;
/** A box with its trade. */
export type PastBox = PastBoxes['shortTerm'][number];
/** A trade of a box. */
export type BoxTrade = NonNullable<PastBox['trade']>;
/** The newest trade of every kind. */
export type BoxTrades = Reply<typeof ROUTES.boxTrades>;
