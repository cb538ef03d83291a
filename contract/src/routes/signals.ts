import * as z from 'zod/mini';
import { route } from '../route.ts';
import { price, time } from '../wire.ts';
import { tradeCondition } from './analysis.ts';
import { category, categoryParams, noQuery } from './parameters.ts';

/** A call for an overview of several categories opens no page: it counts as no view. */
const listQuery = z.strictObject({ for: z.optional(z.literal('overview')) });

/** Predictor, portfolio and how often their pages were opened. */
export const signalRoutes = {
  predictor: route({
    method: 'GET',
    path: '/predictor/:type',
    access: 'guest',
    summary: 'The newest trade condition of every symbol of a category, newest first',
    params: categoryParams,
    query: listQuery,
    reply: z.array(
      z.object({
        tradeCondition,
        /** Last price and its time; at most five seconds old for guests, null before the first bar. */
        last: z.nullable(z.object({ p: price, d: time })),
      }),
    ),
    codes: ['not-found-404'],
  }),
  portfolioViews: route({
    method: 'GET',
    path: '/portfolio/views',
    access: 'user',
    summary: 'How often the pages of each category were opened since Monday',
    query: noQuery,
    reply: z.array(z.object({ type: category, views: z.number() })),
    codes: ['unauthorized-401'],
  }),
  portfolio: route({
    method: 'GET',
    path: '/portfolio/:type',
    access: 'subscriber',
    summary:
      'Symbols of a category with an open box trade: symbol, kind, opening time; newest first',
    params: categoryParams,
    query: listQuery,
    reply: z.array(z.object({ s: z.string(), t: z.number(), d: time })),
    codes: ['unauthorized-401', 'forbidden-403', 'not-found-404'],
  }),
} as const;
