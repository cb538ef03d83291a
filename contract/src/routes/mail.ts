import * as z from 'zod/mini';
import { route } from '../route.ts';
import { noQuery } from './parameters.ts';

/** Address of the kept mails of a machine without a mail server; they are never served to the public. */
export const mailRoutes = {
  keptMails: route({
    method: 'GET',
    path: '/mails',
    access: 'guest',
    summary:
      "Address of the operator's page of mails, which are kept while no mail server is configured",
    query: noQuery,
    reply: z.object({ address: z.string() }),
    codes: ['not-found-404'],
  }),
} as const;
