// Functions that run inside the measured page. Each is sent there as text and uses nothing of this file.

/** The start of a page, in milliseconds from the navigation. */
export interface StartMarks {
  firstPaintMs: number;
  largestPaintMs: number;
  /** Sum of task time beyond fifty milliseconds per task. */
  excessMs: number;
}

declare global {
  interface Window {
    startMarks: StartMarks;
    /** Called with every click and key before the page's handlers. */
    onInput?: (event: Event) => void;
    /** Milliseconds of the last input that `awaitAnswer` watched; absent until it is answered. */
    answerMs?: number;
  }
}

/** Records when the page paints, and the task time beyond fifty milliseconds. */
export function watchStart(): void {
  const marks: StartMarks = { firstPaintMs: 0, largestPaintMs: 0, excessMs: 0 };
  window.startMarks = marks;
  const watch = (type: string, note: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  };
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') marks.firstPaintMs = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    marks.largestPaintMs = startTime;
  });
  watch('longtask', ({ duration }) => {
    marks.excessMs += Math.max(0, duration - 50);
  });
}

/** Bytes of a page over the wire, by kind. */
export interface Weight {
  readonly script: number;
  readonly style: number;
  readonly font: number;
  readonly all: number;
}

/** Returns what the page has loaded so far. */
export function weigh(): Weight {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const sum = (pattern: RegExp): number =>
    entries
      .filter(({ name }) => pattern.test(new URL(name).pathname))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  return { script: sum(/\.js$/), style: sum(/\.css$/), font: sum(/\.woff2$/), all: sum(/./) };
}

/** An input, and the element that shows its result. */
export interface Interaction {
  /** The event that starts the time. */
  readonly event: 'click' | 'keydown';
  /** Selector of the result. */
  readonly selector: string;
}

/** Listens before the page's handlers, which may stop a key event. */
export function watchInputs(): void {
  for (const type of ['click', 'keydown']) {
    window.addEventListener(type, (event) => window.onInput?.(event), { capture: true });
  }
}

/** Watches the next input on a page with `watchInputs`; `answerMs` is set when the page shows the result. */
export function awaitAnswer({ event, selector }: Interaction): void {
  delete window.answerMs;
  window.onInput = ({ type, timeStamp }) => {
    if (type !== event) return;
    delete window.onInput;
    const look = (): void => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const nowMs = performance.now();
          if (document.querySelector(selector)) window.answerMs = nowMs - timeStamp;
          else look();
        };
        port2.postMessage(null);
      });
    };
    look();
  };
}

/** Adds a button that only changes its own state: the least cost of an input. */
export function addIdleButton(): void {
  const button = document.createElement('button');
  button.id = 'idle';
  button.style.cssText = 'position:fixed;left:0;top:40%;width:24px;height:24px;z-index:99999';
  button.addEventListener('click', () => {
    button.ariaPressed = String(button.ariaPressed !== 'true');
  });
  document.documentElement.append(button);
}
