import { LANGUAGES, type Language } from '@rasat/contract';

/** A text in each language. */
export type Texts = Readonly<Record<Language, string>>;

/** Finds the first language whose text is empty or longer than `max` characters; null when all can be saved. */
export function findUnfit(texts: Texts, max: number): Language | null {
  const unfit = LANGUAGES.find((language) => {
    const { length } = texts[language].trim();
    return length < 1 || length > max;
  });
  return unfit ?? null;
}
