import * as z from 'zod/mini';
import { LANGUAGES } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { isWebAddress } from '../web-address.ts';

/** Characters that change how other characters are shown, or break a line where none is expected. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Nothing that can be seen. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a text has a character that can be seen. */
export const isVisible = (value: string): boolean => !INVISIBLE.test(value);

const text = (max: number) =>
  z
    .string()
    .check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(max), z.refine(isVisible));

/**
 * A line that must say something, in Unicode's composed form (NFC): blanks around it are dropped, at most `max` characters
 * remain, and among them is one that can be seen. Line breaks and other controls, those of writing direction among them,
 * are refused.
 */
export const line = (max: number) => text(max).check(z.refine((value) => !CONTROLS.test(value)));

/** A text like a line, in as many lines as it likes. */
export const paragraphs = (max: number) =>
  text(max).check(z.refine((value) => !CONTROLS.test(value.replaceAll(/[\n\r\t]/g, ''))));

/** What programs that show mails make a link of: a scheme, `www.`, a mailbox, or a name with a top-level domain. */
const LINKED =
  /:\/\/|\bwww\.|@|[\p{L}\p{N}-]{2,}\.(?:[a-z]{2}|com|net|org|info|biz|name|app|dev|xyz|top|site|online|shop|store|club|live|link|click|pro|mobi|vip|win)(?![\p{L}\p{N}])/iu;

/** A line that names a person or a place, such as mails repeat it: without anything that leads elsewhere. */
export const nameLine = (max: number) => line(max).check(z.refine((value) => !LINKED.test(value)));

/** An address of the web without a name and a password in it, at most `max` characters. */
export const webAddress = (max: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(max), z.url({ protocol: /^https?$/ }), z.refine(isWebAddress));

/** A mail address with any top-level domain, at most as long as mail allows. */
export const mailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());

/** A password as it is typed: 6 to 32 characters, counted as a reader counts them; nothing is cut or trimmed. */
export const password = z.string().check(
  z.refine((value) => {
    // Code points, so that a letter beyond the first plane is one.
    const { length } = Array.from(value.normalize('NFKC'));
    return length >= LIMITS.passwordMin && length <= LIMITS.passwordMax;
  }, 'password-field-400'),
);

/** The solution of a human check, as its widget hands it over. */
export const challenge = z.string().check(z.minLength(1), z.maxLength(4096));

/** The code of a forgotten password. */
export const resetToken = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LIMITS.resetToken));

/** The six digits of an authenticator. */
export const totpCode = z.string().check(z.regex(/^\d{6}$/));

/** What a call answers that has nothing to say. */
export const done = z.object({});

/** The languages of the interface. */
export const language = z.enum(LANGUAGES);

/** The version of a legal text, as `LEGAL_TEXTS` names it. */
export const textVersion = z.string().check(z.minLength(1), z.maxLength(20));
