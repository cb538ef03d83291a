/** Returns the elements of the page that match a selector. */
export function all<E extends Element = HTMLElement>(selector: string): E[] {
  return [...document.querySelectorAll<E>(selector)];
}

/** Writes a text into every element with the name. */
export function fill(name: string, text: string): void {
  for (const element of all(`[data-fill="${name}"]`)) element.textContent = text;
}
