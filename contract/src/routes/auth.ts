import * as z from 'zod/mini';
import { COUNTRIES } from '../countries.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import {
  challenge,
  done,
  language,
  line,
  mailAddress,
  nameLine,
  password,
  resetToken,
  textVersion,
  totpCode,
} from './fields.ts';
import { noQuery } from './parameters.ts';
import { personSettings } from './settings.ts';

/** The actions that need a human check. */
export const CHALLENGE_ACTIONS = ['register', 'login', 'forgot', 'password'] as const;
/** The action of a human check. */
export type ChallengeAction = (typeof CHALLENGE_ACTIONS)[number];

/** The registration form. Fields are checked in this order. */
export const registration = z.strictObject({
  email: mailAddress,
  password,
  name: nameLine(LIMITS.name),
  surname: nameLine(LIMITS.name),
  identity: line(LIMITS.name),
  /** E.164. */
  gsm: z.string().check(z.maxLength(LIMITS.gsm), z.regex(/^\+[1-9]\d{6,14}$/)),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.refine((value) => COUNTRIES.includes(value))),
  city: nameLine(LIMITS.name),
  district: nameLine(LIMITS.name),
  address: nameLine(LIMITS.address),
  /** Absent means not accepted. It is a default because an optional field is not checked when it is absent. */
  terms: z._default(z.boolean(), false).check(z.refine((value) => value, 'terms-field-400')),
  /** The versions that the form showed. */
  texts: z.strictObject({ privacy: textVersion, kvkk: textVersion }),
  /** Language of mails to the person. Default: the language of the request. */
  language: z.optional(language),
  challenge,
});

/** The session, as a page needs it. */
const sessionInfo = z.object({
  logged: z.boolean(),
  subscribed: z.boolean(),
  /** Public id; null for a guest. */
  id: z.nullable(z.string()),
  student: z.boolean(),
  admin: z.boolean(),
  /** The missing step of an administrator's sign-in; `logged` is false until it is done. */
  totp: z.nullable(z.enum(['enrol', 'code'])),
  name: z.nullable(z.string()),
  surname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Legal texts that changed since the person accepted them. */
  texts: z.array(z.enum(['privacy', 'kvkk'])),
  /** The settings of the person; null for a guest. */
  settings: z.nullable(personSettings),
});

/** The session of a guest. */
export const GUEST_SESSION: z.infer<typeof sessionInfo> = {
  logged: false,
  subscribed: false,
  id: null,
  student: false,
  admin: false,
  totp: null,
  name: null,
  surname: null,
  email: null,
  texts: [],
  settings: null,
};

const guestCodes = ['bad-fields-400', 'forbidden-403'] as const;

/** Registration, sign-in and forgotten passwords. */
export const authRoutes = {
  authInfo: route({
    method: 'POST',
    path: '/auth/info',
    access: 'guest',
    summary: 'Who is signed in; removes a session cookie without a session',
    reply: sessionInfo,
    codes: [],
  }),
  challenge: route({
    method: 'GET',
    path: '/auth/challenge/:action',
    access: 'guest',
    summary: 'A human check for one action, valid for five minutes and one use',
    params: z.strictObject({ action: z.enum(CHALLENGE_ACTIONS) }),
    query: noQuery,
    reply: z.record(z.string(), z.unknown()),
    rawReply: true,
    codes: ['bad-fields-400'],
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    access: 'guestOnly',
    summary: 'Opens a session; an unknown mail and a wrong password get the same answer',
    body: z.strictObject({ email: mailAddress, password, challenge }),
    reply: z.object({ totp: z.nullable(z.enum(['enrol', 'code'])) }),
    codes: [...guestCodes, 'password-field-400', 'password-not-match'],
  }),
  register: route({
    method: 'PUT',
    path: '/auth/register',
    access: 'guestOnly',
    summary: 'Creates an account without signing in',
    body: registration,
    reply: done,
    codes: [...guestCodes, 'password-field-400', 'terms-field-400', 'user-exists-400'],
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'guest',
    summary: 'Ends the session and its sockets; does nothing without a session',
    reply: done,
    codes: ['forbidden-403'],
  }),
  forgotRequest: route({
    method: 'PUT',
    path: '/auth/forgot/request',
    access: 'guestOnly',
    summary:
      'Mails a code to reset the password; the answer does not depend on whether the account exists',
    body: z.strictObject({ email: mailAddress, challenge }),
    reply: done,
    codes: guestCodes,
  }),
  forgotValidate: route({
    method: 'POST',
    path: '/auth/forgot/validate',
    access: 'guestOnly',
    summary: 'Checks a mailed code; five tries a code',
    body: z.strictObject({ email: mailAddress, token: resetToken }),
    reply: done,
    codes: [...guestCodes, 'token-not-match-400', 'user-not-found-404'],
  }),
  forgotReset: route({
    method: 'POST',
    path: '/auth/forgot/reset',
    access: 'guestOnly',
    summary: 'Sets a new password with a mailed code and ends every session',
    body: z.strictObject({ email: mailAddress, token: resetToken, password }),
    reply: done,
    codes: [...guestCodes, 'password-field-400', 'token-not-match-400', 'user-not-found-404'],
  }),
  totpSecret: route({
    method: 'POST',
    path: '/auth/totp/secret',
    access: 'guest',
    summary: 'The authenticator secret of an administrator without an authenticator',
    reply: z.object({ secret: z.string(), uri: z.string() }),
    codes: ['unauthorized-401', 'forbidden-403', 'conflict-409'],
  }),
  totp: route({
    method: 'POST',
    path: '/auth/totp',
    access: 'guest',
    summary: "The second step of an administrator's sign-in; the first right code also enrols",
    body: z.strictObject({ code: totpCode }),
    reply: done,
    codes: ['bad-fields-400', 'unauthorized-401', 'forbidden-403', 'token-not-match-400'],
  }),
} as const;
