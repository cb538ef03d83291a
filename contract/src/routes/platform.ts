import * as z from 'zod/mini';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { noQuery } from './parameters.ts';

/** The state of the server. */
export const platformRoutes = {
  health: route({
    method: 'GET',
    path: '/health',
    access: 'guest',
    summary: 'Ready (200) or not yet (503), and what pages show while the server starts',
    query: noQuery,
    reply: z.object({
      ready: z.boolean(),
      /** Whether the markets are still being filled or read for the first time. */
      behind: z.boolean(),
      /** Share of the first filling of the markets, 0 to 1; 1 afterwards. */
      filled: z.number(),
      /** Whether calls are refused because the server is overloaded. */
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
