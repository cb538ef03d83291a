import { CONDITION_SETUPS } from '@rasat/engine';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { price, time, way } from '../wire.ts';
import { category, categoryParams, have, noQuery } from './parameters.ts';

/** A call for an overview of several categories counts as no page view. */
const listQuery = z.strictObject({ for: z.optional(z.literal('overview')), have });

/**
 * A row of the predictor: the condition, its prices and its outcome. It has no inputs of the condition; the only field
 * for subscribers alone is `setup`.
 */
export const predictorEntry = z.strictObject({
  symbol: z.string(),
  way,
  datetime: time,
  price,
  range: price,
  sl: price,
  tp1: price,
  tp2: price,
  active: z.boolean(),
  /** How it ended: -1 stop, 2 second target, 0 expiry; null while active. */
  ended: z.nullable(z.union([z.literal(-1), z.literal(0), z.literal(2)])),
  /** Whether the first target was reached before the stop. */
  tp1Hit: z.boolean(),
  /** The setup; only for callers with access to the symbol's analysis. */
  setup: z.optional(z.enum(CONDITION_SETUPS)),
});

/** An open box trade: symbol, type number of the box, opening, direction, entry and stop loss. */
export const portfolioItem = z.object({
  s: z.string(),
  t: z.number(),
  d: time,
  way,
  p: price,
  sl: price,
});

/** Predictor, portfolio, and page views of both. */
export const signalRoutes = {
  predictor: route({
    method: 'GET',
    path: '/predictor/:type',
    access: 'guest',
    summary: 'The newest trade condition of every symbol of a category, newest first',
    params: categoryParams,
    query: listQuery,
    reply: z.array(
      z.strictObject({
        tradeCondition: predictorEntry,
        /**
         * Last price and its time, at most a second old, five for guests; null before the first bar, and for callers
         * without access to the prices of the symbol's source.
         */
        last: z.nullable(z.object({ p: price, d: time })),
      }),
    ),
    versioned: true,
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
    summary: 'The open box trades of a category, newest first',
    params: categoryParams,
    query: listQuery,
    reply: z.array(portfolioItem),
    versioned: true,
    codes: ['unauthorized-401', 'forbidden-403', 'not-found-404'],
  }),
} as const;
