/** Returns the number of characters that are sent: without blanks at both ends. */
export function countCharacters(text: string): number {
  return text.trim().length;
}
