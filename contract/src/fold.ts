const PLAIN: Readonly<Record<string, string>> = { ı: 'i', ə: 'e', ß: 'ss', ø: 'o', æ: 'ae' };

/**
 * Returns a text folded for searching: case, accents and the letters of Turkish and Azerbaijani are ignored. i, İ, I
 * and ı are one letter, ə is e, ş is s; several blanks are one.
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

/** Returns a symbol's name, or a search for one, folded and without separators: `EUR/USD`, `brk-b`, `eur usd`. */
export function foldSymbol(text: string): string {
  return fold(text).replace(/[\s./_-]+/g, '');
}
