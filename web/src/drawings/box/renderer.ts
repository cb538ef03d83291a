import type { BoxInk } from '../../charts/palette.ts';
import type { Brush } from '../../charts/scene/frame.ts';
import { horizontal, type LineStyle, vertical } from '../../charts/scene/line.ts';
import type { BoxShape } from './geometry.ts';

const QUARTER_DASH = [2, 4];
/** Distance beyond the plot, longer than any dash, so that a box cut by the edge has no border there. */
const BEYOND_PX = 40;

/** Paints the fill of a box. */
export function paintBoxFill({ ctx }: Brush, shape: BoxShape, ink: BoxInk, alpha: number): void {
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.fillStyle = ink.fill;
  ctx.fillRect(shape.left, shape.top, shape.right - shape.left, shape.bottom - shape.top);
  ctx.restore();
}

/** Paints outline, middle lines, quarter lines, half-way ticks and the graduated left edge. */
export function paintBoxLines(
  brush: Brush,
  shape: BoxShape,
  ink: BoxInk,
  outline: { readonly width: number; readonly dash: readonly number[] },
  width: number,
): void {
  const from = Math.max(shape.left, -BEYOND_PX);
  const to = Math.min(shape.right, width + BEYOND_PX);
  const line = (style: Omit<LineStyle, 'color'>): LineStyle => ({ color: ink.line, ...style });
  const middle = line({ width: 1.1, alpha: 0.85 });
  const quarter = line({ width: 1, dash: QUARTER_DASH, alpha: 0.75 });
  horizontal(brush, shape.middleY, from, to, middle);
  vertical(brush, shape.middleX, shape.top, shape.bottom, middle);
  for (const y of shape.quartersY) horizontal(brush, y, from, to, quarter);
  for (const x of shape.quartersX) vertical(brush, x, shape.top, shape.bottom, quarter);
  const tick = line({ width: 1 });
  for (const x of shape.halvesX) {
    vertical(brush, x, shape.top, shape.top + 6, tick);
    vertical(brush, x, shape.bottom - 6, shape.bottom, tick);
  }
  for (const { y, length } of shape.ruler) {
    horizontal(brush, y, shape.left, shape.left + length, tick);
  }
  const edge = line(outline);
  horizontal(brush, shape.top, from, to, edge);
  horizontal(brush, shape.bottom, from, to, edge);
  vertical(brush, shape.left, shape.top, shape.bottom, edge);
  vertical(brush, shape.right, shape.top, shape.bottom, edge);
}

/** Paints a trade line on a halo of the background, so that it is visible on candles. */
export function paintTradeLine(
  brush: Brush,
  y: number,
  from: number,
  to: number,
  color: string,
  background: string,
  width: number,
): void {
  horizontal(brush, y, from, to, { color: background, width: width + 2, alpha: 0.7 });
  horizontal(brush, y, from, to, { color, width });
}
