import type { Page } from 'playwright-core';

/** Layout faults of a page, each with its element, and the texts of the page. */
export interface Layout {
  readonly faults: readonly string[];
  readonly said: readonly string[];
  readonly title: string;
  readonly language: string;
  readonly headings: number;
}

/** A rectangle of a text or a control, and the layer over the page that holds it, if any. */
interface Piece {
  readonly element: Element;
  readonly rect: DOMRect;
  readonly layer: Element | null;
}

/**
 * Inspects a page: elements beyond its right edge, texts that are cut off or overlap, controls that overlap, and
 * controls smaller than `targetPx`, where the area around a control that takes presses counts too.
 */
export function inspectLayout(page: Page, targetPx: number): Promise<Layout> {
  // The functions run in the page, which has only those that are sent.
  const parts = [
    nameOf,
    upwards,
    isUnseen,
    layerOf,
    isForeign,
    listSticking,
    listTexts,
    listNames,
    cutOf,
    listCuts,
    isScrolledAway,
    listOverlaps,
    listControls,
    isInLine,
    sidesOf,
    listSmall,
    measure,
  ];
  return page.evaluate(`(() => { ${parts.join('\n')}; return measure(${targetPx}); })()`);
}

function measure(targetPx: number): Layout {
  const texts = listTexts();
  const controls = listControls();
  const reported = new Set<Element>();
  const pressed = controls.filter(({ element }) => !isInLine(element) && !element.matches('input'));
  const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility());
  return {
    faults: [
      ...listSticking(),
      ...listCuts(texts.pieces, reported),
      ...listOverlaps(texts.pieces, 'texts', reported),
      ...listOverlaps(pressed, 'controls', reported),
      ...listSmall(controls, targetPx),
    ],
    said: [...texts.said, ...listNames()],
    title: document.title,
    language: document.documentElement.lang,
    headings: headings.length,
  };
}

/** Describes an element for a finding: it and its two nearest ancestors, and its text. */
function nameOf(element: Element): string {
  const way = upwards(element)
    .slice(0, 3)
    .map((one) => {
      const role = one.getAttribute('role');
      const label = one.getAttribute('aria-label');
      const id = /^[a-z][a-z-]*$/.test(one.id) ? `#${one.id}` : '';
      const more = `${role ? `[role=${role}]` : ''}${label ? `[aria-label="${label.slice(0, 40)}"]` : ''}`;
      return one.tagName.toLowerCase() + id + more;
    });
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  return `${way.reverse().join(' > ')} “${text}”`;
}

/** Lists an element and its ancestors, the nearest first. */
function upwards(element: Element): Element[] {
  const found: Element[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) found.push(one);
  return found;
}

/** Whether an element is hidden, or for screen readers only. */
function isUnseen(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
  return upwards(element).some((one) => {
    const style = getComputedStyle(one);
    if (style.clipPath !== 'none' && style.position === 'absolute') return true;
    const { width, height } = one.getBoundingClientRect();
    return one.hasAttribute('inert') || (width <= 1 && height <= 1 && style.overflow === 'hidden');
  });
}

/** Returns the fixed bar, dialog or menu over the page that holds an element; null for none. It may cover the page. */
function layerOf(element: Element): Element | null {
  const layer = upwards(element).find(
    (one) =>
      /^(fixed|sticky)$/.test(getComputedStyle(one).position) ||
      /^(dialog|menu|listbox|tooltip)$/.test(one.getAttribute('role') ?? ''),
  );
  return layer ?? null;
}

/** Whether an element is marked as being in another language, or in none. */
function isForeign(element: Element): boolean {
  const marked = element.closest('[lang]')?.getAttribute('lang');
  if (typeof marked === 'string' && marked !== document.documentElement.lang) return true;
  return element.closest('[translate="no"], code, pre') !== null;
}

function listSticking(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1 && !isUnseen(one),
  );
  const last = wide.at(-1);
  return [`sticks out sideways by ${scrollWidth - clientWidth} px: ${last ? nameOf(last) : ''}`];
}

/** Lists the texts in the language of the page, and the rectangles of the visible texts. */
function listTexts(): { readonly pieces: Piece[]; readonly said: string[] } {
  const pieces: Piece[] = [];
  const said: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.nodeValue ?? '').trim();
    if (!element || text === '' || element.matches('script, style, template, noscript')) continue;
    if (!element.checkVisibility()) continue;
    if (!isForeign(element)) said.push(text);
    if (element.closest('svg') || isUnseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const layer = layerOf(element);
    for (const rect of range.getClientRects()) {
      if (rect.width >= 2 && rect.height >= 2) pieces.push({ element, rect, layer });
    }
  }
  return { pieces, said };
}

/** Lists accessible names, and the placeholders of fields. */
function listNames(): string[] {
  const names = ['aria-label', 'placeholder', 'title', 'alt'];
  return [...document.querySelectorAll(names.map((name) => `[${name}]`).join(','))]
    .filter((element) => element.checkVisibility() && !isForeign(element))
    .flatMap((element) => names.map((name) => element.getAttribute(name) ?? ''))
    .filter((text) => text !== '');
}

/** Describes how an ancestor cuts a text off that cannot be scrolled into view; null when none does. */
function cutOf({ element, rect }: Piece): string | null {
  // Rounding moves letters slightly beyond their box.
  const slackPx = 1.5;
  let isAbsolute = false;
  for (const one of upwards(element)) {
    if (one === document.body) break;
    const style = getComputedStyle(one);
    // A static box does not clip an absolutely positioned element.
    if (!isAbsolute || style.position !== 'static') {
      isAbsolute = false;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return null;
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return null;
      const box = one.getBoundingClientRect();
      const sideways = Math.max(rect.right - box.right, box.left - rect.left);
      const upright = Math.max(rect.bottom - box.bottom, box.top - rect.top);
      if (/hidden|clip/.test(style.overflowX) && sideways > slackPx) {
        return `cut off by ${sideways.toFixed(1)} px at the side`;
      }
      if (/hidden|clip/.test(style.overflowY) && upright > rect.height / 4) {
        return `cut off by ${upright.toFixed(1)} px above or below`;
      }
    }
    if (style.position === 'fixed') break;
    if (style.position === 'absolute') isAbsolute = true;
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  const isOut = scrollWidth <= clientWidth && rect.right > clientWidth + slackPx;
  return isOut || rect.left < -slackPx ? 'outside of the window' : null;
}

function listCuts(texts: readonly Piece[], reported: Set<Element>): string[] {
  return texts.flatMap((text) => {
    const cut = reported.has(text.element) ? null : cutOf(text);
    if (cut === null) return [];
    reported.add(text.element);
    return [`text ${cut}: ${nameOf(text.element)}`];
  });
}

/** Whether a piece lies partly beyond the edge of an ancestor that scrolls or clips. */
function isScrolledAway({ element, rect }: Piece): boolean {
  return upwards(element).some((one) => {
    if (one === document.body || one === document.documentElement) return false;
    const style = getComputedStyle(one);
    if (!/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) return false;
    const box = one.getBoundingClientRect();
    return (
      rect.bottom > box.bottom + 2 ||
      rect.top < box.top - 2 ||
      rect.right > box.right + 2 ||
      rect.left < box.left - 2
    );
  });
}

function listOverlaps(pieces: readonly Piece[], what: string, reported: Set<Element>): string[] {
  const found: string[] = [];
  const sorted = pieces.toSorted((a, b) => a.rect.top - b.rect.top);
  for (const [i, a] of sorted.entries()) {
    for (const b of sorted.slice(i + 1)) {
      if (b.rect.top > a.rect.bottom) break;
      const across = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const along = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (across <= 3 || along <= 5 || a.layer !== b.layer) continue;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      if (reported.has(a.element) || reported.has(b.element)) continue;
      if (isScrolledAway(a) || isScrolledAway(b)) continue;
      reported.add(a.element);
      found.push(`${what} over each other: ${nameOf(a.element)} and ${nameOf(b.element)}`);
    }
  }
  return found;
}

function listControls(): Piece[] {
  const roles = ['button', 'link', 'menuitem', 'option', 'tab', 'radio', 'checkbox', 'switch'];
  const tags = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  return [...document.querySelectorAll([tags, ...roles.map((role) => `[role=${role}]`)].join(','))]
    .filter((one) => !one.closest('svg, canvas, altcha-widget') && !isUnseen(one))
    .filter((one) => !one.matches(':disabled, [aria-disabled=true], [aria-hidden=true], .sr-only'))
    .map((element) => ({
      element,
      rect: element.getBoundingClientRect(),
      layer: layerOf(element),
    }))
    .filter(({ rect }) => rect.width >= 1 && rect.height >= 1);
}

/** Whether an element is part of a line of text, which determines its height. */
function isInLine(element: Element): boolean {
  if (!getComputedStyle(element).display.startsWith('inline')) return false;
  const around = element.parentElement?.closest(
    'p, li, dd, dt, td, th, figcaption, label, small, div, span:not(:only-child)',
  );
  return (around?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
}

/** Returns width and height of the area that takes presses for a control: its box, its label, or an area around it. */
function sidesOf(element: Element): readonly [widthPx: number, heightPx: number] {
  const label =
    element.closest('label') ??
    (element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null);
  const areas = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
  const around = ['::before', '::after']
    .map((pseudo) => getComputedStyle(element, pseudo))
    .filter(({ content, position }) => content !== 'none' && position === 'absolute')
    .map(({ width, height }) => ({
      width: Number.parseFloat(width) || 0,
      height: Number.parseFloat(height) || 0,
    }));
  const all = [...areas, ...around];
  return [Math.max(...all.map(({ width }) => width)), Math.max(...all.map(({ height }) => height))];
}

function listSmall(controls: readonly Piece[], targetPx: number): string[] {
  return controls.flatMap(({ element }) => {
    const [width, height] = sidesOf(element);
    if (isInLine(element) || Math.min(width, height) >= targetPx - 0.5) return [];
    const size = `${Math.round(width)} × ${Math.round(height)} px`;
    return [`target of ${size}, ${targetPx} asked: ${nameOf(element)}`];
  });
}
