import type { InLanguages } from '../languages.ts';

/** Returns a text in Turkish, Azerbaijani and English. */
export function inEachLanguage(tr: string, az: string, en: string): InLanguages {
  return { tr, az, en };
}
