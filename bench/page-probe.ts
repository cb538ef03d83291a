// What runs inside the measured page; each function is sent there whole and uses nothing of this file.

/** What a page has noted about its own start, in milliseconds from the navigation. */
export interface StartMarks {
  firstPaintMs: number;
  largestPaintMs: number;
  /** What tasks took beyond fifty milliseconds each. */
  excessMs: number;
}

declare global {
  interface Window {
    startMarks: StartMarks;
    /** Is told of every click and key, before the page is. */
    onInput?: (event: Event) => void;
    /** Milliseconds of the last input that `awaitAnswer` was told to watch; absent until it is answered. */
    answerMs?: number;
  }
}

/** Notes when the page paints, and what its tasks take beyond fifty milliseconds each. */
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

/** Bytes of a page as they came over the wire, by kind. */
export interface Weight {
  readonly script: number;
  readonly style: number;
  readonly font: number;
  readonly all: number;
}

/** What the page has loaded so far. */
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

/** From an input to the end of the frame in which the page shows what it was for. */
export interface Interaction {
  /** The event whose moment counts. */
  readonly event: 'click' | 'keydown';
  /** What is there in the end. */
  readonly selector: string;
}

/** Listens before the page does, which may keep a key to itself. */
export function watchInputs(): void {
  for (const type of ['click', 'keydown']) {
    window.addEventListener(type, (event) => window.onInput?.(event), { capture: true });
  }
}

/** Watches for the next input, where `watchInputs` listens; `answerMs` is set once the page shows its result. */
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

/** A button of its own beside the page, which says that it was pressed: what an input costs at the least. */
export function addIdleButton(): void {
  const button = document.createElement('button');
  button.id = 'idle';
  button.style.cssText = 'position:fixed;left:0;top:40%;width:24px;height:24px;z-index:99999';
  button.addEventListener('click', () => {
    button.ariaPressed = String(button.ariaPressed !== 'true');
  });
  document.documentElement.append(button);
}
