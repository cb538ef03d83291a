import type * as Phones from 'libphonenumber-js/mobile';

/** What knows the numbers of all countries; fetched with the field that needs it. */
export type PhoneBook = typeof Phones;

/** A phone number as it was typed, read. */
export interface ReadPhone {
  /** E.164 of a valid mobile number; empty otherwise. */
  readonly e164: string;
  /** The country that the number itself names, when it begins with a country code. */
  readonly country: string | null;
  /** The number as the country writes it, when it is valid. */
  readonly national: string | null;
}

const NOTHING: ReadPhone = { e164: '', country: null, national: null };

/** Reads what was typed as a mobile number of a country; a number that begins with + may be of any. */
export function readPhone(book: PhoneBook, typed: string, country: string): ReadPhone {
  if (!book.isSupportedCountry(country)) return NOTHING;
  const number = book.parsePhoneNumberFromString(typed, country);
  if (!number) return NOTHING;
  const named = typed.trim().startsWith('+') ? (number.country ?? null) : null;
  if (!number.isValid()) return { ...NOTHING, country: named };
  return { e164: number.number, country: named, national: number.formatNational() };
}

/** The code that is dialled for a country, like `+90`; undefined where there is none. */
export function dialCode(book: PhoneBook, country: string): string | undefined {
  return book.isSupportedCountry(country) ? `+${book.getCountryCallingCode(country)}` : undefined;
}
