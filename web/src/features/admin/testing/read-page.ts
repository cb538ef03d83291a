/**
 * Returns the text of an element as a reader sees it: texts of different elements separated by a space, all white space
 * as single spaces.
 */
export function visibleText(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  let parent: Node | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (parent !== null && node.parentNode !== parent) text += ' ';
    text += node.nodeValue ?? '';
    parent = node.parentNode;
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the cells of a table row by row, without its head. */
export function rowsOf(table: Element): string[][] {
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map(visibleText));
}

/**
 * Returns the heads of a table: `→` before a head of right-aligned values, brackets around a head for screen readers
 * only.
 */
export function headsOf(table: Element): string[] {
  return [...table.querySelectorAll('thead th')].map((head) => {
    const name =
      head.firstElementChild?.className === 'sr-only'
        ? `(${visibleText(head)})`
        : visibleText(head);
    return head.classList.contains('text-right') ? `→ ${name}` : name;
  });
}

/** Returns the names and values of a list of facts. */
export function factsOf(list: Element): [name: string, value: string][] {
  return [...list.querySelectorAll('dt')].map((name) => [
    visibleText(name),
    name.nextElementSibling === null ? '' : visibleText(name.nextElementSibling),
  ]);
}

/**
 * Returns the distinct sizes of an element's icons, `width × height, stroke`; `aloud` marks an icon for screen readers.
 */
export function iconsOf(element: Element): string[] {
  const icons = [...element.querySelectorAll('svg')].map((icon) => {
    const [width, height, stroke] = ['width', 'height', 'stroke-width'].map((name) =>
      icon.getAttribute(name),
    );
    const aloud = icon.getAttribute('aria-hidden') === 'true' ? '' : ' aloud';
    return `${width} × ${height}, ${stroke}${aloud}`;
  });
  return [...new Set(icons)];
}

/** Counts the rows or lines in the skeleton of a page. */
export function bonesOf(element: Element): number {
  return element.querySelectorAll('.skel').length;
}

/** Returns the result of `matchMedia` on a screen with the wide layout. */
export function wideScreen(media: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    media,
    matches: media === '(min-width: 901px)',
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
}
