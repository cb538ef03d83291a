import * as z from 'zod/mini';
import { LANGUAGES } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { isWebAddress } from '../web-address.ts';

/** Control characters: they change how other characters are shown, or break a line. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** A text without a visible character. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Returns whether a text has a visible character. */
export const isVisible = (value: string): boolean => !INVISIBLE.test(value);

const text = (max: number) =>
  z
    .string()
    .check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(max), z.refine(isVisible));

/**
 * Returns the schema of a line of text in Unicode's composed form (NFC), trimmed, of at most `max` characters, at least
 * one of them visible. Line breaks and other control characters, including those of writing direction, are refused.
 */
export const line = (max: number) => text(max).check(z.refine((value) => !CONTROLS.test(value)));

/** Returns the schema of a text like a line, with line breaks and tabs. */
export const paragraphs = (max: number) =>
  text(max).check(z.refine((value) => !CONTROLS.test(value.replaceAll(/[\n\r\t]/g, ''))));

/** Text that mail programs turn into a link: a scheme, `www.`, a mailbox, or a name with a top-level domain. */
const LINKED =
  /:\/\/|\bwww\.|@|[\p{L}\p{N}-]{2,}\.(?:[a-z]{2}|com|net|org|info|biz|name|app|dev|xyz|top|site|online|shop|store|club|live|link|click|pro|mobi|vip|win)(?![\p{L}\p{N}])/iu;

/**
 * Returns the schema of a name of a person or place, which mails repeat: a line without anything that becomes a link.
 */
export const nameLine = (max: number) => line(max).check(z.refine((value) => !LINKED.test(value)));

/** Returns the schema of a web address without user name and password, of at most `max` characters. */
export const webAddress = (max: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(max), z.url({ protocol: /^https?$/ }), z.refine(isWebAddress));

/** A mail address with any top-level domain, at most as long as mail allows. */
export const mailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());

/** A password: 6 to 32 characters, counted by code points, neither cut nor trimmed. */
export const password = z.string().check(
  z.refine((value) => {
    // Code points, so that a character beyond the first plane counts once.
    const { length } = Array.from(value.normalize('NFKC'));
    return length >= LIMITS.passwordMin && length <= LIMITS.passwordMax;
  }, 'password-field-400'),
);

/** The solution of a human check from its widget. */
export const challenge = z.string().check(z.minLength(1), z.maxLength(4096));

/** The code of a forgotten password. */
export const resetToken = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LIMITS.resetToken));

/** The six digits of an authenticator. */
export const totpCode = z.string().check(z.regex(/^\d{6}$/));

/** The empty reply. */
export const done = z.object({});

/** The languages of the interface. */
export const language = z.enum(LANGUAGES);

/** The version of a legal text, as `LEGAL_TEXTS` names it. */
export const textVersion = z.string().check(z.minLength(1), z.maxLength(20));
