import { DEFAULT_LANGUAGE, findLanguage } from '@rasat/contract';
import type { findPerson } from '../accounts/index.ts';
import type { Recipient } from './mails.ts';

/** A stored person. */
export type FoundPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** A stored person as somebody to write to. */
export function recipientOf({ mail, name, language }: FoundPerson): Recipient {
  return { mail, name, language: findLanguage(language) ?? DEFAULT_LANGUAGE };
}
