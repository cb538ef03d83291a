import { type Bar, resolutionMs } from '@rasat/engine';

/** One chart library under measurement, as the page of the benchmark sees it. */
export interface Contender {
  /** Makes a chart with all of `bars`, the last one still forming, in an element of fixed size. */
  show(host: HTMLElement, bars: readonly Bar[]): ShownChart;
}

/** A chart on the page. */
export interface ShownChart {
  /** A live price of the moving bar. */
  tick(timeMs: number, price: number): void;
}

/** The functions that the benchmark's page offers to the controlling process. */
export interface ChartBench {
  /** Shows `count` bars. */
  show(count: number): void;
  /**
   * Shows `count` bars. Resolves with the milliseconds from the call to the end of the first frame with candles on a
   * canvas, without the time of looking for them.
   */
  paint(count: number): Promise<number>;
  /** Sends one price per frame for a number of frames. */
  run(frames: number): Promise<void>;
}

/** Colours of rising and falling candles, the same for every contender. */
export const INK = { up: '#2dc08e', down: '#f92855' } as const;

const FIRST_OPEN_MS = Date.UTC(2019, 0, 6);
/** The bars of every contender: hourly, five digits. */
export const BENCH_RESOLUTION = '60';
/** Decimals of the bars' prices. */
export const BENCH_DIGITS = 5;

/** Returns `count` hourly bars of the same random walk in every page. */
export function makeBars(count: number): Bar[] {
  let state = 42;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const round = (price: number): number => Number(price.toFixed(BENCH_DIGITS));
  let close = 1.1;
  return Array.from({ length: count }, (_, i) => {
    const open = close;
    close = round(Math.max(0.5, open + (random() - 0.5) * 0.002));
    const high = round(Math.max(open, close) + random() * 0.0007);
    const low = round(Math.min(open, close) - random() * 0.0007);
    const openTimeMs = FIRST_OPEN_MS + i * resolutionMs[BENCH_RESOLUTION];
    return { openTimeMs, open, high, low, close, volume: 1 };
  });
}

const CANVAS_INKS = [INK.up, INK.down].map((ink) => Number.parseInt(ink.slice(1), 16));

/** Returns whether a canvas of the element shows candles: many pixels of exactly their colours. */
function hasCandles(host: HTMLElement): boolean {
  let inked = 0;
  for (const canvas of host.querySelectorAll('canvas')) {
    const context = canvas.getContext('2d');
    if (!context || canvas.width === 0 || canvas.height === 0) continue;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) {
      const ink = ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
      if (CANVAS_INKS.includes(ink)) inked++;
    }
  }
  return inked > 1000;
}

/** Resolves after the next frame has been painted: a message is delivered after the frame's own work. */
const afterFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

const FRAMES_LIMIT = 300;

/** Offers a contender to the controlling process. The page must have an element `host` of fixed size. */
export function offerBench(contender: Contender): void {
  let chart: ShownChart | null = null;
  let last: Bar | undefined;
  const findHost = (): HTMLElement => {
    const host = document.getElementById('host');
    if (!host) throw new Error('the page has no element for the chart');
    return host;
  };
  const bench: ChartBench = {
    show(count) {
      const bars = makeBars(count);
      last = bars.at(-1);
      chart = contender.show(findHost(), bars);
    },
    async paint(count) {
      const host = findHost();
      const bars = makeBars(count);
      // Begin like a page that has just received its bars: in a separate task, right after a frame.
      await afterFrame();
      const startMs = performance.now();
      contender.show(host, bars);
      let lookedMs = 0;
      for (let frame = 0; frame < FRAMES_LIMIT; frame++) {
        await afterFrame();
        const paintedMs = performance.now();
        if (hasCandles(host)) return paintedMs - startMs - lookedMs;
        lookedMs += performance.now() - paintedMs;
      }
      throw new Error('no candles came');
    },
    async run(frames) {
      if (!chart || !last) throw new Error('no chart is shown');
      const { openTimeMs, close } = last;
      for (let frame = 0; frame < frames; frame++) {
        await new Promise(requestAnimationFrame);
        chart.tick(openTimeMs + frame, close + Math.sin(frame / 9) * 0.001);
      }
    },
  };
  Object.assign(window, { chartBench: bench });
}
