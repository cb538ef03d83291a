const PLAIN: Readonly<Record<string, string>> = { ı: 'i', ə: 'e', ß: 'ss', ø: 'o', æ: 'ae' };

/**
 * Folds a text for searching: case, accents and the letters of Turkish and Azerbaijani do not count. i, İ, I and ı are
 * one letter, ə is e, ş is s; blanks are single.
 */
export function fold(text: string): string {
  return text
    .replace(/İ/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıəßøæ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Folds a symbol's name, or a search for one, and removes separators: `EUR/USD`, `brk-b`, `eur usd`. */
export function foldSymbol(text: string): string {
  return fold(text).replace(/[\s./_-]+/g, '');
}
