import type { Category, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** A row of the predictor: the trade condition and the last price. */
export type PredictorItem = Reply<typeof ROUTES.predictor>[number];
/** A row of the portfolio: symbol, kind of box, opening of the trade. */
export type PortfolioItem = Reply<typeof ROUTES.portfolio>[number];

/** The newest trade condition of every symbol of a category, newest first. */
export const predictorQuery = (type: Category) =>
  queryOptions({
    queryKey: ['signals', 'predictor', type],
    queryFn: ({ signal }) => call('predictor', { params: { type }, signal }),
    refetchInterval: 60_000,
  });

/** Symbols of a category with an open box trade, newest first. */
export const portfolioQuery = (type: Category) =>
  queryOptions({
    queryKey: ['signals', 'portfolio', type],
    queryFn: ({ signal }) => call('portfolio', { params: { type }, signal }),
    refetchInterval: 60_000,
  });

/** How often each category was opened this week. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: ['signals', 'views'],
    queryFn: ({ signal }) => call('portfolioViews', { signal }),
    staleTime: 60_000,
  });
