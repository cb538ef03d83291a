import { standIn, type Tidy } from '../../testing/stand-in.ts';

/** Canvases that record all painting, and frames that run on demand. */
export interface Canvases {
  /** Number of callbacks that wait for the next frame. */
  readonly waiting: () => number;
  /** Runs requested frames, at most `most`. */
  readonly run: (most?: number) => void;
  /**
   * Returns the painting since the last call, one line each: `ink width [dashes] @alpha x,y > x,y` for a stroke, `fill
   * ink @alpha x,y width x height` for a rectangle, `text ink "words" x,y` for a text.
   */
  readonly take: () => string[];
}

const figure = (value: number): string => String(Math.round(value * 10) / 10);
const place = (x: number, y: number): string => `${figure(x)},${figure(y)}`;
const size = (width: number, height: number): string => `${figure(width)} x ${figure(height)}`;

function record(lines: string[]): CanvasRenderingContext2D {
  let state = {
    globalAlpha: 1,
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 1,
    font: '',
    dash: [] as readonly number[],
  };
  const saved: (typeof state)[] = [];
  let path: string[] = [];
  const calls = {
    measureText: (text: string) => ({
      width: text.length * 6,
      actualBoundingBoxAscent: 5,
      actualBoundingBoxDescent: 2,
    }),
    save: () => saved.push({ ...state }),
    restore: () => {
      state = saved.pop() ?? state;
    },
    setLineDash: (dash: readonly number[]) => {
      state.dash = dash;
    },
    beginPath: () => {
      path = [];
    },
    moveTo: (x: number, y: number) => path.push(place(x, y)),
    lineTo: (x: number, y: number) => path.push(place(x, y)),
    arc: (x: number, y: number, radius: number, from: number, to: number) =>
      path.push(`ring ${place(x, y)} ${radius} ${figure(from)} ${figure(to)}`),
    roundRect: (x: number, y: number, width: number, height: number, radius: number) =>
      path.push(`plate ${place(x, y)} ${size(width, height)} ${radius}`),
    stroke: () => {
      const dashes = state.dash.length > 0 ? ` [${state.dash.join(' ')}]` : '';
      const { strokeStyle, lineWidth, globalAlpha } = state;
      lines.push(`${strokeStyle} ${lineWidth}${dashes} @${globalAlpha} ${path.join(' > ')}`);
    },
    fill: () => lines.push(`fill ${state.fillStyle} @${state.globalAlpha} ${path.join(' > ')}`),
    fillRect: (x: number, y: number, width: number, height: number) =>
      lines.push(
        `fill ${state.fillStyle} @${state.globalAlpha} ${place(x, y)} ${size(width, height)}`,
      ),
    strokeRect: (x: number, y: number, width: number, height: number) =>
      lines.push(
        `${state.strokeStyle} ${state.lineWidth} @${state.globalAlpha} ${place(x, y)} ${size(width, height)}`,
      ),
    fillText: (text: string, x: number, y: number) =>
      lines.push(`text ${state.fillStyle} "${text}" ${place(x, y)} ${state.font}`),
  };
  const others = () => undefined;
  return new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => Reflect.get(calls, name) ?? Reflect.get(state, name) ?? others,
    set: (_, name, value) => {
      Reflect.set(state, name, value);
      return true;
    },
  });
}

/** Returns a recording context without a page, for code that paints on a given context. */
export function openCanvas(): { readonly ctx: CanvasRenderingContext2D; readonly lines: string[] } {
  const lines: string[] = [];
  return { ctx: record(lines), lines };
}

/** Gives every canvas of the document a recording context, until the test ends. */
export function openCanvases(t: Tidy): Canvases {
  const lines: string[] = [];
  const contexts = new WeakMap<HTMLCanvasElement, CanvasRenderingContext2D>();
  const waiting = new Map<number, FrameRequestCallback>();
  let lastId = 0;
  standIn(t, HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement) {
      const known = contexts.get(this) ?? Object.assign(record(lines), { canvas: this });
      contexts.set(this, known);
      return known;
    },
  });
  standIn(t, globalThis, {
    requestAnimationFrame: (callback: FrameRequestCallback) => {
      lastId += 1;
      waiting.set(lastId, callback);
      return lastId;
    },
    cancelAnimationFrame: (id: number) => waiting.delete(id),
  });
  return {
    waiting: () => waiting.size,
    run: (most = 50) => {
      for (let frame = 0; frame < most && waiting.size > 0; frame += 1) {
        const now = [...waiting.values()];
        waiting.clear();
        for (const callback of now) callback(performance.now());
      }
    },
    take: () => lines.splice(0),
  };
}
