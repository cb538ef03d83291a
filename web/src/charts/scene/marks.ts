import type { Axes, AxisTag, Brush, Frame, Pass } from './frame.ts';
import { horizontal } from './line.ts';
import { Z } from './z.ts';

/** The last price, with its direction and freshness. */
export interface LastPrice {
  readonly price: number;
  readonly rising: boolean;
  /** Whether no new ticks arrive, so that the price may be outdated. */
  readonly stale: boolean;
  /** Words under its tag when its source is delayed, empty before its first tick; null for a live price. */
  readonly note: string | null;
}

/**
 * Returns the painting of the last price: a dotted line over the plot in the colour of its direction, grey when it is
 * stale, and the axis tag, which is never moved. The tag of a delayed price is an outline with its time below.
 */
export function paintLastPrice(
  { price, rising, stale, note }: LastPrice,
  frame: Frame,
): { readonly passes: readonly Pass[]; readonly tag: AxisTag } {
  const { palette, width } = frame;
  const color = stale ? palette.axisText : rising ? palette.candleUp : palette.candleDown;
  const tag = { price, back: color, text: palette.background, strong: true, fixed: true };
  return {
    passes: [
      {
        z: Z.price,
        paint: (brush) =>
          horizontal(brush, frame.y(price), 0, width, { color, width: 1, dash: [2, 3] }),
      },
    ],
    tag: note === null ? tag : { ...tag, ...delayedLook(note, palette) },
  };
}

function delayedLook(note: string, palette: Frame['palette']): Partial<AxisTag> {
  return {
    back: palette.background,
    text: palette.text,
    outline: palette.warnLine,
    ...(note !== '' && { note: { words: note, color: palette.warn } }),
  };
}

const RING_RADIUS_PX = 6;

/**
 * Returns the place of the brass ring of a chosen level: on its line at the chosen point, within the line's run and
 * inside the plot. Null while the line is out of sight.
 */
export function ringPlace(
  at: { readonly price: number } | { readonly timeMs: number },
  anchor: { readonly x: number; readonly y: number },
  run: readonly [number, number],
  axes: Axes,
): { readonly x: number; readonly y: number } | null {
  const onRun = (value: number, size: number): number | null => {
    const low = Math.max(run[0], RING_RADIUS_PX + 2);
    const high = Math.min(run[1], size - RING_RADIUS_PX - 2);
    return low <= high ? Math.min(Math.max(value, low), high) : null;
  };
  if ('price' in at) {
    const y = axes.y(at.price);
    const x = onRun(anchor.x, axes.width);
    return x !== null && y >= 0 && y <= axes.height ? { x, y } : null;
  }
  const x = axes.x(at.timeMs);
  const y = onRun(anchor.y, axes.height);
  return y !== null && x >= 0 && x <= axes.width ? { x, y } : null;
}

/** Paints the brass ring. */
export function paintRing({ ctx }: Brush, x: number, y: number, color: string): void {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(x, y, RING_RADIUS_PX, 0, Math.PI * 2);
  ctx.stroke();
  ctx.restore();
}

/** Distance of the lines of a gap, in pixels. */
const HATCH_PX = 6;

/** Paints a time without bars: a column of slanted lines. */
export function paintGap(
  { ctx, ratio }: Brush,
  place: { readonly left: number; readonly right: number },
  height: number,
  color: string,
): void {
  const left = Math.round(place.left * ratio) / ratio;
  const width = place.right - left;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, 0, width, height);
  ctx.clip();
  ctx.globalAlpha = 0.25;
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let y = 0; y < height + width; y += HATCH_PX) {
    ctx.moveTo(left, y);
    ctx.lineTo(left + width, y - width);
  }
  ctx.stroke();
  ctx.restore();
}

/** Paints the mark of the bar that the explanation names: a brass column with a frame around the bar. */
export function paintHighlight(
  { ctx, ratio }: Brush,
  place: { readonly left: number; readonly right: number },
  bar: { readonly top: number; readonly bottom: number },
  height: number,
  color: string,
): void {
  const width = Math.max(place.right - place.left, 3);
  const left = Math.round(place.left * ratio) / ratio;
  ctx.save();
  ctx.globalAlpha = 0.14;
  ctx.fillStyle = color;
  ctx.fillRect(left, 0, width, height);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.5;
  ctx.strokeRect(left - 1, bar.top - 4, width + 2, bar.bottom - bar.top + 8);
  ctx.restore();
}
