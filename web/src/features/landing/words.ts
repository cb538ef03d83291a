import type { Language, SiteText } from '@rasat/contract';
import { isLanguage } from '../../i18n/language.ts';

/** A word of the document, in the language in which it was sent. */
export function word(name: SiteText): string {
  return document.querySelector(`[data-words] [data-text="${name}"]`)?.textContent ?? '';
}

/** The language of the document. */
export function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'tr';
}
