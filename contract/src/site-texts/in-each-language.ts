import type { Language } from '../symbols.ts';

/** A text in Turkish, Azerbaijani and English. */
export type TextInEachLanguage = Readonly<Record<Language, string>>;

/** Puts a text in Turkish, Azerbaijani and English together. */
export function inEachLanguage(tr: string, az: string, en: string): TextInEachLanguage {
  return { tr, az, en };
}
