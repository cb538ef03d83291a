import type { Basis } from './basis.ts';

/** Version of each rule; raised whenever a rule may give another value for the same inputs. */
export const RULE_VERSIONS: Readonly<Record<Basis['rule'], number>> = {
  seer: 1,
  box: 1,
  crystal: 1,
  trade: 1,
  levels: 1,
  levelsTrade: 1,
  gann: 1,
  condition: 1,
  cycle: 1,
};
