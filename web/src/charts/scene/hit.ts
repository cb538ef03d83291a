import type { Drawing, Target } from './drawing.ts';
import type { Axes } from './frame.ts';

/** The target under the pointer: a line, or only the drawing's body. Distance in pixels. */
export interface Hit {
  readonly drawing: string;
  readonly target: Target | null;
  readonly distance: number;
}

/** Returns the distance of a point to a target's line; infinite beside its run. */
function distanceTo(drawing: Drawing, target: Target, x: number, y: number, axes: Axes): number {
  const [from, to] = drawing.runOf(target, axes);
  if ('price' in target.at) {
    return x >= from && x <= to ? Math.abs(axes.y(target.at.price) - y) : Infinity;
  }
  return y >= from && y <= to ? Math.abs(axes.x(target.at.timeMs) - x) : Infinity;
}

/**
 * Returns the nearest line within `reach` pixels. At equal distance price lines have priority over time lines, later
 * drawings over earlier ones. Without a line, the topmost body that contains the point; null without a body.
 */
export function findHit(
  drawings: readonly Drawing[],
  x: number,
  y: number,
  reach: number,
  axes: Axes,
): Hit | null {
  let best: Hit | null = null;
  let body: Hit | null = null;
  for (const drawing of drawings) {
    for (const target of drawing.targets) {
      const distance = distanceTo(drawing, target, x, y, axes) + ('timeMs' in target.at ? 0.5 : 0);
      if (distance <= reach && (best === null || distance <= best.distance)) {
        best = { drawing: drawing.id, target, distance };
      }
    }
    if (drawing.contains?.(x, y, axes)) body = { drawing: drawing.id, target: null, distance: 0 };
  }
  return best ?? body;
}
