import type { Box, Trade } from '../boxes/box.ts';
import type { BoxKind, BoxTerm } from '../boxes/kinds.ts';
import type { Cycle } from '../cycle/cycle.ts';
import type { GannBasis } from '../explain/basis.ts';
import type { WeeklyLevels } from '../levels/levels.ts';
import type { CrystalSeer, Seer } from '../seer/seer.ts';
import type { TradeCondition } from '../signals/condition.ts';
import type { BaseResolution } from '../time/resolution.ts';
import type { TouchClass } from '../touch/classes.ts';
import type { SetChances, ShownCone } from '../touch/forecast.ts';

/** Published chances of touch and cones of a symbol. */
export interface TouchView {
  readonly touchClass: TouchClass;
  readonly base: BaseResolution;
  /** Chances of the current weekly set; null where it has none. */
  readonly levels: SetChances | null;
  readonly boxes: Readonly<Record<BoxKind, Readonly<Record<BoxTerm, SetChances | null>>>>;
  readonly cones: {
    readonly day: ShownCone | null;
    readonly week: ShownCone | null;
    /**
     * Share of each slot of the week in its movement when the newest cone was made, in hundred-thousandths; the first
     * slot begins on Monday 00:00 UTC. Empty before the first cone.
     */
    readonly slots: readonly number[];
  };
}

/**
 * Everything that the product shows of one symbol, as plain data that survives JSON unchanged. A member is null (or an
 * empty list) until its warm-up is over, never a partial number.
 */
export interface EngineView {
  readonly engineVersion: string;
  /** Opening time of the last accepted base bar. */
  readonly lastBarMs: number | null;
  /** Close of that bar. */
  readonly barTimeMs: number | null;
  /** Last base close, rounded. */
  readonly close: number | null;
  /** Average true range of 20 completed days, rounded. */
  readonly atr1D: number | null;
  readonly cycle: Cycle | null;
  readonly levels: WeeklyLevels | null;
  readonly gann: { readonly prices: readonly number[]; readonly basis: GannBasis } | null;
  readonly seer: Seer | null;
  readonly closeSeer: Seer | null;
  readonly reverseSeer: Seer | null;
  readonly crystalSeer: CrystalSeer | null;
  /** The clusters of the primary crystal box (the long box without hourly data); `d` is its start. */
  readonly crystalBox: { readonly top: number; readonly bottom: number; readonly d: number } | null;
  readonly condition: TradeCondition | null;
  readonly touch: TouchView | null;
  readonly boxes: Readonly<Record<BoxKind, Readonly<Record<BoxTerm, Box | null>>>>;
  /** Newest trade of each kind and term, open or closed. */
  readonly trades: Readonly<Record<BoxKind, Readonly<Record<BoxTerm, Trade | null>>>>;
}
