import * as z from 'zod/mini';
import { MESSAGE_LISTS } from '../message-lists.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { done } from './fields.ts';
import { noQuery } from './parameters.ts';

/** A list of messages. */
export const messageListName = z.enum(MESSAGE_LISTS);

/** A message in the person's language. */
export const messageEntry = z.object({
  id: z.int(),
  message: z.string(),
  /** An http(s) address; absent when the message has none. */
  link: z.optional(z.string()),
  datetime: time,
  /** True until the person reads the list after it appeared. */
  unread: z.boolean(),
});

const codes = ['bad-fields-400', 'unauthorized-401'] as const;

/** The message lists of a person. */
export const messageRoutes = {
  platformMessages: route({
    method: 'GET',
    path: '/account/platformMessages',
    access: 'user',
    summary: 'Messages to all, in the language of the person, the newest first, at most 200',
    query: noQuery,
    reply: z.array(messageEntry),
    codes,
  }),
  classMessages: route({
    method: 'GET',
    path: '/account/classMessages',
    access: 'user',
    summary:
      'Messages to the students, the newest first, at most 200; empty for callers who are not students',
    query: noQuery,
    reply: z.array(messageEntry),
    codes,
  }),
  unreadMessages: route({
    method: 'GET',
    path: '/account/messages/unread',
    access: 'user',
    summary: 'How many messages of each list are unread; the bell shows the sum',
    query: noQuery,
    reply: z.object({ platform: z.int(), class: z.int() }),
    codes,
  }),
  readMessages: route({
    method: 'POST',
    path: '/account/messages/read',
    access: 'user',
    summary: 'Marks a list as read up to and including a message; an older mark has no effect',
    body: z.strictObject({
      list: messageListName,
      /** Id of the newest read message. */
      through: z.int().check(z.minimum(1)),
    }),
    reply: done,
    codes: [...codes, 'not-found-404'],
  }),
} as const;
