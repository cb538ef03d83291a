import type { Brush } from './frame.ts';

/** Style of a line; width and dashes in CSS pixels. */
export interface LineStyle {
  readonly color: string;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
}

/** Returns the place nearest to `at` at which a line of this width covers whole device pixels. */
export function crisp(at: number, width: number, ratio: number): number {
  const device = Math.max(1, Math.round(width * ratio));
  const offset = device % 2 === 1 ? 0.5 : 0;
  return (Math.round(at * ratio - offset) + offset) / ratio;
}

function stroke({ ctx }: Brush, style: LineStyle, path: () => void): void {
  ctx.save();
  ctx.strokeStyle = style.color;
  ctx.lineWidth = style.width;
  ctx.globalAlpha *= style.alpha ?? 1;
  ctx.setLineDash([...(style.dash ?? [])]);
  ctx.beginPath();
  path();
  ctx.stroke();
  ctx.restore();
}

/** Draws a horizontal line. */
export function horizontal(
  brush: Brush,
  y: number,
  from: number,
  to: number,
  style: LineStyle,
): void {
  if (!(to > from) || !Number.isFinite(y)) return;
  const at = crisp(y, style.width, brush.ratio);
  stroke(brush, style, () => {
    brush.ctx.moveTo(from, at);
    brush.ctx.lineTo(to, at);
  });
}

/** Draws a vertical line. */
export function vertical(
  brush: Brush,
  x: number,
  from: number,
  to: number,
  style: LineStyle,
): void {
  if (!(to > from) || !Number.isFinite(x)) return;
  const at = crisp(x, style.width, brush.ratio);
  stroke(brush, style, () => {
    brush.ctx.moveTo(at, from);
    brush.ctx.lineTo(at, to);
  });
}

/** Draws a triangle, 8 wide and 6 high; (x, y) is the left end of its base for `up`, of its top edge for `down`. */
export function triangle(
  { ctx }: Brush,
  shape: 'up' | 'down',
  x: number,
  y: number,
  color: string,
): void {
  const tip = shape === 'up' ? -6 : 6;
  ctx.save();
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + 4, y + tip);
  ctx.lineTo(x + 8, y);
  ctx.closePath();
  ctx.fill();
  ctx.restore();
}
