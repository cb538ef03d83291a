/** Why a level has no chance: too little history when its set was published, or more than eight market weeks to go. */
export type NoChance = 'history' | 'far';

/** What is shown of the chance that price reaches a level. Times are UTC epoch milliseconds. */
export type ChanceState =
  | {
      readonly state: 'chance';
      /** 0 to 1. */
      readonly chance: number;
      readonly untilMs: number;
      /** As published, or computed from the newest closed bar. */
      readonly of: 'published' | 'now';
      /** Its publication, or the close of that bar. */
      readonly atMs: number;
    }
  /** `atMs` is the close of the bar that reached the level; null when it was reached before publication. */
  | { readonly state: 'reached'; readonly atMs: number | null }
  /** The market is closed until then: no number. */
  | { readonly state: 'closed'; readonly untilMs: number }
  /** The time has passed and the level was not reached. */
  | { readonly state: 'over'; readonly untilMs: number }
  /** The time has passed, and its last bar is not known yet. */
  | { readonly state: 'due'; readonly untilMs: number }
  | { readonly state: 'none'; readonly reason: NoChance };

/** How a chance is written: under 1 %, over 99 %, or in whole per cent between. */
export type ChanceFigure =
  | { readonly kind: 'under' }
  | { readonly kind: 'over' }
  | { readonly kind: 'whole'; readonly percent: number };

/** Returns how a chance of 0 to 1 is written. */
export function chanceFigure(chance: number): ChanceFigure {
  if (chance < 0.01) return { kind: 'under' };
  if (chance > 0.99) return { kind: 'over' };
  return { kind: 'whole', percent: Math.round(chance * 100) };
}

/** The chances of a set of levels: of a week, or of the edges of a box. */
export interface ChanceSet {
  /**
   * Whether the set is counted (`open`), its market is closed until its end, its time has passed, or it has no chances.
   */
  readonly phase: 'open' | 'closed' | 'over' | 'due' | NoChance;
  /** The end of the set; null while it is unknown. */
  readonly untilMs: number | null;
  /** Close of the newest bar, of which the shown chances are; null when they are the published ones. */
  readonly atMs: number | null;
  /** Whether chances of its class are on trial. */
  readonly trial: boolean;
  /** Returns what is shown of a level above (`up`) or below the price at which the set was made. */
  readonly stateOf: (level: number, side: 'up' | 'down') => ChanceState;
}
