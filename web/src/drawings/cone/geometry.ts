import { CONE_SHARES, type TouchBasis, touchCone, WEEK_SLOTS, weekSlot } from '@rasat/engine';
import type { Axes } from '../../charts/scene/frame.ts';

/** A low and a high edge: prices, or heights in pixels. */
export type Edges = readonly [low: number, high: number];

/** A published cone; its edges at the end are those of 50, 80 and 95 %. */
export interface PublishedCone {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly edges: readonly Edges[];
  readonly basis: TouchBasis;
}

/** The edges of a cone at one instant, narrowest first. */
export interface ConePoint {
  readonly timeMs: number;
  readonly edges: readonly Edges[];
}

/**
 * Returns the course of a cone, ascending: the price at its start, a point at each border between two slots of the week,
 * and the published edges at its end. `slots` has the share of each slot in the movement of a week; where it does not
 * fit the basis, all slots count the same.
 */
export function coneCourse(cone: PublishedCone, slots: readonly number[]): ConePoint[] {
  const { fromMs, untilMs, edges, basis } = cone;
  const week = WEEK_SLOTS[basis.base];
  const known = slots.length === week.count;
  const shareOf = (timeMs: number): number => (known ? (slots[weekSlot(week, timeMs)] ?? 0) : 1);

  const borders: { readonly timeMs: number; readonly passed: number }[] = [];
  let passed = 0;
  let timeMs = Math.ceil(fromMs / week.lengthMs) * week.lengthMs;
  for (; timeMs + week.lengthMs <= untilMs; timeMs += week.lengthMs) {
    passed += shareOf(timeMs);
    borders.push({ timeMs: timeMs + week.lengthMs, passed });
  }
  const whole = passed;
  const inside = borders
    .filter((border) => border.timeMs < untilMs)
    .flatMap((border) => {
      const cut = whole > 0 ? border.passed / whole : (border.timeMs - fromMs) / (untilMs - fromMs);
      const then = touchCone(basis, basis.weeks * cut);
      return then ? [{ timeMs: border.timeMs, edges: then }] : [];
    });
  const start = CONE_SHARES.map((): Edges => [basis.price, basis.price]);
  return [{ timeMs: fromMs, edges: start }, ...inside, { timeMs: untilMs, edges }];
}

/** A point of a cone in pixels. */
export interface ShapePoint {
  readonly x: number;
  readonly ys: readonly Edges[];
}

/**
 * Returns a course on the given axes, also outside of the plot. Of the points in a time without a place on the axis only
 * the first is kept: a movement in closed hours belongs to the first hour after them. The end is always kept.
 */
export function coneShape(course: readonly ConePoint[], axes: Axes): ShapePoint[] {
  const shape: ShapePoint[] = [];
  course.forEach(({ timeMs, edges }, i) => {
    const x = axes.x(timeMs);
    if (i > 0 && i < course.length - 1 && x === shape.at(-1)?.x) return;
    shape.push({ x, ys: edges.map(([low, high]): Edges => [axes.y(low), axes.y(high)]) });
  });
  return shape;
}

/** The right end of the visible part of a cone. */
export interface ConeEnd extends ShapePoint {
  /** Whether the cone goes on beyond the plot. */
  readonly isCut: boolean;
}

/** Returns the end of a cone, or its cut at the right border of the plot; null for a cone that is out of sight. */
export function coneEnd(shape: readonly ShapePoint[], width: number): ConeEnd | null {
  const first = shape[0];
  const last = shape.at(-1);
  if (!first || !last || !(first.x < width) || !(last.x > 0)) return null;
  if (last.x <= width) return { ...last, isCut: false };
  const at = shape.findIndex(({ x }) => x > width);
  const [before, after] = [shape[at - 1] ?? first, shape[at] ?? last];
  const share = (width - before.x) / (after.x - before.x);
  const between = (a: number, b: number): number => a + share * (b - a);
  const ys = before.ys.map(([low, high], i): Edges => {
    const [nextLow, nextHigh] = after.ys[i] ?? [low, high];
    return [between(low, nextLow), between(high, nextHigh)];
  });
  return { x: width, ys, isCut: true };
}
