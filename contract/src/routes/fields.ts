import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';

/** A text that must say something: blanks around it are dropped, and at most `max` characters remain. */
export const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

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
export const language = z.enum(['tr', 'az', 'en']);

/** The version of a legal text, as `LEGAL_TEXTS` names it. */
export const textVersion = z.string().check(z.minLength(1), z.maxLength(20));
