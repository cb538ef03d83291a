import { targetsFrom } from '../../drawings/targets/geometry.ts';
import type { Drawing, Target } from './drawing.ts';
import type { Axes } from './frame.ts';

/** What lies under the pointer: a line, or only the drawing's body. Distance in pixels. */
export interface Hit {
  readonly drawing: string;
  readonly target: Target | null;
  readonly distance: number;
}

/** The run of a target's line, in pixels: from left to right for a price, from top to bottom for a time. */
export function runOf(target: Target, drawing: Drawing, axes: Axes): readonly [number, number] {
  const whole = [0, axes.width] as const;
  if (drawing.kind === 'targets') return [targetsFrom(drawing.span, axes), axes.width];
  if (drawing.kind === 'crystal') return [axes.x(drawing.fromMs), axes.width];
  if (drawing.kind !== 'box') return whole;
  if ('timeMs' in target.at) return [axes.y(drawing.p.top), axes.y(drawing.p.bottom)];
  const trade = target.part === 'upTrade' || target.part === 'downTrade';
  return [axes.x(drawing.d.start), trade ? axes.width : axes.x(drawing.d.end)];
}

/** Distance of a point to a target's line; infinite beside its run. */
export function distanceTo(
  target: Target,
  drawing: Drawing,
  x: number,
  y: number,
  axes: Axes,
): number {
  const [from, to] = runOf(target, drawing, axes);
  if ('price' in target.at) {
    return x >= from && x <= to ? Math.abs(axes.y(target.at.price) - y) : Infinity;
  }
  return y >= from && y <= to ? Math.abs(axes.x(target.at.timeMs) - x) : Infinity;
}

function contains(drawing: Drawing, x: number, y: number, axes: Axes): boolean {
  if (drawing.kind !== 'box') return false;
  return (
    x >= axes.x(drawing.d.start) &&
    x <= axes.x(drawing.d.end) &&
    y >= axes.y(drawing.p.top) &&
    y <= axes.y(drawing.p.bottom)
  );
}

/**
 * The nearest line within `reach` pixels; price lines win over time lines at equal distance, later drawings over
 * earlier ones. Without a line, the topmost box that contains the point. Null when there is nothing.
 */
export function findHit(
  drawings: readonly { readonly drawing: Drawing; readonly targets: readonly Target[] }[],
  x: number,
  y: number,
  reach: number,
  axes: Axes,
): Hit | null {
  let best: Hit | null = null;
  let body: Hit | null = null;
  for (const { drawing, targets } of drawings) {
    for (const target of targets) {
      const distance = distanceTo(target, drawing, x, y, axes) + ('timeMs' in target.at ? 0.5 : 0);
      if (distance <= reach && (best === null || distance <= best.distance)) {
        best = { drawing: drawing.id, target, distance };
      }
    }
    if (contains(drawing, x, y, axes)) body = { drawing: drawing.id, target: null, distance: 0 };
  }
  return best ?? body;
}
