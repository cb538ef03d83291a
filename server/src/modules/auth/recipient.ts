import { DEFAULT_LANGUAGE, findLanguage } from '@rasat/contract';
import type { findPerson } from '../accounts/index.ts';
import type { Recipient } from './mails.ts';

/** A stored person. */
export type FoundPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Returns a stored person as the recipient of a mail. */
export function recipientOf({ mail, name, language }: FoundPerson): Recipient {
  return { mail, name, language: findLanguage(language) ?? DEFAULT_LANGUAGE };
}
