import { COUNTRIES, type Language } from '@rasat/contract';
import { countryName } from '../../i18n/country-names.ts';
import { nameOrder } from '../../i18n/order.ts';
import type { PickGroup } from './pick-list.tsx';

/** Country that forms have selected at first. */
export const FIRST_COUNTRY = 'TR';
/** Most frequent countries, first in every list. */
const PREFERRED = ['TR', 'AZ', 'US', 'GB'];

/** A country and its name. */
export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Returns every country with its name in a language, in the alphabetical order of that language. */
export function listCountries(language: Language, codes: readonly string[] = COUNTRIES): Country[] {
  const order = nameOrder(language);
  return codes
    .map((code) => ({ code, name: countryName(language, code) }))
    .toSorted((a, b) => order(a.name, b.name));
}

/** Returns the countries as groups of a list: the preferred countries first, then all others. */
export function groupCountries(
  countries: readonly Country[],
  labels: { readonly preferred: string; readonly all: string },
  note: (country: Country) => string | undefined = () => undefined,
): PickGroup[] {
  const item = (country: Country) => {
    const text = note(country);
    return {
      value: country.code,
      label: country.name,
      ...(text === undefined ? {} : { note: text }),
    };
  };
  const first = PREFERRED.flatMap((code) => countries.filter((country) => country.code === code));
  const others = countries.filter(({ code }) => !PREFERRED.includes(code));
  return [
    { value: labels.preferred, items: first.map(item) },
    { value: labels.all, items: others.map(item) },
  ];
}
