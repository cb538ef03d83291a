import { DEFAULT_LANGUAGE, findLanguage, type Language, type SiteText } from '@rasat/contract';

/** Returns a text of the document, in the language in which it was sent. */
export function word(name: SiteText): string {
  return document.querySelector(`[data-words] [data-text="${name}"]`)?.textContent ?? '';
}

/** Returns the language of the document. */
export function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return findLanguage(lang) ?? DEFAULT_LANGUAGE;
}
