/** A point in CSS pixels, from the upper left corner of the hero. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The sight line to its target: solid up to the chart, dotted over it. */
export interface SightLine {
  readonly solid: string;
  readonly dotted: string;
}

/** Centre of the quadrant, about which the sighting rule turns, from the lower left corner of the hero. */
export const PIVOT = { left: -40, below: 60 } as const;

const px = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Returns the line from the quadrant's centre to a level of the chart, whose left edge is at `chartLeft`. */
export function computeSightLine(heroHeight: number, chartLeft: number, target: Point): SightLine {
  const from: Point = { x: PIVOT.left, y: heroHeight + PIVOT.below };
  const share = Math.min(1, Math.max(0, (chartLeft - from.x) / (target.x - from.x)));
  const edge: Point = {
    x: from.x + (target.x - from.x) * share,
    y: from.y + (target.y - from.y) * share,
  };
  return { solid: `M${px(from)}L${px(edge)}`, dotted: `M${px(edge)}L${px(target)}` };
}
