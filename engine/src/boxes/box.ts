import type { BoxBasis, Direction, TradeBasis } from '../explain/basis.ts';
import type { Resolution } from '../time/resolution.ts';
import type { BoxKind, BoxTerm } from './kinds.ts';

/** Price lines of a box, rounded to the symbol's digits. */
export interface BoxPrices {
  readonly bottom: number;
  readonly middleDown: number;
  readonly middle: number;
  readonly middleUp: number;
  readonly top: number;
  readonly upTrade: number;
  readonly downTrade: number;
}

/** Time lines of a box, epoch milliseconds rounded to the minute. */
export interface BoxTimes {
  readonly start: number;
  readonly fQuarter: number;
  readonly fHalf: number;
  readonly middle: number;
  readonly lHalf: number;
  readonly lQuarter: number;
  readonly end: number;
}

/** A box as published. Only a split changes it after creation. */
export interface Box {
  readonly id: string;
  readonly kind: BoxKind;
  readonly term: BoxTerm;
  readonly resolution: Resolution;
  readonly p: BoxPrices;
  readonly d: BoxTimes;
  readonly createdMs: number;
  /** Crystal boxes only: the two clusters. */
  readonly crystalSeer?: { readonly top: number; readonly bottom: number };
  readonly basis: BoxBasis;
}

/** -1 stop loss hit, 0 open or expired, 1 target reached. */
export type TradeStatus = -1 | 0 | 1;

/** A trade of a box as published. Prices rounded to the symbol's digits. */
export interface Trade {
  readonly id: string;
  readonly way: Direction;
  readonly sl: number;
  readonly p: number;
  readonly tp1: number;
  readonly tp2: number;
  /** Outcome of the leg of the first target. */
  readonly status: TradeStatus;
  /** Opening of the trade: close of the bar that entered. */
  readonly d: number;
  readonly expiry: number;
  /** True once the first target's leg is decided; status 0 and closed means expired. */
  readonly closed: boolean;
  /** Exit price of the first leg, null while open. */
  readonly exit: number | null;
  readonly tp2Hit: boolean;
  /** True once the second target's leg is decided. */
  readonly tp2Closed: boolean;
  readonly basis: TradeBasis;
}
