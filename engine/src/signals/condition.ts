import type { ConditionBasis, ConditionSetup, Direction } from '../explain/basis.ts';

/** What ended a trade condition. */
export type ConditionEnd = 'stop' | 'target' | 'expiry';

/** A trade condition as published: the newest signal of its symbol. Prices rounded. */
export interface TradeCondition {
  readonly id: string;
  readonly setup: ConditionSetup;
  readonly way: Direction;
  readonly price: number;
  readonly range: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  readonly datetime: number;
  readonly expiry: number;
  /** False for good once the stop or the second target was touched or the time ran out. */
  readonly active: boolean;
  readonly tp1Hit: boolean;
  readonly endedBy: ConditionEnd | null;
  readonly endedMs: number | null;
  /** The price at which the second leg was closed; null while active. */
  readonly exit: number | null;
  readonly basis: ConditionBasis;
}
