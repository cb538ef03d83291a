/** Elements of the page by an attribute. */
export function all<E extends Element = HTMLElement>(selector: string): E[] {
  return [...document.querySelectorAll<E>(selector)];
}

/** Writes a text wherever it belongs. */
export function fill(name: string, text: string): void {
  for (const element of all(`[data-fill="${name}"]`)) element.textContent = text;
}
