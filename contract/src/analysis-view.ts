import type { BaseRateView } from './base-rate.ts';
import type { BoxKind } from './symbols.ts';

/** End of a condition. */
export interface ConditionEndView {
  /** -1 stop, 2 second target, 0 expiry. */
  readonly by: -1 | 0 | 2;
  readonly atMs: number;
  /** Exit price; null when unknown. */
  readonly exit: number | null;
}

/** The trade condition as the page shows it. Times are UTC epoch milliseconds, prices in the symbol's own unit. */
export interface ConditionView {
  readonly way: boolean;
  readonly price: number;
  /** Price distance of one R. */
  readonly range: number;
  readonly datetime: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  /** Null while it is active. */
  readonly end: ConditionEndView | null;
  readonly tp1Hit: boolean;
}

/** A seer as the page shows it: its way (true: support), its level, and whether it is old enough to be the main one. */
export interface SeerView {
  readonly way: boolean;
  readonly level: number;
  /** Whole days since the turn. */
  readonly ageDays: number;
}

/** The main seer, with the result of the age rule. */
export interface MainSeerView extends SeerView {
  readonly main: boolean;
}

/** The close seer, with whether it has the way of the main seer; null without a main seer. */
export interface CloseSeerView extends SeerView {
  readonly safe: boolean | null;
}

/** One box as its card shows it. */
export interface BoxView {
  readonly kind: BoxKind;
  /** Direction of the card: true bullish, false bearish, null without a trade. */
  readonly bullish: boolean | null;
  /** -1 stop loss hit, 0 open, 1 take profit reached; null without a trade. */
  readonly status: -1 | 0 | 1 | null;
  /** True after its stop, its first target or its expiry. */
  readonly closed: boolean;
  /** Direction of the long-term box; as `bullish`. */
  readonly longBullish: boolean | null;
  /** The edges of the drawn box; null when there is none. */
  readonly edges: { readonly top: number; readonly bottom: number } | null;
  /** Whether the card only states that this box needs hourly bars. */
  readonly needsHourly: boolean;
}

/** Inputs of the text: the values that the symbol page shows, and no others. */
export interface AnalysisView {
  readonly symbol: string;
  /** The last price; null before the first bar. */
  readonly price: number | null;
  /** ATR of the last completed day; null with too few days. */
  readonly atr: number | null;
  readonly condition: ConditionView | null;
  readonly seer: MainSeerView | null;
  readonly closeSeer: CloseSeerView | null;
  readonly crystal: { readonly way: boolean; readonly level: number } | null;
  readonly boxes: readonly BoxView[];
  readonly levels: { readonly buy: readonly number[]; readonly sell: readonly number[] };
  readonly cycle: {
    readonly value: number;
    readonly percentage: number;
    readonly positive: boolean;
    readonly warming: boolean;
  } | null;
  /** Null when the record has too little; undefined while it is loading. */
  readonly baseRate: BaseRateView | null | undefined;
}
