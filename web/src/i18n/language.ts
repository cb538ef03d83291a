import { LANGUAGES, type Language } from '@rasat/contract';

/** The cookie that keeps the language, one year. */
const LANGUAGE_COOKIE = 'lang';
const COOKIE_SECONDS = 365 * 24 * 3600;

/** Whether a word is a language of the interface. */
export function isLanguage(word: unknown): word is Language {
  return LANGUAGES.some((language) => language === word);
}

/** The language kept in a cookie header's text; null when there is none. */
export function readLanguageCookie(cookies: string): Language | null {
  for (const part of cookies.split(';')) {
    const [name, value] = part.trim().split('=');
    if (name === LANGUAGE_COOKIE && isLanguage(value)) return value;
  }
  return null;
}

/** The cookie that keeps a language, as `document.cookie` takes it. */
export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

/** The language for a visitor: the cookie's, else the first wanted one that the interface has, else Turkish. */
export function chooseLanguage(cookies: string, wanted: readonly string[]): Language {
  const kept = readLanguageCookie(cookies);
  if (kept) return kept;
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? 'tr';
}
