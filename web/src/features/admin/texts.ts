import { LANGUAGES, type Language } from '@rasat/contract';

/** A text in each language. */
export type Texts = Readonly<Record<Language, string>>;

/** The first language whose text cannot be saved: nothing is written, or more than `max` characters; null when all can. */
export function findUnfit(texts: Texts, max: number): Language | null {
  const unfit = LANGUAGES.find((language) => {
    const { length } = texts[language].trim();
    return length < 1 || length > max;
  });
  return unfit ?? null;
}
