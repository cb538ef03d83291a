import { DAY_MS } from '../time/resolution.ts';
import type { Basis } from './basis.ts';

/** Life of a condition in daily bars. */
export const CONDITION_DAYS = 20;

/** Decimals of a published chance of touch. */
export const CHANCE_DIGITS = 4;

/** How long the tracked entry of a week's levels is followed. */
export const LEVELS_TRADE_MS = 14 * DAY_MS;

/**
 * Version of each rule. It rises when a rule may give another value for the same inputs. The version of the crystal
 * rule follows from that of the engine.
 */
export const RULE_VERSIONS: Readonly<Record<Exclude<Basis['rule'], 'crystal'>, number>> = {
  seer: 1,
  box: 1,
  trade: 1,
  levels: 1,
  levelsTrade: 1,
  gann: 1,
  condition: 1,
  cycle: 1,
  touch: 1,
};
