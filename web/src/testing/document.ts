import { JSDOM, VirtualConsole } from 'jsdom';

/**
 * Names that Node also defines and that must be the document's: a target refuses events of the other implementation.
 */
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
 * Gives this process an empty document with the names of a browser's window as globals. Clocks and `fetch` stay Node's.
 * Parts that jsdom lacks (layout, canvas) answer as on an empty page.
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
    // A router's request carries a signal of the document, which Node's `Request` refuses.
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
    // No media query matches: a light theme and no reduced motion.
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
