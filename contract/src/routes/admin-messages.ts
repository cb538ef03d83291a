import * as z from 'zod/mini';
import { forEachLanguage } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { inLanguages, time } from '../wire.ts';
import { code, freshCodeCodes } from './admin-fields.ts';
import { done, paragraphs, webAddress } from './fields.ts';
import { messageListName } from './messages.ts';
import { noQuery } from './parameters.ts';

/** The text of a message in each language. */
export const messageTexts = z.strictObject(forEachLanguage(() => paragraphs(LIMITS.message)));

/** The web address of a message's link. */
export const messageLink = webAddress(LIMITS.messageLink);

/** A message in the list of the back office. */
export const adminMessage = z.object({
  id: z.int(),
  list: messageListName,
  texts: inLanguages,
  link: z.nullable(z.string()),
  /** When it appears, or appeared. */
  at: time,
  created: time,
  state: z.enum(['scheduled', 'sent', 'cancelled']),
  /** Number of people who had it in their list when it appeared; for a scheduled message, who would have it now. */
  recipients: z.int(),
});

const codes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403'] as const;

/** Messages in the back office. */
export const adminMessageRoutes = {
  adminMessages: route({
    method: 'GET',
    path: '/admin/messages',
    access: 'admin',
    summary:
      'Scheduled, sent and cancelled messages, the last to appear first, and how many people each list reaches',
    query: noQuery,
    reply: z.object({
      audience: z.object({ platform: z.int(), class: z.int() }),
      messages: z.array(adminMessage),
    }),
    codes,
  }),
  adminSendMessage: route({
    method: 'POST',
    path: '/admin/messages',
    access: 'admin',
    summary:
      'Sends a message now or at a later time; the same message twice within a minute is a conflict',
    body: z.strictObject({
      list: messageListName,
      texts: messageTexts,
      link: z.nullable(messageLink),
      /** When it appears, within a year; null is now. */
      at: z.nullable(z.int().check(z.minimum(0))),
      code,
    }),
    reply: z.object({ id: z.int() }),
    codes: [...freshCodeCodes, 'conflict-409'],
  }),
  adminCancelMessage: route({
    method: 'POST',
    path: '/admin/messages/:id/cancel',
    access: 'admin',
    summary: 'Cancels a scheduled message; a message that has appeared stays',
    params: z.strictObject({ id: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)) }),
    body: z.strictObject({}),
    reply: done,
    codes: [...codes, 'not-found-404', 'conflict-409'],
  }),
} as const;
