import * as z from 'zod/mini';
import { route } from '../route.ts';
import { LANGUAGES } from '../symbols.ts';
import { time } from '../wire.ts';
import { noQuery } from './parameters.ts';

/** Mails of a machine without a mail server; only there, and only for callers on that machine. */
export const mailRoutes = {
  keptMails: route({
    method: 'GET',
    path: '/mails',
    access: 'guest',
    summary: 'Mails that were kept because no mail server is configured, newest first',
    query: noQuery,
    reply: z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        /** Of its reader, whatever the page's. */
        language: z.enum(LANGUAGES),
        written: time,
      }),
    ),
    codes: ['not-found-404'],
  }),
} as const;
