import type { Page } from 'playwright-core';

/** What a look at the boxes of a page tells: faults with the element of each, and all that the page says. */
export interface Layout {
  readonly faults: readonly string[];
  readonly said: readonly string[];
  readonly title: string;
  readonly language: string;
  readonly headings: number;
}

/**
 * Measures a page: what sticks out sideways, texts that are cut off or lie over each other, controls over each other,
 * and targets smaller than `targetPx`, which counts the area around a control that takes presses too.
 */
export function inspectLayout(page: Page, targetPx: number): Promise<Layout> {
  return page.evaluate(measure, targetPx);
}

/** Runs in the page; whatever it uses stands inside it. */
function measure(targetPx: number): Layout {
  const faults: string[] = [];
  const said: string[] = [];
  /** Pixels by which boxes may differ from what they hold: letters reach beyond their box by rounding. */
  const SLACK = 1.5;

  const nameOf = (element: Element): string => {
    const path: string[] = [];
    for (let one: Element | null = element; one && path.length < 3; one = one.parentElement) {
      const { id } = one;
      const role = one.getAttribute('role');
      const label = one.getAttribute('aria-label');
      const tag = one.tagName.toLowerCase();
      path.unshift(
        tag +
          (id && !/[:«_]/.test(id) ? `#${id}` : '') +
          (role ? `[role=${role}]` : '') +
          (label ? `[aria-label="${label.slice(0, 40)}"]` : ''),
      );
    }
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
    return `${path.join(' > ')} “${text}”`;
  };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const ancestors = function* (element: Element): Generator<Element> {
    for (let one: Element | null = element; one; one = one.parentElement) yield one;
  };
  /** Only for those who hear the page, or nothing at all. */
  const isUnseen = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    for (const one of ancestors(element)) {
      const style = styleOf(one);
      if (style.clipPath !== 'none' && style.position === 'absolute') return true;
      const { width, height } = one.getBoundingClientRect();
      if (width <= 1 && height <= 1 && style.overflow === 'hidden') return true;
      if (one.hasAttribute('inert')) return true;
    }
    return false;
  };
  /** Lies over the page, and what lies under it is meant to. */
  const layerOf = (element: Element): Element | null => {
    for (const one of ancestors(element)) {
      const { position } = styleOf(one);
      if (position === 'fixed' || position === 'sticky') return one;
      if (/^(dialog|menu|listbox|tooltip)$/.test(one.getAttribute('role') ?? '')) return one;
    }
    return null;
  };
  const isForeign = (element: Element): boolean => {
    const marked = element.closest('[lang]');
    if (marked && marked.getAttribute('lang') !== document.documentElement.lang) return true;
    return element.closest('[translate="no"], code, pre') !== null;
  };

  const html = document.documentElement;
  const over = html.scrollWidth - html.clientWidth;
  if (over > 0) {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > html.clientWidth + 1 && !isUnseen(one),
    );
    faults.push(`sticks out sideways by ${over} px: ${wide.slice(-1).map(nameOf).join('')}`);
  }

  interface Piece {
    readonly element: Element;
    readonly rect: DOMRect;
    readonly layer: Element | null;
  }
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.nodeValue ?? '').trim();
    if (!element || text === '' || /^(script|style|template|noscript)$/i.test(element.tagName))
      continue;
    if (!element.checkVisibility()) continue;
    if (!isForeign(element)) said.push(text);
    if (isUnseen(element) || element.closest('svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const layer = layerOf(element);
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue;
      pieces.push({ element, rect, layer });
    }
  }

  /** The first ancestor that cuts something off without a way to it; null when a scroll leads there. */
  const cutter = ({ element, rect }: Piece): string | null => {
    let isAbsolute = false;
    for (const one of ancestors(element)) {
      const style = styleOf(one);
      const skipped = isAbsolute && style.position === 'static';
      if (!skipped && one !== document.body && one !== html) {
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) return null;
        const box = one.getBoundingClientRect();
        const sideways = Math.max(rect.right - box.right, box.left - rect.left);
        const upright = Math.max(rect.bottom - box.bottom, box.top - rect.top);
        const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        if (/hidden|clip/.test(style.overflowX) && sideways > SLACK && !isMeant)
          return `cut off by ${sideways.toFixed(1)} px at the side`;
        if (/hidden|clip/.test(style.overflowY) && upright > rect.height * 0.25 && !isMeant)
          return `cut off by ${upright.toFixed(1)} px above or below`;
        if (isMeant) return null;
        isAbsolute = false;
      }
      if (style.position === 'absolute') isAbsolute = true;
      if (style.position === 'fixed') break;
    }
    if (rect.left < -SLACK || (over <= 0 && rect.right > html.clientWidth + SLACK))
      return 'outside of the window';
    return null;
  };
  const told = new Set<Element>();
  for (const piece of pieces) {
    if (told.has(piece.element)) continue;
    const cut = cutter(piece);
    if (cut === null) continue;
    told.add(piece.element);
    faults.push(`text ${cut}: ${nameOf(piece.element)}`);
  }

  const isIn = (a: Element, b: Element): boolean => a.contains(b) || b.contains(a);
  const overlap = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  /** Whether a rectangle is what is seen there, and not scrolled away under another one. */
  const isOnTop = (element: Element, rect: DOMRect): boolean => {
    const hit = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    return (
      hit !== null && (isIn(hit, element) || hit.closest('label') === element.closest('label'))
    );
  };
  const findOverlaps = (list: readonly Piece[], what: string): void => {
    const sorted = list.toSorted((a, b) => a.rect.top - b.rect.top);
    for (const [i, a] of sorted.entries()) {
      for (let j = i + 1; j < sorted.length; j += 1) {
        const b = sorted[j];
        if (!b || b.rect.top > a.rect.bottom) break;
        if (a.layer !== b.layer || isIn(a.element, b.element) || !overlap(a.rect, b.rect)) continue;
        if (told.has(a.element) || told.has(b.element)) continue;
        const seen = (one: Piece): boolean =>
          one.rect.bottom < 0 || one.rect.top > innerHeight || isOnTop(one.element, one.rect);
        // Scrolled under the edge of a container, or covered on purpose.
        if (!seen(a) && !seen(b)) continue;
        if (isScrolledAway(a) || isScrolledAway(b)) continue;
        told.add(a.element);
        faults.push(`${what} over each other: ${nameOf(a.element)} and ${nameOf(b.element)}`);
      }
    }
  };
  const isScrolledAway = ({ element, rect }: Piece): boolean => {
    for (const one of ancestors(element)) {
      const style = styleOf(one);
      if (!/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      if (one === document.body || one === html) continue;
      const box = one.getBoundingClientRect();
      if (rect.bottom > box.bottom + 2 || rect.top < box.top - 2) return true;
      if (rect.right > box.right + 2 || rect.left < box.left - 2) return true;
    }
    return false;
  };
  findOverlaps(pieces, 'texts');

  const controls: Piece[] = [];
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=menuitem], [role=option], [role=tab], [role=radio], [role=checkbox], [role=switch]';
  for (const element of document.querySelectorAll(CONTROLS)) {
    if (isUnseen(element) || element.closest('svg, canvas, altcha-widget')) continue;
    if (element.matches(':disabled, [aria-disabled=true], [aria-hidden=true]')) continue;
    const rect = element.getBoundingClientRect();
    if (rect.width < 1 || rect.height < 1) continue;
    controls.push({ element, rect, layer: layerOf(element) });
  }
  const inLine = (element: Element): boolean => {
    if (!styleOf(element).display.startsWith('inline')) return false;
    const around = element.closest(
      'p, li, dd, dt, td, th, figcaption, label, small, div, span:not(:only-child)',
    );
    const own = (element.textContent ?? '').trim();
    return around !== null && around !== element && (around.textContent ?? '').trim() !== own;
  };
  /** The side of what takes presses for a control: its own box, its label, or the area laid around it. */
  const sides = (element: Element): readonly [width: number, height: number] => {
    const boxes = [element.getBoundingClientRect()];
    const label =
      element.closest('label') ??
      (element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null);
    if (label) boxes.push(label.getBoundingClientRect());
    let width = Math.max(...boxes.map((box) => box.width));
    let height = Math.max(...boxes.map((box) => box.height));
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element, pseudo);
      if (style.content === 'none' || style.position !== 'absolute') continue;
      width = Math.max(width, Number.parseFloat(style.width) || 0);
      height = Math.max(height, Number.parseFloat(style.height) || 0);
    }
    return [width, height];
  };
  for (const { element } of controls) {
    if (inLine(element) || element.closest('.sr-only')) continue;
    const [width, height] = sides(element);
    if (width >= targetPx - 0.5 && height >= targetPx - 0.5) continue;
    faults.push(
      `target of ${Math.round(width)} × ${Math.round(height)} px, ${targetPx} asked: ${nameOf(element)}`,
    );
  }
  findOverlaps(
    controls.filter(({ element }) => !inLine(element) && !element.matches('input')),
    'controls',
  );

  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (!element.checkVisibility() || isForeign(element)) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const value = element.getAttribute(name);
      if (value) said.push(value);
    }
  }
  const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility());
  return {
    faults,
    said,
    title: document.title,
    language: html.lang,
    headings: headings.length,
  };
}
