import { DEFAULT_LANGUAGE, findLanguage, type Language } from '@rasat/contract';

/** Name of the cookie that stores the language for a year. */
const LANGUAGE_COOKIE = 'lang';
const COOKIE_SECONDS = 365 * 24 * 3600;

/** Returns the language in the text of a cookie header; null without one. */
export function findLanguageCookie(cookies: string): Language | null {
  for (const part of cookies.split(';')) {
    const [name, value] = part.trim().split('=');
    const kept = name === LANGUAGE_COOKIE ? findLanguage(value) : undefined;
    if (kept) return kept;
  }
  return null;
}

/** Returns the cookie that stores a language, as `document.cookie` takes it. */
export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

/** Returns the language for a visitor: the cookie's, else the first wanted one of the interface, else Turkish. */
export function chooseLanguage(cookies: string, wanted: readonly string[]): Language {
  const kept = findLanguageCookie(cookies);
  if (kept) return kept;
  for (const tag of wanted) {
    const known = findLanguage(tag.slice(0, 2).toLowerCase());
    if (known) return known;
  }
  return DEFAULT_LANGUAGE;
}
