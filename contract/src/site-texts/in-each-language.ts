import type { InLanguages } from '../languages.ts';

/** Puts a text in Turkish, Azerbaijani and English together. */
export function inEachLanguage(tr: string, az: string, en: string): InLanguages {
  return { tr, az, en };
}
