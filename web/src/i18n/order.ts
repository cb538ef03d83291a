import { type Language, LOCALES } from '@rasat/contract';

/** Answers less than 0 when the first of two texts stands before the second one. */
export type Order = (one: string, other: string) => number;

/** The letters of Azerbaijani in their order; w, which it has in foreign names alone, stands behind v. */
const LETTERS = 'abcçdeəfgğhxıijkqlmnoöprsştuüvwyz';
const PLACES = new Map(Array.from(LETTERS, (letter, at) => [letter, at] as const));

/**
 * How a list of names is sorted in a language: Ç after C, Ş after S, and İ and ı where the alphabet has them. Browsers
 * without Azerbaijani sort it as if Ə, X and Q were strangers, so its alphabet is our own.
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

/** The letters as the alphabet has them: small, and plain where another alphabet puts a mark on them. */
function letters(text: string): readonly string[] {
  const small = text.normalize('NFC').replace(/I/g, 'ı').replace(/İ/g, 'i').toLowerCase();
  return Array.from(small, (letter) =>
    PLACES.has(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, ''),
  );
}
