import type { Brush } from '../../charts/scene/frame.ts';
import { horizontal, vertical } from '../../charts/scene/line.ts';
import type { ShapePoint } from './geometry.ts';

type Side = 0 | 1;

/** The two sides of an edge's pair of heights. */
export const LOW: Side = 0;
export const HIGH: Side = 1;

/** Lengths of the ticks at the end of a cone: the narrower the band, the longer. */
const TICKS_PX = [9, 6, 3] as const;

function trace(
  { ctx }: Brush,
  points: readonly ShapePoint[],
  band: number,
  side: Side,
  begins: boolean,
): void {
  points.forEach(({ x, ys }, i) => {
    const y = ys[band]?.[side] ?? Number.NaN;
    if (i === 0 && begins) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
}

/** Fills one band of a cone, from its low to its high edge. */
export function paintBand(
  brush: Brush,
  shape: readonly ShapePoint[],
  band: number,
  color: string,
  alpha: number,
): void {
  const { ctx } = brush;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.fillStyle = color;
  ctx.beginPath();
  trace(brush, shape, band, HIGH, true);
  trace(brush, shape.toReversed(), band, LOW, false);
  ctx.closePath();
  ctx.fill();
  ctx.restore();
}

/** Draws one edge of a cone. */
export function paintEdge(
  brush: Brush,
  shape: readonly ShapePoint[],
  band: number,
  side: Side,
  style: { readonly color: string; readonly width: number; readonly alpha: number },
): void {
  const { ctx } = brush;
  ctx.save();
  ctx.globalAlpha = style.alpha;
  ctx.strokeStyle = style.color;
  ctx.lineWidth = style.width;
  ctx.lineJoin = 'round';
  ctx.beginPath();
  trace(brush, shape, band, side, true);
  ctx.stroke();
  ctx.restore();
}

/** Draws the end of a cone as a rule: a vertical line with a tick at each published edge. */
export function paintEnd(brush: Brush, { x, ys }: ShapePoint, color: string): void {
  const [low, high] = ys.at(-1) ?? [Number.NaN, Number.NaN];
  const style = { color, width: 1, alpha: 0.8 };
  vertical(brush, x, high, low, style);
  ys.forEach(([below, above], band) => {
    const length = TICKS_PX[band] ?? 0;
    for (const y of [below, above]) horizontal(brush, y, x, x + length, style);
  });
}
