/** A point in the gauge's own units; y grows downward. */
export interface GaugePoint {
  readonly x: number;
  readonly y: number;
}

/** A graduation of the rim: from its outer to its inner end. */
export interface GaugeTick {
  readonly from: GaugePoint;
  readonly to: GaugePoint;
  /** Drawn in ink at -1, -0.5, 0, 0.5 and 1; long at every fifth graduation, else short. */
  readonly weight: 'quarter' | 'fifth' | 'plain';
}

/** The gauge's drawing area. */
export const GAUGE = { width: 300, height: 158, centreX: 150, centreY: 140, radius: 118 } as const;

const STEPS = 60;
const RIM = 114;
const LENGTH = { quarter: 13, fifth: 9, plain: 5 } as const;

const clamp = (value: number): number => Math.min(1, Math.max(-1, value));

/** Returns the point of a value, -1 (left) to 1 (right), at a distance from the centre; other values are clamped. */
export function gaugePoint(value: number, radius: number): GaugePoint {
  const angle = (Math.PI * (1 - clamp(value))) / 2;
  return {
    x: GAUGE.centreX + radius * Math.cos(angle),
    y: GAUGE.centreY - radius * Math.sin(angle),
  };
}

function weightOf(step: number): GaugeTick['weight'] {
  if (step % 15 === 0) return 'quarter';
  return step % 5 === 0 ? 'fifth' : 'plain';
}

/** The graduations of the rim, left to right: one at the start of each of the sixty steps, and one at the end. */
export const GAUGE_TICKS: readonly GaugeTick[] = Array.from({ length: STEPS + 1 }, (_, step) => {
  const value = (2 * step) / STEPS - 1;
  const weight = weightOf(step);
  return { from: gaugePoint(value, RIM), to: gaugePoint(value, RIM - LENGTH[weight]), weight };
});

const figure = (value: number): string => value.toFixed(1);

/** Returns the SVG path of the rim between two values, from the smaller to the larger one. */
export function gaugeArc(a: number, b: number): string {
  const from = gaugePoint(Math.min(a, b), GAUGE.radius);
  const to = gaugePoint(Math.max(a, b), GAUGE.radius);
  return `M${figure(from.x)} ${figure(from.y)}A${GAUGE.radius} ${GAUGE.radius} 0 0 1 ${figure(to.x)} ${figure(to.y)}`;
}

/** Returns one SVG path of all graduations with these weights. */
export function gaugeTickPath(weights: readonly GaugeTick['weight'][]): string {
  return GAUGE_TICKS.filter((tick) => weights.includes(tick.weight))
    .map(({ from, to }) => `M${figure(from.x)} ${figure(from.y)}L${figure(to.x)} ${figure(to.y)}`)
    .join('');
}
