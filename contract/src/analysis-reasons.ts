import type { AnalysisView, BoxView } from './analysis-view.ts';
import type { BoxKind } from './symbols.ts';

/** Most reasons that the list shows. */
export const REASONS_MAX = 6;

/** One reason: the value it rests on, its direction, and its weight. */
export interface AnalysisReason {
  readonly of:
    | { readonly part: 'seer' | 'close' | 'weekly' | 'cycle' | 'crystal' }
    | { readonly part: 'box'; readonly kind: BoxKind };
  /** 1 points up, -1 down, 0 neither. */
  readonly sign: -1 | 0 | 1;
  /** 0 to 3. */
  readonly pips: 0 | 1 | 2 | 3;
}

const signOf = (up: boolean): 1 | -1 => (up ? 1 : -1);

function seerReasons(view: AnalysisView): readonly AnalysisReason[] {
  const { seer, closeSeer: close, crystal } = view;
  return [
    ...(seer
      ? [{ of: { part: 'seer' }, sign: signOf(seer.way), pips: seer.main ? 3 : 2 } as const]
      : []),
    ...(close
      ? [{ of: { part: 'close' }, sign: signOf(close.way), pips: close.safe ? 2 : 1 } as const]
      : []),
    ...(crystal ? [{ of: { part: 'crystal' }, sign: signOf(crystal.way), pips: 1 } as const] : []),
  ];
}

/** Returns the reason of the weekly levels that the price has passed: the buy list upward, the sell list downward. */
function weeklyReason(view: AnalysisView): readonly AnalysisReason[] {
  const { buy, sell } = view.levels;
  if (view.price === null || buy.length === 0 || sell.length === 0) return [];
  const last = view.price;
  const up = buy.filter((level) => last >= level).length;
  const down = sell.filter((level) => last <= level).length;
  const passed = Math.min(3, Math.max(up, down)) as AnalysisReason['pips'];
  const sign = passed === 0 ? 0 : signOf(up > 0);
  return [{ of: { part: 'weekly' }, sign, pips: passed }];
}

function cycleReason(view: AnalysisView): readonly AnalysisReason[] {
  const { cycle } = view;
  if (!cycle) return [];
  const strength = cycle.warming ? 0 : Math.ceil(Math.min(1, Math.abs(cycle.value)) * 3);
  const pips = strength as AnalysisReason['pips'];
  return [{ of: { part: 'cycle' }, sign: pips === 0 ? 0 : signOf(cycle.positive), pips }];
}

function boxReason(box: BoxView): readonly AnalysisReason[] {
  if (box.bullish === null) return [];
  const own = box.status === 0 && !box.closed ? 2 : box.status === 1 ? 1 : 0;
  const agrees = own > 0 && box.longBullish === box.bullish ? 1 : 0;
  const pips = (own + agrees) as AnalysisReason['pips'];
  return [
    { of: { part: 'box', kind: box.kind }, sign: pips === 0 ? 0 : signOf(box.bullish), pips },
  ];
}

/** The reasons of a view: `shown` for the list, `rest` beyond its length. */
export interface AnalysisReasons {
  readonly shown: readonly AnalysisReason[];
  readonly rest: readonly AnalysisReason[];
}

/**
 * Returns the reasons under the first sentence, strongest first, at most `REASONS_MAX`. The sign is the direction of a
 * value, the pips are its weight: main seer 3, middle seer 2; close seer 2 when it agrees with the main seer, else 1;
 * crystal seer 1; one for each weekly level that the price has passed; the cycle's value in thirds; a box with an open
 * trade 2, a box that reached its target 1, each plus one when its long term agrees. When a shortened list would show
 * one direction alone, the strongest reason of the other direction takes the last line.
 */
export function computeReasons(view: AnalysisView): AnalysisReasons {
  const all = [
    ...seerReasons(view),
    ...weeklyReason(view),
    ...cycleReason(view),
    ...view.boxes.flatMap(boxReason),
  ].toSorted((a, b) => b.pips - a.pips);
  const first = all[0];
  const cut = all.slice(0, REASONS_MAX);
  const isOther = (r: AnalysisReason): boolean => r.pips > 0 && r.sign === -(first?.sign ?? 0);
  const other = cut.some(isOther) ? undefined : all.slice(REASONS_MAX).find(isOther);
  const shown = other ? [...cut.slice(0, -1), other] : cut;
  return { shown, rest: all.filter((reason) => !shown.includes(reason)) };
}
