import { COUNTRIES, type Language, LOCALES } from '@rasat/contract';
import { COUNTRY_NAMES } from './az/countries.ts';

const azerbaijani = new Map(COUNTRIES.map((code, at) => [code, COUNTRY_NAMES[at] ?? code]));
const others = new Map<Language, Intl.DisplayNames>();

/** Returns a country's name in a language from its two letters; the letters themselves for an unknown one. */
export function countryName(language: Language, code: string): string {
  if (language === 'az') return azerbaijani.get(code) ?? code;
  if (!COUNTRIES.includes(code)) return code;
  let names = others.get(language);
  if (!names) {
    names = new Intl.DisplayNames([LOCALES[language]], { type: 'region', fallback: 'code' });
    others.set(language, names);
  }
  return names.of(code) ?? code;
}
