import * as z from 'zod/mini';
import { route } from '../route.ts';
import { SYMBOL_PATTERN } from '../symbols.ts';
import { time } from '../wire.ts';
import { challenge, done, password, textVersion } from './fields.ts';
import { noQuery } from './parameters.ts';
import { personSettings } from './settings.ts';

/** A session of the person, for the list of the account page. */
export const sessionEntry = z.object({
  id: z.string(),
  opened: time,
  /** When it was last used, to the minute. */
  seen: time,
  /** Browser and system by the browser's user agent, such as `Firefox, Linux`; empty when unknown. */
  device: z.string(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
});

const codes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403'] as const;

/** The parts of the account page besides money and education. */
export const accountRoutes = {
  password: route({
    method: 'POST',
    path: '/account/password',
    access: 'user',
    summary: 'Changes the password, renews this session and ends the others',
    body: z.strictObject({ oldPassword: password, newPassword: password, challenge }),
    reply: done,
    codes: [...codes, 'password-field-400', 'password-not-match'],
  }),
  sessions: route({
    method: 'GET',
    path: '/account/sessions',
    access: 'user',
    summary: "The person's sessions, the last used first",
    query: noQuery,
    reply: z.array(sessionEntry),
    codes,
  }),
  endSession: route({
    method: 'POST',
    path: '/account/sessions/end',
    access: 'user',
    summary: 'Ends one other session, or all others',
    body: z.strictObject({
      id: z.nullable(z.string().check(z.regex(/^[1-9][0-9]{0,15}$/))),
    }),
    reply: done,
    codes: [...codes, 'not-found-404'],
  }),
  saveSettings: route({
    method: 'PUT',
    path: '/account/settings',
    access: 'user',
    summary: 'Keeps language, theme, price colours and single-letter keys for every device',
    body: personSettings,
    reply: done,
    codes,
  }),
  acceptTexts: route({
    method: 'POST',
    path: '/account/texts',
    access: 'user',
    summary: 'Accepts the legal texts in their present versions',
    body: z.strictObject({ terms: z.literal(true), privacy: textVersion, kvkk: textVersion }),
    reply: done,
    codes: [...codes, 'conflict-409'],
  }),
  personalData: route({
    method: 'GET',
    path: '/account/data',
    access: 'user',
    summary: 'Everything that is stored about the person, as one JSON document',
    query: noQuery,
    reply: z.record(z.string(), z.unknown()),
    rawReply: true,
    codes,
  }),
  erasure: route({
    method: 'GET',
    path: '/account/erasure',
    access: 'user',
    summary: 'Whether the person requested erasure, and when it will happen',
    query: noQuery,
    reply: z.object({ requested: z.nullable(time), due: z.nullable(time) }),
    codes,
  }),
  requestErasure: route({
    method: 'POST',
    path: '/account/erasure',
    access: 'user',
    summary: 'Requests the erasure of the account, or withdraws the request',
    body: z.strictObject({ erase: z.boolean(), password }),
    reply: done,
    codes: [...codes, 'password-field-400', 'password-not-match', 'conflict-409'],
  }),
  favorites: route({
    method: 'GET',
    path: '/account/favorites',
    access: 'subscriber',
    summary: "Names of the person's favourite symbols, in the order in which they were added",
    query: noQuery,
    reply: z.array(z.string()),
    codes,
  }),
  toggleFavorite: route({
    method: 'POST',
    path: '/account/favorites',
    access: 'subscriber',
    summary: 'Adds a symbol to the favourites, or removes it when it is one',
    body: z.strictObject({ symbol: z.string().check(z.regex(SYMBOL_PATTERN)) }),
    reply: done,
    codes: [...codes, 'not-found-404', 'conflict-409'],
  }),
  telegram: route({
    method: 'GET',
    path: '/account/telegram',
    access: 'user',
    summary: 'The public id, whether a chat is linked, and the address that links one',
    /** `for=state` polls whether a chat is linked and makes no token. */
    query: z.strictObject({ for: z.optional(z.literal('state')) }),
    reply: z.object({
      UID: z.string(),
      active: z.boolean(),
      /**
       * Opens the bot, with a token of fifteen minutes while no chat is linked; without a token for `for=state`; null
       * without a bot.
       */
      link: z.nullable(z.string()),
      /** Whether new predictor rows of favourites are sent. */
      signals: z.boolean(),
      /** Whether platform and class messages are sent; on when a chat is linked. */
      messages: z.boolean(),
    }),
    codes,
  }),
  saveTelegram: route({
    method: 'POST',
    path: '/account/telegram',
    access: 'user',
    summary:
      'Unlinks the chat, or sets whether new predictor rows of favourites, or messages, are sent',
    body: z.union([
      z.strictObject({ linked: z.literal(false) }),
      z.strictObject({ signals: z.boolean() }),
      z.strictObject({ messages: z.boolean() }),
    ]),
    reply: done,
    codes: [...codes, 'conflict-409'],
  }),
  telegramWebhook: route({
    method: 'POST',
    path: '/telegram/webhook',
    access: 'signature',
    summary: 'Updates of the Telegram bot, proved by the secret header',
    body: z.record(z.string(), z.unknown()),
    reply: done,
    codes: ['bad-fields-400', 'unauthorized-401'],
  }),
} as const;
