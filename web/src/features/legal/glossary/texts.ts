import type { Language } from '@rasat/contract';
import { glossary as az } from '../../../i18n/az/glossary.ts';
import { terms as azTerms } from '../../../i18n/az/terms.ts';
import { glossary as en } from '../../../i18n/en/glossary.ts';
import { terms as enTerms } from '../../../i18n/en/terms.ts';
import type { Term, TermGroup } from '../../../i18n/terms.ts';
import { glossary as tr } from '../../../i18n/tr/glossary.ts';
import { terms as trTerms } from '../../../i18n/tr/terms.ts';
import type { PictureWord } from '../../../ui/term-pictures.tsx';

/** A page on which a term appears. */
export type Place = keyof typeof tr.place;

/** Key of a text of the glossary. */
export type GlossaryKey =
  | 'title'
  | 'about'
  | 'search'
  | 'found'
  | 'none'
  | 'noneText'
  | 'terms'
  | 'seen'
  | `name.${Term}`
  | `group.${TermGroup}`
  | `place.${Place}`
  | `text.${Term}`
  | `picture.${PictureWord}`;

const TEXTS: Readonly<Record<Language, object>> = {
  tr: { ...trTerms, ...tr },
  az: { ...azTerms, ...az },
  en: { ...enTerms, ...en },
};

function read(language: Language, key: GlossaryKey): string {
  let found: unknown = TEXTS[language];
  for (const part of key.split('.')) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
  }
  if (typeof found !== 'string') throw new RangeError(`no text ${key} in ${language}`);
  return found;
}

/** Returns a text of the glossary in each language. */
export function glossaryText(key: GlossaryKey): Readonly<Record<Language, string>> {
  return { tr: read('tr', key), az: read('az', key), en: read('en', key) };
}
