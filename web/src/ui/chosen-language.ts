import { findLanguage, type Language } from '@rasat/contract';
import { findStored, store } from './browser-store.ts';

const CHOSEN = 'rasat.language';

/**
 * Notes that a language was chosen in this browser without a known signed-in person. At the next sign-in it replaces
 * the account's language. A language from the browser's settings is not a choice.
 */
export function noteChosenLanguage(language: Language): void {
  store(CHOSEN, language);
}

/** Returns the language that was chosen before signing in and deletes it; null without a choice. */
export function takeChosenLanguage(): Language | null {
  const chosen = findStored(CHOSEN);
  store(CHOSEN, null);
  return findLanguage(chosen) ?? null;
}
