import * as z from 'zod/mini';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { noQuery } from './parameters.ts';

/** How the server is. */
export const platformRoutes = {
  health: route({
    method: 'GET',
    path: '/health',
    access: 'guest',
    summary: 'Ready (200) or not yet (503), and what pages show of a server that begins',
    query: noQuery,
    reply: z.object({
      ready: z.boolean(),
      /** Whether its markets are still filled, or read for the first time. */
      behind: z.boolean(),
      /** How much of the first filling of the markets is done, 0 to 1; 1 afterwards. */
      filled: z.number(),
      /** Whether calls are refused at present, because it cannot keep up. */
      busy: z.boolean(),
      serverTime: time,
    }),
    codes: ['unavailable-503'],
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'guest',
    summary: 'This document',
    query: noQuery,
    reply: z.record(z.string(), z.unknown()),
    rawReply: true,
    codes: [],
  }),
} as const;
