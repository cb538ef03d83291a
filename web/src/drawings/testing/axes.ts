import { createPositions } from '../../charts/axis/positions.ts';
import type { Axes } from '../../charts/scene/frame.ts';

export const DAY_MS = 86_400_000;
/** Returns the start of a day, UTC. */
export const at = (text: string): number => Date.parse(`${text}T00:00Z`);

// A market that is closed at the weekend: Thursday and Friday are past, the week after them is future.
const past = [at('2026-11-19'), at('2026-11-20')];
const future = ['23', '24', '25', '26', '27', '30'].map((day) => at(`2026-11-${day}`));
const positions = createPositions(past, future, DAY_MS);
const BAR_PX = 10;

/** Axes with ten pixels a bar, one pixel for 0.01 of price, and 100 in the middle of a plot of 200 x 200. */
export const axes: Axes = {
  x: (timeMs) => (positions.positionOf(timeMs) + 0.5) * BAR_PX,
  y: (price) => 100 - (price - 100) * 100,
  width: 200,
  height: 200,
  barPx: BAR_PX,
  lastX: 20,
};
