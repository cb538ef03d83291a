import { type Language, LOCALES } from '@rasat/contract';

/** Compares two texts: less than 0 if the first one sorts before the second. */
export type Order = (one: string, other: string) => number;

/** The letters of Azerbaijani in their order; w, which occurs only in foreign names, follows v. */
const LETTERS = 'abcçdeəfgğhxıijkqlmnoöprsştuüvwyz';
const PLACES = new Map(Array.from(LETTERS, (letter, at) => [letter, at] as const));

/**
 * Returns the comparison of names in a language: Ç after C, Ş after S, and İ and ı in their places. Browsers without
 * Azerbaijani sort Ə, X and Q as foreign letters, so its alphabet is our own.
 */
export function nameOrder(language: Language): Order {
  const { compare } = new Intl.Collator(LOCALES[language], { numeric: true });
  if (language !== 'az') return compare;
  return (one, other) => {
    const first = letters(one);
    const second = letters(other);
    for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
      const a = PLACES.get(first[at] ?? '');
      const b = PLACES.get(second[at] ?? '');
      const difference =
        a === undefined || b === undefined ? compare(first[at] ?? '', second[at] ?? '') : a - b;
      if (difference !== 0) return difference;
    }
    return first.length - second.length || compare(one, other);
  };
}

/** Returns the letters of the alphabet: lower case, without the marks of other alphabets. */
function letters(text: string): readonly string[] {
  const small = text.normalize('NFC').replace(/I/g, 'ı').replace(/İ/g, 'i').toLowerCase();
  return Array.from(small, (letter) =>
    PLACES.has(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, ''),
  );
}
