/** Returns the text of an element unchanged; empty without an element. */
export function textOf(element: Element | null | undefined): string {
  return element?.textContent ?? '';
}

/** Returns the trimmed text of an element with plain blanks for non-breaking ones; empty without an element. */
export function plain(element: Element | null | undefined): string {
  return textOf(element).replaceAll('\u00a0', ' ').trim();
}

/** Returns the plain texts of elements. */
export function texts(elements: Iterable<Element>): string[] {
  return [...elements].map(plain);
}
