import { createPositions } from '../../charts/axis/positions.ts';
import type { Axes } from '../../charts/scene/frame.ts';

export const DAY_MS = 86_400_000;
/** Midnight of a day, UTC. */
export const at = (text: string): number => Date.parse(`${text}T00:00Z`);

// A market that rests at the weekend: Thursday and Friday are past, the week after them is future.
const past = [at('2026-11-19'), at('2026-11-20')];
const future = ['23', '24', '25', '26', '27', '30'].map((day) => at(`2026-11-${day}`));
const positions = createPositions(past, future, DAY_MS);
const BAR_PX = 10;

/** Ten pixels a bar, a pixel a hundredth of price, 100 at the middle of a plot of 200 x 200. */
export const axes: Axes = {
  x: (timeMs) => (positions.positionOf(timeMs) + 0.5) * BAR_PX,
  y: (price) => 100 - (price - 100) * 100,
  width: 200,
  height: 200,
  barPx: BAR_PX,
  lastX: 20,
};
