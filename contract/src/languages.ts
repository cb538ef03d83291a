/** The languages of the interface; the first is the default. */
export const LANGUAGES = ['tr', 'az', 'en'] as const;
/** A language of the interface. */
export type Language = (typeof LANGUAGES)[number];

/** The language when none was chosen. */
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

/** A text in every language. */
export type InLanguages<Text = string> = Readonly<Record<Language, Text>>;

/** Returns the language of a code; undefined for any other word. */
export function findLanguage(word: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === word);
}

/** Returns one value for each language. */
export function forEachLanguage<Value>(
  make: (language: Language) => Value,
): Record<Language, Value> {
  const made = LANGUAGES.map((language) => [language, make(language)] as const);
  return Object.fromEntries(made) as Record<Language, Value>;
}

/** The locale of each language, as BCP 47 names it. */
export const LOCALES: InLanguages = { tr: 'tr-TR', az: 'az-AZ', en: 'en-GB' };
