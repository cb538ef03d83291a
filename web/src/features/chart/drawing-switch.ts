import type { DrawingId } from '../../drawings/buttons.ts';

/** Which drawings are on, symbol by symbol, and the one that is being drawn. Kept for the visit only. */
export interface DrawingSwitch {
  readonly on: ReadonlyMap<string, readonly DrawingId[]>;
  readonly pending: { readonly symbol: string; readonly id: DrawingId } | null;
}

const NONE: readonly DrawingId[] = [];

/** Nothing is drawn. */
export const NOTHING_DRAWN: DrawingSwitch = { on: new Map(), pending: null };

/** What happens to the drawings. */
export type DrawingEvent =
  | { readonly type: 'pressed'; readonly symbol: string; readonly id: DrawingId }
  | { readonly type: 'drawn' | 'failed'; readonly symbol: string; readonly id: DrawingId };

/** The drawings that are on for a symbol, in the order they were switched on. */
export function drawnOn(state: DrawingSwitch, symbol: string): readonly DrawingId[] {
  return state.on.get(symbol) ?? NONE;
}

function withSymbol(
  state: DrawingSwitch,
  symbol: string,
  ids: readonly DrawingId[],
): DrawingSwitch['on'] {
  return new Map(state.on).set(symbol, ids);
}

/**
 * One draw action at a time: a press removes a drawing that is on and begins one that is off; while one is being drawn
 * every press is ignored, and the state stays the same object. A drawing that failed stays off.
 */
export function switchDrawing(state: DrawingSwitch, event: DrawingEvent): DrawingSwitch {
  const { symbol, id } = event;
  const ids = drawnOn(state, symbol);
  if (event.type === 'pressed') {
    if (state.pending) return state;
    if (!ids.includes(id)) return { ...state, pending: { symbol, id } };
    return {
      ...state,
      on: withSymbol(
        state,
        symbol,
        ids.filter((each) => each !== id),
      ),
    };
  }
  if (state.pending?.symbol !== symbol || state.pending.id !== id) return state;
  if (event.type === 'failed') return { ...state, pending: null };
  return { on: withSymbol(state, symbol, [...ids, id]), pending: null };
}
