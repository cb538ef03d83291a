import type { InLanguages, Language } from '../languages.ts';
import { ABOUT_TEXTS } from './about.ts';
import { LANDING_TEXTS } from './landing.ts';

/** The name of a text. */
export type SiteText = keyof typeof LANDING_TEXTS | keyof typeof ABOUT_TEXTS;

/** The built-in texts of the landing page and of the page about the product; the back office may change them. */
export const SITE_TEXTS: Readonly<Record<SiteText, InLanguages>> = {
  ...LANDING_TEXTS,
  ...ABOUT_TEXTS,
};

/** The names of all texts, in the order of the pages. */
export const SITE_TEXT_NAMES = Object.keys(SITE_TEXTS) as readonly SiteText[];

/** The owner's texts, which replace built-in ones. */
export type OwnTexts = Readonly<
  Partial<Record<SiteText, Readonly<Partial<Record<Language, string>>>>>
>;

/**
 * Returns the text to show in a language, and the language of that text: the owner's text in that language; else the
 * owner's Turkish text, because the built-in translation does not match it; else the built-in text.
 */
export function chooseText(
  name: SiteText,
  language: Language,
  own: OwnTexts,
): { readonly text: string; readonly language: Language } {
  const written = own[name];
  const exact = written?.[language];
  if (exact !== undefined) return { text: exact, language };
  if (written?.tr !== undefined) return { text: written.tr, language: 'tr' };
  return { text: SITE_TEXTS[name][language], language };
}
