import type * as Phones from 'libphonenumber-js/mobile';

/** The library with the phone number rules of all countries; loaded with the field that needs it. */
export type PhoneBook = typeof Phones;

/** The result of reading a typed phone number. */
export interface ReadPhone {
  /** E.164 of a valid mobile number; else empty. */
  readonly e164: string;
  /** The country of the number, when it begins with a country code. */
  readonly country: string | null;
  /** The number in the national format, when it is valid. */
  readonly national: string | null;
}

const NOTHING: ReadPhone = { e164: '', country: null, national: null };

/** Reads a typed mobile number of a country. A number that begins with + may belong to any country. */
export function readPhone(book: PhoneBook, typed: string, country: string): ReadPhone {
  if (!book.isSupportedCountry(country)) return NOTHING;
  const number = book.parsePhoneNumberFromString(typed, country);
  if (!number) return NOTHING;
  const named = typed.trim().startsWith('+') ? (number.country ?? null) : null;
  if (!number.isValid()) return { ...NOTHING, country: named };
  return { e164: number.number, country: named, national: number.formatNational() };
}

/** Returns the dialling code of a country, like `+90`; undefined without one. */
export function dialCode(book: PhoneBook, country: string): string | undefined {
  return book.isSupportedCountry(country) ? `+${book.getCountryCallingCode(country)}` : undefined;
}
