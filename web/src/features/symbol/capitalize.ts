/** Returns a text with a capital first letter, by the rules of the language. */
export function capitalize(text: string, language: string): string {
  const letter = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
  return letter.toLocaleUpperCase(language) + text.slice(letter.length);
}
