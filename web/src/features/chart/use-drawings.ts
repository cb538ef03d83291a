import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { refreshAnalysis } from '../../api/calls/analysis.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { toApiError } from '../../api/client/error.ts';
import { useAnalysisChanged } from '../../api/live/live.ts';
import { useSubscribed } from '../../api/session/session.ts';
import type { Drawing } from '../../charts/index.ts';
import { type DrawingId, getButton } from '../../drawings/buttons.ts';
import { type Drawn, drawingQuery, drawSource } from '../../drawings/kinds.ts';
import { useDrawingWords } from '../../drawings/words.ts';
import { type DrawingEvent, drawnOn, NOTHING_DRAWN, switchDrawing } from './drawing-switch.ts';

/** What came of a press, for the one line that says so. */
export type PressOutcome = 'drawn' | 'removed' | 'nothing' | 'needsHourly' | 'needsSubscription';

/** The drawings of a symbol and how to switch them. */
export interface Drawings {
  readonly on: readonly DrawingId[];
  readonly pending: DrawingId | null;
  /** What is drawn, by the ids that its targets name. */
  readonly drawn: ReadonlyMap<string, Drawn>;
  /** The same for the chart. */
  readonly drawings: readonly Drawing[];
  readonly press: (id: DrawingId) => void;
}

/** The data of several queries; the same array while none of them changed. */
function onlyData<T>(results: readonly UseQueryResult<T>[]): (T | null)[] {
  return results.map((result) => result.data ?? null);
}

/**
 * The drawings of a symbol: pressed on and off one at a time, kept per symbol for the visit, read again whenever the
 * server has a new analysis. A drawing that fails puts its button back without a word.
 */
export function useDrawings(
  entry: SymbolEntry,
  onOutcome: (id: DrawingId, outcome: PressOutcome) => void,
): Drawings {
  const client = useQueryClient();
  const subscribed = useSubscribed();
  const [state, setState] = useState(NOTHING_DRAWN);
  // Known at once: the next press may come before what is told here is drawn.
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
          const missing =
            entry.base === '1D' && getButton(id).box !== null ? 'needsHourly' : 'nothing';
          onOutcome(id, source ? 'drawn' : missing);
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
