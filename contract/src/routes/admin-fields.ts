import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { line, totpCode } from './fields.ts';

/** The header of a call that a page makes by itself, to stay up to date; it keeps nobody signed in to the back office. */
export const WATCHING = { 'rasat-for': 'watch' } as const;

/** What every call of the back office may be refused with. */
export const adminCodes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403'] as const;

/**
 * A fresh code of the authenticator, in the body of each call that moves money or a right, cannot be undone, or takes people's
 * data along.
 */
export const code = totpCode;

/**
 * What a call with a fresh code may be refused with besides: `token-not-match-400` (field `code`) for a code that is
 * wrong, too old or used already, `rate-429` after ten tries within a quarter of an hour.
 */
export const freshCodeCodes = [...adminCodes, 'token-not-match-400'] as const;

/** Where a list goes on: `next` of the answer before it. */
export const cursor = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,100}$/)));

/** What is looked for: some words, in any order, capitals and accents aside. */
export const search = z.optional(z.string().check(z.trim(), z.maxLength(LIMITS.search)));

/** A public id in an address. */
export const uidParams = z.strictObject({ uid: z.string().check(z.regex(/^[0-9A-Z]{1,20}$/)) });

/** Why something is done; it is kept with it. */
export const reason = line(LIMITS.reason);
