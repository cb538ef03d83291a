import { type BoxType, DAY_MS, HOUR_MS, type Reply, type ROUTES } from '@rasat/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../client/client.ts';

/** Prefix of the query keys of one symbol's analysis. */
export const analysisKey = (symbol: string) => ['analysis', symbol] as const;

const key = (symbol: string, ...rest: readonly (string | number)[]) => [
  ...analysisKey(symbol),
  ...rest,
];

/** This week's buy and sell levels. */
export const levelsQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'levels'),
    queryFn: ({ signal }) => call('levels', { params: { symbol }, signal }),
  });

/** Delay between a close and the reading of its chances: the server needs a moment, and not all pages ask at once. */
const SETTLE_MS = 20_000;
const SPREAD_MS = 60_000;

/**
 * Chances that published levels are reached; null while there is too little history. They are also read after each
 * close of a bar, since the analysis may stay the same while the chances of the newest bar change.
 */
export const touchQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'touch'),
    queryFn: ({ signal }) => call('touch', { params: { symbol }, signal }),
    refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
      data?.now ? untilNextCloseMs(data, data.now.at) + (dataUpdatedAt % SPREAD_MS) : false,
  });

type Touch = NonNullable<Reply<typeof ROUTES.touch>>;

/** Returns the time until the next close after the reply, with the delay of reading. */
function untilNextCloseMs({ serverTime, base }: Touch, atMs: number): number {
  const barMs = base === '1D' ? DAY_MS : HOUR_MS;
  const bars = Math.floor(Math.max(0, serverTime - atMs) / barMs) + 1;
  return atMs + bars * barMs - serverTime + SETTLE_MS;
}

/** Past weekly levels with their outcomes. */
export const pastLevelsQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'levels', 'past'),
    queryFn: ({ signal }) => call('historicalLevels', { params: { symbol }, signal }),
  });

/** Boxes of both terms, newest first. */
export const pastBoxesQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'box', 'past'),
    queryFn: ({ signal }) => call('historicalBox', { params: { symbol }, signal }),
  });

/** The cycle gauge; null while there are too few days. */
export const cycleQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'cycle'),
    queryFn: ({ signal }) => call('cycle', { params: { symbol }, signal }),
  });

/** Seers, trade condition and crystal seer. */
export const seerQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'seer'),
    queryFn: ({ signal }) => call('seer', { params: { symbol }, signal }),
  });

/** The current primary box of a kind; null without one. */
export const boxChartQuery = (symbol: string, type: BoxType) =>
  queryOptions({
    queryKey: key(symbol, 'box', 'chart', type),
    queryFn: ({ signal }) =>
      call('boxChart', { params: { symbol, type: `${type}` as const }, signal }),
  });

/** The newest trade of every kind that has one. */
export const boxTradesQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'box', 'trades'),
    queryFn: ({ signal }) => call('boxTrades', { params: { symbol }, signal }),
  });

/** The newest trade of one kind; null without one. */
export const boxTradeQuery = (symbol: string, type: BoxType) =>
  queryOptions({
    queryKey: key(symbol, 'box', 'trade', type),
    queryFn: ({ signal }) =>
      call('boxTrade', { params: { symbol, box: `${type}` as const }, signal }),
  });

/** The prices of the Gann spectrum, ascending. */
export const gannQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'gann'),
    queryFn: ({ signal }) => call('gann', { params: { symbol }, signal }),
  });

/** The inputs of the Gann spectrum. */
export const gannBasisQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'gann', 'basis'),
    queryFn: ({ signal }) => call('gannBasis', { params: { symbol }, signal }),
  });

/** The crystal clusters above and below the price; null without a box. */
export const crystalBoxQuery = (symbol: string) =>
  queryOptions({
    queryKey: key(symbol, 'crystal'),
    queryFn: ({ signal }) => call('crystalBox', { params: { symbol }, signal }),
  });

/** Marks a symbol's analysis as stale, so that open queries read it again. */
export function refreshAnalysis(client: QueryClient, symbol: string): Promise<void> {
  return client.invalidateQueries({ queryKey: analysisKey(symbol) });
}
