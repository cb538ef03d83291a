/** The characters that would be sent: blanks around the text are not. */
export function countCharacters(text: string): number {
  return text.trim().length;
}
