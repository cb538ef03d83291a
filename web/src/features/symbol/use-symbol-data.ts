import { BOXES } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  boxChartQuery,
  boxTradesQuery,
  cycleQuery,
  levelsQuery,
  pastBoxesQuery,
  refreshAnalysis,
  seerQuery,
  touchQuery,
} from '../../api/calls/analysis.ts';
import {
  historyQuery,
  type Quote,
  quotesQuery,
  type SymbolEntry,
  type WireBar,
} from '../../api/calls/market.ts';
import { useAnalysisChanged, useChannel } from '../../api/live/live.ts';
import { type BoxCard, composeBoxCards, listSketchNeeds } from './box-cards.ts';
import { joinPanels, mapPanel, type PanelState, toPanel } from './panel-state.ts';
import type { CycleReply, LevelsReply, SeerReply, TouchReply } from './replies.ts';

/** The data of the page: a panel's state for each part. */
export interface SymbolData {
  readonly quote: PanelState<Quote | null>;
  readonly seer: PanelState<SeerReply>;
  readonly levels: PanelState<LevelsReply>;
  readonly touch: PanelState<TouchReply>;
  readonly cycle: PanelState<CycleReply>;
  readonly cards: PanelState<readonly BoxCard[]>;
  /** Bars for the sketches of the cards, as far as they are loaded. */
  readonly bars: ReadonlyMap<Resolution, readonly WireBar[]>;
  /** Milliseconds by which the server's clock is ahead of the page's. */
  readonly clockAheadMs: number;
}

/** Reads the quote of a symbol, and joins the channel of its price. */
export function useQuote({ symbol, type }: SymbolEntry): PanelState<Quote | null> {
  useChannel({ kind: 'tick', symbol });
  return mapPanel(
    toPanel(useQuery(quotesQuery(type))),
    ({ quotes }) => quotes.find((q) => q.s === symbol) ?? null,
  );
}

/** Reads the data of a symbol's page, joins the channel of its price, and reads again whenever its analysis changes. */
export function useSymbolData(entry: SymbolEntry): SymbolData {
  const { symbol } = entry;
  const client = useQueryClient();
  const refresh = useCallback(
    (changed: string) => {
      void refreshAnalysis(client, changed);
      void client.invalidateQueries({ queryKey: ['market', 'history', changed] });
    },
    [client],
  );
  useAnalysisChanged(symbol, refresh);

  const seer = useQuery(seerQuery(symbol));
  const cards = useCards(entry);
  return {
    quote: useQuote(entry),
    seer: toPanel(seer),
    levels: toPanel(useQuery(levelsQuery(symbol))),
    touch: toPanel(useQuery(touchQuery(symbol))),
    cycle: toPanel(useQuery(cycleQuery(symbol))),
    cards,
    bars: useSketchBars(symbol, cards),
    clockAheadMs: seer.data ? seer.data.serverTime - seer.dataUpdatedAt : 0,
  };
}

function useCards({ symbol, base }: SymbolEntry): PanelState<readonly BoxCard[]> {
  const charts = useQueries({
    queries: BOXES.map(({ type }) => boxChartQuery(symbol, type)),
    combine: (results) =>
      joinPanels(Object.fromEntries(results.map((result, i) => [String(i), toPanel(result)]))),
  });
  const trades = toPanel(useQuery(boxTradesQuery(symbol)));
  const past = toPanel(useQuery(pastBoxesQuery(symbol)));
  return mapPanel(joinPanels({ charts, trades, past }), (data) =>
    composeBoxCards(
      base,
      BOXES.map((_, i) => data.charts[String(i)] ?? null),
      data.trades,
      data.past,
    ),
  );
}

function useSketchBars(
  symbol: string,
  cards: PanelState<readonly BoxCard[]>,
): ReadonlyMap<Resolution, readonly WireBar[]> {
  const needs = cards.status === 'ready' ? listSketchNeeds(cards.data) : [];
  const results = useQueries({
    queries: needs.map(({ resolution, limit }) => historyQuery(symbol, resolution, { limit })),
  });
  return new Map(needs.map(({ resolution }, i) => [resolution, results[i]?.data ?? []]));
}
