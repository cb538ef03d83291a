import { findLanguage, type Language } from '@rasat/contract';
import { findStored, store } from './browser-store.ts';

const CHOSEN = 'rasat.language';

/**
 * Notes that a language was chosen in this browser while no person was known to be signed in. At the next sign-in it
 * wins over the account's and becomes the account's. A language that follows the browser's settings is not a choice.
 */
export function noteChosenLanguage(language: Language): void {
  store(CHOSEN, language);
}

/** The language that was chosen here before signing in, which is forgotten with this call; null without a choice. */
export function takeChosenLanguage(): Language | null {
  const chosen = findStored(CHOSEN);
  store(CHOSEN, null);
  return findLanguage(chosen) ?? null;
}
