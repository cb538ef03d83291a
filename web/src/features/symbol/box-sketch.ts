/** The part of a bar that a sketch draws. */
export interface SketchBar {
  /** Opening time, UTC epoch milliseconds. */
  readonly d: number;
  readonly h: number;
  readonly l: number;
}

/** The part of a box that a sketch draws. */
export interface SketchBox {
  readonly p: { readonly top: number; readonly bottom: number; readonly middle: number };
  readonly d: { readonly start: number; readonly end: number; readonly middle: number };
}

/** A sketch in its own units; y grows downward. */
export interface Sketch {
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly middleX: number;
  readonly middleY: number;
  /** Returns the y of a price; null outside of the drawing. */
  readonly placeOf: (price: number) => number | null;
  /** The x of the newest bar; null when it is not drawn. */
  readonly nowX: number | null;
  /** The bars as columns of highs and lows, oldest first. Right of the last column the box lies in the future. */
  readonly columns: readonly { readonly x: number; readonly high: number; readonly low: number }[];
}

/** The size of a sketch's drawing area. */
export interface SketchSize {
  readonly width: number;
  readonly height: number;
}

const MAX_COLUMNS = 64;
const MARGIN = 4;
/** Shares of the box's length: time shown before its start, and at most after its end. */
const BEFORE = 0.18;
const AFTER = 1;
/** Share of the box's height that bars may take above and below it. */
const BEYOND = 1;

/** Returns the time that a box's sketch shows; `toMs` is after the box's end only as far as there are bars. */
export function sketchSpan(
  box: SketchBox,
  lastBarMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const length = box.d.end - box.d.start;
  return {
    fromMs: box.d.start - length * BEFORE,
    toMs: Math.max(box.d.end, Math.min(lastBarMs, box.d.end + length * AFTER)),
  };
}

function groupBars(bars: readonly SketchBar[], groups: number): readonly SketchBar[][] {
  const size = Math.max(1, Math.ceil(bars.length / groups));
  const out: SketchBar[][] = [];
  for (let i = 0; i < bars.length; i += size) out.push(bars.slice(i, i + size));
  return out;
}

/**
 * Returns a small drawing of a box over its bars. Time is linear, so that the future part of the box has its full
 * length. Bars are drawn as ranges; many bars are joined into columns. Ranges are cut at the top and bottom of the
 * drawing.
 */
export function computeSketch(
  box: SketchBox,
  bars: readonly SketchBar[],
  size: SketchSize,
): Sketch {
  const { fromMs, toMs } = sketchSpan(box, bars.at(-1)?.d ?? box.d.start);
  const height = box.p.top - box.p.bottom;
  const shown = bars.filter((bar) => bar.d >= fromMs && bar.d <= toMs);
  const top = Math.min(
    box.p.top + height * BEYOND,
    Math.max(box.p.top, ...shown.map((bar) => bar.h)),
  );
  const bottom = Math.max(
    box.p.bottom - height * BEYOND,
    Math.min(box.p.bottom, ...shown.map((bar) => bar.l)),
  );
  const x = (timeMs: number): number =>
    MARGIN + ((timeMs - fromMs) / (toMs - fromMs)) * (size.width - 2 * MARGIN);
  const y = (price: number): number => {
    const inside = Math.min(top, Math.max(bottom, price));
    return MARGIN + ((top - inside) / (top - bottom)) * (size.height - 2 * MARGIN);
  };
  const columns = groupBars(shown, MAX_COLUMNS).flatMap((group) => {
    const first = group[0];
    const last = group.at(-1);
    if (!first || !last) return [];
    const high = Math.max(...group.map((bar) => bar.h));
    const low = Math.min(...group.map((bar) => bar.l));
    if (low > top || high < bottom) return [];
    return [{ x: (x(first.d) + x(last.d)) / 2, high: y(high), low: y(low) }];
  });
  const left = x(box.d.start);
  const upper = y(box.p.top);
  return {
    box: { x: left, y: upper, width: x(box.d.end) - left, height: y(box.p.bottom) - upper },
    placeOf: (price) => (price > top || price < bottom ? null : y(price)),
    nowX: shown.length > 0 && shown.at(-1) === bars.at(-1) ? x(shown.at(-1)?.d ?? toMs) : null,
    middleX: x(box.d.middle),
    middleY: y(box.p.middle),
    columns,
  };
}
