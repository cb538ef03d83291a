import { levelsMadeMs } from '../levels/levels.ts';
import { bucketStart } from '../time/resolution.ts';
import type { EngineState } from './state.ts';

/**
 * Whether a box trade, condition, weekly set or forecast made at or before `timeMs` may still have a result.
 * Rule: docs/analysis.md#versions-of-the-engine
 */
export function hasOpenMadeBy(state: EngineState, timeMs: number): boolean {
  const { openTrades, openConditions, openLevels, openForecasts, options } = state;
  return (
    openTrades.some(({ position }) => position.openedMs <= timeMs) ||
    openConditions.some(({ position }) => position.openedMs <= timeMs) ||
    openLevels.some(({ source }) => levelsMadeMs(source.d, options.fx) <= timeMs) ||
    openForecasts.some(({ head }) => head.fromMs <= timeMs) ||
    waitsForEntry(state, timeMs)
  );
}

/** Whether the current weekly set was made by then and may still be entered. */
function waitsForEntry({ levels, clock, options }: EngineState, timeMs: number): boolean {
  if (levels === null || levels.traded === 1 || levels.createdMs > timeMs) return false;
  return bucketStart('1W', clock.lastBarMs, options.fx) <= levels.d;
}
