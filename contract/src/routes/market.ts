import * as z from 'zod/mini';
import { route } from '../route.ts';
import { bar, quote, symbolEntry, time } from '../wire.ts';
import { have, noQuery, wholeNumber } from './parameters.ts';

/** Symbols, bars and last prices. */
export const marketRoutes = {
  symbols: route({
    method: 'GET',
    path: '/symbols',
    access: 'guest',
    summary: 'Every symbol with its category and the decimals of its price',
    query: noQuery,
    reply: z.array(symbolEntry),
    codes: [],
  }),
  historical: route({
    method: 'GET',
    path: '/historical/:key',
    access: 'user',
    summary:
      'Closed bars and the forming one, oldest first; key is symbol and resolution joined by a hyphen',
    params: z.strictObject({ key: z.string().check(z.maxLength(40)) }),
    query: z.strictObject({ to: z.optional(wholeNumber), limit: z.optional(wholeNumber) }),
    reply: z.array(bar),
    rawReply: true,
    codes: ['bad-fields-400', 'unauthorized-401', 'forbidden-403', 'not-found-404'],
  }),
  quotes: route({
    method: 'GET',
    path: '/quotes/:type',
    access: 'user',
    summary: 'Last price, day change and thirty daily closes of every symbol of a category',
    params: z.strictObject({ type: z.string().check(z.maxLength(40)) }),
    query: z.strictObject({ have }),
    reply: z.object({ serverTime: time, quotes: z.array(quote) }),
    rawReply: true,
    versioned: true,
    codes: ['unauthorized-401', 'not-found-404'],
  }),
} as const;
