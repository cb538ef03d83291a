import { isReference } from '@rasat/contract';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { refreshAnalysis } from '../../api/calls/analysis.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { toApiError } from '../../api/client/error.ts';
import { useAnalysisChanged } from '../../api/live/live.ts';
import { useSubscribed } from '../../api/session/session.ts';
import type { Drawing } from '../../charts/index.ts';
import { type DrawingButton, type DrawingId, getButton } from '../../drawings/buttons.ts';
import { type Drawn, drawingQuery, drawSource } from '../../drawings/kinds.ts';
import { useDrawingWords } from '../../drawings/words.ts';
import { type DrawingEvent, drawnOn, NOTHING_DRAWN, switchDrawing } from './drawing-switch.ts';

/** Outcome of a press, for the line that announces it. */
export type PressOutcome =
  | 'drawn'
  | 'removed'
  | 'needsHourly'
  | 'needsSubscription'
  | DrawingButton['missing'];

/** The drawings of a symbol and how to switch them. */
export interface Drawings {
  readonly on: readonly DrawingId[];
  readonly pending: DrawingId | null;
  /** The shown drawings with their explanations, by drawing id. */
  readonly drawn: ReadonlyMap<string, Drawn>;
  /** The shown drawings, for the chart. */
  readonly drawings: readonly Drawing[];
  readonly press: (id: DrawingId) => void;
}

/** Returns the data of several queries, null for one without data; the same array while none of them changed. */
function onlyData<T>(results: readonly UseQueryResult<T>[]): (T | null)[] {
  return results.map((result) => result.data ?? null);
}

/**
 * Returns the drawings of a symbol and the function that switches them, one at a time. They are stored per symbol while
 * the page is open, and read again when the analysis changes. A drawing that failed is off again, without a message.
 */
export function useDrawings(
  entry: SymbolEntry,
  onOutcome: (id: DrawingId, outcome: PressOutcome) => void,
): Drawings {
  const client = useQueryClient();
  const subscribed = useSubscribed();
  const [state, setState] = useState(NOTHING_DRAWN);
  // A ref, because the next press may come before the state is rendered.
  const latest = useRef(state);
  const words = useDrawingWords();
  const { symbol } = entry;
  useAnalysisChanged(
    symbol,
    useCallback((changed: string) => void refreshAnalysis(client, changed), [client]),
  );

  const press = useCallback(
    (id: DrawingId): void => {
      if (!subscribed) {
        onOutcome(id, 'needsSubscription');
        return;
      }
      const happen = (type: DrawingEvent['type']): boolean => {
        const before = latest.current;
        latest.current = switchDrawing(before, { type, symbol, id });
        setState(latest.current);
        return latest.current !== before;
      };
      if (!happen('pressed')) return;
      if (!latest.current.pending) {
        onOutcome(id, 'removed');
        return;
      }
      client.fetchQuery(drawingQuery(client, entry, id)).then(
        (source) => {
          happen(source ? 'drawn' : 'failed');
          const { box, missing } = getButton(id);
          const isDaily = entry.base === '1D' && !isReference(entry.delay);
          const reason = isDaily && box !== null ? 'needsHourly' : missing;
          onOutcome(id, source ? 'drawn' : reason);
        },
        (error: unknown) => {
          happen('failed');
          if (toApiError(error).code === 'forbidden-403') onOutcome(id, 'needsSubscription');
          if (import.meta.env.DEV) console.warn(`drawing ${id} of ${symbol} failed`, error);
        },
      );
    },
    [client, entry, symbol, subscribed, onOutcome],
  );

  const on = drawnOn(state, symbol);
  const loaded = useQueries({
    queries: on.map((id) => drawingQuery(client, entry, id)),
    combine: onlyData,
  });
  const drawn = useMemo(
    () =>
      new Map<string, Drawn>(
        on.flatMap((id, i) => (loaded[i] ? [[id, drawSource(id, loaded[i], words)]] : [])),
      ),
    [on, loaded, words],
  );
  const drawings = useMemo(() => Array.from(drawn.values(), ({ drawing }) => drawing), [drawn]);
  const pending = state.pending?.symbol === symbol ? state.pending.id : null;
  return { on, pending, drawn, drawings, press };
}
