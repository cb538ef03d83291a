/** The text of an element as it stands in the document; empty for none. */
export function textOf(element: Element | null | undefined): string {
  return element?.textContent ?? '';
}

/** The text of an element with plain blanks where it has hard ones, and none around it; empty for none. */
export function plain(element: Element | null | undefined): string {
  return textOf(element).replaceAll('\u00a0', ' ').trim();
}

/** The plain texts of elements. */
export function texts(elements: Iterable<Element>): string[] {
  return [...elements].map(plain);
}
