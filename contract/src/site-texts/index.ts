import type { Language } from '../symbols.ts';
import type { TextInEachLanguage } from './in-each-language.ts';
import { LANDING_TEXTS } from './landing.ts';

/** The built-in texts of the landing page by their names; the back office may put others in their place. */
export const SITE_TEXTS: Readonly<Record<keyof typeof LANDING_TEXTS, TextInEachLanguage>> =
  LANDING_TEXTS;

/** The name of a text. */
export type SiteText = keyof typeof SITE_TEXTS;

/** The names of all texts, in the order of the page. */
export const SITE_TEXT_NAMES = Object.keys(SITE_TEXTS) as readonly SiteText[];

/** Texts that the owner has put in the place of the built-in ones. */
export type OwnTexts = Readonly<
  Partial<Record<SiteText, Readonly<Partial<Record<Language, string>>>>>
>;

/**
 * The text that is shown in a language, and the language that it is in: the owner's in that language; else, where the
 * owner has written another Turkish one, that, because the built-in translation says something else; else the built-in.
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
