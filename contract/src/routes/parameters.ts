import * as z from 'zod/mini';
import { CATEGORIES, SYMBOL_PATTERN } from '../symbols.ts';

/** A symbol in an address, spelled exactly as it is listed. */
export const symbolParams = z.strictObject({ symbol: z.string().check(z.regex(SYMBOL_PATTERN)) });
/** A category in an address; the handler answers not-found-404 for any other word. */
export const categoryParams = z.strictObject({ type: z.string().check(z.maxLength(40)) });
/** The five categories as a schema. */
export const category = z.enum(CATEGORIES);
/** A box's number in an address. */
export const boxNumber = z.enum(['1', '2', '3', '4', '5']);
/** The version that the caller has of a `versioned` reply. */
export const have = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)));
/** No query at all. */
export const noQuery = z.strictObject({});
/** A whole number of milliseconds or bars in a query, without sign, exponent or blanks. */
export const wholeNumber = z.string().check(z.regex(/^(0|[1-9][0-9]{0,15})$/));
/** The number of a stored thing, in an address. */
export const idParams = z.strictObject({
  id: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)),
});
/** The query of a signed address; any other field is refused. */
export const signedQuery = z.strictObject({
  expires: wholeNumber,
  signature: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});
