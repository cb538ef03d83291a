import type { DrawingId } from '../../drawings/buttons.ts';

/** Drawings that are on, by symbol, and the one that is loading. It lasts as long as the page. */
export interface DrawingSwitch {
  readonly on: ReadonlyMap<string, readonly DrawingId[]>;
  readonly pending: { readonly symbol: string; readonly id: DrawingId } | null;
}

const NONE: readonly DrawingId[] = [];

/** No drawing is on. */
export const NOTHING_DRAWN: DrawingSwitch = { on: new Map(), pending: null };

/** Event of a drawing: its button was pressed, or its load ended. */
export type DrawingEvent =
  | { readonly type: 'pressed'; readonly symbol: string; readonly id: DrawingId }
  | { readonly type: 'drawn' | 'failed'; readonly symbol: string; readonly id: DrawingId };

/** Returns the drawings that are on for a symbol, in the order in which they were switched on. */
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
 * Returns the state after an event. A press removes a drawing that is on, and starts to load one that is off. While a
 * drawing is loading every press is ignored, and the state stays the same object. A drawing that failed stays off.
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
