import { JSDOM, VirtualConsole } from 'jsdom';

/** Names that Node has, too, and that must be the document's: an event of one kind is refused by a target of the other. */
const OF_THE_DOCUMENT = [
  'Event',
  'EventTarget',
  'CustomEvent',
  'MessageEvent',
  'navigator',
  'AbortController',
  'AbortSignal',
];

/**
 * Gives this process an empty document, for its whole life, with the names of a browser's window as globals. Clocks and
 * `fetch` stay Node's. What jsdom has not (no layout, no canvas) answers as a page that shows nothing.
 */
export function openDocument(): void {
  const { window } = new JSDOM('<!doctype html><html lang="tr"><body></body></html>', {
    url: 'http://localhost/',
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(),
  });
  const names = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis));
  for (const name of [...names, ...OF_THE_DOCUMENT]) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      writable: true,
      value: Reflect.get(window, name),
    });
  }
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    Object.assign(globalThis, { [name]: window[name].bind(window) });
  }
  const NodeRequest = globalThis.Request;
  Object.assign(globalThis, {
    // A router's request carries a signal of the document, which Node's refuses.
    Request: class extends NodeRequest {
      constructor(input: string | URL | Request, { signal, ...init }: RequestInit = {}) {
        super(input, init);
        if (signal) Object.defineProperty(this, 'signal', { value: signal });
      }
    },
  });
  class Nothing {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, {
    window: globalThis,
    ResizeObserver: Nothing,
    IntersectionObserver: Nothing,
    // A desk in the dark, without any wish.
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), { media, matches: false, onchange: null }),
    scrollTo: () => {},
  });
  Object.assign(window.Element.prototype, {
    scrollIntoView: () => {},
    animate: () => {},
    getAnimations: () => [],
  });
  Object.assign(window.HTMLCanvasElement.prototype, { getContext: () => null });
}
