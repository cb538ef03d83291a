import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { line, totpCode } from './fields.ts';

/**
 * The header of a call that a page makes in the background to stay up to date; it does not prolong a back-office
 * session.
 */
export const WATCHING = { 'rasat-for': 'watch' } as const;

/** The refusals of every call of the back office. */
export const adminCodes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403'] as const;

/**
 * A fresh code of the authenticator, required by each call that moves money or a right, cannot be undone, or returns
 * people's data.
 */
export const code = totpCode;

/**
 * The refusals of a call with a fresh code: also `token-not-match-400` (field `code`) for a code that is wrong, too old
 * or used already, and `rate-429` after ten tries within a quarter of an hour.
 */
export const freshCodeCodes = [...adminCodes, 'token-not-match-400'] as const;

/** Start of the next page: `next` of the previous reply. */
export const cursor = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,100}$/)));

/** A search: words in any order; case and accents do not matter. */
export const search = z.optional(z.string().check(z.trim(), z.maxLength(LIMITS.search)));

/** A public id in an address. */
export const uidParams = z.strictObject({ uid: z.string().check(z.regex(/^[0-9A-Z]{1,20}$/)) });

/** The reason for an action; it is stored with it. */
export const reason = line(LIMITS.reason);
