/** Whether a text is an address of the web that hands no name and no password over. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(value) && URL.canParse(value);
}
