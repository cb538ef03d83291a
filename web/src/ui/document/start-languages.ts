import { findLanguage } from '@rasat/contract';
import { languageCookie } from '../../i18n/language.ts';
import { noteChosenLanguage } from '../chosen-language.ts';
import { all } from './elements.ts';

/** Marks the language of the frame and handles a choice, which is stored for a year and for the next sign-in. */
export function startLanguages(): void {
  const buttons = all<HTMLButtonElement>('[data-language]');
  const mark = (): void => {
    for (const button of buttons) {
      button.ariaPressed = String(button.dataset.language === document.documentElement.lang);
    }
  };
  mark();
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const language = findLanguage(button.dataset.language);
      if (!language) return;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some supported browsers
      document.cookie = languageCookie(language);
      // The content between header and footer is sent in one language.
      if (document.querySelector('[data-text]')) location.reload();
      document.documentElement.lang = language;
      noteChosenLanguage(language);
      mark();
    });
  }
}
