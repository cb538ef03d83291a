/** Returns whether a text is a web address without user name and password. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(value) && URL.canParse(value);
}
