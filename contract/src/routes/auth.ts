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

/** What a human check may be solved for. */
export const CHALLENGE_ACTIONS = ['register', 'login', 'forgot', 'password'] as const;
/** What one human check was solved for. */
export type ChallengeAction = (typeof CHALLENGE_ACTIONS)[number];

/** What somebody types who wants an account. The order of the fields is the order in which they are checked. */
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
  /** Absent is not accepted; a default, since a check of an optional field is not run where the field is absent. */
  terms: z._default(z.boolean(), false).check(z.refine((value) => value, 'terms-field-400')),
  /** The versions that were shown. */
  texts: z.strictObject({ privacy: textVersion, kvkk: textVersion }),
  /** In which language to write to the person. Default: the language of the request. */
  language: z.optional(language),
  challenge,
});

/** Who is signed in, as a page needs to know. */
export const sessionInfo = z.object({
  logged: z.boolean(),
  subscribed: z.boolean(),
  /** Public id; null for a guest. */
  id: z.nullable(z.string()),
  student: z.boolean(),
  admin: z.boolean(),
  /** What an administrator has still to do before the session counts; `logged` is false until then. */
  totp: z.nullable(z.enum(['enrol', 'code'])),
  name: z.nullable(z.string()),
  surname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Legal texts that changed since the person accepted them. */
  texts: z.array(z.enum(['privacy', 'kvkk'])),
  /** What the person chose; null for a guest. */
  settings: z.nullable(personSettings),
});

const guestCodes = ['bad-fields-400', 'forbidden-403'] as const;

/** Coming in, staying in, and getting back in. */
export const authRoutes = {
  authInfo: route({
    method: 'POST',
    path: '/auth/info',
    access: 'guest',
    summary: 'Who is signed in; removes a session cookie that means nobody',
    reply: sessionInfo,
    codes: [],
  }),
  challenge: route({
    method: 'GET',
    path: '/auth/challenge/:action',
    access: 'guest',
    summary: 'A human check to be solved for one action, valid for five minutes and once',
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
    summary: 'Opens a session; unknown mail and wrong password are answered alike',
    body: z.strictObject({ email: mailAddress, password, challenge }),
    reply: z.object({ totp: z.nullable(z.enum(['enrol', 'code'])) }),
    codes: [...guestCodes, 'password-field-400', 'password-not-match'],
  }),
  register: route({
    method: 'PUT',
    path: '/auth/register',
    access: 'guestOnly',
    summary: 'Makes an account; nobody is signed in by it',
    body: registration,
    reply: done,
    codes: [...guestCodes, 'password-field-400', 'terms-field-400', 'user-exists-400'],
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'guest',
    summary: 'Ends the session, its sockets too; without one it does nothing',
    reply: done,
    codes: ['forbidden-403'],
  }),
  forgotRequest: route({
    method: 'PUT',
    path: '/auth/forgot/request',
    access: 'guestOnly',
    summary: 'Mails a code to reset the password; answered alike whether the account exists',
    body: z.strictObject({ email: mailAddress, challenge }),
    reply: done,
    codes: guestCodes,
  }),
  forgotValidate: route({
    method: 'POST',
    path: '/auth/forgot/validate',
    access: 'guestOnly',
    summary: 'Whether a mailed code is right; five tries a code',
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
    summary: 'The secret that an administrator without an authenticator enters into one',
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
