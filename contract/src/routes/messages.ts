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
  /** Whether the person has not read the list since it appeared. */
  unread: z.boolean(),
});

const codes = ['bad-fields-400', 'unauthorized-401'] as const;

/** The message lists of a person. */
export const messageRoutes = {
  platformMessages: route({
    method: 'GET',
    path: '/account/platformMessages',
    access: 'user',
    summary: 'Messages to everybody, in the language of the person, the newest first, at most 200',
    query: noQuery,
    reply: z.array(messageEntry),
    codes,
  }),
  classMessages: route({
    method: 'GET',
    path: '/account/classMessages',
    access: 'user',
    summary: 'Messages to the students, the newest first, at most 200; empty for who is none',
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
    summary:
      'Marks a list as read up to a message, that one included; an older mark never comes back',
    body: z.strictObject({
      list: messageListName,
      /** The id of the newest message that was read. */
      through: z.int().check(z.minimum(1)),
    }),
    reply: done,
    codes: [...codes, 'not-found-404'],
  }),
} as const;
