import type { Category, Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { callVersioned } from '../client/versioned.ts';
import { listOptions } from './lists.ts';

/** A row of the predictor: the trade condition and the last price. */
export type PredictorItem = Reply<typeof ROUTES.predictor>[number];
/** A row of the portfolio: symbol, kind of box, opening of the trade. */
export type PortfolioItem = Reply<typeof ROUTES.portfolio>[number];

/** Whether the list's own page reads it, which counts as a view, or an overview, which does not. */
export type ListPurpose = 'page' | 'overview';

const listQuery = (purpose: ListPurpose) =>
  purpose === 'overview' ? { for: 'overview' as const } : {};

/** The newest trade condition of every symbol of a category, newest first. */
export const predictorQuery = (type: Category, purpose: ListPurpose = 'page') =>
  queryOptions({
    queryKey: ['signals', 'predictor', type, purpose],
    queryFn: (context) =>
      callVersioned('predictor', { params: { type }, query: listQuery(purpose) }, context),
    ...listOptions(type),
  });

/** Symbols of a category with an open box trade, newest first. */
export const portfolioQuery = (type: Category, purpose: ListPurpose = 'page') =>
  queryOptions({
    queryKey: ['signals', 'portfolio', type, purpose],
    queryFn: (context) =>
      callVersioned('portfolio', { params: { type }, query: listQuery(purpose) }, context),
    ...listOptions(type),
  });
