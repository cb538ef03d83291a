import * as z from 'zod/mini';
import { route } from '../route.ts';
import { noQuery } from './parameters.ts';

/** Where the mails of a machine without a mail server are read; they are never served to the public. */
export const mailRoutes = {
  keptMails: route({
    method: 'GET',
    path: '/mails',
    access: 'guest',
    summary:
      'Address of the page, for browsers on this machine, of the mails that are kept because no mail server is configured',
    query: noQuery,
    reply: z.object({ address: z.string() }),
    codes: ['not-found-404'],
  }),
} as const;
